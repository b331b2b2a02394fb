"""Error models fitted to samples of errors.

The samples are an array with ``COLUMNS``.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from forethought.error_models.model import TERMS, Buckets, Constant, Model, Regression

Array = npt.NDArray[np.float64]

COLUMNS = ("stage", "value", "actions", "from", "to", "error")
"""Of a sample: how far the play has come, from 0 to 1; the value to the player to move, found by a
look ``from`` actions ahead; the number of his actions; how far the deeper look went; and by how
much it moved the value."""

SHRINKAGE = 15.0
"""How many samples of its parent a bucket is given."""

INTERVALS = 10
"""Intervals of the stage, of the value, and of the number of actions."""

STEPS, RIDGE, GAIN = 100, 1e-4, 1e-9
"""Of the regression: most steps, weight of the penalty, and the least gain of a step."""

FLOOR = 0.01
"""The deviation, in units of the scale, of a noise that fits and measures of models suppose on top
of the model's: errors too small to matter must not govern them."""


def are_steps(samples: Array) -> npt.NDArray[np.bool_]:
    """Which samples are of one step from the evaluation itself."""
    steps: npt.NDArray[np.bool_] = (samples[:, 3] == 0) & (samples[:, 4] == 1)
    return steps


def constant(samples: Array) -> Constant:
    """The same error everywhere: mean and standard deviation of the samples."""
    errors = samples[:, 5]
    return Constant(*_rounded(np.array([errors.mean(), errors.std()])))


def buckets(samples: Array, intervals: int = INTERVALS, k: float = SHRINKAGE) -> Buckets:
    """Mean and deviation by intervals of stage, value and number of actions.

    The edges are quantiles. A bucket is shrunk towards that of all its intervals but the last, as
    if ``k`` samples of that one were in it; so a bucket without samples is as its parent.
    """
    columns, errors = samples[:, :3].T, samples[:, 5]
    inner = np.linspace(0, 1, intervals + 1)[1:-1]
    edges = [np.unique(_rounded(np.quantile(column, inner))) for column in columns]
    mean, variance = np.array([errors.mean()]), np.array([errors.var()])
    bucket = np.zeros(len(errors), dtype=np.intp)
    for edge, column in zip(edges, columns, strict=True):
        count = len(edge) + 1
        bucket = bucket * count + np.searchsorted(edge, column, side="right")
        parents = np.repeat(mean, count), np.repeat(variance, count)
        mean, variance = _shrunk(bucket, errors, *parents, k)
    stages, values, actions = map(_rounded, edges)
    pairs = zip(_rounded(mean), _rounded(np.sqrt(variance)), strict=True)
    return Buckets((stages, values, actions), tuple(pairs))


def _rounded(numbers: Array) -> tuple[float, ...]:
    """To six digits: more are noise, and differ from machine to machine."""
    return tuple(float(f"{number:.6g}") for number in numbers)


def _shrunk(
    bucket: npt.NDArray[np.intp], errors: Array, mean: Array, variance: Array, k: float
) -> tuple[Array, Array]:
    """Means and variances by bucket, given those of the parent of each."""
    number, total, squares = (
        np.bincount(bucket, weights, len(mean)) for weights in (None, errors, errors**2)
    )
    shrunk = (total + k * mean) / (number + k)
    around = squares - 2 * shrunk * total + number * shrunk**2
    return shrunk, (around + k * (variance + (mean - shrunk) ** 2)) / (number + k)


def terms(samples: Array, scale: float) -> Array:
    """The ``TERMS`` of each sample, a row each."""
    stage, value, actions, less, more, _ = samples.T
    square = np.clip(value / scale, -1, 1) ** 2
    room, deeper = np.log(1.02 - square), np.log(more - less)
    odd = (more - less) % 2
    swing = odd * (1 - 2 * (less % 2))
    columns = [
        np.ones_like(value),
        np.clip(value / scale, -1, 1),
        square,
        room,
        stage,
        stage**2,
        stage**3,
        np.log(1 + actions),
        np.log(1 + less),
        deeper,
        odd,
        swing,
        swing * (1 - square),
        swing * (1 - square) * stage,
        stage * room,
        stage * deeper,
    ]
    assert len(columns) == len(TERMS)
    return np.stack(columns, axis=1)


