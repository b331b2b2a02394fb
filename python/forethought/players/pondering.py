"""Thinking on the opponent's time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from forethought.errors import ForethoughtError
from forethought.game import Game
from forethought.search import Budget, Search

PAUSE = 0.002
"""Seconds between two looks at whether to stop."""

_LONGEST = 86_400.0


class Pondering:
    """A search that runs in a thread until it is stopped.

    ``search_at`` gives the search at a state; it is called in the thread, which has it alone until
    ``stop`` returns.
    """

    def __init__(self, game: Game, search_at: Callable[[Any], Search], state: Any) -> None:
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None
        if game.turn(state) >= 0:
            self._thread = threading.Thread(target=self._think, args=(search_at, state))
            self._thread.start()

    def _think(self, search_at: Callable[[Any], Search], state: Any) -> None:
        try:
            for _ in search_at(state).iterate(Budget(seconds=_LONGEST), every=PAUSE):
                if self._stopped.is_set():
                    return
        except ForethoughtError:
            # What is wrong will show when the player has to move.
            return

    def stop(self) -> None:
        """Stops it and waits until it has, a few milliseconds."""
        self._stopped.set()
        if self._thread is not None:
            self._thread.join()
