"""The report on calibration: tables, the reliability diagram, and a summary."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from forethought.experiments.calibration import Problem, problems
from forethought.experiments.reliability import Bin, Honesty, Setting, Stop, settings, stops
from forethought.experiments.study import ExperimentStudy, Found, Wanted
from forethought.experiments.tables import Section, cell, write_csv

_STATED = ("method", "N", "PCS", "95 % interval", "APCS", "is", "bound", "is")
_STOPPED = ("method", "stopped", "N", "of", "PCS then", "95 % interval", "is")
_READING = (
    "PCS is the share of runs that chose an optimal action, with Wilson's 95 % interval; APCS and "
    "bound are the means of what these runs stated, in brackets how many stated none. A mean is "
    "called too high or too low if its distance from the share of the same runs is more than three "
    "standard errors; a lower bound holds unless it is too high."
)
_STOPPING = (
    "N is the mean of the simulations of the runs that stopped because they were confident enough, "
    "beside the budget at which the others ended. They are short if the interval of their PCS lies "
    "below the confidence they stopped at. PCS then is theirs."
)


@dataclass(frozen=True)
class Calibrated:
    """One problem with what was measured of it."""

    problem: Problem
    settings: list[Setting]
    stops: list[Stop]


@dataclass(frozen=True)
class CalibrationReport:
    """The problems, and the command that measured them."""

    command: str
    problems: list[Calibrated]

    def sections(self) -> list[Section]:
        """Two tables a problem: at fixed budgets, and stopped by confidence."""
        return [section for each in self.problems for section in _sections(each)]

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "experiment": "calibration",
            "table": self._rows(_setting_rows),
            "bins": self._rows(_bin_rows),
            "stopping": self._rows(_stop_rows),
        }

    def write(self, folder: Path) -> list[Path]:
        """Write three tables as CSV, summary.md and the figure."""
        from forethought.drawing import save
        from forethought.experiments.reliability_figure import reliability_figure

        folder.mkdir(parents=True, exist_ok=True)
        summary = folder / "summary.md"
        summary.write_text(self._markdown(), encoding="utf-8")
        panels = [(each.problem.fixed, each.settings) for each in self.problems]
        return [
            write_csv(folder / "table.csv", self._rows(_setting_rows)),
            write_csv(folder / "bins.csv", self._rows(_bin_rows)),
            write_csv(folder / "stopping.csv", self._rows(_stop_rows)),
            summary,
            *save(reliability_figure(panels), folder / "reliability"),
        ]

    def _rows(self, rows: Any) -> list[dict[str, Any]]:
        return [row for each in self.problems for row in rows(each)]

    def _markdown(self) -> str:
        version = self.problems[0].problem.fixed.version
        head = ["# Calibration", "", f"    {self.command}", "", f"forethought {version}.", ""]
        parts = [line for section in self.sections() for line in section.markdown()]
        return "\n".join([*head, _READING, "", _STOPPING, "", *parts])


def calibration(wanted: Wanted) -> ExperimentStudy:
    """The study, as declared or as wanted."""
    declared = problems(wanted)

    def report(found: Found) -> CalibrationReport:
        results = {experiment.name: rows for experiment, rows in found}
        return CalibrationReport(
            wanted.command("calibration"),
            [
                Calibrated(
                    each,
                    settings(each.fixed, results[each.fixed.name]),
                    stops(each.stopping, results[each.stopping.name]),
                )
                for each in declared
            ],
        )

    pairs = tuple(part for each in declared for part in (each.fixed, each.stopping))
    return ExperimentStudy("calibration", pairs, report)


def _sections(each: Calibrated) -> list[Section]:
    fixed = each.problem.fixed
    title = f"{fixed.title}, {fixed.runs} runs"
    return [
        Section(title, _STATED, tuple(map(_stated_cells, each.settings))),
        Section(
            f"{fixed.title}, stopped when confident", _STOPPED, tuple(map(_stop_cells, each.stops))
        ),
    ]


def _stated_cells(setting: Setting) -> tuple[str, ...]:
    low, high = setting.pcs.interval
    confidence, bound = setting.confidence, setting.bound
    return (
        setting.method,
        str(setting.budget),
        cell(setting.pcs.share),
        f"{low:.3f} to {high:.3f}",
        _stated(confidence),
        "-" if confidence is None else confidence.verdict,
        cell(None if bound is None else bound.stated),
        "-" if bound is None else _holds(bound),
    )


def _stated(honesty: Honesty | None) -> str:
    """The mean, and how many runs had none to state."""
    if honesty is None:
        return "-"
    missing = f" ({honesty.unstated})" if honesty.unstated else ""
    return f"{honesty.stated:.3f}{missing}"


def _holds(bound: Honesty) -> str:
    return "too high" if bound.too_high else "holds"


def _stop_cells(stop: Stop) -> tuple[str, ...]:
    low, high = (None, None) if stop.right is None else stop.right.interval
    return (
        stop.method,
        f"{100 * stop.stopped.share:.1f} %",
        cell(None if stop.simulations is None else stop.simulations.mean, 0),
        str(stop.budget),
        cell(None if stop.right is None else stop.right.share),
        f"{cell(low)} to {cell(high)}",
        stop.verdict,
    )


def _setting_rows(each: Calibrated) -> list[dict[str, Any]]:
    return [_setting_row(each.problem.fixed.name, setting) for setting in each.settings]


def _setting_row(problem: str, setting: Setting) -> dict[str, Any]:
    low, high = setting.pcs.interval
    row = {
        "problem": problem,
        "method": setting.method,
        "budget": setting.budget,
        "runs": setting.pcs.trials,
        "correct": setting.pcs.successes,
        "pcs": setting.pcs.share,
        "low": low,
        "high": high,
    }
    for name, honesty in (("confidence", setting.confidence), ("bound", setting.bound)):
        row |= {
            name: None if honesty is None else honesty.stated,
            f"{name}_gap": None if honesty is None else honesty.gap.mean,
            f"{name}_gap_stderr": None if honesty is None else honesty.gap.stderr,
            f"{name}_unstated": setting.pcs.trials if honesty is None else honesty.unstated,
        }
    return row


def _bin_rows(each: Calibrated) -> list[dict[str, Any]]:
    return [
        _bin_row(each.problem.fixed.name, setting, name, part)
        for setting in each.settings
        for name, honesty in (("confidence", setting.confidence), ("bound", setting.bound))
        if honesty is not None
        for part in honesty.bins
    ]


def _bin_row(problem: str, setting: Setting, quantity: str, part: Bin) -> dict[str, Any]:
    low, high = part.realised.interval
    return {
        "problem": problem,
        "method": setting.method,
        "budget": setting.budget,
        "quantity": quantity,
        "from": part.low,
        "to": part.high,
        "runs": part.realised.trials,
        "stated": part.stated,
        "correct": part.realised.successes,
        "pcs": part.realised.share,
        "low": low,
        "high": high,
    }


def _stop_rows(each: Calibrated) -> list[dict[str, Any]]:
    return [_stop_row(each.problem.fixed.name, stop) for stop in each.stops]


def _stop_row(problem: str, stop: Stop) -> dict[str, Any]:
    low, high = (None, None) if stop.right is None else stop.right.interval
    return {
        "problem": problem,
        "method": stop.method,
        "target": stop.target,
        "budget": stop.budget,
        "runs": stop.stopped.trials,
        "stopped": stop.stopped.successes,
        "pcs_stopped": None if stop.right is None else stop.right.share,
        "low": low,
        "high": high,
        "simulations_stopped": None if stop.simulations is None else stop.simulations.mean,
        "pcs": stop.pcs.share,
        "simulations": stop.spent.mean,
    }
