"""A study: experiments whose results make one report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from forethought.experiments.experiment import Experiment
from forethought.experiments.store import Result
from forethought.experiments.tables import Section


class StudyReport(Protocol):
    """What a study leaves behind."""

    def sections(self) -> list[Section]:
        """Its tables, for people."""
        ...

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        ...

    def write(self, folder: Path) -> list[Path]:
        """Write its files and return their paths; raises `OSError` if that fails."""
        ...


Found = Sequence[tuple[Experiment, list[Result]]]
"""Experiments with their results."""


@dataclass(frozen=True)
class Study:
    """Experiments, and what makes a report of them when all are carried out."""

    name: str
    experiments: tuple[Experiment, ...]
    report: Callable[[Found], StudyReport]


@dataclass(frozen=True)
class Wanted:
    """What the caller changes of a study: None is as declared."""

    runs: int | None
    budgets: tuple[int, ...] | None
    seed: int

    def command(self, name: str) -> str:
        """The command that carries the study out in this way."""
        words = ["forethought reproduce", name]
        words += [] if self.runs is None else ["--runs", str(self.runs)]
        if self.budgets is not None:
            words += ["--budgets", ",".join(str(budget) for budget in sorted(self.budgets))]
        return " ".join([*words, "--seed", str(self.seed)])
