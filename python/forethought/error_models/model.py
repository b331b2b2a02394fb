"""The kinds of error models.

An error is the value of a state one action deeper less its value now, from the side of the player
to move there, in the unit of the game's returns (Russell and Wefald 1989).
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, ClassVar

from forethought.arguments import is_number
from forethought.errors import ParameterError


class Model(ABC):
    """An error model whose numbers the native search reads."""

    kind: ClassVar[str]

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """The model as plain values: {"kind": ...} and its numbers."""

    def save(self, path: str | Path) -> None:
        """Writes it as JSON, to be read with ``ft.error_models.read``."""
        Path(path).write_text(json.dumps(self.to_dict()) + "\n", encoding="utf-8")


ErrorModel = Model | Callable[[Any, float], tuple[float, float]]
"""A model of this module, or a function ``error(state, value)`` that gives the mean and the
standard deviation of the error at a state whose value to the player to move is ``value``."""


@dataclass(frozen=True)
class Constant(Model):
    """The same error everywhere: its mean, and its standard deviation, 0 or more."""

    kind: ClassVar = "constant"

    mean: float
    sd: float

    def __post_init__(self) -> None:
        _numbers("Constant", [self.mean, self.sd])
        if self.sd < 0:
            raise ParameterError(f"Constant(sd={self.sd!r}): give 0 or more")

    def to_dict(self) -> dict[str, Any]:
        """The model as plain values."""
        return {"kind": self.kind, "mean": float(self.mean), "sd": float(self.sd)}


@dataclass(frozen=True)
class Buckets(Model):
    """An error for each bucket: by stage of the play, value and number of actions.

    Attributes:
        edges: the inner edges of the intervals of the stage (0 to 1), of the value to the player to
            move, and of the number of actions, each ascending. What lies on an edge belongs to the
            interval above.
        errors: (mean, standard deviation) of each bucket, by stage, then by value, then by number
            of actions.
    """

    kind: ClassVar = "buckets"

    edges: tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]
    errors: tuple[tuple[float, float], ...]

    def __post_init__(self) -> None:
        count = 1
        for edges in self.edges:
            _numbers("Buckets(edges)", edges)
            if list(edges) != sorted(edges):
                raise ParameterError(f"Buckets(edges): {edges} is not ascending: sort it")
            count *= len(edges) + 1
        if len(self.errors) != count:
            raise ParameterError(
                f"Buckets(errors): there are {len(self.errors)}: give {count}, one for each bucket"
            )
        for mean, sd in self.errors:
            _numbers("Buckets(errors)", [mean, sd])
            if sd < 0:
                raise ParameterError(f"Buckets(errors): {sd} is no deviation: give 0 or more")

    def to_dict(self) -> dict[str, Any]:
        """The model as plain values."""
        return {
            "kind": self.kind,
            "edges": [list(edges) for edges in self.edges],
            "errors": [tuple(error) for error in self.errors],
        }


TERMS = (
    "1",
    "value",
    "value^2",
    "ln(1.02 - value^2)",
    "stage",
    "stage^2",
    "stage^3",
    "ln(1 + actions)",
    "ln(1 + depth)",
    "ln(deeper)",
    "odd",
    "swing",
    "swing (1 - value^2)",
    "swing (1 - value^2) stage",
    "stage ln(1.02 - value^2)",
    "stage ln(deeper)",
)
"""What mean and spread of a ``Regression`` are made of. The value is that to the player to move, in
units of the scale and from -1 to 1; deeper is by how many actions the deeper look is deeper, and
odd is 1 where that is an odd number, else 0. Swing is odd, with a minus where the depth is odd:
with each action another player has the last word, and who has it is estimated too high."""


@dataclass(frozen=True)
class Regression(Model):
    """A mean that is linear in ``TERMS``, and a standard deviation whose logarithm is.

    Attributes:
        scale: the size of a large value; mean and deviation are in units of it.
        mean: the coefficients of the mean, one for each term.
        log_sd: those of the natural logarithm of the standard deviation.
    """

    kind: ClassVar = "regression"

    scale: float
    mean: tuple[float, ...]
    log_sd: tuple[float, ...]

    def __post_init__(self) -> None:
        _numbers("Regression", [self.scale, *self.mean, *self.log_sd])
        if not self.scale > 0:
            raise ParameterError(f"Regression(scale={self.scale!r}): give a number above 0")
        if not len(self.mean) == len(self.log_sd) == len(TERMS):
            raise ParameterError(f"Regression: give {len(TERMS)} coefficients of each kind")

    def to_dict(self) -> dict[str, Any]:
        """The model as plain values."""
        return {
            "kind": self.kind,
            "scale": float(self.scale),
            "mean": list(self.mean),
            "log_sd": list(self.log_sd),
        }


def read(path: str | Path) -> Model:
    """The model of a file that ``save`` wrote. Raises ParameterError for another file."""
    try:
        return made(json.loads(Path(path).read_text(encoding="utf-8")))
    except (json.JSONDecodeError, UnicodeDecodeError, KeyError, TypeError, ValueError) as error:
        raise ParameterError(f"{path}: it holds no error model: give a file of save()") from error


def shipped(game: str, evaluation: str) -> Model | None:
    """The model that comes with an evaluation of a native game, or None if there is none."""
    path = Path(__file__).with_name("shipped") / f"{game}-{evaluation}.json"
    return read(path) if path.exists() else None


def made(given: Mapping[str, Any]) -> Model:
    """The model of plain values."""
    kind = given["kind"]
    if kind == "constant":
        return Constant(given["mean"], given["sd"])
    if kind == "buckets":
        stages, values, actions = (tuple(edges) for edges in given["edges"])
        errors = tuple((mean, sd) for mean, sd in given["errors"])
        return Buckets((stages, values, actions), errors)
    if kind == "regression":
        return Regression(given["scale"], tuple(given["mean"]), tuple(given["log_sd"]))
    raise ParameterError(f"there is no error model {kind!r}")


def _numbers(name: str, numbers: Sequence[Any]) -> None:
    for number in numbers:
        if not (is_number(number) and isfinite(number)):
            raise ParameterError(f"{name}: {number!r} is no number: give finite ones")
