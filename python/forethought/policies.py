"""Tree policies: which action to sample next, from the statistics of the actions alone.

All of them share ``n0`` (samples that every action gets before the policy is asked, at least 1)
and ``root_n0`` (the same at the root; ``n0`` if it is not given). Returns are seen by the player
who chooses, larger is better. A plain callable is a policy too: it gets three arrays of floats
with one entry per action (counts, means, variances) and gives the index of the action to sample.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, SupportsIndex

from forethought.arguments import is_number, whole
from forethought.errors import ParameterError

if TYPE_CHECKING:
    # Only a callable needs arrays, and importing numpy takes longer than all the rest.
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]
else:
    Array = Any

Column = list[float]
Chooser = Callable[[Array, Array, Array], SupportsIndex]

_MOST_FIRST = 2**32 - 1


@dataclass(frozen=True, kw_only=True)
class Policy:
    """The base of the policies; used through one of them."""

    n0: int = 1
    root_n0: int | None = None

    kind: ClassVar[str]
    needs_budget: ClassVar[bool] = False

    def __post_init__(self) -> None:
        for name in ("n0", "root_n0"):
            count = getattr(self, name)
            if not (name == "root_n0" and count is None):
                owner = f"{type(self).__name__}.{name}"
                object.__setattr__(self, name, whole(count, owner, 1, _MOST_FIRST))

    def _require(self, name: str, wanted: str, holds: Callable[[float], bool]) -> None:
        """Refuses what is no finite number, and a number for which ``holds`` is false."""
        value = getattr(self, name)
        if not (is_number(value) and holds(value)):
            raise self._fault(name, wanted)

    def _fault(self, name: str, wanted: str) -> ParameterError:
        given = f"{name}={getattr(self, name)!r}"
        return ParameterError(f"{type(self).__name__}({given}): give {wanted}")

    def describe(self, budget: int | None = None) -> dict[str, Any]:
        """The policy as the native searches take it; ``budget`` is the number of simulations."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        root_n0 = self.n0 if self.root_n0 is None else self.root_n0
        return {"kind": self.kind, "sigma0": 0.0, **values, "root_n0": root_n0, "budget": budget}


@dataclass(frozen=True, kw_only=True)
class OCBA(Policy):
    """Optimal computing budget allocation (Li, Fu and Xu 2020, Algorithm 3).

    Samples go where they can still change which action is best: in proportion to
    (spread / gap to the best)^2. ``sigma0`` is the standard deviation of a sample that is
    believed before there are any; its share of the variance is sigma0^2 / N.
    """

    n0: int = 2
    sigma0: float = 1.0

    kind: ClassVar[str] = "ocba"

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require("sigma0", "a number from 0 on", lambda x: x >= 0)


@dataclass(frozen=True, kw_only=True)
class UCB1(Policy):
    """UCB1 (Auer, Cesa-Bianchi and Fischer 2002): mean + weight * sqrt(2 ln N / n).

    ``weight`` should be about the range of the returns. With ``growing`` it is at least that, and
    at least the largest absolute value backed up so far (Li, Fu and Xu 2020, section V). With
    ``relative`` it is a share of the range of all that was backed up so far, and ``growing`` has no
    part: then neither adding a number to all returns nor multiplying them changes anything.
    """

    weight: float = 1.0
    growing: bool = True
    relative: bool = False

    kind: ClassVar[str] = "ucb1"

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require("weight", "a number from 0 on", lambda x: x >= 0)
        for name in ("growing", "relative"):
            if not isinstance(getattr(self, name), bool):
                raise self._fault(name, "True or False")


UCT = UCB1
"""UCB1 as the policy of a tree is known as UCT (Kocsis and Szepesvari 2006)."""


@dataclass(frozen=True, kw_only=True)
class UCB1Tuned(UCB1):
    """UCB1-tuned (Auer, Cesa-Bianchi and Fischer 2002, section 4): UCB1 that uses the variance."""

    kind: ClassVar[str] = "ucb1_tuned"


@dataclass(frozen=True, kw_only=True)
class UCBE(UCB1):
    """UCB-E (Audibert, Bubeck and Munos 2010): mean + weight * sqrt(exploration / n).

    For finding the best action rather than for earning while searching. The authors set
    ``exploration`` to 25/36 (budget - actions) / H, H the sum of the inverse squared gaps.
    """

    exploration: float = 2.0

    kind: ClassVar[str] = "ucb_e"

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require("exploration", "a number above 0", lambda x: x > 0)


