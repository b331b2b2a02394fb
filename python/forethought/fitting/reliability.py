"""Reliability: what was said of positions beside how they ended."""

import numpy as np

from forethought.fitting.logistic import Array, mean_error
from forethought.fitting.results import Bin

_BINS = 10


def reliability(said: Array, results: Array, plays: Array) -> tuple[Bin, ...]:
    """Ten bins from -1 to 1, without the empty ones."""
    index = np.clip(((said + 1) / 2 * _BINS).astype(int), 0, _BINS - 1)
    return tuple(
        _bin(k, said[index == k], results[index == k], plays[index == k])
        for k in range(_BINS)
        if (index == k).any()
    )


def _bin(k: int, said: Array, results: Array, plays: Array) -> Bin:
    low, high = (round(2 * edge / _BINS - 1, 12) for edge in (k, k + 1))
    mean, error = float(results.mean()), mean_error(results, plays)
    return Bin(low, high, len(said), float(said.mean()), mean, error)
