"""Tree policies: which arm to sample next, from the statistics of the arms alone.

For each arm ``n`` is its count, at least 1, ``mean`` the mean of its samples in the eyes of the
player who chooses, and ``s2`` their population variance plus sigma0^2 / n. ``scale`` tells how
large what was backed up anywhere so far is. Of arms that are equally good the first is taken.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isfinite, log, sqrt
from typing import Protocol


@dataclass
class Scale:
    """The least and the greatest of the numbers that were seen."""

    least: float = inf
    greatest: float = -inf

    def include(self, number: float) -> None:
        """Takes in a number."""
        self.least = min(self.least, number)
        self.greatest = max(self.greatest, number)

    @property
    def largest(self) -> float:
        """The largest absolute value, 0 before the first number."""
        return max(self.greatest, -self.least, 0.0)

    @property
    def range(self) -> float:
        """From the least to the greatest, 0 before the second number."""
        return max(self.greatest - self.least, 0.0)


class TreePolicy(Protocol):
    """A policy: ``choose`` gives the index of the arm to sample next.

    Attributes:
        n0: samples that each arm gets before the policy is asked, at least 1.
        root_n0: the same at the root.
        sigma0: the standard deviation that an arm has before it is sampled.
    """

    @property
    def n0(self) -> int: ...  # noqa: D102
    @property
    def root_n0(self) -> int: ...  # noqa: D102
    @property
    def sigma0(self) -> float: ...  # noqa: D102
    def choose(  # noqa: D102
        self, n: Sequence[int], mean: Sequence[float], s2: Sequence[float], scale: Scale
    ) -> int: ...


@dataclass(frozen=True)
class UCT:
    """UCB1 in a tree (Kocsis and Szepesvari 2006): mean + w sqrt(2 ln(sum n)) / sqrt(n).

    This is equation (14) of Li, Fu and Xu (2020). Where ``growing``, w is at least the largest
    absolute value that was backed up so far (their section V), for returns of unknown range. Where
    ``relative``, w is a share of the range of what was backed up so far instead, and while nothing
    differs it is the turn of the least sampled arm.
    """

    n0: int = 1
    root_n0: int = 1
    sigma0: float = 0.0
    weight: float = 1.0
    growing: bool = False
    relative: bool = False

    def choose(
        self,
        n: Sequence[int],
        mean: Sequence[float],
        s2: Sequence[float],  # noqa: ARG002 -- UCB1 looks at no spread
        scale: Scale,
    ) -> int:
        """The arm with the highest bound."""
        if self.relative and scale.range == 0:
            return argmax([-count for count in n])
        w = max(self.weight, scale.largest) if self.growing else self.weight
        if self.relative:
            w = self.weight * scale.range
        bonus = w * sqrt(2.0 * log(sum(n)))
        return argmax([mean[a] + bonus * (1 / sqrt(n[a])) for a in range(len(n))])


@dataclass(frozen=True)
class OCBA:
    """Optimal computing budget allocation (Li, Fu and Xu 2020, Algorithm 3).

    Arms whose mean equals the best all count as best. Where the shares can't be told, because all
    arms are equally good or nothing has a spread, it is the turn of the least sampled arm.
    """

    n0: int = 2
    root_n0: int = 2
    sigma0: float = 0.0

    def choose(
        self,
        n: Sequence[int],
        mean: Sequence[float],
        s2: Sequence[float],
        scale: Scale | None = None,  # noqa: ARG002 -- OCBA needs no range
    ) -> int:
        """The arm that lacks most of its share of the samples: the most starving one."""
        share = ocba_shares(mean, s2)
        whole = sum(share)
        if not (whole > 0 and isfinite(whole)):
            return argmax([-count for count in n])
        total = sum(n) + 1  # (7)
        return argmax([total * share[a] / whole - n[a] for a in range(len(n))])  # (8)


def ocba_shares(mean: Sequence[float], s2: Sequence[float]) -> list[float]:
    """Numbers in the proportions of the samples that the arms should have."""
    best = max(mean)
    share = [0.0] * len(mean)
    squares = 0.0
    for a in range(len(mean)):
        if mean[a] < best and s2[a] > 0:
            d = best - mean[a]
            share[a] = s2[a] / (d * d)  # (5)
            squares += share[a] * share[a] / s2[a]
    for a in range(len(mean)):
        if mean[a] == best:
            share[a] = sqrt(s2[a]) * sqrt(squares)  # (6)
    return share


def argmax(values: Sequence[float]) -> int:
    """The index of the largest value, the first among equals."""
    return max(range(len(values)), key=values.__getitem__)
