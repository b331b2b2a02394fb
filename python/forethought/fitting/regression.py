"""The steps of a fit, with arrays."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from forethought.arguments import is_number, seed_of
from forethought.errors import ParameterError
from forethought.evaluations import Linear
from forethought.fitting.logistic import Array, fitted, losses, mean_error, standard_errors
from forethought.fitting.positions import Position
from forethought.fitting.reliability import reliability
from forethought.fitting.results import FeatureWorth, Fit
from forethought.rng import Rng


@dataclass(frozen=True)
class Part:
    """Features, a row for each position; results from 0 to 1; and the numbers of the plays."""

    x: Array
    y: Array
    plays: Array


def outcome(evaluation: Linear, seen: Part, unseen: Part, l2: float) -> Fit:
    """The fit to what was seen, measured on what was not."""
    weights = fitted(seen.x, seen.y, l2)
    rows = _worth(list(evaluation.features), weights, seen, unseen, l2)
    said = np.tanh(unseen.x @ weights / 2)
    return Fit(
        evaluation=evaluation.with_weights({row.name: row.weight for row in rows}),
        features=rows,
        loss=float(losses(unseen.x, unseen.y, weights).mean()),
        fitted_loss=float(losses(seen.x, seen.y, weights).mean()),
        plays=len(np.unique(seen.plays)),
        held_out_plays=len(np.unique(unseen.plays)),
        positions=len(seen.y),
        held_out_positions=len(unseen.y),
        calibration=reliability(said, 2 * unseen.y - 1, unseen.plays),
    )


def _worth(
    names: Sequence[str], weights: Array, seen: Part, unseen: Part, l2: float
) -> tuple[FeatureWorth, ...]:
    """Each weight with its error, and the loss without its feature."""
    errors = standard_errors(seen.x, seen.y, weights, seen.plays, l2)
    loss = losses(unseen.x, unseen.y, weights)
    rows = []
    for j, name in enumerate(names):
        rest = np.delete(np.arange(len(weights)), j)
        without = fitted(seen.x[:, rest], seen.y, l2) if len(rest) else weights[rest]
        growth = losses(unseen.x[:, rest], unseen.y, without) - loss
        weight, stderr = float(weights[j]), float(errors[j])
        grows = (float(growth.mean()), mean_error(growth, unseen.plays))
        rows.append(FeatureWorth(name, weight, stderr, weight / stderr, *grows))
    return tuple(rows)


class Data:
    """Features, results from 0 to 1, and plays, as arrays."""

    def __init__(self, evaluation: Linear, positions: Sequence[Position]) -> None:
        self.names = list(evaluation.features)
        results = [position.result for position in positions]
        for result in results:
            if not (is_number(result) and -1 <= result <= 1):
                raise ParameterError(f"result={result!r}: give 1, 0 or -1, as player 0 fared")
        rows = evaluation.measured([position.state for position in positions])
        self.x = np.array(rows, dtype=float).reshape(len(rows), len(self.names))
        self.y = (np.array(results, dtype=float) + 1) / 2
        self.plays = np.array([position.play for position in positions], dtype=int)

    def split(self, held_out: float, seed: int) -> tuple[Part, Part]:
        """The positions to fit to, and those to measure with."""
        if not (is_number(held_out) and 0 < held_out < 1):
            raise ParameterError(f"held_out={held_out!r}: give a number between 0 and 1")
        order = [int(play) for play in np.unique(self.plays)]
        Rng(seed_of(seed), "held-out").shuffle(order)
        count = round(held_out * len(order))
        if not 2 <= count <= len(order) - 2:
            raise ParameterError(
                f"{len(order)} plays, {count} of them held out: give at least two on either side"
            )
        chosen = np.isin(self.plays, order[:count])
        seen = self._part(~chosen)
        for name, column in zip(self.names, seen.x.T, strict=True):
            if not column.any():
                raise ParameterError(f"feature {name!r} is 0 at every position: leave it out")
        return seen, self._part(chosen)

    def _part(self, rows: Array) -> Part:
        return Part(self.x[rows], self.y[rows], self.plays[rows])
