"""Sides that do the same work in turns, in one thread, and the ratios of their speeds."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import ceil
from statistics import median
from typing import Any

WARM_UP = 1_000_000
"""The seed of the calls that are not counted; the rounds have the seeds from 0 on."""


@dataclass(frozen=True)
class Side:
    """One way to do some work: a call takes a seed and gives an answer, ``work`` units of it."""

    name: str
    work: int
    call: Callable[[int], Any]


@dataclass(frozen=True)
class Pace:
    """How long to measure: rounds, and the least time of a side in each, in seconds."""

    rounds: int = 7
    seconds: float = 0.25


@dataclass(frozen=True)
class Spread:
    """The median of some numbers, the least and the greatest."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, numbers: list[float]) -> "Spread":
        return cls(median(numbers), min(numbers), max(numbers))


@dataclass(frozen=True)
class Race:
    """The speeds of each side, in units of work per second, one for each round."""

    speeds: Mapping[str, list[float]]

    def speed(self, side: str) -> float:
        return median(self.speeds[side])

    def ratio(self, ours: str, peer: str) -> Spread:
        """How many times as fast: told round by round, so that both had the same machine."""
        pairs = zip(self.speeds[ours], self.speeds[peer], strict=True)
        return Spread.of([mine / theirs for mine, theirs in pairs])


def race(sides: list[Side], pace: Pace, check: Callable[[dict[str, Any]], object]) -> Race:
    """Lets the sides take turns, a new one first in each round.

    ``check`` gets the answers of a round by side, all for the same seed, and raises if one is
    wrong.
    """
    calls = {side.name: _calls(side, pace) for side in sides}
    speeds: dict[str, list[float]] = {side.name: [] for side in sides}
    for turn in range(pace.rounds):
        answers = {}
        first = turn % len(sides)
        for side in sides[first:] + sides[:first]:
            count = calls[side.name]
            seconds, answers[side.name] = _timed(side, turn, count)
            speeds[side.name].append(side.work * count / seconds)
        check(answers)
    return Race(speeds)


def _calls(side: Side, pace: Pace) -> int:
    """Warms up, and tells how many calls make a round."""
    side.call(WARM_UP)
    seconds, _ = _timed(side, WARM_UP, 1)
    return max(1, ceil(pace.seconds / seconds))


def _timed(side: Side, seed: int, count: int) -> tuple[float, Any]:
    """The time of ``count`` calls, and the answer of the first.

    The clock is that of this thread: other programs do not count, nor do idle threads of
    libraries that spin.
    """
    begun = time.thread_time()
    answer = side.call(seed)
    for extra in range(1, count):
        side.call(WARM_UP + extra)
    return time.thread_time() - begun, answer
