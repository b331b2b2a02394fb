"""A rule sheet as a referee sees it: legal moves of every role, and what a joint move leads to."""

from __future__ import annotations

import re
from collections.abc import Sequence

from forethought.gdl import load
from forethought.ggp.messages import Joint
from forethought.ggp.terms import Limits, read_terms, written

State = tuple[str, ...]
"""The fluents that hold."""
Goals = tuple[int, ...]

RANDOM = "random"
"""The role that the referee plays."""

_INFIX = re.compile(r":-|^[^;]*\)\s*&", re.MULTILINE)


class Rules:
    """The rules of a match, asked for all roles alike, ``random`` too.

    Attributes:
        text: the sheet in prefix form, a rule in each line.
        roles: the roles in order.
        initial: the state at the start.
        has_secrets: whether roles may not see everything (``sees``), which is not searched.

    Raises RuleError if the sheet can't be played.
    """

    def __init__(self, text: str) -> None:
        if _INFIX.search(text):
            text = load(text).prefix
        self.text = "\n".join(map(written, read_terms(text, Limits(size=len(text)))))
        self._game = load(self.text)
        self.has_secrets = any(found.code == "sees" for found in self._game.diagnostics)
        self.roles = self._game.roles
        self.initial: State = self._game.initial()

    def over(self, state: State) -> bool:
        """Whether the play is over."""
        return self._game.over(state)

    def moves(self, state: State) -> tuple[Joint, ...]:
        """The legal moves of each role; none where the play is over."""
        return ((),) * len(self.roles) if self.over(state) else self._game.moves(state)

    def after(self, state: State, joint: Joint) -> tuple[State, Goals | None]:
        """The state after a legal joint move, and what each role is paid if the play is over there.

        Raises IllegalAction for a move that is not legal.
        """
        after = self._game.after(state, joint)
        if not self._game.over(after):
            return after, None
        return after, tuple(max(values, default=0) for values in self._game.goals(after))


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
