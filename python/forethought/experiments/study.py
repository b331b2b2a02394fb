"""A study: what is carried out, kept as it comes, and makes one report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from forethought.experiments.experiment import Experiment
from forethought.experiments.runner import run
from forethought.experiments.store import Result, Store
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


class Pace(Protocol):
    """How far something is: so much of all is done, and the seconds left if that is known."""

    @property
    def done(self) -> int:
        """How many are done."""
        ...

    @property
    def total(self) -> int:
        """How many there are, at most."""
        ...

    @property
    def eta(self) -> float | None:
        """The seconds left."""
        ...


Watch = Callable[[str, str], AbstractContextManager[Callable[[Pace], None]]]
"""Opens what shows how far something is, by its name and by what is counted, in the plural."""


class Study(Protocol):
    """What `forethought reproduce` carries out."""

    @property
    def name(self) -> str:
        """Its name, and that of its folder."""
        ...

    def carry_out(self, store: str, workers: int | None, watch: Watch) -> StudyReport:
        """Carry out what the store (a file or a URL) lacks, and report on all of it.

        `workers` is the number of processes, one for each CPU if it is None.
        """
        ...


Found = Sequence[tuple[Experiment, list[Result]]]
"""Experiments with their results."""


@dataclass(frozen=True)
class ExperimentStudy:
    """Experiments, and what makes a report of them when all are carried out."""

    name: str
    experiments: tuple[Experiment, ...]
    report: Callable[[Found], StudyReport]

    def carry_out(self, store: str, workers: int | None, watch: Watch) -> StudyReport:
        """Carry out what the store lacks, experiment by experiment."""
        found = []
        with Store(store) as opened:
            for experiment in self.experiments:
                with watch(experiment.name, "runs") as progress:
                    results = run(experiment, opened, workers=workers, progress=progress)
                found.append((experiment, results))
        return self.report(found)


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
