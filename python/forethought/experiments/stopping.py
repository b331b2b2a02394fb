"""Searches that may stop before their budget, once they are confident enough."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from forethought.experiments.experiment import Answer, LiveSearch
from forethought.search import Search, start


@dataclass(frozen=True)
class Stopping:
    """A search that stops at this confidence (APCS), or else at the budget of the experiment."""

    search: Any
    confidence: float


def start_stopping(
    game: Any, search: Stopping, *, state: Any, seed: int, budget: int | None
) -> LiveSearch:
    """Opens a `Stopping` around a `forethought.MCTS`; the `start` of an experiment."""
    opened = start(game, search.search, state=state, seed=seed, budget=budget)
    return _Watched(opened, search.confidence)


@dataclass(frozen=True)
class _Watched:
    search: Search
    confidence: float

    def run(self, *, simulations: int) -> Answer:
        return self.search.run(simulations=simulations, confidence=self.confidence)
