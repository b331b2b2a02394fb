"""How a position looks in the terminal."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from forethought.cli.output import number

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.text import Text

    from forethought.game import Game
    from forethought.play import Play

_STYLES = {
    "X": "bold cyan",
    "x": "cyan",
    "B": "bold cyan",
    "b": "cyan",
    "O": "bold magenta",
    "o": "magenta",
    "W": "bold magenta",
    "w": "magenta",
    "*": "bold green",
    ".": "dim",
}


def drawer(game: Game) -> Callable[[Any], str]:
    """How states of a game are drawn, as text."""
    return getattr(game, "render", str)


def coloured(drawn: str) -> Text:
    """A position, its marks in the colours of the players."""
    from rich.text import Text

    text = Text(drawn)
    for line in re.finditer(r"^.*$", drawn, re.MULTILINE):
        if _is_header(line[0].split()):
            continue
        for mark in re.finditer(r"(?<!\S)\S(?!\S)", line[0]):
            if mark[0] in _STYLES:
                place = line.start() + mark.start()
                text.stylize(_STYLES[mark[0]], place, place + 1)
    return text


def _is_header(words: list[str]) -> bool:
    """Whether a line names the columns: letters in order."""
    letters = [word for word in words if len(word) == 1 and word.isalpha()]
    steps = {ord(b) - ord(a) for a, b in pairwise(letters)}
    return len(letters) == len(words) > 1 and steps == {1}


def named(play: Play, player: int) -> str:
    """How a player is called: by its role if it has one."""
    if play.players == 1 and player not in play.thinkers:
        return "you"
    roles = getattr(play.game, "player_roles", ())
    return roles[player] if roles else f"player {player}"


def standing(play: Play) -> str:
    """What has been paid, and the moves so far."""
    paid = play.returns
    who = ", ".join(f"{named(play, seat)}: {number(worth)}" for seat, worth in enumerate(paid))
    state = "The play is over" if play.over else "So far"
    acts = " ".join(str(move.action) for move in play.moves if move.turn >= 0)
    result = who if len(paid) > 1 else f"return {number(paid[0])}"
    return f"{state}: {result}\nmoves: {acts}"
