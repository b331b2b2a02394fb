"""`ft.select` beside the plainest loop: equal allocation in Python, with nothing checked.

A sample here costs next to nothing, so that what is measured is what a sample costs besides.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

import forethought as ft
from benchmarks.measure import Pace, Side, race
from benchmarks.result import Result, compared

PEER = "loop of equal allocation"
MEANS = (0.0, 0.5, 1.0, 2.0)


def selection(pace: Pace, budget: int = 20_000) -> Iterator[Result]:
    """Samples a second of callables that take no generator, and of those that do."""
    plain = [partial(Random(i).gauss, mean, 1.0) for i, mean in enumerate(MEANS)]
    given = [partial(draw, mean) for mean in MEANS]
    sides = [
        Side("f()", budget, lambda seed: ft.select(plain, budget=budget, seed=seed)),
        Side("f(rng)", budget, lambda seed: ft.select(given, budget=budget, seed=seed)),
        Side(PEER, budget, lambda _seed: equal(plain, budget)),
    ]
    run = race(sides, pace, partial(check, budget))
    for side in ("f()", "f(rng)"):
        yield compared(
            run,
            side,
            PEER,
            group="selection",
            name=f"OCBA over four of {side}, {budget:,} samples",
            unit="samples",
            answers="samples, which is best",
        )


def draw(mean: float, rng: ft.Rng) -> float:
    return rng.gauss(mean, 1.0)


def equal(simulators: Sequence[Callable[[], float]], budget: int) -> int:
    sums = [0.0] * len(simulators)
    for taken in range(budget):
        index = taken % len(simulators)
        sums[index] += simulators[index]()
    return max(range(len(sums)), key=sums.__getitem__)


def check(budget: int, found: dict[str, Any]) -> None:
    best = len(MEANS) - 1
    assert found[PEER] == best
    for side in ("f()", "f(rng)"):
        assert found[side].index == best
        assert found[side].spent == budget == sum(row.visits for row in found[side].alternatives)
