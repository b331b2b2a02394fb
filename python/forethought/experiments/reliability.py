"""How honest stated probabilities are: beside the share of runs that were right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from forethought.experiments.experiment import Experiment
from forethought.experiments.statistics import LIMIT, Mean, Proportion, cells
from forethought.experiments.stopping import Stopping
from forethought.experiments.store import Result

EDGES = (0.0, 0.2, 0.4, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0)
"""Ends of the bins of stated probability; each but the last is without its upper end."""

Stated = Sequence[tuple[float, bool]]
"""What each run stated, and whether it was right."""


@dataclass(frozen=True)
class Bin:
    """The runs whose stated probability fell between two ends."""

    low: float
    high: float
    stated: float
    realised: Proportion


@dataclass(frozen=True)
class Honesty:
    """One stated quantity of one setting.

    `unstated` counts runs that stated none. `gap` is the mean of stated minus right (1 or 0) over
    the runs, with the standard error of that difference.
    """

    stated: float
    realised: Proportion
    gap: Mean
    unstated: int
    bins: list[Bin]

    @classmethod
    def of(cls, pairs: Stated, runs: int) -> Honesty | None:
        """None if no run stated anything."""
        if not pairs:
            return None
        return cls(
            stated=Mean.of([stated for stated, _ in pairs]).mean,
            realised=Proportion(sum(right for _, right in pairs), len(pairs)),
            gap=Mean.of([stated - right for stated, right in pairs]),
            unstated=runs - len(pairs),
            bins=_bins(pairs),
        )

    @property
    def verdict(self) -> str:
        """Whether the mean gap is within three standard errors of 0, and its sign if not."""
        if self.too_high:
            return "too high"
        return "too low" if -self.gap.mean > LIMIT * self.gap.stderr else "as stated"

    @property
    def too_high(self) -> bool:
        """Whether more was stated than was true; what a lower bound must not do."""
        return self.gap.mean > LIMIT * self.gap.stderr


def _bins(pairs: Stated) -> list[Bin]:
    """The bins that have runs."""
    bins = []
    for low, high in pairwise(EDGES):
        last = high == EDGES[-1]
        held = [(p, right) for p, right in pairs if low <= p < high or (last and p == high)]
        if held:
            share = Proportion(sum(right for _, right in held), len(held))
            bins.append(Bin(low, high, Mean.of([p for p, _ in held]).mean, share))
    return bins


@dataclass(frozen=True)
class Setting:
    """One method at one budget: how honest its confidence and its bound are."""

    method: str
    budget: int
    pcs: Proportion
    confidence: Honesty | None
    bound: Honesty | None


def settings(experiment: Experiment, results: Iterable[Result]) -> list[Setting]:
    """Those that have results, methods in their order, budgets ascending."""
    return [_setting(*key, runs) for key, runs in cells(experiment, results).items()]


def _setting(method: str, budget: int, runs: list[Result]) -> Setting:
    confidence = [(r.confidence, r.correct) for r in runs if r.confidence is not None]
    bound = [(r.bound, r.correct) for r in runs if r.bound is not None]
    return Setting(
        method,
        budget,
        Proportion(sum(r.correct for r in runs), len(runs)),
        Honesty.of(confidence, len(runs)),
        Honesty.of(bound, len(runs)),
    )


@dataclass(frozen=True)
class Stop:
    """What a method did that might stop at a confidence.

    `stopped` is the share of runs that did, `right` the share of these that were right, and
    `simulations` the mean they used; both None if none stopped. `pcs` and `spent` are those of all
    runs, the rest of which ended at the budget.
    """

    method: str
    target: float
    budget: int
    stopped: Proportion
    right: Proportion | None
    simulations: Mean | None
    pcs: Proportion
    spent: Mean

    @property
    def verdict(self) -> str:
        """Whether the runs that stopped were right as often as they were to be."""
        if self.right is None:
            return "-"
        low, high = self.right.interval
        if high < self.target:
            return "short"
        return "more" if low > self.target else "as stated"


def stops(experiment: Experiment, results: Iterable[Result]) -> list[Stop]:
    """One for each method of an experiment whose searches are `Stopping`s."""
    searches = {method.name: method.search for method in experiment.methods}
    return [
        _stop(method, searches[method], budget, runs)
        for (method, budget), runs in cells(experiment, results).items()
    ]


def _stop(method: str, search: Stopping, budget: int, runs: list[Result]) -> Stop:
    spent = [sum(run.visits.values()) for run in runs]
    # A search that is sure exactly when the budget ends counts as ended by the budget.
    early = [(run, n) for run, n in zip(runs, spent, strict=True) if n < budget]
    return Stop(
        method=method,
        target=search.confidence,
        budget=budget,
        stopped=Proportion(len(early), len(runs)),
        right=Proportion(sum(r.correct for r, _ in early), len(early)) if early else None,
        simulations=Mean.of([n for _, n in early]) if early else None,
        pcs=Proportion(sum(run.correct for run in runs), len(runs)),
        spent=Mean.of(spent),
    )
