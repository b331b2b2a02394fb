"""The report on defaults: each candidate beside the best and beside the published methods."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from forethought.experiments.defaults import CANDIDATES, REFERENCES, experiments
from forethought.experiments.experiment import Experiment
from forethought.experiments.statistics import Proportion, Summary, summarise
from forethought.experiments.study import ExperimentStudy, Found, Wanted
from forethought.experiments.tables import Section, write_csv
from forethought.search import MCTS

APART = 2.0
"""Standard errors of the difference of two shares from which on one is called worse."""

_READING = (
    "Each cell is the PCS in percent with its standard error. The best of a column is bold; those "
    "marked = are not significantly worse than it: the difference is below two standard errors."
)
_STANDING = (
    "Of all columns, in how many is the method at least as good as the better of the published "
    "OCBA and UCT, significantly worse than it (from two standard errors on), significantly "
    "better, and not significantly worse than the best of all?"
)


def distance(first: Proportion, second: Proportion) -> float:
    """How far the first share is above the second, in standard errors under equal shares."""
    gap = first.share - second.share
    pooled = (first.successes + second.successes) / (first.trials + second.trials)
    error = math.sqrt(pooled * (1 - pooled) * (1 / first.trials + 1 / second.trials))
    return gap / error if gap else 0.0


@dataclass(frozen=True)
class Column:
    """One problem at one budget: the PCS of each method."""

    experiment: str
    budget: int
    pcs: dict[str, Proportion]

    @property
    def best(self) -> Proportion:
        """The largest share."""
        return max(self.pcs.values(), key=lambda pcs: pcs.share)

    @property
    def reference(self) -> Proportion:
        """The larger share of the published methods."""
        return max((self.pcs[name] for name in REFERENCES), key=lambda pcs: pcs.share)

    def is_best(self, method: str) -> bool:
        """Whether no share is larger."""
        return self.pcs[method].share == self.best.share

    def is_close(self, method: str) -> bool:
        """Whether the method is not significantly worse than the best."""
        return distance(self.best, self.pcs[method]) < APART

    @property
    def label(self) -> str:
        """The column in short: the problem after the name of the study, and the budget."""
        return f"{self.experiment.partition('-')[2]}: {self.budget}"


@dataclass(frozen=True)
class Standing:
    """One method over all columns, beside the better of the published methods in each."""

    method: str
    columns: int
    at_least: int
    worse: int
    better: int
    close: int


@dataclass(frozen=True)
class DefaultsReport:
    """The experiments with their summaries, and the command that measured them."""

    command: str
    found: list[tuple[Experiment, list[Summary]]]

    @property
    def methods(self) -> list[str]:
        """The rows."""
        return [method.name for method in self.found[0][0].methods]

    def columns(self) -> list[Column]:
        """The columns: problems in their order, budgets ascending."""
        return [
            Column(
                experiment.name,
                budget,
                {each.method: each.pcs for each in summaries if each.budget == budget},
            )
            for experiment, summaries in self.found
            for budget in sorted(experiment.budgets)
        ]

    def standings(self) -> list[Standing]:
        """How each method does beside the published ones."""
        columns = self.columns()
        return [_standing(method, columns) for method in self.methods]

    def sections(self) -> list[Section]:
        """The PCS of each method, a table a problem, and how each stands over all of them."""
        columns = self.columns()
        problems = [
            self._pcs(experiment.title, [c for c in columns if c.experiment == experiment.name])
            for experiment, _ in self.found
        ]
        return [*problems, self._standings()]

    def _pcs(self, title: str, columns: list[Column], *remarks: str) -> Section:
        cells = tuple(
            (method, *(_cell(column, method) for column in columns)) for method in self.methods
        )
        return Section(title, ("method", *(column.label for column in columns)), cells, remarks)

    def _standings(self) -> Section:
        rows = tuple(map(_standing_cells, self.standings()))
        return Section("Beside the published methods", _STOOD, rows, (_STANDING,))

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        standings = [standing.__dict__ for standing in self.standings()]
        return {"experiment": "defaults", "table": self._rows(), "standings": standings}

    def write(self, folder: Path) -> list[Path]:
        """Write table.csv, standings.csv, summary.md and the figure."""
        from forethought.drawing import save
        from forethought.experiments.figures import panels_figure

        folder.mkdir(parents=True, exist_ok=True)
        summary = folder / "summary.md"
        summary.write_text(self._markdown(), encoding="utf-8")
        standings = [standing.__dict__ for standing in self.standings()]
        return [
            write_csv(folder / "table.csv", self._rows()),
            write_csv(folder / "standings.csv", standings),
            summary,
            *save(panels_figure(self.found), folder / "pcs"),
        ]

    def _rows(self) -> list[dict[str, Any]]:
        return [_row(column, method) for column in self.columns() for method in self.methods]

    def _markdown(self) -> str:
        problems = [
            f"- {experiment.name.partition('-')[2]}: {experiment.title}, {experiment.runs} runs"
            for experiment, _ in self.found
        ]
        version = self.found[0][0].version
        head = ["# Defaults", "", f"    {self.command}", "", f"forethought {version}.", ""]
        table = self._pcs("PCS", self.columns(), _READING, default_remark())
        return "\n".join([*head, *problems, "", *table.markdown(), *self._standings().markdown()])


_STOOD = ("method", "columns", "at least as good", "worse", "better", "close to the best")


def default_remark() -> str:
    """Which of the candidates `MCTS()` is."""
    same = [name for name, search in CANDIDATES.items() if search == MCTS()]
    return f"`MCTS()` is {' and '.join(same) or 'none of them'}."


def defaults(wanted: Wanted) -> ExperimentStudy:
    """The study, as declared or as wanted."""

    def report(found: Found) -> DefaultsReport:
        summaries = [(experiment, summarise(experiment, results)) for experiment, results in found]
        return DefaultsReport(wanted.command("defaults"), summaries)

    return ExperimentStudy("defaults", tuple(experiments(wanted)), report)


def _standing(method: str, columns: list[Column]) -> Standing:
    gaps = [distance(column.pcs[method], column.reference) for column in columns]
    return Standing(
        method,
        len(columns),
        at_least=sum(gap >= 0 for gap in gaps),
        worse=sum(gap <= -APART for gap in gaps),
        better=sum(gap >= APART for gap in gaps),
        close=sum(column.is_close(method) for column in columns),
    )


def _standing_cells(standing: Standing) -> tuple[str, ...]:
    return tuple(str(value) for value in standing.__dict__.values())


def _cell(column: Column, method: str) -> str:
    pcs = column.pcs[method]
    share, error = f"{100 * pcs.share:.1f}", f"± {100 * pcs.stderr:.1f}"
    if column.is_best(method):
        return f"**{share}** {error}"
    return f"{share} {error}{' =' if column.is_close(method) else ''}"


def _row(column: Column, method: str) -> dict[str, Any]:
    pcs = column.pcs[method]
    low, high = pcs.interval
    return {
        "experiment": column.experiment,
        "budget": column.budget,
        "method": method,
        "runs": pcs.trials,
        "correct": pcs.successes,
        "pcs": pcs.share,
        "stderr": pcs.stderr,
        "low": low,
        "high": high,
        "below_best": distance(column.best, pcs),
        "above_reference": distance(pcs, column.reference),
        "best": column.is_best(method),
        "close": column.is_close(method),
    }
