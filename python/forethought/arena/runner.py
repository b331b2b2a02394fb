"""Carries a contest out: games go to workers and come back as records, kept as each game ends."""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from forethought.arena.contest import Contest
from forethought.arena.play import Bout, play
from forethought.arena.record import GameRecord
from forethought.arguments import check_callable, whole
from forethought.errors import ParameterError
from forethought.game import Game
from forethought.players import Player

if TYPE_CHECKING:
    from concurrent.futures import BrokenExecutor

    from forethought.arena.store import GameStore

Key = tuple[int, int, int]


@dataclass(frozen=True)
class Progress:
    """How far a contest is: games done and in all, and the seconds left.

    With a test that may end it early ``total`` is the most there can be. ``eta`` is None until
    something is done.
    """

    done: int
    total: int
    eta: float | None


def carry_out(
    contest: Contest,
    store: GameStore | None = None,
    *,
    workers: int = 1,
    progress: Callable[[Progress], None] | None = None,
) -> list[GameRecord]:
    """Play what the store lacks, keep each game as it ends, and return all of them in order.

    After an exception or Ctrl-C what had come is kept, and the same call goes on from there. What
    counts does not depend on the number of workers: of games that were begun before a test was
    decided, those behind the deciding pair are left out.
    """
    from concurrent.futures import BrokenExecutor

    from forethought.workers import WorkerError, drain, executor_for

    whole(workers, "workers")
    check_callable(progress, "progress")
    table = _Table(contest)
    if store is not None:
        store.claim(contest)
        for record in store.games(contest):
            table.add(record)
    plan = table.missing()
    started, had = time.monotonic(), table.done

    def keep(done: list[tuple[Bout, GameRecord]]) -> None:
        records = [record for _, record in done]
        if store is not None:
            store.append(contest.name, records)
        for record in records:
            table.add(record)

    def report() -> None:
        if progress is not None:
            pace = (time.monotonic() - started) / max(table.done - had, 1)
            left = contest.total - table.done
            progress(Progress(table.done, contest.total, pace * left))

    if workers > 1:
        _refuse_what_cannot_travel(contest)
    with executor_for(workers) as executor:
        try:
            drain(lambda: next(plan, None), play, keep, executor, after=report)
        except BrokenExecutor as error:
            raise WorkerError(_death(error)) from error
    return table.records()


def _death(error: BrokenExecutor) -> str:
    return (
        f"a worker process died ({error}): what was done is kept if there is a store; call this "
        'under if __name__ == "__main__": if a script of yours calls it, as every worker imports '
        "the script; else a player may have taken the process down: give it as ft.ProcessPlayer"
    )


def _refuse_what_cannot_travel(contest: Contest) -> None:
    things: list[Game | Player] = [contest.game, *contest.players]
    for thing in things:
        try:
            pickle.dumps(thing)
        except Exception as error:
            raise ParameterError(
                f"{thing.name} can't be sent to a worker ({error}): define what it uses in a "
                "module, not inside a function, or leave workers= out"
            ) from error


class _Table:
    """The games of a contest by their place; each pairing may be closed by the test."""

    def __init__(self, contest: Contest) -> None:
        self._contest = contest
        self._found: dict[Key, GameRecord] = {}
        self._place = {
            (first.name, second.name): number
            for number, (first, second) in enumerate(contest.pairings)
        }
        count = len(contest.pairings)
        self._counts = [[0, 0, 0, 0, 0] for _ in range(count)]
        self._checked = [0] * count
        self._closed = [False] * count

    @property
    def done(self) -> int:
        return len(self._found)

    def add(self, record: GameRecord) -> None:
        """Takes a game that belongs to the contest; there may be others in a store."""
        names = record.players if record.leg == 0 else record.players[::-1]
        pairing = self._place.get((names[0], names[1]))
        if pairing is None or record.pair >= self._contest.pairs:
            return
        self._found[pairing, record.pair, record.leg] = record
        self._test(pairing)

    def _test(self, pairing: int) -> None:
        """Tests after each whole pair in their order, whatever the order in which they came."""
        sprt = self._contest.sprt
        while sprt is not None and not self._closed[pairing]:
            games = self.pair(pairing, self._checked[pairing])
            if games is None:
                return
            self._counts[pairing][pair_points(games)] += 1
            self._checked[pairing] += 1
            self._closed[pairing] = sprt.verdict(self._counts[pairing]).accepted is not None

    def pair(self, pairing: int, number: int) -> tuple[GameRecord, GameRecord] | None:
        """Both games from an opening, or None if one is lacking."""
        first, second = (self._found.get((pairing, number, leg)) for leg in (0, 1))
        return None if first is None or second is None else (first, second)

    def missing(self) -> Iterator[Bout]:
        """The games still to be played; what is closed on the way is left out."""
        for pairing, pair, leg in self._contest.places():
            if not self._closed[pairing] and (pairing, pair, leg) not in self._found:
                yield self._contest.bout(pairing, pair, leg)

    def records(self) -> list[GameRecord]:
        """The games that count, pairing by pairing."""
        kept = [
            (key, record)
            for key, record in self._found.items()
            if not self._closed[key[0]] or key[1] < self._checked[key[0]]
        ]
        return [record for _, record in sorted(kept, key=lambda pair: pair[0])]


def pair_points(games: tuple[GameRecord, GameRecord]) -> int:
    """Twice the points that the first player of a pairing made in a pair, from 0 to 4."""
    return round(2 * (games[0].points[0] + games[1].points[1]))
