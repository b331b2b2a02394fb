"""Stopping when more thinking is not worth it, against a fixed budget of equal mean effort."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from forethought.cost import Cost, per_node
from forethought.errors import ParameterError
from forethought.experiments.duel import Duel, Tuning
from forethought.experiments.duels import DuelStudy
from forethought.experiments.experiment import Native
from forethought.experiments.rational_stopping_report import StoppingReport
from forethought.experiments.study import Wanted
from forethought.players import Player, player
from forethought.search import MCTS, MGSS, Algorithm, AlphaBeta

NAME = "stopping"

TRUST = 0.2
"""How far MGSS* takes its steps at their word: a tenth of what lies between a loss and a win."""

SEARCHES: dict[str, Callable[[Cost | None], Algorithm]] = {
    "alpha-beta": lambda cost: AlphaBeta(endgame=False, cost=cost),
    "MCTS": lambda cost: MCTS(cost=cost),
    "MGSS*": lambda cost: MGSS(cost=cost, trust=TRUST),
}
"""What thinks, made of what it costs. An endgame solver would not keep to the fixed budget."""

NODES = {"alpha-beta": 1000, "MCTS": 5000, "MGSS*": 300}
"""The nodes a move of the fixed budget."""

GAMES = ("othello", "connect_four")

OPENINGS = 500
"""Openings of a duel, each played with both colours."""

ROOM = 10
"""How many times the fixed budget one move may take."""

_START = {"alpha-beta": 2e-5, "MCTS": 2e-6, "MGSS*": 5e-5}
"""The costs at which the tuning begins."""

_LEAST = 1e-12
"""The least cost."""

_BELOW, _TUNED, _TOLERANCE = 0.97, 200, 0.02
"""The share of the opponent's nodes aimed at, the pairs for each cost tried, and the tolerance."""


@dataclass(frozen=True)
class Stopping:
    """A search that stops when it is not worth it; the parameter is the cost of a node."""

    search: str

    def __call__(self, cost: float) -> Player:
        """The player."""
        made = SEARCHES[self.search](per_node(cost))
        return player(made, nodes=ROOM * NODES[self.search], name="stopping")


def stopping(wanted: Wanted) -> DuelStudy:
    """The study; of what is wanted the runs are openings.

    Raises ParameterError if budgets are given.
    """
    if wanted.budgets is not None:
        raise ParameterError(f"{NAME}: it has no budgets: leave --budgets out")
    pairs = wanted.runs or OPENINGS
    duels = tuple(_duel(search, game, pairs, wanted.seed) for search in SEARCHES for game in GAMES)
    return DuelStudy(NAME, duels, lambda played: StoppingReport(wanted.command(NAME), list(played)))


def _duel(search: str, game: str, pairs: int, seed: int) -> Duel:
    tuned = min(pairs, _TUNED)
    return Duel(
        name=f"{NAME}, {search}, {game}",
        game=Native(game),
        player=Stopping(search),
        opponent=player(SEARCHES[search](None), nodes=NODES[search], name="fixed budget"),
        pairs=pairs,
        seed=seed,
        setting=Tuning("nodes", _BELOW, _START[search], _LEAST, tuned, _TOLERANCE),
        labels={"search": search, "game": game},
    )
