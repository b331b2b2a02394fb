"""Bounded depth: a look some steps ahead, and an evaluation of what is seen there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from forethought.arguments import is_number, whole
from forethought.errors import ParameterError
from forethought.game import Game
from forethought.players.clock import Deadline
from forethought.players.player import Player, Session
from forethought.players.thoughtful import (
    Seat,
    Thoughtful,
    cautious,
    check_listed,
    chosen_at_once,
    looked_ahead,
)
from forethought.search.lookahead import DEEPEST
from forethought.textbook.bounded_depth import Heuristic, feasible, focus, mobility, weighted
from forethought.textbook.goal_proximity import goal_proximity

NAME = "bounded_depth"
_WEIGHTS = ("mobility", "focus", "goal_proximity")


@dataclass(frozen=True, kw_only=True)
class BoundedDepth(Player):
    """Looks some steps ahead, and judges what it sees there by the evaluations of the course.

    All others are taken to be against it (``textbook.bounded_depth``). It goes one step deep,
    then two, and so on, by native searches. Without ``depth`` or a limit of time it looks to the
    end of every play.

    Attributes:
        depth: how many actions to look ahead, 1 to 1000; as deep as there is time for if not given.
        mobility: the weight of how many of its actions it may do.
        focus: the weight of how few.
        goal_proximity: the weight of ``evaluation``.
        evaluation: how near a state is to a goal of the player who asks, from 0 to 100:
            ``evaluation(state)``; if not given the goal value that a rule sheet gives it already
            (``textbook.goal_proximity``).

    The weighted mean of these is taken for the share of what a play can pay. Without any weight
    what is not seen is worth 0.

    Raises ParameterError for a weight below 0, or an evaluation without one.
    """

    depth: int | None = None
    mobility: float = 0.0
    focus: float = 0.0
    goal_proximity: float = 0.0
    evaluation: Callable[[Any], float] | None = None

    def __post_init__(self) -> None:
        if self.depth is not None:
            object.__setattr__(self, "depth", whole(self.depth, "depth", most=DEEPEST))
        for name in _WEIGHTS:
            value = getattr(self, name)
            if not (is_number(value) and value >= 0):
                raise ParameterError(f"{name}={value!r}: give a weight, 0 or more")
        if self.evaluation is not None and self.goal_proximity == 0:
            raise ParameterError("goal_proximity= is the weight of evaluation=: give both")
        super().__post_init__()

    def called(self) -> str:
        """Its name with its depth, weights and limits."""
        depth = "" if self.depth is None else f"depth={self.depth}"
        shown = [f"{name}={getattr(self, name):g}" for name in _WEIGHTS if getattr(self, name)]
        return ", ".join(filter(None, [NAME, depth, *shown, self.limits_text()]))

    def check(self, game: Game) -> None:
        """Raises Unsupported if the game only samples its chance, or gives no goal values."""
        check_listed(game, NAME)
        if self.goal_proximity and self.evaluation is None:
            goal_proximity(game, 0)

    def open(self, game: Game, state: Any, seat: int, seed: int) -> Session:  # noqa: ARG002
        """Begins a game; what the player may ever do is seen in some random plays now."""
        place = Seat(game, seat, seed)
        return _Looking(self, place, self._judge(place))

    def _judge(self, seat: Seat) -> Heuristic | None:
        """The weighted mean as a share of what a play can pay."""
        total = sum(getattr(self, name) for name in _WEIGHTS)
        if total == 0:
            return None
        parts: list[tuple[float, Heuristic]] = []
        if self.mobility or self.focus:
            actions = feasible(seat.game, seat.index)
            parts.append((self.mobility / total, mobility(seat.game, seat.index, actions)))
            parts.append((self.focus / total, focus(seat.game, seat.index, actions)))
        if self.goal_proximity:
            near = self.evaluation or goal_proximity(seat.game, seat.index)
            parts.append((self.goal_proximity / total, near))
        mean, (low, high) = weighted(parts), seat.returns
        return lambda state: low + (high - low) * mean(state) / 100


class _Looking(Thoughtful):
    def __init__(self, player: BoundedDepth, seat: Seat, judge: Heuristic | None) -> None:
        super().__init__(player, seat)
        self._depth, self._judge = player.depth, judge

    def think(self, state: Any, deadline: Deadline) -> Any:
        if chosen_at_once(self.game, state):
            return looked_ahead(self.seat, state, self._depth, self._judge, deadline)
        search = cautious(self.game, self._depth, self._evaluation)
        limits = {"seconds": deadline.left, "until": "proven"}
        return self.searched(state, search, **limits).action

    def _evaluation(self, state: Any) -> list[float]:
        """The same number for each: only that of the player who decides is looked at."""
        worth = 0.0 if self._judge is None else self._judge(state)
        return [worth] * self.game.players
