"""What thinking costs, for searches that stop when it is not worth it.

A cost is in the unit of the game's returns. Where these are +1 for a win and -1 for a loss, a cost
of 0.01 a second says that a second is worth half a percent of probability of winning: P(win) counts
half of P(win) - P(loss).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from forethought.arguments import is_number, whole
from forethought.decision import Spent
from forethought.errors import ParameterError


@dataclass(frozen=True)
class Cost:
    """What a node generated costs, and what a second; made by the functions of this module."""

    per_node: float = 0.0
    per_second: float = 0.0

    def rates(self, spent: Effort) -> tuple[float, float]:  # noqa: ARG002
        """What a node and a second cost now, after what was ``spent`` in this play."""
        return self.per_node, self.per_second


@dataclass
class Effort:
    """What a player has spent in a play: its decisions, their nodes and seconds."""

    moves: int = 0
    nodes: int = 0
    seconds: float = 0.0

    def add(self, spent: Spent | None) -> None:
        """Adds a decision, if there was one."""
        if spent is not None:
            self.moves += 1
            self.nodes += spent.nodes
            self.seconds += spent.seconds


@dataclass(frozen=True)
class GameCost(Cost):
    """A budget for a whole play; made by ``per_game``.

    A node costs weight * M / N, with M moves still to be made and N nodes left for them (Russell
    and Wefald 1989: an inverse function of the average that is left for each move). The cost grows
    without bound as the budget goes, so that it is never overrun by more than a step.
    """

    weight: float = 0.0
    nodes: int | None = None
    seconds: float | None = None
    moves: int = 30

    def rates(self, spent: Effort) -> tuple[float, float]:
        """What a node and a second cost now, after what was ``spent`` in this play."""
        moves = max(self.moves - spent.moves, 1)
        if self.nodes is not None:
            return self.weight * moves / max(self.nodes - spent.nodes, 1e-9), 0.0
        assert self.seconds is not None
        return 0.0, self.weight * moves / max(self.seconds - spent.seconds, 1e-9)


def per_node(cost: float) -> Cost:
    """Each node generated costs ``cost``, 0 or more, in the unit of the game's returns."""
    return Cost(per_node=_amount(cost, "per_node(cost)"))


def per_second(cost: float) -> Cost:
    """Each second costs ``cost``, 0 or more, in the unit of the game's returns.

    What a node takes is measured while the search is at work, so that the decision depends on the
    machine.
    """
    return Cost(per_second=_amount(cost, "per_second(cost)"))


def per_game(
    weight: float, *, nodes: int | None = None, seconds: float | None = None, moves: int = 30
) -> Cost:
    """A budget for a whole play: ``nodes`` or ``seconds``, over about ``moves`` moves of its own.

    ``weight``, above 0 and in the unit of the game's returns, says what the average effort of a
    move is worth: with N nodes left for M moves a node costs weight * M / N. A search that is moved
    along through a play (a player's is) counts what it has spent; one decision alone has the budget
    of the whole play before it.

    Raises ParameterError unless just one of ``nodes`` and ``seconds`` is given.
    """
    amount = _amount(weight, "per_game(weight)")
    if (nodes is None) == (seconds is None):
        raise ParameterError("per_game: give one of nodes= and seconds=")
    if nodes is not None:
        whole(nodes, "per_game(nodes)")
    elif not (is_number(seconds) and seconds > 0):  # type: ignore[operator]
        raise ParameterError(f"per_game(seconds={seconds!r}): give a number above 0")
    return GameCost(weight=amount, nodes=nodes, seconds=seconds, moves=whole(moves, "moves"))


def check_cost(cost: Any, search: str) -> None:
    """Raises ParameterError unless it is None or a cost of this module."""
    if not (cost is None or isinstance(cost, Cost)):
        raise ParameterError(
            f"{search}(cost={cost!r}): give one of forethought.cost, such as ft.cost.per_node(1e-5)"
        )


def is_above_zero(cost: Cost | None) -> bool:
    """Whether thinking costs anything, so that a search that weighs it ends by itself."""
    return cost is not None and any(rate > 0 for rate in cost.rates(Effort()))


def _amount(number: Any, name: str) -> float:
    if not (is_number(number) and number >= 0):
        raise ParameterError(f"{name}: {number!r} is none: give a number, 0 or more")
    return float(number)
