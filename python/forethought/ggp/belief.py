"""The state of a match as a player knows it from the moves that it is told."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Protocol

from forethought.ggp.messages import Joint
from forethought.ggp.rules import Goals, Rules, State, spelled

MOST_STATES = 64
"""States that are held possible at most."""

MOST_TRIED = 500
"""Joint moves that are tried at most for a step that was missed."""


class Follower(Protocol):
    """What follows a match: ``Belief``, here or in another process."""

    @property
    def text(self) -> str:
        """The sheet in prefix form, a rule in each line."""

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles in order."""

    @property
    def has_secrets(self) -> bool:
        """Whether roles may not see everything."""

    @property
    def state(self) -> State:
        """The most likely state."""

    @property
    def sure(self) -> bool:
        """Whether there is one possible state only."""

    @property
    def goals(self) -> Goals | None:
        """What each role was paid, if the play is over."""

    @property
    def skipped(self) -> bool:
        """Whether the step that was followed last came after one that was missed."""

    @property
    def lost(self) -> bool:
        """Whether it has to be begun anew: it can't be asked any more."""

    def moves(self, role: int) -> tuple[str, ...]:
        """The moves of a role that are legal in most of the states."""

    def follow(self, joint: Joint) -> Joint | None:
        """Goes on with a joint move, and returns it; None if it was not followed."""


class Belief:
    """The states that a match can be in: one, unless a message was missed.

    A server sends each joint move once. If a PLAY did not arrive, the next one tells of a step from
    a state that is not known. Then all states are possible that a joint move leads to, and from
    which the moves of the next one are legal.

    Attributes:
        states: those that are possible, the most likely first.
        goals: what each role was paid, if the play is over.
        skipped: whether the step that was followed last came after one that was missed.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self.text, self.roles, self.has_secrets = rules.text, rules.roles, rules.has_secrets
        self.lost = False
        self.states: list[State] = [rules.initial]
        self.goals: Goals | None = None
        self.skipped = False
        self._latest: Joint | None = None

    @property
    def sure(self) -> bool:
        """Whether there is one possible state only."""
        return len(self.states) == 1

    @property
    def state(self) -> State:
        """The most likely state."""
        return self.states[0]

    def moves(self, role: int) -> tuple[str, ...]:
        """The moves of a role that are legal in most of the states."""
        if self.sure:
            return self._rules.moves(self.state)[role]
        counts: dict[str, int] = {}
        for state in self.states:
            for move in self._rules.moves(state)[role]:
                counts[move] = counts.get(move, 0) + 1
        most = max(counts.values(), default=0)
        return tuple(move for move, count in counts.items() if count == most)

    def follow(self, joint: Joint) -> Joint | None:
        """Goes on with a joint move.

        Returns it as the sheet spells it. None if it was not followed: it is legal in no state that
        is possible, with or without a missed step; or it is the one before, sent twice.
        """
        if len(joint) != len(self._rules.roles):
            return None
        found, self.skipped = self._step(self.states, joint), False
        if found is None and joint != self._latest:
            found = self._step(self._missed(), joint)
            self.skipped = found is not None
        self._latest = joint
        return found

    def _step(self, states: Sequence[State], joint: Sequence[str]) -> Joint | None:
        reached: dict[State, Goals | None] = {}
        known: Joint | None = None
        for state in states:
            legal = self._legal(state, joint)
            if legal is not None and len(reached) < MOST_STATES:
                known = known or legal
                after, goals = self._rules.after(state, legal)
                reached.setdefault(after, goals)
        if known is not None:
            self.states, self.goals = list(reached), next(iter(reached.values()))
        return known

    def _legal(self, state: State, joint: Sequence[str]) -> Joint | None:
        """The joint move as it is spelled at a state; None if it is not legal there."""
        known = self._rules.moves(state)
        found = [spelled(move, legal) for move, legal in zip(joint, known, strict=True)]
        return None if None in found else tuple(move for move in found if move is not None)

    def _missed(self) -> list[State]:
        """The states a joint move away."""
        found: dict[State, None] = {}
        tried = 0
        for state in self.states:
            for joint in itertools.product(*self._rules.moves(state)):
                tried += 1
                if tried > MOST_TRIED:
                    return list(found)
                found.setdefault(self._rules.after(state, joint)[0])
        return list(found)
