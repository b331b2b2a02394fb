"""General: Monte Carlo tree search as the game asks for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from forethought.game import OVER, Game, actions_of, step
from forethought.players.clock import Allowance, Deadline
from forethought.players.player import Player, Session
from forethought.players.searching import SearchPlayer
from forethought.policies import EpsilonGreedy
from forethought.rng import Rng
from forethought.search import MCTS

NAME = "general"
TOGETHER = MCTS(decoupled=True, backup="average", opponents=EpsilonGreedy(epsilon=0.2))
"""The search of games in which several choose at once.

The others choose by another policy, with chance in it. Two UCB policies that have seen the same try
the same at the same time, as if they had agreed on it: with more simulations they keep silent in
the prisoner's dilemma.
"""

_STEPS, _SECONDS = 300, 1.0


@dataclass(frozen=True, kw_only=True)
class GeneralPlayer(Player):
    """A search for games in which players take turns, and another where several choose at once.

    Choosing at once is to choose without knowing what others have chosen (``Game.information``).
    Whether a game has that is looked for when it begins, in random plays of 300 actions together
    and a second at most, and again before each move in what follows next.

    Attributes:
        in_turn: plays games in which players take turns.
        together: plays those in which several choose at once.
    """

    in_turn: SearchPlayer
    together: SearchPlayer

    def called(self) -> str:
        """Its name with its limits."""
        return f"{NAME}{self.in_turn.name.removeprefix('MCTS')}"

    def check(self, game: Game) -> None:
        """Raises Unsupported if one of the two searches can't search this game."""
        self.in_turn.check(game)
        self.together.check(game)

    def open(self, game: Game, state: Any, seat: int, seed: int) -> Session:
        """Begins a game."""
        return _General(self, game, state, seat, seed)


class _General(Session):
    def __init__(self, player: GeneralPlayer, game: Game, state: Any, seat: int, seed: int) -> None:
        self._player, self._game, self._seat, self._seed = player, game, seat, seed
        self._at_once = is_hidden(game, state, _STEPS)
        self._session = self._opened(state)

    def _opened(self, state: Any) -> Session:
        player = self._player.together if self._at_once else self._player.in_turn
        return player.open(self._game, state, self._seat, self._seed)

    def choose(self, state: Any, allowance: Allowance) -> Any:
        if not self._at_once and is_hidden(self._game, state, self._game.players + 1):
            self._session.close()
            self._at_once = True
            self._session = self._opened(state)
        self._session.tell = self.tell
        action = self._session.choose(state, allowance)
        self.spent = self._session.spent
        return action

    def follow(self, action: Any, state: Any) -> None:
        self._session.follow(action, state)

    def wait(self, seconds: float) -> None:
        self._session.wait(seconds)

    def close(self) -> None:
        self._session.close()


def is_hidden(game: Game, state: Any, steps: int) -> bool:
    """Whether a player who is asked knows less than the state, in random plays from a state on."""
    known = getattr(game, "information", None)
    if known is None:
        return False
    rng, deadline, here = Rng(0, "hidden"), Deadline(_SECONDS), state
    for _ in range(steps):
        turn = game.turn(here)
        if deadline.passed():
            return False
        if turn == OVER:
            here = state
            continue
        if turn >= 0 and known(here) != here:
            return True
        _, here = step(game, here, rng.choice(actions_of(game, here)), rng)
    return False
