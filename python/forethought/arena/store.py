"""Games as rows of the database of results."""

from __future__ import annotations

import json
from collections.abc import Sequence

import sqlalchemy as sa

from forethought.arena.contest import Contest
from forethought.arena.record import GameRecord
from forethought.store import METADATA, Database

_GAMES = sa.Table(
    "games",
    METADATA,
    sa.Column("contest", sa.String(200), primary_key=True),
    sa.Column("first", sa.String(100), primary_key=True),
    sa.Column("second", sa.String(100), primary_key=True),
    sa.Column("pair", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("leg", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("points", sa.Double, nullable=False),
    sa.Column("reason", sa.String(20), nullable=False),
    sa.Column("record", sa.Text, nullable=False),
)


class GameStore(Database):
    """The games of matches and tournaments, in the same database as the results of experiments.

    ``points`` are those of the player ``first``. Two processes may carry out the same tournament
    at once: each game is kept once, as whoever ended it first played it.
    """

    table = _GAMES

    def claim(self, contest: Contest) -> None:
        """Note the settings of the contest, or check that they are those already noted.

        Raises `StoreError` naming the first setting that differs.
        """
        for player in contest.players:
            self.claim_part(contest.name, player.name, contest.settings(player))

    def append(self, contest: str, records: Sequence[GameRecord]) -> None:
        """Keep these games; those already kept stay as they are."""
        self.append_rows([self._row(contest, record) for record in records])

    def games(self, contest: Contest) -> list[GameRecord]:
        """The games that are kept of this contest."""
        query = sa.select(_GAMES).where(_GAMES.c.contest == contest.name)
        found = []
        for row in self.rows(query):
            place = f"game of {row.first} and {row.second}, pair {row.pair}, leg {row.leg}"
            found.append(GameRecord.from_dict(self.read(row.record, place)))
        return found

    def _orphans(self, name: str, part: str) -> int:
        columns = _GAMES.c
        query = sa.select(sa.func.count()).where(
            columns.contest == name, sa.or_(columns.first == part, columns.second == part)
        )
        return int(self.rows(query)[0][0])

    def _row(self, contest: str, record: GameRecord) -> dict[str, object]:
        first, second = record.players if record.leg == 0 else record.players[::-1]
        return {
            "contest": contest,
            "first": first,
            "second": second,
            "pair": record.pair,
            "leg": record.leg,
            "points": record.points_of(first),
            "reason": record.reason,
            "record": json.dumps(record.to_dict()),
        }
