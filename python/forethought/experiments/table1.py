"""MGSS* against alpha-beta of depth 2 to 6: the published comparison, and an interval for it.

Russell and Wefald, "On optimal game-tree search using rational meta-reasoning", IJCAI-89, Table 1:
Othello, the same evaluation on both sides, 16 starting positions with both colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from forethought.cost import per_node
from forethought.errors import ParameterError
from forethought.evaluations import othello
from forethought.experiments.duel import Duel, Tuning
from forethought.experiments.duels import DuelStudy
from forethought.experiments.experiment import Native
from forethought.experiments.study import Wanted
from forethought.experiments.table1_report import Table1Report
from forethought.players import Player, player
from forethought.search import MGSS, AlphaBeta

NAME = "mgss-table1"

FORMS = {"as published": False, "centred": True}
"""The forms of MGSS* by name, and whether the mean of the errors is taken from the evaluation."""

SHARES = {2: 1.0, 3: 1 / 2, 4: 1 / 3, 5: 1 / 6, 6: 1 / 30}
"""The nodes a move that MGSS* may have, as a share of those of alpha-beta, by its depth."""

OPENINGS = 1000
"""Openings of a duel, each played with both colours."""

NODES = {2: 50, 3: 300, 4: 1_450, 5: 7_700, 6: 33_000}
"""Nodes a move of alpha-beta, by its depth, more or less."""

CAP, ROOM = 20_000, 10
"""Nodes that MGSS* never passes at a move, and times the mean that is allowed to it. Now and then
the model expects gains that do not come, and goes on expecting them: with the former limit alone
fewer than one move in a hundred took up to a third of all nodes."""

_TUNED = 100
_BELOW = 0.95
"""What the tuning aims at, as a share of what is allowed: the means of other games differ."""


@dataclass(frozen=True)
class ByCost:
    """MGSS* with a cost a node; it keeps its tree from one move to the next."""

    centred: bool
    cap: int

    def __call__(self, cost: float) -> Player:
        """The player."""
        evaluation = othello()
        search = MGSS(evaluation, evaluation.error_model(), per_node(cost), centred=self.centred)
        return player(search, nodes=self.cap, name="MGSS*")


def table1(wanted: Wanted) -> DuelStudy:
    """The study; of what is wanted the budgets are depths, and the runs are openings.

    Raises ParameterError if a depth is none of 2 to 6.
    """
    duels = tuple(
        _duel(depth, form, wanted.runs or OPENINGS, wanted.seed)
        for depth in _depths(wanted.budgets)
        for form in FORMS
    )
    return DuelStudy(NAME, duels, lambda played: Table1Report(wanted.command(NAME), list(played)))


def _depths(given: Sequence[int] | None) -> list[int]:
    depths = sorted(SHARES if given is None else given)
    if not depths or not set(depths) <= set(SHARES) or len(set(depths)) < len(depths):
        raise ParameterError(
            f"{NAME}: budgets {depths}: give different depths, each one of {[*SHARES]}"
        )
    return depths


def _duel(depth: int, form: str, pairs: int, seed: int) -> Duel:
    share = SHARES[depth]
    start = 1e-3 * 8.0 ** (2 - depth)
    tuning = Tuning("nodes", _BELOW * share, start, least=1e-8, pairs=min(pairs, _TUNED))
    return Duel(
        name=f"{NAME}, depth {depth}, {form}",
        game=Native("othello"),
        player=ByCost(FORMS[form], min(CAP, round(ROOM * share * NODES[depth]))),
        opponent=player(AlphaBeta.plain(depth, othello()), name="alpha-beta"),
        pairs=pairs,
        seed=seed,
        setting=tuning,
        labels={"depth": depth, "form": form, "allowed": share},
    )
