"""How far a training is, and the threads that carry it out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass

from forethought.arguments import whole


@dataclass(frozen=True)
class Progress:
    """How far one stage of a training is."""

    stage: str
    done: int
    total: int


Watcher = Callable[[Progress], None]


def threads(workers: int | None) -> int:
    """How many threads: as many as there are processors if None. Raises ParameterError."""
    return os.cpu_count() or 1 if workers is None else whole(workers, "workers", 1, 1024)


@contextmanager
def pool(workers: int) -> Iterator[ThreadPoolExecutor]:
    """Threads: the core does the work without the interpreter. Ctrl-C leaves out what waits."""
    made = ThreadPoolExecutor(workers)
    try:
        yield made
    finally:
        made.shutdown(cancel_futures=True)
