"""What enters against alpha-beta at equal time: a player each, made of the limit of its moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from forethought.cost import per_node
from forethought.players import Player, SearchPlayer
from forethought.search import MGSS, AlphaBeta, Budget

Contender = Callable[[Budget, bool], Player]
"""The player with this limit of nodes or seconds a move; with the game's endgame solver or not."""

_DOUBT = 1.5
_STAKE, _ROOM = 0.02, 20
"""What all the nodes of a move cost together, and how many times as many one move may take."""


def _doubting(limit: Budget, endgame: bool) -> Player:
    search = AlphaBeta(doubt=_DOUBT, endgame=endgame)
    return SearchPlayer(search=search, budget=limit, name="alpha-beta with doubt")


def _by_searches(limit: Budget, endgame: bool) -> Player:
    search = MGSS(steps="searches", endgame=endgame)
    return SearchPlayer(search=search, budget=limit, name="MGSS* by searches")


def _classic(limit: Budget, endgame: bool) -> Player:  # noqa: ARG001
    """A limit of nodes sets the cost: what a move takes beyond it is taken where it matters."""
    nodes = limit.nodes
    if nodes is None:
        return SearchPlayer(search=MGSS(), budget=limit, name="MGSS*")
    search = MGSS(cost=per_node(_STAKE / nodes))
    return SearchPlayer(search=search, budget=Budget(nodes=_ROOM * nodes), name="MGSS*")


CONTENDERS: dict[str, Contender] = {
    "alpha-beta with doubt": _doubting,
    "MGSS* by searches": _by_searches,
    "MGSS*": _classic,
}
"""By name; the searches are those of any game whose evaluation comes with an error model."""

_ALL = ("MGSS*", "MGSS* by searches", "alpha-beta with doubt")

AGAINST_PLAIN = dict.fromkeys((3, 4, 5), _ALL) | dict.fromkeys((6, 7), _ALL[2:])
"""Those that meet plain alpha-beta, by its depth: expansions alone have no use for more nodes."""

AGAINST_FULL = dict.fromkeys((1, 3, 10, 30, 100), _ALL[1:]) | dict.fromkeys((300, 1000), _ALL[2:])
"""Those that meet alpha-beta with all its features, by the milliseconds of a move."""


@dataclass(frozen=True)
class ByNodes:
    """A contender without endgame solver; the parameter is one over its nodes a move."""

    contender: str

    def __call__(self, parameter: float) -> Player:
        """The player."""
        return CONTENDERS[self.contender](Budget(nodes=max(round(1 / parameter), 1)), False)


@dataclass(frozen=True)
class ByClock:
    """A contender with all it has; the parameter is the seconds of a move."""

    contender: str

    def __call__(self, parameter: float) -> Player:
        """The player."""
        return CONTENDERS[self.contender](Budget(seconds=parameter), True)
