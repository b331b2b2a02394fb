"""A match or a tournament as declared: which games are to be played, and what each depends on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from forethought._native import __version__
from forethought.arena.openings import Openings
from forethought.arena.play import Bout
from forethought.arena.sprt import SPRT
from forethought.arguments import is_number, seed_of, whole
from forethought.description import describe
from forethought.errors import ParameterError, Unsupported
from forethought.game import Game, sound
from forethought.players import Player
from forethought.rng import derived_seed

Pairing = tuple[Player, Player]


@dataclass(frozen=True)
class Contest:
    """Pairings of players, each with so many pairs of games from common openings.

    Every game is a function of the settings and of the names of its players: more games, or more
    players, add to what was played before.
    """

    name: str
    game: Game
    pairings: tuple[Pairing, ...]
    pairs: int
    openings: int | Sequence[Any]
    seed: int
    max_plies: int
    margin: float
    sprt: SPRT | None = None
    _made: Openings = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        sound(self.game)
        if self.game.players != 2:
            raise Unsupported(
                f"{self.game.name}: matches are for two players, and this game has "
                f"{self.game.players}: `forethought ggp match` plays rule sheets of any number"
            )
        seed_of(self.seed)
        whole(self.max_plies, "max_plies")
        if not (is_number(self.margin) and self.margin >= 0):
            raise ParameterError(f"margin={self.margin!r}: give a number of seconds, 0 or more")
        if not (self.sprt is None or isinstance(self.sprt, SPRT)):
            raise ParameterError(f"sprt={self.sprt!r}: give one such as ft.SPRT(0, 10)")
        _refuse_equal_names([self.players, *self.pairings])
        for player in self.players:
            player.check(self.game)
        object.__setattr__(self, "_made", Openings(self.game, self.openings, self.seed))

    @property
    def players(self) -> list[Player]:
        """The players, each once."""
        found: list[Player] = []
        for player in (player for pairing in self.pairings for player in pairing):
            if not any(player is other for other in found):
                found.append(player)
        return found

    @property
    def total(self) -> int:
        """How many games there are at most."""
        return 2 * self.pairs * len(self.pairings)

    def places(self) -> Iterator[tuple[int, int, int]]:
        """(pairing, pair, leg) of every game, in the order in which they are begun."""
        for pair in range(self.pairs):
            for pairing in range(len(self.pairings)):
                yield pairing, pair, 0
                yield pairing, pair, 1

    def bout(self, pairing: int, pair: int, leg: int) -> Bout:
        """A game; in leg 1 the players change places."""
        first, second = self.pairings[pairing]
        return Bout(
            game=self.game,
            players=(second, first) if leg else (first, second),
            opening=self._made[pair],
            pair=pair,
            leg=leg,
            seed=derived_seed(self.seed, first.name, second.name, pair, leg),
            max_plies=self.max_plies,
            margin=self.margin,
        )

    def settings(self, player: Player) -> dict[str, str]:
        """Everything a stored game depends on besides its number, as text to compare."""
        return {
            "seed": str(self.seed),
            "game": describe(self.game),
            "player": describe(player),
            "openings": describe(self.openings),
            "max_plies": str(self.max_plies),
            "margin": str(self.margin),
            "version": __version__,
        }


def _refuse_equal_names(groups: Sequence[Sequence[Player]]) -> None:
    for players in groups:
        names = [player.name for player in players]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise ParameterError(
                f"two players are called {twice!r}: give each a name of its own, name='...'"
            )


def pairs_of(games: int) -> int:
    """The pairs that so many games are. Raises ParameterError for an odd number."""
    count = whole(games, "games")
    if count % 2:
        raise ParameterError(
            f"games={games}: give an even number, as each opening is played with both colours"
        )
    return count // 2
