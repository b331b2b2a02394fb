"""Players without a search: a function, the first legal action, and any legal action."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from forethought.game import Game, actions_of
from forethought.players.clock import Allowance
from forethought.players.player import Player, Session
from forethought.rng import Rng


@dataclass(frozen=True, kw_only=True)
class FunctionPlayer(Player):
    """A function that gives the action for a state; made by ``ft.player``.

    It runs in the process of the game, so that it can be timed but not stopped.
    """

    function: Callable[[Any], Any]

    def called(self) -> str:
        """The name of the function."""
        named = getattr(self.function, "__name__", type(self.function).__name__)
        return ", ".join(filter(None, [named, self.limits_text()]))

    def open(self, game: Game, state: Any, seat: int, seed: int) -> Session:  # noqa: ARG002
        """Begins a game: the function knows nothing of it but the states."""
        return _Calling(self.function)


class _Calling(Session):
    def __init__(self, function: Callable[[Any], Any]) -> None:
        self._function = function

    def choose(self, state: Any, allowance: Allowance) -> Any:  # noqa: ARG002
        return self._function(state)


@dataclass(frozen=True, kw_only=True)
class LegalPlayer(Player):
    """Plays the first legal action."""

    def called(self) -> str:
        """It is called legal."""
        return "legal"

    def open(self, game: Game, state: Any, seat: int, seed: int) -> Session:  # noqa: ARG002
        """Begins a game."""
        return _Calling(lambda state: actions_of(game, state)[0])


@dataclass(frozen=True, kw_only=True)
class RandomPlayer(Player):
    """Plays each legal action with the same probability."""

    def called(self) -> str:
        """It is called random."""
        return "random"

    def open(self, game: Game, state: Any, seat: int, seed: int) -> Session:  # noqa: ARG002
        """Begins a game with a stream of random numbers of its own."""
        return _Drawing(game, Rng(seed, "random player"))


class _Drawing(Session):
    def __init__(self, game: Game, rng: Rng) -> None:
        self._game, self._rng = game, rng

    def choose(self, state: Any, allowance: Allowance) -> Any:  # noqa: ARG002
        return self._rng.choice(actions_of(self._game, state))
