"""Tournaments between any number of players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass, fields
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from forethought.arena.contest import Contest, Pairing, pairs_of
from forethought.arena.export import csv_text, games_jsonl, games_text
from forethought.arena.matches import OPENING, Playing, drawn_seed, kept
from forethought.arena.play import MARGIN, MOST_PLIES
from forethought.arena.record import GameRecord
from forethought.arena.results import Match, reasons_text
from forethought.arena.runner import Progress
from forethought.arena.sprt import SPRT
from forethought.arena.standings import Standing, cross_table, standings
from forethought.arena.statistics import elo_text
from forethought.errors import ParameterError
from forethought.game import Game
from forethought.players import Player, as_player

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Tournament:
    """The games of a tournament, and what follows from them; it prints as tables.

    Attributes:
        name: its name.
        game: the name of the game.
        players: the names of the players, in the order in which they were given.
        matches: the result of every two that met.
        seed: the seed, given or made of the name.
        anchor: the player whose rating is 0; None if the mean of all is.
    """

    name: str
    game: str
    players: tuple[str, ...]
    matches: tuple[Match, ...]
    seed: int
    anchor: str | None = None

    @property
    def games(self) -> list[GameRecord]:
        """All games, match by match."""
        return [record for match in self.matches for record in match.games]

    @cached_property
    def standings(self) -> list[Standing]:
        """A row for each player, the best rating first."""
        return standings(self.players, self.matches, self.anchor)

    @property
    def cross_table(self) -> tuple[list[str], list[list[str]]]:
        """The names in the order of the standings, and the points of each against each."""
        names = [row.name for row in self.standings]
        return names, cross_table(names, self.matches)

    def figure(self) -> Figure:
        """The ratings with their intervals as a picture."""
        from forethought.arena.figure import ratings_figure

        return ratings_figure(self.standings, f"{self.name}: {self.game}, {len(self.games)} games")

    def to_dict(self) -> dict[str, Any]:
        """The result as plain values, without the games."""
        return {
            "name": self.name,
            "game": self.game,
            "games": len(self.games),
            "seed": self.seed,
            "anchor": self.anchor,
            "standings": [dict(row.__dict__) for row in self.standings],
            "matches": [match.to_dict() for match in self.matches],
        }

    def write(self, folder: str | Path) -> list[Path]:
        """Writes the tables, the games and the figure into a folder, and returns the paths.

        ``standings.csv``, ``matches.csv``, ``games.txt``, ``games.jsonl``, ``ratings.png`` and
        ``ratings.svg``. Raises OSError if the folder can't be written.
        """
        from forethought.drawing import save

        place = Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        header = [each.name for each in fields(Standing)]
        files = {
            "standings.csv": csv_text(header, map(astuple, self.standings)),
            "matches.csv": csv_text(
                _COLUMNS, ([m.to_dict()[c] for c in _COLUMNS] for m in self.matches)
            ),
            "games.txt": games_text(self.games),
            "games.jsonl": games_jsonl(self.games),
        }
        for name, text in files.items():
            (place / name).write_text(text, encoding="utf-8")
        return [*(place / name for name in files), *save(self.figure(), place / "ratings")]

    def __str__(self) -> str:
        rows = [
            f"{place}. {row.name}: Elo {elo_text(row.elo)} ({elo_text(row.low)} to "
            f"{elo_text(row.high)}), {row.points:g} of {row.games}, {row.faults} lost by faults"
            for place, row in enumerate(self.standings, 1)
        ]
        head = f"{self.name}: {self.game}, {len(self.games)} games; intervals of 95 %"
        return "\n".join([head, *rows, f"ended: {reasons_text(self.games)}"])


_COLUMNS = (
    "first",
    "second",
    "games",
    "wins",
    "draws",
    "losses",
    "score",
    "elo",
    "elo_low",
    "elo_high",
    "superiority",
)


def _cells(match: Match) -> list[Any]:
    plain = match.to_dict()
    return [plain[column] for column in _COLUMNS]


def tournament(
    players: Sequence[Playing],
    game: Game,
    *,
    games: int = 100,
    gauntlet: bool = False,
    openings: int | Sequence[Any] = OPENING,
    seed: int | None = None,
    workers: int = 1,
    sprt: SPRT | None = None,
    anchor: str | None = None,
    max_plies: int = MOST_PLIES,
    margin: float = MARGIN,
    store: str | Path | None = None,
    name: str = "tournament",
    progress: Callable[[Progress], None] | None = None,
) -> Tournament:
    """Lets players play one another, and rates them together.

    Args:
        players: at least two, under different names.
        game: a game of two players.
        games: of every two players, an even number; see ``ft.match``.
        gauntlet: only the first player plays, against each of the others.
        openings: as in ``ft.match``; the same for every two players.
        seed: as in ``ft.match``.
        workers: as in ``ft.match``.
        sprt: ends the games of two players as soon as it is decided between them.
        anchor: the name of the player whose rating is to be 0; else the mean of all is 0.
        max_plies: actions after which a game is drawn.
        margin: seconds by which a player may be late.
        store: where games are kept as they end. The same call again, also after ``kill -9``, plays
            what is lacking; more games or players add to what is there. Other settings under the
            same name are refused.
        name: of the tournament in the store.
        progress: is called after each game.

    Raises ParameterError, Unsupported, StoreError; what the game itself raises passes through.
    """
    entered = [as_player(player) for player in players]
    if len(entered) < 2:
        raise ParameterError(f"players: {len(entered)} given: give at least two")
    names = [player.name for player in entered]
    if anchor is not None and anchor not in names:
        raise ParameterError(f"anchor={anchor!r}: give the name of a player: {', '.join(names)}")
    contest = Contest(
        name=name,
        game=game,
        pairings=tuple(_pairings(entered, gauntlet)),
        pairs=pairs_of(games),
        openings=openings,
        seed=drawn_seed(seed, name, store),
        max_plies=max_plies,
        margin=margin,
        sprt=sprt,
    )
    records = kept(contest, store, workers, progress)
    matches = tuple(_match(contest, pairing, records) for pairing in contest.pairings)
    return Tournament(name, game.name, tuple(names), matches, contest.seed, anchor)


def _pairings(players: Sequence[Player], gauntlet: bool) -> list[Pairing]:
    """Every two players, or the first with each other; in each the lesser name comes first.

    So that what is stored does not depend on the order in which the players are given.
    """
    first = players[0]
    drawn = [(first, other) for other in players[1:]] if gauntlet else combinations(players, 2)
    return [(a, b) if a.name <= b.name else (b, a) for a, b in drawn]


def _match(contest: Contest, pairing: Pairing, records: Sequence[GameRecord]) -> Match:
    first, second = (player.name for player in pairing)
    games = tuple(record for record in records if {*record.players} == {first, second})
    return Match(first, second, contest.game.name, games, contest.seed, contest.sprt)
