"""Logistic regression without a constant, with plays as clusters."""

from typing import Any

import numpy as np

from forethought.errors import ParameterError

Array = np.ndarray[Any, Any]

_STEPS = 100
_ENOUGH = 1e-10
_FLAT = 1e-6
"""A weight with so little curvature has a standard error of a thousand, in units of its feature."""


def fitted(x: Array, y: Array, l2: float) -> Array:
    """The weights that maximise the likelihood of y, less l2 / 2 times the sum of (w_j s_j)^2.

    Args:
        x: features, a row for each position.
        y: the results from 0 to 1; a draw is a half.
        l2: the strength of the penalty; s_j is the root mean square of feature j.

    Newton's method, which is iteratively reweighted least squares here (Hastie, Tibshirani and
    Friedman, "The Elements of Statistical Learning", section 4.4.1), with halved steps where a
    whole one overshoots. Raises ParameterError if the weights are not determined.
    """
    scale = _scale(x)
    z = x / scale
    w = np.zeros(x.shape[1])
    worth = _objective(w, z, y, l2)
    for _ in range(_STEPS):
        p = probability(z @ w)
        step = _solved(_curvature(z, p, l2), z.T @ (y - p) - l2 * w)
        w, before, worth = _improved(w, step, worth, z, y, l2)
        if worth - before <= _ENOUGH * max(1.0, abs(worth)):
            break
    if np.linalg.eigvalsh(_curvature(z, probability(z @ w), l2))[0] < _FLAT:
        raise _undetermined()
    return w / scale


def standard_errors(x: Array, y: Array, weights: Array, plays: Array, l2: float) -> Array:
    """The standard error of each weight, when only the plays are independent of each other.

    The sandwich estimate with plays as clusters (Liang and Zeger, Biometrika 73, 1986), times
    G / (G - 1) for G plays.
    """
    scale = _scale(x)
    z = x / scale
    p = probability(x @ weights)
    inverse = np.linalg.inv(_curvature(z, p, l2))
    scores = by_play(z * (y - p)[:, None], plays)
    count = len(scores)
    middle = scores.T @ scores * (count / (count - 1))
    covariance = inverse @ middle @ inverse
    return np.sqrt(np.diag(covariance)) / scale


def losses(x: Array, y: Array, weights: Array) -> Array:
    """The log-loss of each position in nats: -y log p - (1 - y) log(1 - p)."""
    s = x @ weights
    return np.logaddexp(0.0, s) - y * s  # type: ignore[no-any-return]


def mean_error(values: Array, plays: Array) -> float:
    """The standard error of the mean of values, when only the plays are independent."""
    sums = by_play((values - values.mean())[:, None], plays)[:, 0]
    count = len(sums)
    if count < 2:
        return float("nan")
    return float(np.sqrt(count / (count - 1) * np.sum(sums**2)) / len(values))


def by_play(rows: Array, plays: Array) -> Array:
    """The sums of the rows of each play."""
    _, index = np.unique(plays, return_inverse=True)
    sums = np.zeros((index.max() + 1, rows.shape[1]))
    np.add.at(sums, index, rows)
    return sums


def probability(s: Array) -> Array:
    """1 / (1 + exp(-s)), whatever the size of s."""
    return 0.5 * (1.0 + np.tanh(s / 2))


def _scale(x: Array) -> Array:
    return np.sqrt(np.mean(x**2, axis=0))  # type: ignore[no-any-return]


def _curvature(z: Array, p: Array, l2: float) -> Array:
    """Minus the second derivative of the objective."""
    return z.T @ (z * (p * (1 - p))[:, None]) + l2 * np.eye(z.shape[1])  # type: ignore[no-any-return]


def _objective(w: Array, z: Array, y: Array, l2: float) -> float:
    return float(-np.sum(losses(z, y, w)) - l2 / 2 * np.sum(w**2))


def _solved(matrix: Array, vector: Array) -> Array:
    try:
        return np.linalg.solve(matrix, vector)
    except np.linalg.LinAlgError as error:
        raise _undetermined() from error


def _undetermined() -> ParameterError:
    return ParameterError(
        "the results leave a weight open: a feature is a sum of others, or they tell every result: "
        "leave it out, give more plays, or l2 above 0"
    )


def _improved(
    w: Array, step: Array, worth: float, z: Array, y: Array, l2: float
) -> tuple[Array, float, float]:
    """The weights after the longest step that does not make them worse, and both objectives."""
    size = 1.0
    while size > _ENOUGH:
        after = w + size * step
        reached = _objective(after, z, y, l2)
        if reached >= worth:
            return after, worth, reached
        size /= 2
    return w, worth, worth
