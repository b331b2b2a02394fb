"""How a position looks in the terminal."""

from __future__ import annotations

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
    from forethought.cli.sheets import Sheet
    from forethought.gdl import GDLGame

    if isinstance(game, GDLGame):
        return Sheet(game).draw
    return getattr(game, "render", str)


def coloured(drawn: str) -> Text:
    """A position, its marks in the colours of the players."""
    from rich.text import Text

    text = Text(drawn)
    for place, mark in enumerate(drawn):
        alone = drawn[place - 1 : place].isspace() or place == 0
        ends = drawn[place + 1 : place + 2].isspace() or place + 1 == len(drawn)
        if mark in _STYLES and alone and ends:
            text.stylize(_STYLES[mark], place, place + 1)
    return text


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
