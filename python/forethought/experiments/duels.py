"""A study of duels: they are dealt out in portions, and each game is kept as it ends."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass, replace

from forethought.arena.runner import Progress
from forethought.arena.store import GameStore
from forethought.experiments.duel import Duel, Played
from forethought.experiments.study import StudyReport, Watch
from forethought.workers import WorkerError, drain, executor_for

_PORTIONS = 10
"""Portions of a duel: so that all get on at about the same pace, and nobody idles at the end."""


@dataclass(frozen=True)
class Portion:
    """Some games of a duel, next to those that a store has."""

    duel: Duel
    store: str


@dataclass(frozen=True)
class Reached:
    """Where a duel is after a portion: its games, those just played, and whether that is all."""

    games: int
    new: int
    over: bool


def play_portion(portion: Portion) -> Reached:
    """Tune if that has not been done, and play some pairs, one game after the other.

    Both sides think in turn in one process: what else the machine has to do slows both.
    """
    duel = portion.duel
    with GameStore(portion.store) as store:
        had = len(store.games(duel.contest(duel.parameter(store))))
        pairs = min(duel.pairs, had // 2 + max(duel.pairs // _PORTIONS, 1))
        match = replace(duel, pairs=pairs).played(store).match
    decided = match.verdict is not None and match.verdict.accepted is not None
    games = len(match.games)
    return Reached(games, max(games - had, 0), decided or pairs == duel.pairs)


@dataclass(frozen=True)
class DuelStudy:
    """Duels, and what makes a report of them when all are carried out."""

    name: str
    duels: tuple[Duel, ...]
    report: Callable[[Sequence[Played]], StudyReport]

    def carry_out(self, store: str, workers: int | None, watch: Watch) -> StudyReport:
        """Carry out what the store lacks; a worker plays one duel at a time."""
        GameStore(store).close()
        plan = _Plan(self.duels, store)
        with (
            watch(self.name, "games") as progress,
            executor_for(workers or os.cpu_count() or 1) as executor,
        ):
            try:
                drain(
                    plan.next_portion,
                    play_portion,
                    plan.keep,
                    executor,
                    after=lambda: progress(plan.progress()),
                )
            except BrokenExecutor as error:
                raise WorkerError(
                    f"{self.name}: a worker process died ({error}): what was done is kept: run "
                    "the same again, with fewer workers if memory ran short"
                ) from error
        with GameStore(store) as opened:
            return self.report([duel.played(opened) for duel in self.duels])


class _Plan:
    """The duels in turn; none is under way twice at a time."""

    def __init__(self, duels: Sequence[Duel], store: str) -> None:
        self._store = store
        self._turns = deque(duels)
        self._reached: dict[str, Reached] = {}
        self._total = {duel.name: 2 * duel.pairs for duel in duels}
        self._started, self._new = time.monotonic(), 0

    def next_portion(self) -> Portion | None:
        return Portion(self._turns.popleft(), self._store) if self._turns else None

    def keep(self, done: list[tuple[Portion, Reached]]) -> None:
        """Put what is not over at the end of the queue."""
        for portion, reached in done:
            self._reached[portion.duel.name] = reached
            self._new += reached.new
            if reached.over:
                self._total[portion.duel.name] = reached.games
            else:
                self._turns.append(portion.duel)

    def progress(self) -> Progress:
        done = sum(reached.games for reached in self._reached.values())
        total = sum(self._total.values())
        pace = (time.monotonic() - self._started) / self._new if self._new else None
        return Progress(done, total, None if pace is None else pace * (total - done))
