"""Evaluations that are a weighted sum of named features."""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import tanh
from pathlib import Path
from typing import Any

from forethought.arguments import is_number
from forethought.errors import ParameterError
from forethought.game import NativeGame

Feature = Callable[[Any], float]
"""A number for a state, the larger the better for player 0."""


class Linear:
    """An evaluation w1 f1 + ... + wn fn: features of the state, each with its weight.

    The sum s is the logarithm of the odds that player 0 wins, P = 1 / (1 + exp(-s)). Called with a
    state it gives 2 P - 1 = tanh(s / 2): P(win) - P(loss) for player 0, from -1 to 1.

    Args:
        features: functions of the state by name, each a finite number that is larger the better
            the state is for player 0. A constant 1 is the advantage of player 0 as such.
        weights: a number for each feature, by name; 0 for those that are not given.

    Raises ParameterError for a feature that can't be called, for a weight that is no finite
    number, and for one without a feature.
    """

    def __init__(
        self, features: Mapping[str, Feature], weights: Mapping[str, float] | None = None
    ) -> None:
        given = dict(weights or {})
        _check(features, given)
        self.features = dict(features)
        self.weights = {name: float(given.get(name, 0.0)) for name in features}

    def __call__(self, state: Any) -> float:
        """P(win) - P(loss) for player 0."""
        return tanh(self.sum(state) / 2)

    def sum(self, state: Any) -> float:
        """w1 f1 + ... + wn fn, the log-odds that player 0 wins."""
        return float(
            sum(weight * self.features[name](state) for name, weight in self.weights.items())
        )

    def measured(self, states: Sequence[Any]) -> list[list[float]]:
        """The features of states: for each state a number for each feature.

        Raises ParameterError, with the state, for a feature that gives no finite number.
        """
        return [[self._measure(name, state) for name in self.features] for state in states]

    def with_weights(self, weights: Mapping[str, float]) -> "Linear":
        """The same features with other weights."""
        return Linear(self.features, weights)

    def save(self, path: str | Path) -> None:
        """Writes the weights as JSON: {"weights": {name: weight}}."""
        text = json.dumps({"weights": self.weights}, indent=2, ensure_ascii=False)
        Path(path).write_text(text + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: str | Path, features: Mapping[str, Feature]) -> "Linear":
        """The evaluation with the weights of a file that ``save`` wrote.

        Raises ParameterError unless the file names just these features.
        """
        try:
            weights = json.loads(Path(path).read_text(encoding="utf-8"))["weights"]
            names = set(weights)
        except (json.JSONDecodeError, UnicodeDecodeError, KeyError, TypeError) as error:
            raise ParameterError(f"{path}: it holds no weights: give a file of save()") from error
        if names != set(features):
            odd = ", ".join(sorted(map(repr, names ^ set(features))))
            raise ParameterError(f"{path}: {odd} only on one side: give the features of the file")
        return cls(features, weights)

    def __repr__(self) -> str:
        parts = (f"{weight:.4g} {name}" for name, weight in self.weights.items())
        return f"<Linear: {' + '.join(parts) or 0}>".replace("+ -", "- ")

    def _measure(self, name: str, state: Any) -> float:
        value = self.features[name](state)
        if not is_number(value):
            raise ParameterError(
                f"feature {name!r} gave {value!r} at state {state!r}: give a finite number"
            )
        return float(value)


def own(game: NativeGame, name: str | None = None) -> Feature:
    """An evaluation that comes with a native game, as a feature or an evaluation in Python.

    ``name`` is one of its names; the first one if it is not given. It gives what player 0 may
    expect. Raises ParameterError for a game that is not native, Unsupported for another name.
    """
    if not isinstance(game, NativeGame):
        raise ParameterError(f"{game!r} is no native game: give one of ft.games")
    game.evaluate(game.initial(), name)
    return partial(_own, game, name)


def _own(game: NativeGame, name: str | None, state: Any) -> float:
    return game.evaluate(state, name)[0]


def _check(features: Mapping[str, Feature], weights: Mapping[str, float]) -> None:
    if not features:
        raise ParameterError("features={}: give at least one")
    for name, feature in features.items():
        if not callable(feature):
            raise ParameterError(f"feature {name!r} is {feature!r}: give a function of the state")
    for name, weight in weights.items():
        if name not in features:
            known = ", ".join(features)
            raise ParameterError(f"there is no feature {name!r} to weigh: give some of {known}")
        if not is_number(weight):
            raise ParameterError(f"the weight of {name!r} is {weight!r}: give a finite number")
