"""A rule sheet as a referee sees it: legal moves of every role, and what a joint move leads to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from forethought.errors import RuleError
from forethought.game import OVER
from forethought.gdl import load
from forethought.ggp.messages import Joint
from forethought.ggp.terms import Limits, Term, read_terms, written

State = tuple[str, ...]
"""The fluents that hold."""
Goals = tuple[int, ...]

RANDOM = "random"
"""The role that the referee plays."""

_INFIX = re.compile(r":-|^[^;]*\)\s*&", re.MULTILINE)
_KEPT = 256
"""States whose legal moves are kept."""


class Rules:
    """The rules with all roles alike, ``random`` too.

    A game of ``ft.gdl.load`` asks only roles that have a choice, and takes ``random`` for chance.
    Here the sheet gets two more legal moves for each role, which nobody makes, so that each is
    asked in turn; and ``random`` another name.

    Attributes:
        text: the sheet, a rule in each line.
        roles: the roles in order.
        initial: the state at the start.

    Raises RuleError if the sheet can't be played, or is not in the prefix form.
    """

    def __init__(self, text: str) -> None:
        if _INFIX.search(text):
            raise RuleError("the rules are not in the prefix form: matches are played with that")
        terms = read_terms(text, Limits(size=len(text)))
        self.text = "\n".join(map(written, terms))
        # As it is spelled: a server may send everything in upper case.
        self._random = next((r for r in map(_role_of, terms) if r.lower() == RANDOM), "")
        self._alias = _unused(RANDOM, self.text)
        self._idle = (_unused("idle", self.text), _unused("rest", self.text))
        self._game = load(self._widened(terms), "goals")
        self.roles = tuple(self._known(role) for role in self._game.roles)
        self.initial = self._outside(self._game.initial())
        self._kept: dict[State, tuple[Joint, ...]] = {}

    def over(self, state: State) -> bool:
        """Whether the play is over."""
        return self._game.turn(self._inside(state)) == OVER

    def moves(self, state: State) -> tuple[Joint, ...]:
        """The legal moves of each role; none where the play is over."""
        if state not in self._kept:
            if len(self._kept) >= _KEPT:
                self._kept.clear()
            self._kept[state] = self._asked(state)
        return self._kept[state]

    def after(self, state: State, joint: Sequence[str]) -> tuple[State, Goals | None]:
        """The state after a legal joint move, and the goal values if the play is over there.

        Raises IllegalAction for a move that is not legal.
        """
        inner, paid = self._inside(state), None
        for move in joint:
            paid, inner = self._game.apply(inner, self._hidden(move))
        if self._game.turn(inner) != OVER:
            return self._outside(inner), None
        rewards: Any = paid if isinstance(paid, tuple) else (paid,)
        return self._outside(inner), tuple(round(reward) for reward in rewards)

    def _asked(self, state: State) -> tuple[Joint, ...]:
        inner = self._inside(state)
        if self._game.turn(inner) == OVER:
            return ((),) * len(self.roles)
        found = []
        for place in range(len(self.roles)):
            actions = self._game.actions(inner)
            found.append(tuple(self._known(a) for a in actions if a not in self._idle))
            if place + 1 < len(self.roles):
                inner = self._game.apply(inner, self._idle[0])[1]
        return tuple(found)

    def _widened(self, terms: Sequence[Term]) -> str:
        own = _unused("legal-of", self.text)
        rules = [self._hidden(written(_with_legal(term, own))) for term in terms]
        more = [f"(<= (legal ?r {idle}) (role ?r))" for idle in self._idle]
        return "\n".join([*rules, f"(<= (legal ?r ?m) ({own} ?r ?m))", *more])

    def _hidden(self, text: str) -> str:
        return _replaced(text, self._random, self._alias)

    def _known(self, text: str) -> str:
        return _replaced(text, self._alias, self._random)

    def _inside(self, state: State) -> State:
        return tuple(map(self._hidden, state)) if self._random else state

    def _outside(self, state: State) -> State:
        return tuple(map(self._known, state)) if self._random else state


def _with_legal(term: Term, name: str) -> Term:
    """A rule or a literal with the relation ``legal`` under another name."""
    if isinstance(term, str) or not term or not isinstance(term[0], str):
        return term
    head = term[0].lower()
    if head in ("<=", "not", "or"):
        return (term[0], *(_with_legal(part, name) for part in term[1:]))
    return (name, *term[1:]) if head == "legal" else term


def _unused(word: str, text: str) -> str:
    """A word that does not occur in the text."""
    return next(
        name for name in (f"{word}-{n}" for n in range(1, len(text) + 2)) if name not in text
    )


def _role_of(term: Term) -> str:
    """The role that a fact names; an empty text if it is something else."""
    named = isinstance(term, tuple) and len(term) == 2 and str(term[0]).lower() == "role"
    return term[1] if named and isinstance(term[1], str) else ""


def _replaced(text: str, word: str, other: str) -> str:
    """The text with one word in place of another."""
    if not word or word not in text:
        return text
    return re.sub(rf"(?<![^\s()]){re.escape(word)}(?![^\s()])", other, text)


def own_first(text: str, role: str) -> str:
    """A sheet with the fact of a role before those of the others.

    Roles that choose at once are asked one after the other, in the order of the sheet. The first
    knows nothing of what the others choose in the same step, as it is in a match.
    """
    first = f"(role {role})"
    lines = text.splitlines()
    return "\n".join([first, *(line for line in lines if line.lower() != first.lower())])


def spelled(given: str, known: Sequence[str]) -> str | None:
    """Which of the known texts is meant: the same, or the only one that is the same but for case.

    A word alone may also stand in parentheses.
    """
    if given in known:
        return given
    alike = [each for each in known if _folded(each) == _folded(given)]
    return alike[0] if len(alike) == 1 else None


def _folded(text: str) -> str:
    return (text if " " in text else text.strip("()")).lower()
