"""The result between two players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from forethought.arena.record import REASONS, GameRecord
from forethought.arena.runner import pair_points
from forethought.arena.sprt import SPRT, Verdict
from forethought.arena.statistics import Estimate, elo_text


@dataclass(frozen=True)
class Match:
    """The games between two players, and what follows from them; it prints as a report.

    Attributes:
        first: the name of the first player. All numbers are from its side.
        second: the name of the second player.
        game: the name of the game.
        games: the record of every game.
        seed: the seed, given or drawn.
        sprt: the test that could end the match, or None.
    """

    first: str
    second: str
    game: str
    games: tuple[GameRecord, ...]
    seed: int
    sprt: SPRT | None = None

    @cached_property
    def _points(self) -> Counter[float]:
        return Counter(record.points_of(self.first) for record in self.games)

    @property
    def wins(self) -> int:
        """Games won."""
        return self._points[1.0]

    @property
    def draws(self) -> int:
        """Games drawn."""
        return self._points[0.5]

    @property
    def losses(self) -> int:
        """Games lost."""
        return self._points[0.0]

    @property
    def points(self) -> float:
        """One for each game won, a half for each one drawn."""
        return self.wins + self.draws / 2

    @property
    def score(self) -> float:
        """Points per game, from 0 to 1; 0.5 without games."""
        return self.points / len(self.games) if self.games else 0.5

    @cached_property
    def pairs(self) -> tuple[int, int, int, int, int]:
        """How many pairs of games brought 0, 1/2, 1, 3/2 and 2 points."""
        return pair_counts(self.games)

    @cached_property
    def estimate(self) -> Estimate:
        """The difference in Elo with its interval, from the whole pairs."""
        return Estimate.of(self.pairs)

    @property
    def elo(self) -> float:
        """The difference in Elo; inf or -inf if one side won every game."""
        return self.estimate.elo

    @property
    def superiority(self) -> float:
        """The likelihood that the first player is the better one."""
        return self.estimate.superiority

    @property
    def verdict(self) -> Verdict | None:
        """Where the test stands, if there is one."""
        return None if self.sprt is None else self.sprt.verdict(self.pairs)

    @property
    def reasons(self) -> dict[str, int]:
        """How many games ended for which reason: see ``ft.GameRecord``."""
        return dict(Counter(record.reason for record in self.games))

    @property
    def faults(self) -> list[GameRecord]:
        """The games that a player lost by a fault of its own."""
        return [record for record in self.games if record.loser is not None]

    def to_dict(self) -> dict[str, Any]:
        """The result as plain values, without the games; an infinite Elo is None."""
        low, high = self.estimate.score_interval
        verdict = self.verdict
        return {
            "first": self.first,
            "second": self.second,
            "game": self.game,
            "games": len(self.games),
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "pairs": list(self.pairs),
            "score": self.score,
            "score_low": low,
            "score_high": high,
            "elo": finite(self.elo),
            "elo_low": finite(self.estimate.low),
            "elo_high": finite(self.estimate.high),
            "superiority": self.superiority,
            "reasons": self.reasons,
            "sprt": None if verdict is None else dict(verdict.__dict__),
            "seed": self.seed,
        }

    def __str__(self) -> str:
        lines = [
            f"{self.first} against {self.second}: {self.game}, {len(self.games)} games"
            f"{_opened(self.games)}",
            f"score {self.points:g} of {len(self.games)} ({self.score:.1%}): "
            f"{self.wins} won, {self.draws} drawn, {self.losses} lost",
            f"Elo {elo_text(self.elo)}, 95 % interval {elo_text(self.estimate.low)} to "
            f"{elo_text(self.estimate.high)}; better with likelihood {self.superiority:.1%}",
            f"pairs with 0, 1/2, 1, 3/2, 2 points: {', '.join(map(str, self.pairs))}",
            f"ended: {reasons_text(self.games)}",
        ]
        if self.faults:
            first = self.faults[0]
            lines.append(f"first fault: {first.players[first.loser or 0]}: {first.detail}")
        if self.verdict is not None:
            lines.append(f"{self.sprt}: {self.verdict}")
        return "\n".join(lines)


def _opened(games: Sequence[GameRecord]) -> str:
    """How many actions of the games nobody chose."""
    longest = max((len(record.opening) for record in games), default=0)
    return f", each after an opening of {longest} actions" if longest else ""


def finite(elo: float) -> float | None:
    """A number, or None for an infinite one, which JSON has no word for."""
    return elo if abs(elo) < float("inf") else None


def pair_counts(games: Sequence[GameRecord]) -> tuple[int, int, int, int, int]:
    """The pairs of one pairing by the points of its first player; half pairs are left out."""
    legs: dict[int, dict[int, GameRecord]] = {}
    for record in games:
        legs.setdefault(record.pair, {})[record.leg] = record
    counts = [0, 0, 0, 0, 0]
    for pair in legs.values():
        if len(pair) == 2:
            counts[pair_points((pair[0], pair[1]))] += 1
    return counts[0], counts[1], counts[2], counts[3], counts[4]


def reasons_text(games: Sequence[GameRecord]) -> str:
    """Why the games ended, with who lost by what."""
    found = Counter(
        (record.reason, None if record.loser is None else record.players[record.loser])
        for record in games
    )
    order = list(REASONS)
    rows = sorted(found.items(), key=lambda row: (order.index(row[0][0]), row[0][1] or ""))
    return (
        "; ".join(
            f"{count} {REASONS[reason]}" + (f" ({name})" if name else "")
            for (reason, name), count in rows
        )
        or "no games"
    )
