"""Who is better, by how much, and how sure that is: Elo, its interval, likelihood of superiority.

Results are counts over equal trials whose scores go from 0 to 1 in equal steps: (losses, draws,
wins) of single games, or the five counts of pairs of games with 0, 1/2, 1, 3/2 and 2 points. The
games of a pair begin in the same state, so that they are not independent; pairs are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from forethought.decision import Z95

PRIOR = 1.0
"""Trials with a score of 0 or 1 by the toss of a coin that are added to the spread seen."""


def elo_of(score: float) -> float:
    """The difference in Elo that gives an expected score; infinite for 0 and 1."""
    if not 0 < score < 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def score_of(elo: float) -> float:
    """The expected score of a difference in Elo."""
    return 1 / (1 + 10 ** (-elo / 400))


@dataclass(frozen=True)
class Estimate:
    """A score and its difference in Elo, with 95 % intervals.

    The standard error comes from the spread over the trials (of pairs: the pentanomial variance),
    as is usual. So that it is never 0, the spread of one trial decided by the toss of a coin is
    mixed in; with n trials its weight is 1 / (n + 1). The interval of the score is Wilson's (1927)
    for as many independent games as would have this standard error, so it never leaves 0 to 1. Its
    ends turned into Elo are those of the interval in Elo. None is ever undefined: without games the
    interval is from -inf to inf, and if all games were won ``elo`` and ``high`` are inf and
    ``low`` is finite.

    Attributes:
        score: points per game, 0.5 without games.
        stderr: its standard error.
        score_interval: its interval.
        superiority: the probability that the first player is the better one, by the normal
            distribution.
    """

    score: float
    stderr: float
    score_interval: tuple[float, float]
    superiority: float

    @classmethod
    def of(cls, counts: Sequence[int]) -> Estimate:
        """The estimate from counts of trials, by their score in ascending order."""
        trials = sum(counts)
        if trials == 0:
            return cls(0.5, 0.5, (0.0, 1.0), 0.5)
        scores = [index / (len(counts) - 1) for index in range(len(counts))]
        score = math.fsum(n * x for n, x in zip(counts, scores, strict=True)) / trials
        squares = math.fsum(n * (x - score) ** 2 for n, x in zip(counts, scores, strict=True))
        variance = (squares + PRIOR / 4) / (trials + PRIOR)
        stderr = math.sqrt(variance / trials)
        z = (score - 0.5) / stderr
        superiority = 0.5 * math.erfc(-z / math.sqrt(2))
        return cls(score, stderr, _wilson(score, variance, trials), superiority)

    @property
    def elo(self) -> float:
        """The difference in Elo."""
        return elo_of(self.score)

    @property
    def low(self) -> float:
        """The lower end of the interval in Elo."""
        return elo_of(self.score_interval[0])

    @property
    def high(self) -> float:
        """The upper end of the interval in Elo."""
        return elo_of(self.score_interval[1])

    def __str__(self) -> str:
        return f"{elo_text(self.elo)} ({elo_text(self.low)} to {elo_text(self.high)})"


def elo_text(elo: float) -> str:
    """A difference in Elo for people, with its sign."""
    if math.isinf(elo):
        return "+inf" if elo > 0 else "-inf"
    return f"{elo:+.0f}" if abs(elo) >= 10 else f"{elo:+.1f}"


def _wilson(score: float, variance: float, trials: int) -> tuple[float, float]:
    """Wilson's 95 % interval for as many games as would have this variance of their mean."""
    smoothed = (trials * score + PRIOR / 2) / (trials + PRIOR)
    games = trials * smoothed * (1 - smoothed) / variance
    z2 = Z95**2
    middle = (score + z2 / (2 * games)) / (1 + z2 / games)
    half = Z95 / (1 + z2 / games) * math.sqrt(score * (1 - score) / games + z2 / (4 * games**2))
    # Rounding must not leave the score itself outside, and a score of 0 or 1 is its own bound.
    low = 0.0 if score == 0 else min(middle - half, score)
    high = 1.0 if score == 1 else max(middle + half, score)
    return max(0.0, low), min(1.0, high)
