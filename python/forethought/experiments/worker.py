"""What happens in a worker: a few runs of one method, from their seeds to their results."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from forethought.experiments.experiment import (
    Answer,
    Experiment,
    LiveSearch,
    Method,
    needs_budget,
)
from forethought.experiments.store import Result


@dataclass(frozen=True)
class Chunk:
    """Runs of one method with the budgets still wanted of each, ascending."""

    experiment: Experiment
    method: Method
    runs: tuple[tuple[int, tuple[int, ...]], ...]


def run_chunk(chunk: Chunk) -> list[Result]:
    """Carry out the runs. An exception carries a note that says which run it came from."""
    game = chunk.experiment.game()
    results: list[Result] = []
    for run, budgets in chunk.runs:
        seed = chunk.experiment.run_seed(chunk.method.name, run)
        try:
            results += _run(chunk.experiment, chunk.method, game, run, seed, budgets)
        except Exception as error:
            where = f"experiment {chunk.experiment.name}, method {chunk.method.name}"
            error.add_note(f"in {where}, run {run}, seed {seed}")
            raise
    return results


def _run(
    experiment: Experiment, method: Method, game: Any, run: int, seed: int, budgets: tuple[int, ...]
) -> Iterator[Result]:
    for budget, decision, elapsed in _decisions(experiment, method, game, seed, budgets):
        yield Result(
            experiment=experiment.name,
            method=method.name,
            budget=budget,
            run=run,
            seed=seed,
            action=str(decision.action),
            correct=decision.action in experiment.optimum,
            visits={str(row.action): row.visits for row in decision.actions},
            value=decision.value,
            confidence=decision.confidence,
            bound=decision.bound,
            elapsed=elapsed,
        )


def _decisions(
    experiment: Experiment, method: Method, game: Any, seed: int, budgets: tuple[int, ...]
) -> Iterator[tuple[int, Answer, float]]:
    """One search carried through the budgets, or a fresh one each if the policy plans for it."""
    plans = needs_budget(method.search)
    search: LiveSearch | None = None
    for budget in budgets:
        if search is None or plans:
            started = time.perf_counter()
            search = experiment.start(
                game,
                method.search,
                state=experiment.state,
                seed=seed,
                budget=budget if plans else None,
            )
        yield budget, search.run(simulations=budget), time.perf_counter() - started
