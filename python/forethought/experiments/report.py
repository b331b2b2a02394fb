"""What an experiment leaves behind: tables, figures, and a summary beside expected numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from forethought.experiments.expected import OPTIMUM, expectations
from forethought.experiments.experiment import Experiment
from forethought.experiments.statistics import Comparison, Summary, compare
from forethought.experiments.tables import Section, markdown_table, sentence, write_csv

SUMMARISED = ("method", "N", "PCS", "s.e.", "95 % interval", "mean APCS")
COMPARED = ("method", "N", "number", "measured", "s.e.", "expected", "z", "verdict", "source")


@dataclass(frozen=True)
class Report:
    """An experiment with its summaries and their comparisons with expected numbers."""

    experiment: Experiment
    summaries: list[Summary]
    comparisons: list[Comparison]

    @classmethod
    def of(cls, experiment: Experiment, summaries: Sequence[Summary]) -> Report:
        """Compare each summary with what is expected of its method and budget."""
        known = expectations(experiment.name)
        pairs = [
            compare(summary, expected)
            for summary in summaries
            for expected in known
            if (expected.method, expected.budget) == (summary.method, summary.budget)
        ]
        return cls(experiment, list(summaries), pairs)

    @property
    def optimum_line(self) -> str:
        """The optimal actions by dynamic programming beside the published one."""
        found = ", ".join(str(action) for action in self.experiment.optimum)
        published = OPTIMUM.get(self.experiment.name)
        if published is None:
            return f"optimal action: {found}"
        verdict = "agrees" if self.experiment.optimum == (published,) else "differs"
        return f"optimal action by exact solution: {found}; published: {published}; {verdict}"

    @property
    def verdict_line(self) -> str:
        """How many of the expected numbers agree, in one sentence."""
        differing = sum(not comparison.agrees for comparison in self.comparisons)
        if not self.comparisons:
            return "no number is expected at these budgets"
        total = len(self.comparisons)
        return f"{total - differing} of {total} expected numbers agree, {differing} differ"

    def sections(self) -> list[Section]:
        """The table of results, and the comparisons if there are any."""
        title = f"{self.experiment.name}: {self.experiment.title}"
        measured = tuple(tuple(pcs_cells(summary)) for summary in self.summaries)
        # The sources stand below, or the table is too wide for a screen.
        compared = tuple(tuple(comparison_cells(each)[:-1]) for each in self.comparisons)
        sources = "; ".join(dict.fromkeys(each.expected.source for each in self.comparisons))
        told = (f"expected by: {sources}",) if sources else ()
        remarks = tuple(map(sentence, (self.verdict_line, *told)))
        return [
            Section(title, SUMMARISED, measured, (sentence(self.optimum_line),)),
            Section("Beside the expected numbers", COMPARED[:-1], compared, remarks),
        ]

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON: the settings, the table of results and the comparisons."""
        experiment = self.experiment
        return {
            "experiment": experiment.name,
            "seed": experiment.seed,
            "runs": experiment.runs,
            "optimum": [str(action) for action in experiment.optimum],
            "table": [
                {**table_row(s), "visits": {a: m.mean for a, m in s.visits.items()}}
                for s in self.summaries
            ],
            "comparisons": [_comparison_row(comparison) for comparison in self.comparisons],
        }

    def write(self, folder: Path) -> list[Path]:
        """Write table.csv, visits.csv, summary.md and both figures; return their paths.

        Raises `OSError` if the folder cannot be written.
        """
        from forethought.drawing import save
        from forethought.experiments.figures import pcs_figure, visits_figure

        folder.mkdir(parents=True, exist_ok=True)
        summary = folder / "summary.md"
        summary.write_text(markdown(self), encoding="utf-8")
        return [
            write_csv(folder / "table.csv", [table_row(each) for each in self.summaries]),
            write_csv(folder / "visits.csv", _visit_rows(self.summaries)),
            summary,
            *save(pcs_figure(self.experiment, self.summaries), folder / "pcs"),
            *save(visits_figure(self.experiment, self.summaries), folder / "visits"),
        ]


