"""The standings of a tournament: a row for each player, and who did how against whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from forethought.arena.record import GameRecord
from forethought.arena.results import Match


@dataclass(frozen=True)
class Standing:
    """A row of the standings.

    Attributes:
        name: the player.
        elo: its rating, with ``low`` and ``high`` the ends of its 95 % interval.
        points: one for each game won, a half for each one drawn.
        games: games played; of these ``wins``, ``draws`` and ``losses``.
        faults: games lost by a fault of its own: on time, by an illegal action, by a crash.
    """

    name: str
    elo: float
    low: float
    high: float
    points: float
    games: int
    wins: int
    draws: int
    losses: int
    faults: int


def standings(names: Sequence[str], matches: Sequence[Match], anchor: str | None) -> list[Standing]:
    """A row for each player, the best rating first."""
    from forethought.arena.ratings import rate

    # In an order of their own, so that rounding does not depend on that of the players.
    results = {(m.first, m.second): m.pairs for m in matches}
    ratings = rate(sorted(names), dict(sorted(results.items())), anchor)
    games = [record for match in matches for record in match.games]
    rows = []
    for name in names:
        mine = [record for record in games if name in record.players]
        points = [record.points_of(name) for record in mine]
        rating = ratings[name]
        rows.append(
            Standing(
                name=name,
                elo=rating.elo,
                low=rating.low,
                high=rating.high,
                points=sum(points),
                games=len(mine),
                wins=points.count(1.0),
                draws=points.count(0.5),
                losses=points.count(0.0),
                faults=sum(_faulty(record, name) for record in mine),
            )
        )
    return sorted(rows, key=lambda row: (-row.elo, row.name))


def _faulty(record: GameRecord, name: str) -> bool:
    return record.loser is not None and record.players[record.loser] == name


def cross_table(names: Sequence[str], matches: Sequence[Match]) -> list[list[str]]:
    """Points of the player of each row against that of each column; a dash where none met."""
    cells = {(m.first, m.second): f"{m.points:g}/{len(m.games)}" for m in matches}
    cells |= {(m.second, m.first): f"{len(m.games) - m.points:g}/{len(m.games)}" for m in matches}
    return [[cells.get((row, column), "-") for column in names] for row in names]
