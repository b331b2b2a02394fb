"""The report on the comparison at equal time."""

from __future__ import annotations

from typing import Any

from forethought.experiments.duel import Played
from forethought.experiments.duel_figure import Panel, Point
from forethought.experiments.duel_report import EFFORTS, DuelReport
from forethought.experiments.duel_tables import HEADER, cells, points, row
from forethought.experiments.tables import Section, cell

PLAIN, FULL, OTHERS = "plain", "full", "other games"
"""The parts: plain alpha-beta by depth, the full one by time, and the latter in other games."""

DEMAND = 0.55
"""The least score that is asked for against plain alpha-beta."""

_SLACK = 1.05
"""Seconds a move, as a share of the opponent's, up to which times are held to be equal."""

_READING = (
    "Scores, and games won, drawn and lost, are those of the contender; each score has its 95 % "
    f"interval over pairs of games. {EFFORTS} `time` is the ratio of the latter. Both sides think "
    "in turn on one thread of one process."
)
_PLAIN = (
    "The contender has a limit of nodes a move, tuned on other games until both sides take the "
    "same time; it has no endgame solver, as plain alpha-beta has none."
)
_FULL = (
    "Both sides have the same clock, and the opponent is `ft.AlphaBeta()` with all its features. A "
    "sequential test of Elo 0 against 35 (a score of 55 %), with errors of 5 %, ends the games as "
    "soon as it is decided; a score at which it ended is somewhat too far from 1/2."
)


class ModernReport(DuelReport):
    """The comparison carried out."""

    name = "mgss-modern"
    title = "MGSS* against alpha-beta at equal time"
    reading = (_READING,)

    def sections(self) -> list[Section]:
        """A table for each part that was carried out."""
        made = (
            self._section("Plain alpha-beta: Othello", PLAIN, "depth", _PLAIN),
            self._section("Full alpha-beta: Othello", FULL, "ms", _FULL),
            self._section("Full alpha-beta: other games", OTHERS, "ms"),
        )
        return [section for section in made if section.rows]

    def _section(self, title: str, part: str, against: str, *remarks: str) -> Section:
        lead = ("game",) if part == OTHERS else ()
        header = (*lead, against, "contender", *HEADER, "time", *_last(part))
        rows = tuple(_cells(each, part) for each in self._of(part))
        return Section(title, header, rows, remarks)

    def _of(self, part: str) -> list[Played]:
        return [each for each in self.found if each.duel.labels["part"] == part]

    def rows(self) -> list[dict[str, Any]]:
        """The duels as plain values, with what was asked for or tested."""
        return [
            {**row(each), "time": each.seconds, "accepted": _accepted(each), "met": _met(each)}
            for each in self.found
        ]

    def panels(self) -> list[Panel]:
        """Scores by depth, by time and by game."""
        made = (
            self._panel("plain alpha-beta, Othello", PLAIN, "against", "depth of alpha-beta"),
            self._panel("full alpha-beta, Othello", FULL, "against", "ms a move"),
            self._panel("full alpha-beta", OTHERS, "game", "game"),
        )
        return [panel for panel in made if panel.places]

    def _panel(self, title: str, part: str, label: str, x: str) -> Panel:
        found = self._of(part)
        places = list(dict.fromkeys(str(each.duel.labels[label]) for each in found))
        series: dict[str, list[Point | None]] = {}
        for each, point in zip(found, points(found), strict=True):
            known = series.setdefault(str(each.duel.labels["contender"]), [None] * len(places))
            known[places.index(str(each.duel.labels[label]))] = point
        shown = [place.replace("_", " ") for place in places]
        return Panel(title, x, shown, series, 0.5, [DEMAND] * len(places))


def _last(part: str) -> tuple[str, ...]:
    return ("nodes at most", "55 %") if part == PLAIN else ("openings", "Elo", "test")


def _cells(played: Played, part: str) -> tuple[str, ...]:
    labels = played.duel.labels
    lead = (str(labels["game"]),) if part == OTHERS else ()
    common = (*lead, str(labels["against"]), str(labels["contender"]), *cells(played))
    return (*common, cell(played.seconds), *(_tuned if part == PLAIN else _tested)(played))


def _tuned(played: Played) -> tuple[str, ...]:
    return f"{1 / played.parameter:.0f}", "met" if _met(played) else "**not met**"


def _tested(played: Played) -> tuple[str, ...]:
    decided = _accepted(played)
    shown = {"elo0": "no better", "elo1": "better", None: "not decided"}[decided]
    return f"{played.duel.pairs}", str(played.match.estimate), shown


def _accepted(played: Played) -> str | None:
    verdict = played.match.verdict
    return None if verdict is None else verdict.accepted


def _met(played: Played) -> bool | None:
    """Whether the demand is met by the numbers as they are; None where there is none."""
    if played.duel.labels["part"] != PLAIN:
        return None
    return played.match.score >= DEMAND and played.seconds <= _SLACK
