"""The report on rational stopping against a fixed budget."""

from __future__ import annotations

from typing import Any

from forethought.experiments.duel import Played
from forethought.experiments.duel_figure import Panel, Point
from forethought.experiments.duel_report import EFFORTS, DuelReport
from forethought.experiments.duel_tables import HEADER, cells, points, row
from forethought.experiments.tables import Section, cell

DEMAND = 0.5
"""The least score that is asked for."""

SLACK = 1.05
"""Nodes a move, as a share of the opponent's, up to which efforts are held to be equal."""

_READING = (
    "The same search on both sides, without endgame solver. The player has a cost a node and stops "
    "when more is not worth it; its opponent takes the same number of nodes at each move. The cost "
    "is tuned on games from other openings until the mean nodes of a move are alike; a move of the "
    "player takes at most 10 times what its opponent takes. Of what MGSS* expects of its steps as "
    "much counts as lasted of those before (`trust`)."
)
_SCORES = (
    "Scores, and games won, drawn and lost, are those of the player; each score has its 95 % "
    f"interval over pairs of games. {EFFORTS} `share` is the ratio of nodes, and `spread` the "
    "standard deviation of the player's nodes a move."
)


class StoppingReport(DuelReport):
    """The comparison carried out."""

    name = "stopping"
    title = "Rational stopping against a fixed budget"
    reading = (_READING, _SCORES)

    def sections(self) -> list[Section]:
        """One table."""
        header = ("search", "game", *HEADER, "share", "spread", "cost a node", "at least 0.5")
        return [Section("At equal mean effort", header, tuple(_cells(each) for each in self.found))]

    def rows(self) -> list[dict[str, Any]]:
        """The duels as plain values, and whether what is asked for is met."""
        return [{**row(each), "met": _met(each)} for each in self.found]

    def panels(self) -> list[Panel]:
        """Scores by search and game."""
        searches = list(dict.fromkeys(str(each.duel.labels["search"]) for each in self.found))
        series: dict[str, list[Point | None]] = {}
        for each, point in zip(self.found, points(self.found), strict=True):
            game = str(each.duel.labels["game"]).replace("_", " ")
            known = series.setdefault(game, [None] * len(searches))
            known[searches.index(str(each.duel.labels["search"]))] = point
        title = "score of stopping when it is not worth it"
        return [Panel(title, "search", searches, series, DEMAND)]


def _cells(played: Played) -> tuple[str, ...]:
    labels = played.duel.labels
    return (
        str(labels["search"]),
        str(labels["game"]),
        *cells(played),
        cell(played.nodes),
        f"{played.efforts[0].spread:.0f}",
        f"{played.parameter:.3g}",
        "met" if _met(played) else "**not met**",
    )


def _met(played: Played) -> bool:
    """Whether the demand is met by the numbers as they are."""
    return played.match.score >= DEMAND and played.nodes <= SLACK
