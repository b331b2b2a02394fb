"""The sequential probability ratio test of a match: it goes on until it is sure enough."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from forethought.arena.statistics import score_of
from forethought.arguments import is_number
from forethought.errors import ParameterError

_NOTHING = 1e-3
"""What stands for a count of 0, so that no score is held to be impossible."""


@dataclass(frozen=True)
class Verdict:
    """Where a test stands.

    Attributes:
        llr: the log of the ratio of the likelihoods of elo1 and elo0.
        lower: at or below it elo0 is accepted.
        upper: at or above it elo1 is accepted.
        accepted: "elo0", "elo1", or None as long as neither is.
    """

    llr: float
    lower: float
    upper: float
    accepted: str | None

    def __str__(self) -> str:
        said = f"{self.accepted} is accepted" if self.accepted else "not decided"
        return f"LLR {self.llr:.2f} in ({self.lower:.2f}, {self.upper:.2f}): {said}"


@dataclass(frozen=True)
class SPRT:
    """Tests whether the difference in Elo is ``elo1`` or more, against ``elo0`` or less.

    A match with it ends as soon as one of the two is accepted. If the true difference is at most
    ``elo0``, ``elo1`` is accepted with a probability of about ``alpha``; if it is at least
    ``elo1``, ``elo0`` is accepted with a probability of about ``beta`` (Wald 1945; the bounds are
    exact but for the jump over them by the last pair).

    The likelihoods are those of the distribution over the five results of a pair that fits best
    among those with the expected score in question: the generalised test of Van den Bergh,
    "Comparing two multinomial distributions", with Elo on the logistic scale.

    Raises ParameterError unless elo0 < elo1, and alpha and beta are above 0 and below 1/2.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (is_number(self.elo0) and is_number(self.elo1) and self.elo0 < self.elo1):
            raise ParameterError(
                f"SPRT(elo0={self.elo0!r}, elo1={self.elo1!r}): give numbers with elo0 < elo1"
            )
        for name in ("alpha", "beta"):
            value = getattr(self, name)
            if not (is_number(value) and 0 < value < 0.5):
                raise ParameterError(f"SPRT({name}={value!r}): give a number between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """Below the first elo0 is accepted, above the second elo1."""
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )

    def verdict(self, counts: Sequence[float]) -> Verdict:
        """Where the test stands after these counts of results, in ascending order of the score."""
        lower, upper = self.bounds
        llr = self.llr(counts)
        accepted = "elo1" if llr >= upper else "elo0" if llr <= lower else None
        return Verdict(llr, lower, upper, accepted)

    def llr(self, counts: Sequence[float]) -> float:
        """The log-likelihood ratio of elo1 to elo0; 0 without results."""
        if not any(counts):
            return 0.0
        seen = [count or _NOTHING for count in counts]
        scores = [index / (len(seen) - 1) for index in range(len(seen))]
        tilt0, tilt1 = (_tilt(seen, scores, score_of(elo)) for elo in (self.elo0, self.elo1))
        score0, score1 = score_of(self.elo0), score_of(self.elo1)
        return math.fsum(
            n * (math.log1p(tilt0 * (x - score0)) - math.log1p(tilt1 * (x - score1)))
            for n, x in zip(seen, scores, strict=True)
        )


def _tilt(seen: Sequence[float], scores: Sequence[float], score: float) -> float:
    """The multiplier t of the most likely distribution with this expected score.

    Its probabilities are p / (1 + t (x - score)), p being the shares seen; t is the root of
    sum p (x - score) / (1 + t (x - score)), which falls between its two poles.
    """
    aside = [x - score for x in scores]
    low, high = -1 / aside[-1], -1 / aside[0]
    while True:
        middle = (low + high) / 2
        if not low < middle < high:
            return middle
        slope = math.fsum(n * a / (1 + middle * a) for n, a in zip(seen, aside, strict=True))
        if slope > 0:
            low = middle
        else:
            high = middle
