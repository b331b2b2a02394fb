"""Worker processes, or executors of the caller's, and what they have in common."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import parent_process
from typing import Any, TypeVar

from forethought.errors import ForethoughtError

Task = TypeVar("Task")
Answer = TypeVar("Answer")


class WorkerError(ForethoughtError):
    """A worker process ended without an answer."""


def drain(
    next_task: Callable[[], Task | None],
    work: Callable[[Task], Answer],
    keep: Callable[[list[tuple[Task, Answer]]], None],
    executor: Executor,
    after: Callable[[], None],
) -> None:
    """Keep the workers fed with tasks until there are none, and what they give kept as it comes.

    `keep` gets what has come; `after` is called when that is kept. On a failure what had come is
    kept, what still waits is taken back from an executor of the caller's, and the failure raised.
    """
    running: dict[Future[Answer], Task] = {}
    try:
        _feed(running, next_task, work, executor)
        while running:
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            _collect(running, keep, done)
            after()
            _feed(running, next_task, work, executor)
    except BaseException:
        _collect(running, keep, {future for future in running if _succeeded(future)})
        if not isinstance(executor, _Own):
            for future in running:
                future.cancel()
        raise


def _feed(running: dict[Future[Any], Any], next_task: Any, work: Any, executor: Executor) -> None:
    """Two tasks a worker, one in hand and one waiting: nobody idles, and little is under way."""
    while len(running) < _capacity(executor):
        task = next_task()
        if task is None:
            return
        running[executor.submit(work, task)] = task


def _capacity(executor: Executor) -> int:
    if isinstance(executor, _Here):
        return 1
    return 2 * int(getattr(executor, "_max_workers", None) or os.cpu_count() or 1)


def _collect(running: dict[Future[Any], Any], keep: Any, done: set[Future[Any]]) -> None:
    """Keep what has come at once, and only then raise the first failure."""
    good = [future for future in done if _succeeded(future)]
    if good:
        keep([(running.pop(future), future.result()) for future in good])
    for future in done:
        if future in running:
            future.result()


def _succeeded(future: Future[Any]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


class _Own:
    """An executor made here, whose tasks end with it."""


class _Here(_Own, Executor):
    """Runs each task at once in this process."""

    def submit(self, task: Callable[..., Any], /, *args: Any, **keywords: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(task(*args, **keywords))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def executor_for(workers: int, given: Executor | None = None) -> Iterator[Executor]:
    """The executor given, this process for a single worker, or so many processes."""
    if given is not None:
        yield given
    elif workers == 1:
        yield _Here()
    else:
        yield from _processes(workers)


class _Processes(_Own, ProcessPoolExecutor):
    """Processes of our own."""


def _processes(workers: int) -> Iterator[Executor]:
    """Spawned processes: a fork would copy the caller's threads and locks as they happen to be."""
    others = set(multiprocessing.active_children())
    pool = _Processes(
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


def prepare_worker() -> None:
    """Leave Ctrl-C to the parent, which stores what is done; end with it even if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
