"""The report on the published comparison of MGSS* with alpha-beta."""

from __future__ import annotations

from typing import Any

from forethought.experiments.duel import Played
from forethought.experiments.duel_figure import Panel
from forethought.experiments.duel_report import EFFORTS, DuelReport
from forethought.experiments.duel_tables import HEADER, cells, points, row, significant
from forethought.experiments.tables import Section, cell

PAPER = {
    2: "about even, with slightly more nodes; more time",
    3: "significantly better, with far fewer nodes; more time",
    4: "significantly better, with far fewer nodes; slightly less time",
    5: "slightly better than even, with about a sixth of the nodes",
    6: "bad",
}
"""What the prose of the paper says of its result against each depth."""

PAPER_OPENINGS = 16
"""Starting positions of the paper's tournaments, each played with both colours."""

DEMANDS = {2: 0.60, 3: 0.57, 4: 0.52}
"""The least score that is asked of MGSS*, by the depth of its opponent."""

_READING = (
    "Scores, and games won, drawn and lost, are those of MGSS*; each score has its 95 % interval "
    f"over pairs of games. {EFFORTS} `share` is the ratio of nodes. The cost of a node is tuned, "
    "on games from other openings, to the share of alpha-beta's nodes that is allowed: 1, 1/2, "
    "1/3, 1/6 and 1/30 at depths 2 to 6. Where even a cost of next to nothing does not use that "
    "much, it is the nearest there is. No move of MGSS* takes more than 10 times the mean that is "
    "allowed, or 20 000 nodes."
)
_FORMS = (
    "As published, values are those of the evaluation as it is; centred, half of the mean error of "
    "a further look is taken from each side, so that values that look ahead by odd and even "
    "numbers of moves can be compared."
)
_UNKNOWN = (
    "The numbers of the paper's table are in no source that can be read; its prose says what "
    "stands here."
)


class Table1Report(DuelReport):
    """The comparison carried out."""

    name = "mgss-table1"
    title = "MGSS* against alpha-beta"
    reading = (_READING, _FORMS)

    def sections(self) -> list[Section]:
        """The paper's size, all games, what is asked for, and what the paper says."""
        return [
            self._results(
                f"{PAPER_OPENINGS} openings, as in the paper",
                [each.first(PAPER_OPENINGS) for each in self.found],
            ),
            self._results("All games", self.found),
            self._demands(),
            self._paper(),
        ]

    def _results(self, title: str, found: list[Played]) -> Section:
        rows = tuple(
            (*_which(each), *cells(each), cell(each.nodes), f"{each.parameter:.3g}")
            for each in found
        )
        return Section(title, ("depth", "MGSS*", *HEADER, "share", "cost a node"), rows)

    def _demands(self) -> Section:
        rows = tuple(_demand(each) for each in self.found if _depth(each) in DEMANDS)
        header = ("depth", "MGSS*", "nodes at most", "share", "score at least", "score", "verdict")
        return Section("What is asked for", header, rows)

    def _paper(self) -> Section:
        rows = tuple((*_which(each), PAPER[_depth(each)], _in_short(each)) for each in self.found)
        header = ("depth", "MGSS*", "the paper", "measured")
        return Section("Beside the paper", header, rows, (_UNKNOWN,))

    def rows(self) -> list[dict[str, Any]]:
        """The paper's size, and all games, as plain values."""
        return [
            {**row(each), "openings": openings, "met": _met(each) if whole else None}
            for openings, whole, found in (
                (PAPER_OPENINGS, False, [each.first(PAPER_OPENINGS) for each in self.found]),
                (self.found[0].duel.pairs, True, self.found),
            )
            for each in found
        ]

    def panels(self) -> list[Panel]:
        """Scores and nodes by depth."""
        depths = sorted({_depth(each) for each in self.found})
        forms = list(dict.fromkeys(each.duel.labels["form"] for each in self.found))
        by_form = {form: [e for e in self.found if e.duel.labels["form"] == form] for form in forms}
        places = [str(depth) for depth in depths]
        scores = {form: points(found) for form, found in by_form.items()}
        nodes = {
            form: [_point(e.efforts[0].nodes) for e in found] for form, found in by_form.items()
        }
        nodes["alpha-beta"] = [_point(e.efforts[1].nodes) for e in by_form[forms[0]]]
        wanted = [DEMANDS.get(depth) for depth in depths]
        x = "depth of alpha-beta"
        return [
            Panel("score of MGSS*, with 95 % interval", x, places, scores, 0.5, wanted),
            Panel("nodes generated a move", x, places, nodes, log=True),
        ]


def _depth(played: Played) -> int:
    return int(played.duel.labels["depth"])


def _which(played: Played) -> tuple[str, str]:
    return str(_depth(played)), str(played.duel.labels["form"])


def _met(played: Played) -> bool | None:
    """Whether a demand is met by the numbers as they are; None where there is none."""
    least = DEMANDS.get(_depth(played))
    if least is None:
        return None
    return played.match.score >= least and played.nodes <= played.duel.labels["allowed"]


def _demand(played: Played) -> tuple[str, ...]:
    verdict = "met" if _met(played) else "**not met**"
    numbers = (played.duel.labels["allowed"], played.nodes, DEMANDS[_depth(played)])
    texts = (f"{number:.3f}" for number in (*numbers, played.match.score))
    return (*_which(played), *texts, verdict)


def _in_short(played: Played) -> str:
    low, high = played.match.estimate.score_interval
    better = "better" if low > 0.5 else "worse" if high < 0.5 else "about even"
    return (
        f"{better}, with {significant(played.nodes)} of the nodes and "
        f"{significant(played.seconds)} of the time"
    )


def _point(value: float) -> tuple[float, float, float]:
    return value, value, value
