"""Thinking on the opponent's time."""

from __future__ import annotations

import threading
from collections.abc import Callable

from forethought.errors import ForethoughtError
from forethought.search import Budget, Search

PAUSE = 0.002
"""Seconds between two looks at whether to stop."""

_LONGEST = 86_400.0


class Pondering:
    """A search that runs in a thread until it is stopped.

    ``search`` gives it; it is called in the thread, which has the search alone until ``stop``
    returns. After so many seconds it ends by itself.
    """

    def __init__(self, search: Callable[[], Search], seconds: float = _LONGEST) -> None:
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._think, args=(search, seconds))
        self._thread.start()

    def _think(self, search: Callable[[], Search], seconds: float) -> None:
        try:
            for _ in search().iterate(Budget(seconds=seconds), every=PAUSE):
                if self._stopped.is_set():
                    return
        except ForethoughtError:
            # What is wrong will show when the player has to move.
            return

    def stop(self) -> None:
        """Stops it and waits until it has, a few milliseconds."""
        self._stopped.set()
        self._thread.join()