def regression(samples: Array, scale: float = 1.0) -> Regression:
    """The coefficients of greatest likelihood, with a small penalty on their squares.

    The mean by weighted least squares and the spread by Fisher scoring take turns; a step is halved
    until it is a gain.
    """
    x, y = terms(samples, scale), samples[:, 5] / scale
    fit = _Fit(x, y)
    mean = np.zeros(len(TERMS))
    log_sd = np.zeros(len(TERMS))
    log_sd[0] = np.log(max(float(y.std()), FLOOR))
    loss = fit.loss(mean, log_sd)
    for _ in range(STEPS):
        before = loss
        mean, loss = fit.better_mean(mean, log_sd, loss)
        log_sd, loss = fit.better_spread(mean, log_sd, loss)
        if before - loss < GAIN:
            break
    return Regression(scale, _rounded(mean), _rounded(log_sd))


class _Fit:
    """The steps of a regression on terms ``x`` of errors ``y``, in units of the scale."""

    def __init__(self, x: Array, y: Array) -> None:
        self.x, self.y = x, y
        self.penalty = RIDGE * np.eye(x.shape[1])

    def loss(self, mean: Array, log_sd: Array) -> float:
        """What is to be small: the mean negative log-likelihood, and the penalty on the spread."""
        variance = np.exp(2 * self.x @ log_sd) + FLOOR**2
        errors = 0.5 * np.log(variance) + 0.5 * (self.y - self.x @ mean) ** 2 / variance
        return float(errors.mean() + 0.5 * log_sd @ self.penalty @ log_sd)

    def better_mean(self, mean: Array, log_sd: Array, loss: float) -> tuple[Array, float]:
        """Weighted least squares."""
        weights = 1 / (np.exp(2 * self.x @ log_sd) + FLOOR**2)
        weighted = self.x * (weights / weights.mean())[:, None]
        n = len(self.y)
        found = np.linalg.solve(weighted.T @ self.x / n + self.penalty, weighted.T @ self.y / n)
        new = self.loss(found, log_sd)
        return (found, new) if new < loss else (mean, loss)

    def better_spread(self, mean: Array, log_sd: Array, loss: float) -> tuple[Array, float]:
        """A step of Fisher scoring."""
        model = np.exp(2 * self.x @ log_sd)
        variance = model + FLOOR**2
        share = model / variance
        surplus = share * (1 - (self.y - self.x @ mean) ** 2 / variance)
        n = len(self.y)
        slope = self.x.T @ surplus / n + self.penalty @ log_sd
        information = 2 * (self.x * (share**2)[:, None]).T @ self.x / n + self.penalty
        step = np.linalg.solve(information, slope)
        while (new := self.loss(mean, log_sd - step)) > loss and np.abs(step).max() > 1e-9:
            step = step / 2
        return (log_sd - step, new) if new < loss else (log_sd, loss)


def foreseen(model: Model, samples: Array) -> tuple[Array, Array]:
    """Mean and standard deviation of the error that a model foresees at each sample."""
    if isinstance(model, Constant):
        return np.full(len(samples), model.mean), np.full(len(samples), model.sd)
    if isinstance(model, Regression):
        x = terms(samples, model.scale)
        return model.scale * x @ model.mean, model.scale * np.exp(x @ model.log_sd)
    assert isinstance(model, Buckets)
    bucket = np.zeros(len(samples), dtype=np.intp)
    for edges, column in zip(model.edges, samples[:, :3].T, strict=True):
        bucket = bucket * (len(edges) + 1) + np.searchsorted(edges, column, side="right")
    mean, sd = np.array(model.errors)[bucket].T
    return mean, sd
