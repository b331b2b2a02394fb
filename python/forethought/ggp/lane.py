"""Work that is done in the order it was given, beside everything else."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

_Work = tuple[Callable[[], Any], "Future[Any]"]


class Lane:
    """Does one thing after the other in a thread, which ends when there is nothing left to do.

    What takes for ever holds up what comes after it in the same lane, and neither other lanes nor
    the end of the program.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._todo: deque[_Work] = deque()
        self._running = False

    def do(self, work: Callable[[], Any]) -> Future[Any]:
        """Has something done. The future gets what it gives or raises."""
        future: Future[Any] = Future()
        with self._lock:
            self._todo.append((work, future))
            begins, self._running = not self._running, True
        if begins:
            threading.Thread(target=self._run, daemon=True).start()
        return future

    def _run(self) -> None:
        while (item := self._next()) is not None:
            work, future = item
            try:
                found = work()
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(found)

    def _next(self) -> _Work | None:
        with self._lock:
            if not self._todo:
                self._running = False
                return None
            return self._todo.popleft()
