"""States of rule sheets as text: what looks like a board is drawn as one."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from forethought.errors import ForethoughtError
from forethought.game import OVER, actions_of, step
from forethought.rng import Rng

if TYPE_CHECKING:
    from forethought.gdl import GDLGame

Cell = tuple[str, str]

_STEPS, _PATIENCE = 500, 2.0
_BLANK = ("b", "blank", "empty")
_ACROSS = ("c", "x", "f")
"""How variables begin that stand for a column."""


class Boards:
    """Draws states of a rule sheet.

    Fluents of one name whose first two terms are coordinates are a board. How large it is shows in
    random plays, since empty cells need not be named. The first coordinate counts rows downwards;
    where the sheet calls it a column or x, or it is a letter, it counts columns, and the second one
    rows upwards, as in chess.
    """

    def __init__(self, game: GDLGame) -> None:
        self._game = game
        self._boards = _boards(game, _seen(game))

    def draw(self, state: tuple[str, ...]) -> str:
        """The boards, then the other fluents, those of one name in a line."""
        facts = [_Fact.read(fluent) for fluent in state if not fluent.startswith("(does ")]
        drawn = [board.draw(facts) for board in self._boards]
        names = {name for board in self._boards for name in board.names}
        lines: dict[str, list[str]] = {}
        for fact in facts:
            if fact.name not in names:
                lines.setdefault(fact.name, []).append(fact.text)
        return "\n".join([*drawn, *(" ".join(line) for line in lines.values())])


@dataclass(frozen=True)
class _Fact:
    """A fluent: its text, its name, and its terms."""

    text: str
    name: str
    terms: tuple[str, ...]

    @classmethod
    def read(cls, fluent: str) -> _Fact:
        words = fluent.strip("()").split()
        flat = "(" not in fluent[1:]
        return cls(fluent, words[0], tuple(words[1:]) if flat else ())

    @property
    def is_placed(self) -> bool:
        """Whether it may tell what is in a cell."""
        here = self.terms[:2]
        if len(self.terms) == 2:
            return all(term.isdigit() for term in here)
        return len(self.terms) > 2 and all(term.isdigit() or len(term) == 1 for term in here)

    @property
    def cell(self) -> Cell:
        return self.terms[0], self.terms[1]


@dataclass(frozen=True)
class _Board:
    """A board: what is drawn there, its coordinates in order, and how it is turned."""

    names: tuple[str, ...]
    first: tuple[str, ...]
    second: tuple[str, ...]
    chess: bool
    marks: dict[tuple[str, ...], str]

    def draw(self, facts: Iterable[_Fact]) -> str:
        held: dict[Cell, str] = {}
        for fact in facts:
            if fact.name in self.names:
                held[fact.cell] = held.get(fact.cell, "") + self.marks.get(_kind(fact), "?")
        rows = self.second[::-1] if self.chess else self.first
        across = self.first if self.chess else self.second
        table = [["", *across]]
        for row in rows:
            cells = [(column, row) if self.chess else (row, column) for column in across]
            table.append([row, *(held.get(cell, ".") for cell in cells)])
        width = max(len(text) for line in table for text in line)
        drawn = [" ".join(text.rjust(width) for text in line) for line in table]
        return "\n".join([*drawn, *self.legend()])

    def legend(self) -> list[str]:
        """What the marks mean that are no words of the sheet."""
        meant = {mark: " ".join(kind[1:]) or kind[0] for kind, mark in self.marks.items()}
        told = [f"{mark} {words}" for mark, words in meant.items() if mark not in (words, ".")]
        return [", ".join(told)] if told else []


def _seen(game: GDLGame) -> list[_Fact]:
    """The fluents of some random plays; of a sheet that takes long what came up in 2 seconds."""
    rng, end = Rng(0, "board"), time.perf_counter() + _PATIENCE
    state, seen = game.initial(), dict.fromkeys(game.initial())
    for _ in range(_STEPS):
        if time.perf_counter() > end:
            break
        if game.turn(state) == OVER:
            state = game.initial()
        try:
            state = step(game, state, rng.choice(actions_of(game, state)), rng)[1]
        except ForethoughtError:
            # What the rules lack is told when it is played, not when it is drawn.
            break
        seen.update(dict.fromkeys(state))
    return [_Fact.read(fluent) for fluent in seen if not fluent.startswith("(does ")]


def _boards(game: GDLGame, facts: list[_Fact]) -> list[_Board]:
    """One board of fluents that say what is in a cell, or else one of all that only name cells."""
    placed: dict[str, list[_Fact]] = {}
    for fact in facts:
        placed.setdefault(fact.name, []).append(fact)
    fit = {name: here for name, here in placed.items() if all(fact.is_placed for fact in here)}
    full = [[name] for name, here in fit.items() if len(here[0].terms) > 2]
    bare = [name for name, here in fit.items() if len(here[0].terms) == 2]
    found = [_board(game, names, fit) for names in (full or [bare]) if names]
    return [board for board in found if min(len(board.first), len(board.second)) > 1]


def _board(game: GDLGame, names: list[str], placed: dict[str, list[_Fact]]) -> _Board:
    facts = [fact for name in names for fact in placed[name]]
    first, second = _ordered(f.cell[0] for f in facts), _ordered(f.cell[1] for f in facts)
    variable = re.search(rf"\({re.escape(names[0])}\s+\?(\w+)", game.rules)
    across = variable is not None and variable[1].lower().startswith(_ACROSS)
    chess = across or not first[0].isdigit()
    return _Board(tuple(names), first, second, chess, _marks(game, facts))


def _ordered(terms: Iterable[str]) -> tuple[str, ...]:
    """Coordinates in order; of numbers none is left out."""
    known = dict.fromkeys(terms)
    if all(term.isdigit() for term in known):
        numbers = [int(term) for term in known]
        return tuple(map(str, range(min(numbers), max(numbers) + 1)))
    return tuple(sorted(known))


def _kind(fact: _Fact) -> tuple[str, ...]:
    """What a fluent says of its cell."""
    return fact.name, *fact.terms[2:]


def _marks(game: GDLGame, facts: list[_Fact]) -> dict[tuple[str, ...], str]:
    """A short mark for each thing that may be in a cell: initials, where they differ."""
    kinds = list(dict.fromkeys(map(_kind, facts)))
    full = {kind: " ".join(kind[1:]) or kind[0] for kind in kinds}
    short = {kind: "".join(word[0] for word in (kind[1:] or kind)) for kind in kinds}
    marks = short if len(set(short.values())) == len(kinds) else full
    if any(word.isdigit() for words in full.values() for word in words.split()):
        marks = full
    roles = {role[0].lower() for role in game.roles} | {role.lower() for role in game.roles}
    blank = {kind for kind in kinds if kind[-1].lower() in _BLANK and kind[-1].lower() not in roles}
    return {kind: "." if kind in blank else mark for kind, mark in marks.items()}
