"""Ranking and selection over plain callables."""

import functools
import json
import random
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import forethought as ft
from forethought import selection


def low(rng: ft.Rng) -> float:
    return rng.gauss(0, 1)


def high(rng: ft.Rng) -> float:
    return rng.gauss(0.5, 1)


def wide(rng: ft.Rng) -> float:
    return rng.gauss(0.3, 2)


def broken(rng: ft.Rng) -> float:
    raise LookupError("mine")


ARMS = [low, high, wide]


def plain(found: ft.Selection) -> dict[str, Any]:
    """All but the time it took."""
    return {**found.to_dict(), "seconds": None}


def test_the_best_is_found() -> None:
    found = ft.select(ARMS, budget=1000, seed=1)
    assert (found.index, found.spent, found.stop_reason, found.seed) == (1, 1000, "budget", 1)
    assert found.value == found.alternatives[1].mean
    assert sum(row.visits for row in found.alternatives) == 1000
    assert [row.action for row in found.alternatives] == [0, 1, 2]
    assert found.confidence is not None
    assert 0.8 < found.confidence < 1


def test_one_seed_gives_one_selection() -> None:
    first = ft.select(ARMS, budget=300)
    again = ft.select(ARMS, budget=300, seed=first.seed)
    assert plain(first) == plain(again)
    assert plain(ft.select(ARMS, budget=300, seed=first.seed ^ 1)) != plain(first)


@pytest.mark.parametrize("kind", [ProcessPoolExecutor, ThreadPoolExecutor])
def test_any_number_of_workers_gives_the_same_bits(kind: Callable[[int], Executor]) -> None:
    alone = plain(ft.select(ARMS, budget=400, seed=2, batch=32))
    for workers in (1, 2, 4):
        with kind(workers) as executor:
            assert plain(ft.select(ARMS, budget=400, seed=2, executor=executor)) == alone
    assert plain(ft.select(ARMS, budget=400, seed=2)) != alone


@pytest.mark.parametrize("batch", [1, 7, 400, 1000])
def test_every_sample_of_an_alternative_is_another(batch: int) -> None:
    drawn: list[list[float]] = [[], []]

    def noted(arm: int, rng: ft.Rng) -> float:
        drawn[arm].append(rng.random())
        return drawn[arm][-1]

    arms = [functools.partial(noted, arm) for arm in range(2)]
    ft.select(arms, budget=400, seed=2, batch=batch, policy=ft.Uniform())
    assert [len(set(numbers)) for numbers in drawn] == [200, 200]
    # The j-th sample of an alternative is the same whenever it is drawn.
    names = [[f"sample {j} of {arm}" for j in range(200)] for arm in range(2)]
    assert drawn == [[ft.Rng(2, name).random() for name in row] for row in names]


def test_a_target_stops_it() -> None:
    found = ft.select(ARMS, budget=10**6, seed=1, confidence=0.95)
    assert found.stop_reason == "confidence"
    assert found.confidence is not None
    assert found.confidence >= 0.95
    assert found.spent < 10**5


def test_how_simulators_are_called() -> None:
    class Machine:
        def __call__(self) -> float:
            return 1.0

        def draw(self, generator: random.Random) -> float:
            assert isinstance(generator, ft.Rng)
            return 2.0

        def with_default(self, rng: Any = None) -> float:
            return 0.0 if rng is None else 4.0

    machine = Machine()
    arms: list[Any] = [
        machine,
        machine.draw,
        lambda: np.float64(3),
        machine.with_default,
        functools.partial(np.random.default_rng(1).normal, 5, 0),
        functools.partial(max, 5.5, 6),
        lambda *anything: 7.0 + len(anything),
        lambda scale=8: scale,
    ]
    found = ft.select(arms, budget=16, seed=1)
    assert [row.mean for row in found.alternatives] == [1, 2, 3, 4, 5, 6, 7, 8]


@pytest.mark.parametrize("batch", [1, 8])
def test_a_callable_is_a_policy(batch: int) -> None:
    found = ft.select(
        ARMS, budget=90, seed=1, policy=lambda n, mean, var: int(np.argmin(n)), batch=batch
    )
    assert [row.visits for row in found.alternatives] == [30, 30, 30]


def test_one_alternative() -> None:
    found = ft.select([low], budget=20, seed=1)
    assert (found.index, found.confidence, found.spent) == (0, 1.0, 20)


