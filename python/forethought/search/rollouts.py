"""Rollouts that learn which actions do well wherever they are taken."""

from dataclasses import dataclass
from typing import Any

from forethought.arguments import is_number, whole
from forethought.errors import ParameterError

_LONGEST = 8


@dataclass(frozen=True, kw_only=True)
class MAST:
    """The move-average sampling technique (Finnsson and Björnsson 2008).

    A rollout takes the action that paid the player who chooses most in the mean over all
    simulations in which that player took it, at whatever state; one that was never taken comes
    first. With probability ``epsilon`` it is uniformly random (the epsilon-greedy choice of Tak,
    Winands and Björnsson 2012).

    Attributes:
        epsilon: how often a rollout acts at random, from 0 to 1.
    """

    epsilon: float = 0.1

    def __post_init__(self) -> None:
        _check_share(self, self.epsilon)

    def describe(self) -> dict[str, Any]:
        """The rollout as the native search takes it."""
        return {"epsilon": float(self.epsilon), "longest": 1, "least": 0.0}


@dataclass(frozen=True, kw_only=True)
class NST:
    """The N-gram selection technique (Tak, Winands and Björnsson 2012).

    As ``ft.MAST``, but an action is worth the mean over the runs of actions that it would end: it
    alone, after the action before, after the two before, and so on.

    Attributes:
        epsilon: how often a rollout acts at random, from 0 to 1.
        longest: the most actions in a run, from 1 to 8.
        least: samples from which on a run of more than one action counts, at least 1.
    """

    epsilon: float = 0.1
    longest: int = 3
    least: int = 7

    def __post_init__(self) -> None:
        _check_share(self, self.epsilon)
        object.__setattr__(self, "longest", whole(self.longest, "NST.longest", 1, _LONGEST))
        object.__setattr__(self, "least", whole(self.least, "NST.least", 1))

    def describe(self) -> dict[str, Any]:
        """The rollout as the native search takes it."""
        least = float(self.least)
        return {"epsilon": float(self.epsilon), "longest": self.longest, "least": least}


def _check_share(rollout: MAST | NST, epsilon: float) -> None:
    if not (is_number(epsilon) and 0 <= epsilon <= 1):
        name = type(rollout).__name__
        raise ParameterError(f"{name}(epsilon={epsilon!r}): give a number from 0 to 1")
