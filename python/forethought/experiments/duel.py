"""A duel: a match as a study declares it, one side of which is tuned to the effort of the other."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from forethought.arena import SPRT, Match
from forethought.arena.contest import Contest
from forethought.arena.effort import MeanEffort, TuningError, efforts, tune
from forethought.arena.runner import carry_out
from forethought.arena.store import GameStore
from forethought.experiments.experiment import Native
from forethought.players import Player
from forethought.rng import derived_seed

PLIES = 6
"""Random actions before each game, unless said otherwise."""

LATE = 60.0
"""Seconds by which a player may be late: the machine, not the player, would have to answer for it;
what each side took is in the tables."""

_MOST_PLIES = 1000


@dataclass(frozen=True)
class Tuning:
    """Sets a parameter so that the effort of the one player is a share of that of the other.

    The effort falls as the parameter grows. It is the mean over the moves of ``pairs`` pairs of
    games for each parameter tried, from openings of their own. Nothing below ``least`` is tried:
    where even that falls short, the player has no use for so much effort.
    """

    effort: Literal["nodes", "seconds"]
    share: float
    start: float
    least: float
    pairs: int
    tolerance: float = 0.03

    def of(self, effort: MeanEffort) -> float:
        """The number that is tuned."""
        return effort.nodes if self.effort == "nodes" else effort.seconds


class _Least(Exception):  # noqa: N818
    """The parameter would have to be below the least."""


@dataclass(frozen=True)
class Duel:
    """A player made of a parameter, against another.

    ``setting`` is the parameter, or how it is found. What is stored depends on nothing but this
    and, where a clock is in it, on the machine. ``labels`` say in the report which of the duels of
    a study it is. It goes to worker processes: ``player`` is importable by name.
    """

    name: str
    game: Native
    player: Callable[[float], Player]
    opponent: Player
    pairs: int
    seed: int
    setting: Tuning | float = 0.0
    sprt: SPRT | None = None
    plies: int = PLIES
    labels: dict[str, Any] = field(default_factory=dict)

    def parameter(self, store: GameStore) -> float:
        """The parameter: tuned by games that are kept too, so that it is found again at once."""
        tuning = self.setting
        if not isinstance(tuning, Tuning):
            return tuning
        tried: dict[float, float] = {}

        def effort(parameter: float) -> float:
            if parameter < tuning.least:
                raise _Least
            tried[parameter] = self._share(store, tuning, parameter)
            return tried[parameter]

        try:
            return tune(effort, tuning.share, tuning.start, tolerance=tuning.tolerance)
        except (_Least, TuningError):
            return min(tried, key=lambda each: abs(math.log(max(tried[each], 1e-9) / tuning.share)))

    def _share(self, store: GameStore, tuning: Tuning, parameter: float) -> float:
        name = f"{self.name}, tuning {parameter!r}"
        contest = self._contest(name, parameter, tuning.pairs, derived_seed(self.seed, "tuning"))
        mine, other = efforts(_match(contest, store))
        return tuning.of(mine) / tuning.of(other)

    def contest(self, parameter: float) -> Contest:
        """The games, to be played or read."""
        name = self.name if self.setting == parameter else f"{self.name}, {parameter!r}"
        return self._contest(name, parameter, self.pairs, self.seed)

    def _contest(self, name: str, parameter: float, pairs: int, seed: int) -> Contest:
        return Contest(
            name=name,
            game=self.game(),
            pairings=((self.player(parameter), self.opponent),),
            pairs=pairs,
            openings=self.plies,
            seed=seed,
            max_plies=_MOST_PLIES,
            margin=LATE,
            sprt=self.sprt,
        )

    def played(self, store: GameStore) -> Played:
        """The duel carried out: what the store lacks is played."""
        parameter = self.parameter(store)
        return Played(self, parameter, _match(self.contest(parameter), store))


def _match(contest: Contest, store: GameStore) -> Match:
    ((first, second),) = contest.pairings
    games = tuple(carry_out(contest, store))
    return Match(first.name, second.name, contest.game.name, games, contest.seed, contest.sprt)


@dataclass(frozen=True)
class Played:
    """A duel with its parameter and its games."""

    duel: Duel
    parameter: float
    match: Match

    @cached_property
    def efforts(self) -> tuple[MeanEffort, MeanEffort]:
        """What the player and its opponent spent a move."""
        return efforts(self.match)

    @property
    def nodes(self) -> float:
        """The nodes a move of the player as a share of its opponent's."""
        return self.efforts[0].nodes / self.efforts[1].nodes

    @property
    def seconds(self) -> float:
        """The seconds a move of the player as a share of its opponent's."""
        return self.efforts[0].seconds / self.efforts[1].seconds

    def first(self, pairs: int) -> Played:
        """The same with the first pairs of games only."""
        games = tuple(record for record in self.match.games if record.pair < pairs)
        match = Match(
            self.match.first, self.match.second, self.match.game, games, self.match.seed, None
        )
        return Played(self.duel, self.parameter, match)
