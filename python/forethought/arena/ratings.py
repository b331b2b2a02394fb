"""Ratings of all players of a tournament together, from who beat whom."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from forethought.arena.statistics import PRIOR
from forethought.decision import Z95

Pairs = Sequence[int]
"""The five counts of pairs of games with 0, 1/2, 1, 3/2 and 2 points for the first player."""

_ELO = 400 / math.log(10)
_ROUNDS = 100
_Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Rating:
    """A rating in Elo with its 95 % interval."""

    elo: float
    low: float
    high: float


def rate(
    names: Sequence[str],
    results: Mapping[tuple[str, str], Pairs],
    anchor: str | None = None,
) -> dict[str, Rating]:
    """Fit a rating for each player: the most likely ones (Bradley and Terry 1952).

    A draw is half a game won and half a game lost. Each player also has one drawn game against a
    player in the middle, so that the ratings are finite whatever the results. Their mean is 0, or
    that of the player ``anchor``. The intervals come from the spread of the pairs about what the
    ratings expect (the sandwich estimator), taken to be at least that of independent games that
    are won or lost: where many are drawn they are rather too wide. With an anchor they are those
    of the differences from it.
    """
    index = {name: place for place, name in enumerate(names)}
    matches = [
        (index[first], index[second], np.asarray(pairs, dtype=float))
        for (first, second), pairs in results.items()
        if sum(pairs)
    ]
    ratings, inverse = _fit(len(names), matches)
    spread = inverse @ _spread(ratings, matches) @ inverse
    centre = np.eye(len(names))
    if anchor is None:
        centre -= 1 / len(names)
    else:
        centre[:, index[anchor]] -= 1
    elos = _ELO * (centre @ ratings)
    errors = _ELO * np.sqrt(np.diag(centre @ spread @ centre.T).clip(0))
    return {
        name: Rating(float(elo), float(elo - Z95 * error), float(elo + Z95 * error))
        for name, elo, error in zip(names, elos, errors, strict=True)
    }


def _fit(count: int, matches: Sequence[tuple[int, int, _Array]]) -> tuple[_Array, _Array]:
    """The ratings on the natural scale, by Newton's method, and the inverse of the information."""
    ratings = np.zeros(count)
    for _ in range(_ROUNDS):
        slope, information = _derivatives(ratings, matches)
        step = np.linalg.solve(information, slope)
        ratings += step / max(1.0, float(np.abs(step).max()))
        if float(np.abs(step).max()) < 1e-10:
            break
    inverse = np.linalg.inv(_derivatives(ratings, matches)[1]).astype(np.float64)
    return ratings, inverse


def _derivatives(
    ratings: _Array, matches: Sequence[tuple[int, int, _Array]]
) -> tuple[_Array, _Array]:
    """The slope of the log-likelihood, and its curvature with the sign turned."""
    middling = _expected(ratings)
    slope, information = 0.5 - middling, np.diag(middling * (1 - middling))
    for first, second, pairs in matches:
        games = 2 * pairs.sum()
        expected = _expected(ratings[first] - ratings[second])
        surplus = pairs @ _POINTS - games * expected
        slope[first] += surplus
        slope[second] -= surplus
        _add(information, first, second, games * expected * (1 - expected))
    return slope, information


def _spread(ratings: _Array, matches: Sequence[tuple[int, int, _Array]]) -> _Array:
    """The variance of the slope, from the points of each pair about those expected."""
    middling = _expected(ratings)
    spread = np.diag(middling * (1 - middling))
    for first, second, pairs in matches:
        count, expected = pairs.sum(), _expected(ratings[first] - ratings[second])
        coin = expected * (1 - expected)
        seen = (pairs @ (_POINTS - 2 * expected) ** 2 + 4 * PRIOR * coin) / (count + PRIOR)
        _add(spread, first, second, count * max(seen, 2 * coin))
    return spread


_POINTS = np.arange(5) / 2


def _expected(difference: _Array | float) -> _Array:
    return np.asarray(1 / (1 + np.exp(-np.asarray(difference))))


def _add(matrix: _Array, first: int, second: int, amount: float) -> None:
    matrix[first, first] += amount
    matrix[second, second] += amount
    matrix[first, second] -= amount
    matrix[second, first] -= amount
