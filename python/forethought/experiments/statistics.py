"""Shares and means with their intervals, and measured numbers beside expected ones."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from forethought.experiments.expected import Expected
from forethought.experiments.experiment import Experiment
from forethought.experiments.store import Result

# Two-sided 95 % of the normal distribution.
Z95 = 1.959963984540054
# A difference of more standard errors than this is called one.
LIMIT = 3.0


@dataclass(frozen=True)
class Proportion:
    """A share of independent trials; `trials` >= 1."""

    successes: int
    trials: int

    @property
    def share(self) -> float:
        """The successes over the trials, in [0, 1]."""
        return self.successes / self.trials

    @property
    def stderr(self) -> float:
        """sqrt(p (1 - p) / trials), zero when all trials agree."""
        return math.sqrt(self.share * (1 - self.share) / self.trials)

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval (1927): inside [0, 1], of some width even if all trials agree."""
        n, z2 = self.trials, Z95**2
        middle = (self.share + z2 / (2 * n)) / (1 + z2 / n)
        half = Z95 / (1 + z2 / n) * math.sqrt(self.share * (1 - self.share) / n + z2 / (4 * n * n))
        # Rounding must not leave the share itself outside.
        return max(0.0, min(middle - half, self.share)), min(1.0, max(middle + half, self.share))


@dataclass(frozen=True)
class Mean:
    """A mean of independent observations with its standard error, which is 0 for a single one."""

    mean: float
    stderr: float
    count: int

    @classmethod
    def of(cls, observations: Sequence[float]) -> Mean:
        """The mean of at least one observation."""
        count = len(observations)
        mean = math.fsum(observations) / count
        squares = math.fsum((value - mean) ** 2 for value in observations)
        return cls(mean, math.sqrt(squares / (count - 1) / count) if count > 1 else 0.0, count)


@dataclass(frozen=True)
class Summary:
    """One method at one budget over its runs.

    `pcs` is the share of runs that chose an optimal action, `visits` the mean visits per root
    action, `value` the mean value of the chosen action, `confidence` the mean approximate PCS the
    runs stated (None if they state none).
    """

    method: str
    budget: int
    pcs: Proportion
    visits: dict[str, Mean]
    value: Mean | None
    confidence: Mean | None


def summarise(experiment: Experiment, results: Iterable[Result]) -> list[Summary]:
    """One summary for each method, in their order, and budget, ascending, that has results."""
    labels = root_actions(experiment)
    return [
        _summary(method, budget, runs, labels)
        for (method, budget), runs in cells(experiment, results).items()
    ]


def cells(experiment: Experiment, results: Iterable[Result]) -> dict[tuple[str, int], list[Result]]:
    """The results of each method, in their order, at each budget, ascending, that has any."""
    found: dict[tuple[str, int], list[Result]] = {
        (method.name, budget): []
        for method in experiment.methods
        for budget in sorted(experiment.budgets)
    }
    for result in results:
        found[result.method, result.budget].append(result)
    return {key: runs for key, runs in found.items() if runs}


def root_actions(experiment: Experiment) -> list[str]:
    """The actions at the experiment's state as text, in the order of the game."""
    game = experiment.game()
    state = game.initial() if experiment.state is None else experiment.state
    return [str(action) for action in game.actions(state)]


def _summary(method: str, budget: int, results: list[Result], labels: list[str]) -> Summary:
    values = [result.value for result in results if result.value is not None]
    stated = [result.confidence for result in results if result.confidence is not None]
    return Summary(
        method=method,
        budget=budget,
        pcs=Proportion(sum(result.correct for result in results), len(results)),
        visits={
            label: Mean.of([result.visits.get(label, 0) for result in results]) for label in labels
        },
        value=Mean.of(values) if values else None,
        confidence=Mean.of(stated) if stated else None,
    )


@dataclass(frozen=True)
class Comparison:
    """A measured number beside the expected one.

    `z` is the distance from the expected interval in combined standard errors, 0 inside it.
    """

    expected: Expected
    measured: float
    stderr: float
    z: float
    agrees: bool

    @property
    def verdict(self) -> str:
        """The outcome in one word."""
        return "agrees" if self.agrees else "differs"


def compare(summary: Summary, expected: Expected) -> Comparison:
    """Beside a trial: within three combined standard errors; a requirement: met or not."""
    if expected.action is None:
        measured, stderr = summary.pcs.share, summary.pcs.stderr
        error = _share_error(summary.pcs, expected)
    else:
        visits = summary.visits[expected.action]
        measured, stderr = visits.mean, visits.stderr
        error = _mean_error(visits, expected)
    distance = max(expected.low - measured, measured - expected.high, 0.0)
    z = distance / error if distance else 0.0
    return Comparison(expected, measured, stderr, z, z <= LIMIT if expected.runs else distance == 0)


def _share_error(pcs: Proportion, expected: Expected) -> float:
    """Each side by (successes + 1) / (trials + 2): a share of 0 or 1 is no certainty."""
    variance = _smoothed_variance(pcs.successes, pcs.trials)
    if expected.runs:
        nearest = min(max(pcs.share, expected.low), expected.high)
        variance += _smoothed_variance(nearest * expected.runs, expected.runs)
    return math.sqrt(variance)


def _smoothed_variance(successes: float, trials: int) -> float:
    share = (successes + 1) / (trials + 2)
    return share * (1 - share) / trials


def _mean_error(mean: Mean, expected: Expected) -> float:
    """The trial states no spread of its own: that of the measured runs stands for both."""
    factor = math.sqrt(1 + mean.count / expected.runs) if expected.runs else 1.0
    return max(mean.stderr * factor, 1e-12)
