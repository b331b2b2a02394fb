"""How a position looks in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forethought.cli.output import number

if TYPE_CHECKING:
    from rich.text import Text

    from forethought.play import Session

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


def coloured(session: Session) -> Text:
    """The position, its marks in the colours of the players."""
    from rich.text import Text

    drawn = getattr(session.game, "render", str)(session.state)
    text = Text(drawn)
    for place, mark in enumerate(drawn):
        alone = drawn[place - 1 : place].isspace() or place == 0
        ends = drawn[place + 1 : place + 2].isspace() or place + 1 == len(drawn)
        if mark in _STYLES and alone and ends:
            text.stylize(_STYLES[mark], place, place + 1)
    return text


def named(session: Session, player: int) -> str:
    """How a player is called."""
    return f"player {player}" if session.players > 1 else "you"


def standing(session: Session) -> str:
    """What has been paid, and the moves so far."""
    paid = session.returns
    who = ", ".join(f"player {seat}: {number(worth)}" for seat, worth in enumerate(paid))
    state = "The play is over" if session.over else "So far"
    acts = " ".join(str(move.action) for move in session.moves if move.turn >= 0)
    result = who if len(paid) > 1 else f"return {number(paid[0])}"
    return f"{state}: {result}\nmoves: {acts}"
