"""The report on effort: how many states MGSS* takes by kind of position, and a figure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from forethought._native import __version__
from forethought.errors import ParameterError
from forethought.experiments.effort import (
    COST,
    LEAD,
    MOST,
    NARROW,
    PLAYED,
    WIDE,
    Effort,
    constructed,
    played,
)
from forethought.experiments.races import CLEAR, CLOSE, LOOK
from forethought.experiments.statistics import Mean
from forethought.experiments.study import ExperimentStudy, Found, Wanted
from forethought.experiments.tables import Section, cell, write_csv

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COUNT = 100
"""Positions of each kind."""

_HEADER = ("game", "kind", "n", "states", "s.e.", "median", "most", "steps")
_TITLES = {"constructed": "Constructed trees", "othello": "Othello", "connect_four": "Connect four"}


@dataclass(frozen=True)
class Row:
    """One kind of position: the states that its decisions took, and their mean steps."""

    game: str
    kind: str
    nodes: tuple[int, ...]
    steps: float

    @property
    def mean(self) -> Mean:
        """Mean states, with the standard error."""
        return Mean.of(self.nodes)

    def to_dict(self) -> dict[str, Any]:
        """The row as plain values."""
        mean = self.mean
        return {
            "game": self.game,
            "kind": self.kind,
            "positions": len(self.nodes),
            "states": mean.mean,
            "stderr": mean.stderr,
            "median": median(self.nodes),
            "most": max(self.nodes),
            "steps": self.steps,
        }


def rows_of(efforts: Sequence[Effort]) -> list[Row]:
    """The rows, kinds in the order of their first position."""
    kinds = dict.fromkeys((effort.game, effort.kind) for effort in efforts)
    rows = []
    for game, kind in kinds:
        own = [effort for effort in efforts if (effort.game, effort.kind) == (game, kind)]
        steps = sum(effort.steps for effort in own) / len(own)
        rows.append(Row(game, kind, tuple(effort.nodes for effort in own), steps))
    return rows


@dataclass(frozen=True)
class EffortReport:
    """The kinds of positions with what their decisions took, and the command that measured it."""

    command: str
    rows: list[Row]

    def sections(self) -> list[Section]:
        """The table."""
        cells = tuple(_cells(row.to_dict()) for row in self.rows)
        return [Section("Effort of MGSS* by kind of position", _HEADER, cells, _REMARKS)]

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {"experiment": "effort", "table": [row.to_dict() for row in self.rows]}

    def write(self, folder: Path) -> list[Path]:
        """Write table.csv, summary.md and the figure."""
        from forethought.drawing import save

        folder.mkdir(parents=True, exist_ok=True)
        summary = folder / "summary.md"
        head = ["# Effort", "", f"    {self.command}", "", f"forethought {__version__}.", ""]
        (section,) = self.sections()
        summary.write_text("\n".join([*head, *section.markdown()]), encoding="utf-8")
        table = write_csv(folder / "table.csv", [row.to_dict() for row in self.rows])
        return [table, summary, *save(effort_figure(self.rows), folder / "effort")]


_REMARKS = (
    "n positions of each kind, and what MGSS* spent on each until it stopped. "
    f"A state costs {COST:g}, and a decision has {MOST:,} at most. States include the successors "
    "of the root, which are always looked at.",
    "Constructed trees have an evaluation whose error is normal and known, with a spread of "
    f"{WIDE}, and the clear move leads by {LEAD:g}. Four moves that are images of one another have "
    f"the same below them; the narrow error is {NARROW}.",
    f"Positions of games come from random plays. At depth {LOOK} the clear move leads by {CLEAR} "
    f"or more, and in a close race the best leads by {CLOSE} or less.",
)


def _cells(row: dict[str, Any]) -> tuple[str, ...]:
    return (
        row["game"],
        row["kind"],
        str(row["positions"]),
        cell(row["states"], 1),
        cell(row["stderr"], 1),
        cell(row["median"], 0),
        str(row["most"]),
        cell(row["steps"], 1),
    )


def effort(wanted: Wanted) -> ExperimentStudy:
    """The study, as declared or with another number of positions of each kind (``runs``).

    Nothing of it is stored, as it takes a minute or two. Raises ParameterError for budgets.
    """
    if wanted.budgets is not None:
        raise ParameterError("effort: MGSS* stops by itself: leave the budgets out")
    count = COUNT if wanted.runs is None else wanted.runs

    def report(_found: Found) -> EffortReport:
        efforts = list(constructed(count, wanted.seed))
        for name in PLAYED:
            efforts += played(name, count, wanted.seed)
        return EffortReport(wanted.command("effort"), rows_of(efforts))

    return ExperimentStudy("effort", (), report)


def effort_figure(rows: Sequence[Row]) -> Figure:
    """A panel a game, a row a kind: a dot for each position, and a line at the mean."""
    from forethought.drawing import canvas, styled

    games = list(dict.fromkeys(row.game for row in rows))
    parts = [[row for row in rows if row.game == game] for game in games]
    with styled():
        figure = canvas(6.4, 0.34 * len(rows) + 0.42 * len(games) + 0.6)
        ratios = [len(part) + 0.4 for part in parts]
        panels = figure.subplots(
            len(games), 1, sharex=True, squeeze=False, gridspec_kw={"height_ratios": ratios}
        )
        for (axes,), part in zip(panels, parts, strict=True):
            _panel(axes, part)
        figure.supxlabel("states until it stops (logarithmic); the line is the mean", fontsize=9)
    return figure


def _panel(axes: Any, rows: Sequence[Row]) -> None:
    from forethought.drawing import COLOURS

    for y, row in enumerate(rows):
        shifts = [0.5 * ((7 * index) % 11 / 10 - 0.5) for index in range(len(row.nodes))]
        axes.scatter(
            row.nodes,
            [y + shift for shift in shifts],
            s=9,
            color=COLOURS[y % len(COLOURS)],
            alpha=0.45,
            linewidths=0,
        )
        mean = row.mean.mean
        axes.plot([mean, mean], [y - 0.38, y + 0.38], color="#222222", linewidth=1.8)
        axes.annotate(
            f"{mean:,.0f}",
            (mean, y),
            xytext=(5, 6),
            textcoords="offset points",
            fontsize=7.5,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.8, "alpha": 0.8},
        )
    axes.set_title(_TITLES[rows[0].game], fontsize=9)
    axes.set(xscale="log", ylim=(len(rows) - 0.45, -0.6), yticks=range(len(rows)))
    axes.set_yticklabels([row.kind for row in rows])
    axes.grid(axis="x")
    axes.grid(visible=False, axis="y")
