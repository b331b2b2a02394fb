"""Weights of a linear evaluation from the results of plays, and what each feature is worth."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from forethought.arguments import is_number
from forethought.errors import ParameterError
from forethought.evaluations import Linear
from forethought.fitting.positions import Position
from forethought.fitting.results import Bin, Fit


def fit(
    evaluation: Linear,
    positions: Iterable[Position | Sequence[Any]],
    *,
    l2: float = 1.0,
    held_out: float = 0.25,
    seed: int = 0,
) -> Fit:
    """Fits the weights by logistic regression on results, a draw as half a win and half a loss.

    The weights that the evaluation has do not matter. Each feature's worth and the calibration
    are measured on plays that the fit did not see.

    Args:
        evaluation: the features.
        positions: states with the result for player 0 (1, 0 or -1) and the number of the play,
            such as ``self_play`` and ``recorded`` give.
        l2: the penalty, l2 / 2 times the sum of the squares of the weights, each in units of the
            root mean square of its feature: a prior of mean 0 and variance 1 / l2.
        held_out: the part of the plays that is held out.
        seed: of the choice of these.

    Raises ParameterError for results and options out of range, for fewer than two plays on either
    side, for a feature that is always 0, and if the weights are not determined.
    """
    from forethought.fitting.regression import Data, outcome

    if not (is_number(l2) and l2 >= 0):
        raise ParameterError(f"l2={l2!r}: give a number from 0 on")
    data = Data(evaluation, [Position(*position) for position in positions])
    return outcome(evaluation, *data.split(held_out, seed), l2)


def calibration(
    evaluation: Callable[[Any], float], positions: Iterable[Position | Sequence[Any]]
) -> tuple[Bin, ...]:
    """What an evaluation says of positions, in tenths of its range, beside how they ended.

    The evaluation gives P(win) - P(loss) for player 0, from -1 to 1.
    """
    import numpy as np

    from forethought.fitting.reliability import reliability

    given = [Position(*position) for position in positions]
    said = np.array([evaluation(position.state) for position in given], dtype=float)
    results = np.array([position.result for position in given], dtype=float)
    return reliability(said, results, np.array([position.play for position in given], dtype=int))
