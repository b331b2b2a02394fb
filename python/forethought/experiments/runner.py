"""Carries an experiment out: what the store lacks goes to workers and comes back as rows."""

from __future__ import annotations

import math
import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor
from dataclasses import dataclass

from forethought.arguments import check_callable, check_executor, whole
from forethought.experiments.experiment import Experiment, Method
from forethought.experiments.store import Result, Store
from forethought.experiments.worker import Chunk, run_chunk
from forethought.workers import WorkerError, drain, executor_for

# A chunk is sized to take about this long: results reach the store within a second, and passing
# them costs little.
CHUNK_SECONDS = 0.5


@dataclass(frozen=True)
class Progress:
    """How far an experiment is: runs of all methods done and in all, and the seconds left.

    `eta` is None until something is done.
    """

    experiment: str
    done: int
    total: int
    eta: float | None


def run(
    experiment: Experiment,
    store: Store,
    *,
    workers: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> list[Result]:
    """Carry out what the store lacks, keep it as it comes, and return all the results.

    `workers` is the number of processes (default: one for each CPU); 1 runs in this process.
    Each process imports the script that calls this, which must therefore call it under
    `if __name__ == "__main__":`.
    `executor` takes the place of these: any `concurrent.futures.Executor` whose workers can import
    the experiment. The results do not depend on either. After an exception or Ctrl-C what had come
    is kept, and the same call goes on from there. Raises `StoreError` if the store holds this
    experiment under other settings, `ParameterError` if an argument is out of range,
    `WorkerError` if a worker process dies.
    """
    if workers is not None:
        workers = whole(workers, "workers")
    check_executor(executor)
    check_callable(progress, "progress")
    store.claim(experiment)
    plan = _Plan(experiment, store.stored(experiment))
    count = workers or os.cpu_count() or 1

    def keep(done: list[tuple[Chunk, list[Result]]]) -> None:
        store.append([result for _, results in done for result in results])
        for chunk, results in done:
            plan.finished(chunk, results)

    def report() -> None:
        if progress is not None:
            progress(plan.progress())

    if plan.left:
        with executor_for(count, executor) as chosen:
            try:
                drain(plan.next_chunk, run_chunk, keep, chosen, after=report)
            except BrokenExecutor as error:
                raise WorkerError(_death(experiment, error)) from error
    return store.results(experiment)


def _death(experiment: Experiment, error: BrokenExecutor) -> str:
    return (
        f"experiment {experiment.name}: a worker process died ({error}): what was done is kept; "
        'call run under if __name__ == "__main__": if a script of yours calls it, as every worker '
        "imports the script; else run the same again, with fewer workers if memory ran short"
    )


class _Plan:
    """The runs still to do, dealt out to the methods in turn, in chunks sized by their pace."""

    def __init__(self, experiment: Experiment, stored: set[tuple[str, int, int]]) -> None:
        self._experiment = experiment
        self._missing = {
            method.name: deque(self._missing_runs(experiment, method, stored))
            for method in experiment.methods
        }
        self._turns = deque(experiment.methods)
        self._pace: dict[str, float] = {}
        self._started = time.monotonic()
        self.total = experiment.runs * len(experiment.methods)
        self.left = sum(len(runs) for runs in self._missing.values())
        self._todo = self.left

    @staticmethod
    def _missing_runs(
        experiment: Experiment, method: Method, stored: set[tuple[str, int, int]]
    ) -> Iterator[tuple[int, tuple[int, ...]]]:
        for number in range(experiment.runs):
            budgets = tuple(
                b for b in sorted(experiment.budgets) if (method.name, number, b) not in stored
            )
            if budgets:
                yield number, budgets

    def next_chunk(self) -> Chunk | None:
        """The next runs of the method whose turn it is, or None when all are dealt out."""
        for _ in range(len(self._turns)):
            method = self._turns[0]
            self._turns.rotate(-1)
            runs = self._missing[method.name]
            if runs:
                size = min(self._chunk_size(method.name), len(runs))
                return Chunk(self._experiment, method, tuple(runs.popleft() for _ in range(size)))
        return None

    def _chunk_size(self, method: str) -> int:
        pace = self._pace.get(method)
        return 1 if pace is None else max(1, math.floor(CHUNK_SECONDS / max(pace, 1e-6)))

    def finished(self, chunk: Chunk, results: list[Result]) -> None:
        """Count a chunk and learn the seconds a run of its method takes."""
        self.left -= len(chunk.runs)
        last = {result.run: result.elapsed for result in results}
        self._pace[chunk.method.name] = sum(last.values()) / len(last)

    def progress(self) -> Progress:
        done = self._todo - self.left
        eta = (time.monotonic() - self._started) / done * self.left if done else None
        return Progress(self._experiment.name, self.total - self.left, self.total, eta)
