"""Ranking and selection: which of several noisy alternatives has the largest mean?"""

import inspect
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from forethought import _native
from forethought.arguments import (
    LARGEST_REWARD,
    check_callable,
    check_executor,
    is_number,
    seed_of,
    whole,
)
from forethought.decision import ActionStatistics, ActionTable
from forethought.errors import BudgetError, Interrupted, ParameterError
from forethought.policies import OCBA, Chooser, Policy, describe
from forethought.rng import Rng

if TYPE_CHECKING:
    from concurrent.futures import Executor

Simulator = Callable[[], float] | Callable[[Rng], float]

BATCH = 32
"""Samples that are under way together where there is an executor and no ``batch=``."""

_BETWEEN_REPORTS = 0.1


@dataclass(frozen=True)
class Selection:
    """The answer of ``ft.select``.

    Attributes:
        index: which alternative has the largest mean, counted from 0; the first among equals.
        value: that mean; None if nothing was sampled.
        alternatives: the table of all alternatives; in it an ``action`` is an index.
        confidence: approximate probability that it is the best (APCS: Li, Fu and Xu 2020,
            equation 4); None while some alternative has fewer than two samples.
        spent: samples taken.
        seconds: time taken.
        stop_reason: "budget", "confidence" or "interrupted"; "running" while it goes on.
        seed: the seed, given or drawn.
    """

    index: int
    value: float | None
    alternatives: ActionTable
    confidence: float | None
    spent: int
    seconds: float
    stop_reason: str
    seed: int

    def __repr__(self) -> str:
        value = "-" if self.value is None else f"{self.value:.4g}"
        sure = "" if self.confidence is None else f", confidence {self.confidence:.3f}"
        return (
            f"<Selection: alternative {self.index}, mean {value}{sure}; {self.spent} samples in "
            f"{self.seconds:.3g} s, stopped by {self.stop_reason}, seed {self.seed}>"
        )

    def _repr_html_(self) -> str:
        return f"<p>{escape(repr(self)[1:-1])}</p>{self.alternatives._repr_html_()}"

    def to_dict(self) -> dict[str, Any]:
        """The selection as plain values."""
        plain = ("index", "value", "confidence", "spent", "seconds", "stop_reason", "seed")
        return {
            **{name: getattr(self, name) for name in plain},
            "alternatives": [row.to_dict() for row in self.alternatives],
        }


def select(
    simulators: Sequence[Simulator],
    *,
    budget: int,
    policy: Policy | Chooser | None = None,
    seed: int | None = None,
    confidence: float | None = None,
    executor: "Executor | None" = None,
    batch: int | None = None,
    progress: Callable[[Selection], object] | None = None,
) -> Selection:
    """Finds the simulator with the largest mean within a budget of samples.

    A simulator is a callable that gives one sample, a finite number. It is called as ``f(rng)`` if
    it has a parameter without default or one called ``rng``, else as ``f()``. ``rng`` is an
    ``ft.Rng`` of its own for every sample: so for one seed, budget and batch the
    result is the same, bit for bit, with any executor and any number of workers.

    With OCBA, the default, this is one-stage OCBA (Li, Fu and Xu 2020, Algorithm 7).

    Args:
        simulators: the alternatives, at least one.
        budget: samples in all, at least one for each alternative.
        policy: which alternative to sample next: a policy or a callable that is one; ``OCBA()``
            if it is not given. Each alternative gets the policy's ``root_n0`` samples first.
        seed: from 0 to 2**64 - 1; drawn if it is not given.
        confidence: an approximate probability of correct selection, between 0 and 1, that is
            enough. It is looked at after each batch; looking often makes it somewhat optimistic.
        executor: where the simulators run, such as a ``ProcessPoolExecutor``. For processes they
            must be picklable: functions at the top level of a module are, lambdas are not.
        batch: samples that are under way together: 1 without an executor and 32 with one, unless
            it is given. A larger batch keeps more workers busy, and lets the policy react later.
        progress: is called about ten times a second with the selection so far.

    Raises:
        BudgetError: if the budget or the confidence is out of range.
        ParameterError: if there is no alternative, one can't be called or sent to the processes
            of the executor, gives no number up to 1e100, or executor or progress is none.
        Interrupted: on Ctrl-C, with the selection so far as ``decision``.

    What a simulator raises passes through.
    """
    calls = [_Call.of(simulator, index) for index, simulator in enumerate(simulators)]
    _check(calls, executor, confidence)
    check_callable(progress, "progress")
    budget = whole(budget, "budget", error=BudgetError)
    if budget < len(calls):
        raise BudgetError(f"budget={budget}: give at least one sample each, {len(calls)}")
    seed = secrets.randbits(63) if seed is None else seed_of(seed)
    spec = describe(OCBA() if policy is None else policy, budget)
    race = _Race(calls, _native.Bandit(spec, len(calls), seed), seed, confidence)
    size = whole(batch, "batch") if batch is not None else 1 if executor is None else BATCH
    try:
        return race.run(budget, size, executor, progress)
    except KeyboardInterrupt as interrupt:
        raise Interrupted(race.selection("interrupted")) from interrupt


