"""Numbers that callers pass in, checked where they come in."""

from math import isfinite
from numbers import Real
from operator import index

from forethought.errors import ForethoughtError, ParameterError

LARGEST_SEED = 2**64 - 1
LARGEST_COUNT = 2**63 - 1
LARGEST_REWARD = 1e100
"""Sums of squares of larger numbers are not to be had in floats."""


def whole(
    value: object,
    name: str,
    least: int = 1,
    most: int = LARGEST_COUNT,
    error: type[ForethoughtError] = ParameterError,
) -> int:
    """``value`` as an int from ``least`` to ``most``.

    The whole numbers of other libraries (numpy's) count; truth values and floats do not.
    """
    try:
        number = None if isinstance(value, bool) else index(value)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None or not least <= number <= most:
        top = most if most < 2**32 - 1 else f"2**{most.bit_length()} - 1"
        raise error(f"{name}={value!r}: give a whole number from {least} to {top}")
    return number


def seed_of(value: object) -> int:
    """A seed of random numbers. Raises ParameterError unless it is one from 0 to 2**64 - 1."""
    return whole(value, "seed", 0, LARGEST_SEED)


def is_finite(number: Real) -> bool:
    """Whether a real number is finite as a float; a whole number can be too large for one."""
    try:
        return isfinite(number)
    except OverflowError:
        return False


def is_number(value: object) -> bool:
    """Whether it is a finite real number, of Python or of numpy; truth values are none."""
    return type(value) is not bool and isinstance(value, Real) and is_finite(value)


def check_callable(value: object, name: str) -> None:
    """Raises ParameterError unless ``value`` is None or can be called."""
    if not (value is None or callable(value)):
        raise ParameterError(f"{name}={value!r}: give a callable, or leave it out")


def check_executor(value: object) -> None:
    """Raises ParameterError unless ``value`` is None or has the ``submit`` of an executor."""
    if not (value is None or callable(getattr(value, "submit", None))):
        raise ParameterError(
            f"executor={value!r}: give a concurrent.futures.Executor, or leave it out"
        )
