"""What can be reproduced, by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches

from forethought.errors import ParameterError
from forethought.experiments.calibration_report import calibration
from forethought.experiments.defaults_report import defaults
from forethought.experiments.effort_report import effort
from forethought.experiments.modern import modern
from forethought.experiments.ocba import NAMES as PUBLISHED
from forethought.experiments.ocba import SEED, experiment
from forethought.experiments.rational_stopping import stopping
from forethought.experiments.report import Report
from forethought.experiments.statistics import summarise
from forethought.experiments.study import ExperimentStudy, Found, Study, Wanted
from forethought.experiments.table1 import table1

_STUDIES: dict[str, Callable[[Wanted], Study]] = {
    "calibration": calibration,
    "defaults": defaults,
    "effort": effort,
    "mgss-table1": table1,
    "mgss-modern": modern,
    "stopping": stopping,
}

NAMES = (*PUBLISHED, *_STUDIES)
"""The names that `study` knows; those of the paper come first."""


def study(
    name: str,
    *,
    runs: int | None = None,
    budgets: Sequence[int] | None = None,
    seed: int = SEED,
) -> Study:
    """The study of this name, as declared or with other runs, budgets and seed.

    Raises `ParameterError` if there is none of this name or a number is out of range.
    """
    if name not in NAMES:
        near = get_close_matches(name, NAMES, 1)
        hint = f"did you mean {near[0]}?" if near else f"give one of {', '.join(NAMES)}"
        raise ParameterError(f"experiment {name}: there is none of this name: {hint}")
    totals = None if budgets is None else tuple(budgets)
    if name in _STUDIES:
        return _STUDIES[name](Wanted(runs, totals, seed))
    return _published(name, Wanted(runs, totals, seed))


def _published(name: str, wanted: Wanted) -> ExperimentStudy:
    declared = experiment(name, runs=wanted.runs, budgets=wanted.budgets, seed=wanted.seed)

    def report(found: Found) -> Report:
        ((carried_out, results),) = found
        return Report.of(carried_out, summarise(carried_out, results))

    return ExperimentStudy(name, (declared,), report)