@dataclass(frozen=True, kw_only=True)
class EpsilonGreedy(Policy):
    """The best mean, and with probability ``epsilon`` any action."""

    epsilon: float = 0.1

    kind: ClassVar[str] = "epsilon_greedy"

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require("epsilon", "a probability from 0 to 1", lambda x: 0 <= x <= 1)


@dataclass(frozen=True, kw_only=True)
class EXP3(Policy):
    """EXP3 (Auer, Cesa-Bianchi, Freund and Schapire 2002): against an adversary.

    ``gamma`` in (0, 1] is the share of uniform sampling; returns are taken to lie between ``low``
    and ``high`` and are clipped there.
    """

    gamma: float = 0.1
    low: float = -1.0
    high: float = 1.0

    kind: ClassVar[str] = "exp3"

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require("gamma", "a number above 0 and at most 1", lambda x: 0 < x <= 1)
        self._require("low", "a finite number", lambda _: True)
        self._require("high", "a number above low", lambda x: x > self.low)


@dataclass(frozen=True, kw_only=True)
class Uniform(Policy):
    """Equal allocation: always the least sampled action."""

    kind: ClassVar[str] = "uniform"


@dataclass(frozen=True, kw_only=True)
class Greedy(Policy):
    """Always the best mean."""

    kind: ClassVar[str] = "greedy"


@dataclass(frozen=True, kw_only=True)
class SequentialHalving(Policy):
    """Sequential halving at the root (Karnin, Koren and Somekh 2013), ``inner`` below.

    The budget is split over ceil(log2 k) rounds, and after each the better half of the actions
    goes on: so it needs ``simulations=`` (in ``ft.select`` the ``budget``).
    """

    inner: UCB1 = UCB1()

    kind: ClassVar[str] = "sequential_halving"
    needs_budget: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.inner, UCB1):
            raise self._fault("inner", "UCB1, or a policy derived from it, such as ft.UCB1Tuned()")

    def describe(self, budget: int | None = None) -> dict[str, Any]:
        """The policy as the native searches take it. Raises ParameterError without a budget."""
        if budget is None:
            raise ParameterError("SequentialHalving must know its budget: give simulations=")
        return {**super().describe(budget), "inner": self.inner.describe()}


@dataclass(frozen=True, kw_only=True)
class KG(Policy):
    """The knowledge gradient (Frazier, Powell and Dayanik 2008), for independent normal beliefs.

    The action whose next sample is expected to raise the best mean most. ``sigma0`` as in OCBA.
    """

    n0: int = 2
    sigma0: float = 1.0

    kind: ClassVar[str] = "kg"

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require("sigma0", "a number from 0 on", lambda x: x >= 0)


@dataclass(frozen=True, kw_only=True)
class AOAP(Policy):
    """Asymptotically optimal allocation (Zhang, Peng and Xu 2022).

    ``mean0`` and ``variance0`` are the normal belief in an action before it is sampled.
    """

    n0: int = 2
    mean0: float = 0.0
    variance0: float = 10.0

    kind: ClassVar[str] = "aoap"

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require("variance0", "a number above 0", lambda x: x > 0)
        self._require("mean0", "a finite number", lambda _: True)


def is_policy(part: object) -> bool:
    """Whether it is a policy, or a callable that may be one."""
    return isinstance(part, Policy) or is_callable(part)


def is_callable(part: object) -> bool:
    """Whether it is a callable; a class is none, as it was meant to be called first."""
    return callable(part) and not isinstance(part, type)


def describe(policy: Policy | Chooser, budget: int | None = None) -> Mapping[str, Any]:
    """A policy, or a callable that is one, as the native searches take it."""
    if isinstance(policy, Policy):
        return policy.describe(budget)
    if not is_policy(policy):
        raise ParameterError(
            f"policy={policy!r}: give a policy such as ft.OCBA(), or a callable over the arrays "
            "counts, means and variances"
        )
    return {"kind": "callable", "call": _over_arrays(policy), "n0": 1, "root_n0": 1, "sigma0": 0.0}


def _over_arrays(choose: Chooser) -> Callable[[Column, Column, Column], SupportsIndex]:
    import numpy as np

    def call(counts: Column, means: Column, variances: Column) -> SupportsIndex:
        return choose(np.array(counts), np.array(means), np.array(variances))

    return call