def test_progress_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selection, "_BETWEEN_REPORTS", 0.0)
    told: list[ft.Selection] = []
    found = ft.select(ARMS, budget=50, seed=1, batch=10, progress=told.append)
    assert [(so_far.spent, so_far.stop_reason) for so_far in told] == [
        (spent, "running") for spent in (10, 20, 30, 40, 50)
    ]
    assert plain(told[-1]) == {**plain(found), "stop_reason": "running"}


def test_ctrl_c_brings_the_selection_so_far() -> None:
    calls = iter(range(100))

    def interrupting() -> float:
        if next(calls) == 20:
            raise KeyboardInterrupt
        return 1.0

    with pytest.raises(ft.Interrupted) as raised:
        ft.select([interrupting, low], budget=100, seed=1)
    found = raised.value.decision
    assert (found.stop_reason, found.index) == ("interrupted", 0)
    assert 20 <= found.spent == sum(row.visits for row in found.alternatives) < 100


def test_what_a_simulator_raises_passes_through() -> None:
    with pytest.raises(LookupError, match="mine") as raised:
        ft.select([low, broken], budget=100)
    assert raised.traceback[-1].name == "broken"
    with (
        ProcessPoolExecutor(1) as executor,
        pytest.raises(LookupError, match="mine"),
    ):
        ft.select([low, broken], budget=100, executor=executor)


def test_what_a_selection_tells() -> None:
    found = ft.select(ARMS, budget=200, seed=1)
    assert repr(found).startswith("<Selection: alternative 1, mean 0.")
    assert json.loads(json.dumps(found.to_dict()))["alternatives"][2]["action"] == 2
    assert found._repr_html_().count("<tr>") == 4


@pytest.mark.parametrize(
    ("call", "error", "told"),
    [
        (lambda: ft.select([], budget=5), ft.ParameterError, "nothing to select from"),
        (lambda: ft.select([low, 3], budget=5), ft.ParameterError, "simulator 1 is 3: give a call"),  # type: ignore[list-item]
        (
            lambda: ft.select([lambda a, b: 1.0], budget=5),  # type: ignore[list-item]
            ft.ParameterError,
            r"simulator 0 takes \(a, b\): give one that can be called as f\(\) or f\(rng\)",
        ),
        (lambda: ft.select([lambda *, a: 1.0], budget=5), ft.ParameterError, "takes"),  # type: ignore[list-item]
        (lambda: ft.select(ARMS, budget=2), ft.BudgetError, "at least one sample each, 3"),
        (lambda: ft.select(ARMS, budget=1e3), ft.BudgetError, r"budget=1000\.0"),  # type: ignore[arg-type]
        (lambda: ft.select(ARMS, budget=9, batch=0), ft.ParameterError, "batch=0"),
        (lambda: ft.select(ARMS, budget=9, seed=-1), ft.ParameterError, "seed=-1"),
        (lambda: ft.select(ARMS, budget=9, confidence=2), ft.BudgetError, "confidence=2"),
        (lambda: ft.select(ARMS, budget=9, policy="x"), ft.ParameterError, "policy='x'"),  # type: ignore[arg-type]
        (
            lambda: ft.select(ARMS, budget=9, policy=lambda n, m, v: 7),
            ft.PolicyError,
            "the policy chose index 7",
        ),
    ],
)
def test_refused(call: Any, error: type[Exception], told: str) -> None:
    with pytest.raises(error, match=told):
        call()


@pytest.mark.parametrize("given", [None, "1", float("nan"), float("inf"), True, [1.0]])
def test_a_sample_must_be_a_number(given: Any) -> None:
    with pytest.raises(ft.ParameterError, match=r"simulator 1 gave .* as its sample 0: let it"):
        ft.select([low, lambda: given], budget=10, seed=1)


def test_what_can_not_be_sent_to_a_process_is_named() -> None:
    with (
        ProcessPoolExecutor(1) as executor,
        pytest.raises(ft.ParameterError, match=r"simulator 1 can't be sent .* ThreadPoolExecutor"),
    ):
        ft.select([low, lambda: 1.0], budget=10, executor=executor)


def test_a_sample_can_be_too_large() -> None:
    with pytest.raises(ft.ParameterError, match="beyond 1e\\+100: scale the rewards"):
        ft.select([lambda: -2e100], budget=3)
