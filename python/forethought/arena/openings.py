"""Where the games of a match begin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from forethought.arguments import whole
from forethought.errors import ParameterError
from forethought.game import CHANCE, OVER, Game, actions_of, step
from forethought.players import text_of
from forethought.rng import Rng

_TRIES = 200


@dataclass(frozen=True)
class Opening:
    """The state in which a game begins.

    Attributes:
        state: the state.
        actions: the actions that led to it, as texts; empty if it was given as a state.
        returns: what was paid on the way, per player.
    """

    state: Any
    actions: tuple[str, ...]
    returns: tuple[float, ...]


class Openings:
    """The openings of a match by number, each a function of the seed and the numbers before it.

    ``given`` is a number of random actions from the initial state, or a sequence of openings that
    are taken in turn: a list of actions, or a state (anything that is no list). Random ones are
    different states as long as 200 draws in a row find a new one.

    Raises ParameterError if an opening can't be played or is over; IllegalAction.
    """

    def __init__(self, game: Game, given: int | Sequence[Any], seed: int) -> None:
        self._game, self._seed = game, seed
        self._seen: set[Any] = set()
        self._made: list[Opening] = []
        self._listed: list[Any] | None = None
        if isinstance(given, Sequence) and not isinstance(given, str | bytes):
            if not given:
                raise ParameterError("openings=[]: give at least one, or a number of actions")
            self._listed = list(given)
            self._made = [self._given(number) for number in range(len(given))]
        else:
            self._plies = whole(given, "openings", 0, 1000)

    def __getitem__(self, number: int) -> Opening:
        if self._listed is not None:
            return self._made[number % len(self._listed)]
        while len(self._made) <= number:
            self._made.append(self._random(len(self._made)))
        return self._made[number]

    def _given(self, number: int) -> Opening:
        assert self._listed is not None
        wanted = self._listed[number]
        rng = Rng(self._seed, f"opening {number}")
        if isinstance(wanted, list):
            walk = _Walk(self._game, rng)
            for action in wanted:
                walk.take(action)
            opening = walk.opening()
        else:
            opening = Opening(wanted, (), (0.0,) * self._game.players)
        if self._game.turn(opening.state) < 0:
            raise ParameterError(
                f"openings[{number}]: at {opening.state!r} no player decides: give another"
            )
        return opening

    def _random(self, number: int) -> Opening:
        rng = Rng(self._seed, f"opening {number}")
        found = None
        for _ in range(_TRIES):
            drawn = self._drawn(rng)
            found = found or drawn
            if drawn is not None and drawn.state not in self._seen:
                found = drawn
                break
        if found is None:
            raise ParameterError(
                f"openings={self._plies}: {self._game.name} is over after so many actions "
                "wherever they lead: give fewer"
            )
        self._seen.add(found.state)
        return found

    def _drawn(self, rng: Rng) -> Opening | None:
        """One that is not over after that many actions."""
        walk = _Walk(self._game, rng)
        for _ in range(self._plies):
            if self._game.turn(walk.state) == OVER:
                return None
            walk.take(rng.choice(actions_of(self._game, walk.state)))
        return None if self._game.turn(walk.state) == OVER else walk.opening()


class _Walk:
    """Actions from the initial state on; chance is drawn as it comes."""

    def __init__(self, game: Game, rng: Rng) -> None:
        self._game, self._rng = game, rng
        self._actions: list[str] = []
        self._returns = [0.0] * game.players
        self.state = game.initial()
        self._let_chance_decide()

    def take(self, action: Any) -> None:
        self._step(action)
        self._actions.append(text_of(action))
        self._let_chance_decide()

    def opening(self) -> Opening:
        return Opening(self.state, tuple(self._actions), tuple(self._returns))

    def _let_chance_decide(self) -> None:
        while self._game.turn(self.state) == CHANCE:
            self._step(None)

    def _step(self, action: Any) -> None:
        rewards, self.state = step(self._game, self.state, action, self._rng)
        self._returns = [a + b for a, b in zip(self._returns, rewards, strict=True)]
