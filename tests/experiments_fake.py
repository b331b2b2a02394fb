"""An experiment whose search only draws from its seed, so that the runner is what is tested."""

from __future__ import annotations

import json
import random
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from forethought.experiments import Experiment, Method, Store, run


class Line:
    """Three actions at one state; the search below needs no more."""

    def initial(self) -> int:
        return 0

    def actions(self, state: int) -> list[int]:
        return [0, 1, 2]


@dataclass(frozen=True)
class Guess:
    """Visits actions at random, the middle one more often, after a pause of some seconds."""

    policy: Any = None
    pause: float = 0.0
    fails: bool = False


@dataclass(frozen=True)
class Planner:
    """A policy that needs its budget."""

    needs_budget: bool = True


@dataclass(frozen=True)
class Row:
    action: int
    visits: int
    mean: float = 0.0
    stderr: float = 1.0


@dataclass
class Decided:
    action: int
    value: float
    actions: list[Row]
    confidence: float | None
    bound: float | None = None


class BrokenError(RuntimeError):
    """What a user's own game might raise."""


@dataclass
class Guessing:
    search: Guess
    rng: random.Random
    visits: list[int] = field(default_factory=lambda: [0, 0, 0])

    def run(self, *, simulations: int) -> Decided:
        if self.search.fails:
            raise BrokenError("the stock is negative")
        time.sleep(self.search.pause)
        while sum(self.visits) < simulations:
            self.visits[self.rng.choice([0, 1, 1, 1, 2])] += 1
        action = self.visits.index(max(self.visits))
        rows = [Row(number, count) for number, count in enumerate(self.visits)]
        return Decided(
            action,
            self.visits[0] / simulations,
            rows,
            None if self.search.policy else max(self.visits) / simulations,
        )


def start(game: Any, search: Guess, *, state: Any, seed: int, budget: int | None) -> Guessing:
    return Guessing(search, random.Random(seed))


def experiment(runs: int = 12, pause: float = 0.0, **changes: Any) -> Experiment:
    values: dict[str, Any] = {
        "name": "line",
        "game": Line,
        "methods": (
            Method("guess", Guess(pause=pause)),
            Method("planner", Guess(policy=Planner(), pause=pause)),
        ),
        "optimum": (1,),
        "budgets": (5, 10, 20),
        "runs": runs,
        "seed": 1,
        "start": start,
    }
    return Experiment(**{**values, **changes})


def table(store: Path, wanted: Experiment) -> list[str]:
    """What is stored, as text without the times, which alone may differ."""
    with Store(store) as opened:
        rows = opened.results(wanted)
    return [json.dumps({**row.__dict__, "elapsed": 0}) for row in rows]


def carry_out(path: str, runs: str, workers: str) -> None:
    """For a process of its own."""
    with Store(path) as opened:
        run(experiment(runs=int(runs), pause=0.01), opened, workers=int(workers))
