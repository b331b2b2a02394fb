"""Carries an experiment out: what the store lacks goes to workers and comes back as rows."""

from __future__ import annotations

import math
import multiprocessing
import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from forethought.arguments import check_callable, check_executor, whole
from forethought.errors import ForethoughtError
from forethought.experiments.experiment import Experiment, Method
from forethought.experiments.store import Result, Store
from forethought.experiments.worker import Chunk, prepare_worker, run_chunk

# A chunk is sized to take about this long: results reach the store within a second, and passing
# them costs little.
CHUNK_SECONDS = 0.5


class WorkerError(ForethoughtError):
    """A worker process ended without an answer."""


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
    if plan.left:
        with _executor(count, executor) as chosen:
            try:
                _drain(plan, store, chosen, executor, progress)
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


def _drain(
    plan: _Plan,
    store: Store,
    executor: Executor,
    given: Executor | None,
    progress: Callable[[Progress], None] | None,
) -> None:
    """Keep the workers fed and the store current until the plan is done.

    On a failure what still waits in an executor of the caller's is taken back.
    """
    running: dict[Future[list[Result]], Chunk] = {}
    try:
        _feed(plan, executor, running)
        while running:
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            _collect(plan, store, running, done)
            if progress is not None:
                progress(plan.progress())
            _feed(plan, executor, running)
    except BaseException:
        _collect(plan, store, running, {future for future in running if _succeeded(future)})
        if executor is given:
            for future in running:
                future.cancel()
        raise


def _feed(plan: _Plan, executor: Executor, running: dict[Future[list[Result]], Chunk]) -> None:
    """Two chunks a worker, one in hand and one waiting: nobody idles, and little is under way."""
    while len(running) < _capacity(executor):
        chunk = plan.next_chunk()
        if chunk is None:
            return
        running[executor.submit(run_chunk, chunk)] = chunk


def _capacity(executor: Executor) -> int:
    if isinstance(executor, _Here):
        return 1
    return 2 * int(getattr(executor, "_max_workers", None) or os.cpu_count() or 1)


def _collect(
    plan: _Plan,
    store: Store,
    running: dict[Future[list[Result]], Chunk],
    done: set[Future[list[Result]]],
) -> None:
    """Store what has come in one transaction, and only then raise the first failure."""
    succeeded = [future for future in done if _succeeded(future)]
    store.append([result for future in succeeded for result in future.result()])
    for future in succeeded:
        plan.finished(running.pop(future), future.result())
    for future in done:
        if future in running:
            future.result()


def _succeeded(future: Future[list[Result]]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


class _Here(Executor):
    """Runs each task at once in this process."""

    def submit(self, task: Callable[..., Any], /, *args: Any, **keywords: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(task(*args, **keywords))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def _executor(workers: int, given: Executor | None) -> Iterator[Executor]:
    if given is not None:
        yield given
    elif workers == 1:
        yield _Here()
    else:
        yield from _processes(workers)


def _processes(workers: int) -> Iterator[Executor]:
    """Spawned processes: a fork would copy the caller's threads and locks as they happen to be."""
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(
        workers, mp_context=multiprocessing.get_context("spawn"), initializer=prepare_worker
    )
    try:
        yield pool
        pool.shutdown()
    except BaseException:
        # Futures are not cancelled: the thread of the pool fails, and prints that it did, where it
        # finds a cancelled one as its processes end.
        for child in set(multiprocessing.active_children()) - others:
            child.terminate()
        pool.shutdown(wait=True)
        raise
