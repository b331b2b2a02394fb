"""How a position looks in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forethought.cli.output import number

if TYPE_CHECKING:
    from rich.text import Text

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


def coloured(play: Play) -> Text:
    """The position, its marks in the colours of the players."""
    from rich.text import Text

    drawn = getattr(play.game, "render", str)(play.state)
    text = Text(drawn)
    for place, mark in enumerate(drawn):
        alone = drawn[place - 1 : place].isspace() or place == 0
        ends = drawn[place + 1 : place + 2].isspace() or place + 1 == len(drawn)
        if mark in _STYLES and alone and ends:
            text.stylize(_STYLES[mark], place, place + 1)
    return text


def named(play: Play, player: int) -> str:
    """How a player is called."""
    return f"player {player}" if play.players > 1 else "you"


def standing(play: Play) -> str:
    """What has been paid, and the moves so far."""
    paid = play.returns
    who = ", ".join(f"player {seat}: {number(worth)}" for seat, worth in enumerate(paid))
    state = "The play is over" if play.over else "So far"
    acts = " ".join(str(move.action) for move in play.moves if move.turn >= 0)
    result = who if len(paid) > 1 else f"return {number(paid[0])}"
    return f"{state}: {result}\nmoves: {acts}"