def table_row(summary: Summary) -> dict[str, Any]:
    """One line of the table of results."""
    low, high = summary.pcs.interval
    return {
        "method": summary.method,
        "budget": summary.budget,
        "runs": summary.pcs.trials,
        "correct": summary.pcs.successes,
        "pcs": summary.pcs.share,
        "stderr": summary.pcs.stderr,
        "low": low,
        "high": high,
        "value": None if summary.value is None else summary.value.mean,
        "confidence": None if summary.confidence is None else summary.confidence.mean,
    }


def _visit_rows(summaries: Iterable[Summary]) -> list[dict[str, Any]]:
    return [
        {
            "method": summary.method,
            "budget": summary.budget,
            "action": action,
            "visits": visits.mean,
            "stderr": visits.stderr,
        }
        for summary in summaries
        for action, visits in summary.visits.items()
    ]


def _comparison_row(comparison: Comparison) -> dict[str, Any]:
    expected = comparison.expected
    return {
        "method": expected.method,
        "budget": expected.budget,
        "quantity": expected.quantity,
        "measured": comparison.measured,
        "stderr": comparison.stderr,
        "expected_low": expected.low,
        "expected_high": expected.high,
        "z": comparison.z,
        "verdict": comparison.verdict,
        "source": expected.source,
    }


def markdown(report: Report) -> str:
    """The summary as text: settings, each PCS with its interval, and the comparisons."""
    lines = [
        *_settings(report),
        "PCS is the share of runs that chose an optimal action, with Wilson's 95 % interval. The",
        "mean APCS is what the runs themselves stated as their confidence.",
        "",
        *markdown_table(SUMMARISED, map(pcs_cells, report.summaries)),
        "",
        "## Beside the expected numbers",
        "",
        sentence(report.verdict_line),
        "A trial's number agrees within three standard errors of both, a requirement if it is met.",
        "",
    ]
    if report.comparisons:
        rows = (comparison_cells(comparison) for comparison in report.comparisons)
        marked = ([f"**{c}**" if c == "differs" else c for c in cells] for cells in rows)
        lines += [*markdown_table(COMPARED, marked), ""]
    return "\n".join(lines)


def _settings(report: Report) -> list[str]:
    experiment = report.experiment
    budgets = ",".join(str(budget) for budget in sorted(experiment.budgets))
    return [
        f"# {experiment.name}: {experiment.title}",
        "",
        f"    forethought reproduce {experiment.name} --runs {experiment.runs} "
        f"--budgets {budgets} --seed {experiment.seed}",
        "",
        f"forethought {experiment.version}. {sentence(report.optimum_line)}",
        "",
    ]


def pcs_cells(summary: Summary) -> list[str]:
    """What stands under `SUMMARISED`."""
    low, high = summary.pcs.interval
    confidence = "-" if summary.confidence is None else f"{summary.confidence.mean:.3f}"
    return [
        summary.method,
        str(summary.budget),
        f"{summary.pcs.share:.3f}",
        f"{summary.pcs.stderr:.3f}",
        f"{low:.3f} to {high:.3f}",
        confidence,
    ]


def comparison_cells(comparison: Comparison) -> list[str]:
    """What stands under `COMPARED`."""
    expected = comparison.expected
    form = "{:.3f}" if expected.action is None else "{:.0f}"
    return [
        expected.method,
        str(expected.budget),
        expected.quantity,
        form.format(comparison.measured),
        form.format(comparison.stderr),
        _interval(form, expected.low, expected.high),
        f"{comparison.z:.1f}",
        comparison.verdict,
        expected.source,
    ]


def _interval(form: str, low: float, high: float) -> str:
    if low == high:
        return form.format(low)
    return (
        f"at least {form.format(low)}"
        if high == 1.0
        else f"{form.format(low)} to {form.format(high)}"
    )