@dataclass(frozen=True)
class _Call:
    """A simulator, how it is called, and which it is."""

    simulator: Callable[..., Any]
    index: int
    takes_rng: bool

    @classmethod
    def of(cls, simulator: object, index: int) -> "_Call":
        if not callable(simulator):
            raise ParameterError(f"simulator {index} is {simulator!r}: give a callable")
        try:
            signature = inspect.signature(simulator)
        except ValueError:
            # Some callables of C do not say what they take.
            signature = inspect.Signature()
        takes_rng = _takes_rng(list(signature.parameters.values()))
        if takes_rng is None:
            raise ParameterError(
                f"simulator {index} takes {signature}: give one that can be called as f() or "
                "f(rng), for example with functools.partial"
            )
        return cls(simulator, index, takes_rng)

    def sample(self, seed: int, count: int) -> float:
        """The sample of the alternative after ``count`` others. Runs in any process."""
        if self.takes_rng:
            given = self.simulator(Rng(seed, f"sample {count} of {self.index}"))
        else:
            given = self.simulator()
        if not is_number(given):
            raise ParameterError(
                f"simulator {self.index} gave {given!r} as its sample {count}: "
                "let it give a finite number"
            )
        if abs(given) > LARGEST_REWARD:
            raise ParameterError(
                f"simulator {self.index} gave {float(given)!r} as its sample {count}, beyond "
                f"{LARGEST_REWARD:g}: scale the rewards"
            )
        return float(given)


def _takes_rng(parameters: list[inspect.Parameter]) -> bool | None:
    """Whether a callable that takes these is called as f(rng); None if as neither that nor f()."""
    rest = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    needed = [p for p in parameters if p.default is p.empty and p.kind not in rest]
    if len(needed) > 1 or any(p.kind is p.KEYWORD_ONLY for p in needed):
        return None
    return bool(needed) or any(
        p.name == "rng" and p.kind is p.POSITIONAL_OR_KEYWORD for p in parameters[:1]
    )


class _Race:
    """Alternatives that are sampled, and the policy that says which is next."""

    def __init__(
        self, calls: list[_Call], bandit: _native.Bandit, seed: int, confidence: float | None
    ) -> None:
        self._calls, self._bandit, self._seed, self._target = calls, bandit, seed, confidence
        self._asked = [0] * len(calls)
        self._spent, self._begun = 0, time.perf_counter()

    def run(
        self,
        budget: int,
        size: int,
        executor: "Executor | None",
        progress: Callable[[Selection], object] | None,
    ) -> Selection:
        reported = self._begun
        while self._spent < budget:
            self._sample(min(size, budget - self._spent), executor)
            if self._is_sure():
                return self.selection("confidence")
            if progress is not None and time.perf_counter() - reported >= _BETWEEN_REPORTS:
                progress(self.selection("running"))
                reported = time.perf_counter()
        return self.selection("budget")

    def _sample(self, size: int, executor: "Executor | None") -> None:
        """Takes a batch of samples; what the policy is told does not hang on who is quicker."""
        chosen = [self._bandit.choose() for _ in range(size)]
        for index, sample in zip(chosen, self._samples(chosen, executor), strict=True):
            self._bandit.update(index, sample)
            self._spent += 1

    def _samples(self, chosen: list[int], executor: "Executor | None") -> Iterator[float]:
        tasks = [(self._calls[index], self._seed, self._next(index)) for index in chosen]
        if executor is None:
            yield from (call.sample(seed, count) for call, seed, count in tasks)
            return
        futures = [executor.submit(call.sample, seed, count) for call, seed, count in tasks]
        try:
            yield from (future.result() for future in futures)
        finally:
            for future in futures:
                future.cancel()

    def _next(self, index: int) -> int:
        self._asked[index] += 1
        return self._asked[index] - 1

    def _is_sure(self) -> bool:
        if self._target is None:
            return False
        sure = self._bandit.best()[1]
        return sure is not None and sure >= self._target

    def selection(self, reason: str) -> Selection:
        """The answer so far."""
        best, sure = self._bandit.best()
        summaries = enumerate(self._bandit.summaries())
        rows = [ActionStatistics(index, *summary) for index, summary in summaries]
        return Selection(
            index=best,
            value=rows[best].mean,
            alternatives=ActionTable(rows, best),
            confidence=sure,
            spent=self._spent,
            seconds=time.perf_counter() - self._begun,
            stop_reason=reason,
            seed=self._seed,
        )


def _check(calls: list[_Call], executor: "Executor | None", confidence: float | None) -> None:
    if not calls:
        raise ParameterError("there is nothing to select from: give at least one simulator")
    if confidence is not None and not (is_number(confidence) and 0 < confidence < 1):
        raise BudgetError(f"confidence={confidence!r}: give a number between 0 and 1")
    check_executor(executor)
    if executor is not None and _runs_processes(executor):
        for call in calls:
            _check_picklable(call)


def _runs_processes(executor: "Executor") -> bool:
    from concurrent.futures import ProcessPoolExecutor

    return isinstance(executor, ProcessPoolExecutor)


def _check_picklable(call: _Call) -> None:
    import pickle

    try:
        pickle.dumps(call)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise ParameterError(
            f"simulator {call.index} can't be sent to another process ({error}): define it at "
            "the top level of a module, or run it in a ThreadPoolExecutor"
        ) from error
