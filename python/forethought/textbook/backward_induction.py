"""Exact values by backward induction (Bellman 1957): the oracle of the tests."""

from collections.abc import Collection
from typing import Any

from forethought.errors import Unsupported
from forethought.game import OVER, Game, Rewards, actions_of, outcomes_of

_OPEN: Rewards = ()


class BackwardInduction:
    """What states and actions are worth when every player maximises his own return.

    Of equally good actions the first is taken. The game must list its chance, no state may come
    twice in a play, and plays must be shorter than Python's recursion limit.

    Args:
        game: the game.
        random_players: players who take any action with equal probability instead.
    """

    def __init__(self, game: Game, random_players: Collection[int] = ()) -> None:
        self.game = game
        self.random_players = random_players
        self.values: dict[Any, Rewards] = {}

    def value(self, state: Any) -> Rewards:
        """V(x): the expected return from a state on, for each player.

        Raises Unsupported for a simulator and where a state comes twice in a play.
        """
        if state not in self.values:
            self.values[state] = _OPEN
            self.values[state] = self._worth(state)
        if self.values[state] is _OPEN:
            raise Unsupported(f"{self.game.name}: state {state!r} can come twice in a play")
        return self.values[state]

    def action_values(self, state: Any) -> dict[Any, Rewards]:
        """Q(x, a) = sum over y of p(y) (R(y) + V(y)) for each action, for each player."""
        return {action: self._expected(state, action) for action in actions_of(self.game, state)}

    def best_action(self, state: Any) -> Any:
        """The action that is best for the player who moves, the first among equals."""
        worth = self.action_values(state)
        return max(worth, key=lambda action: worth[action][self.game.turn(state)])

    def _worth(self, state: Any) -> Rewards:
        turn = self.game.turn(state)
        if turn == OVER:
            return (0.0,) * self.game.players
        worth = list(self.action_values(state).values())
        if turn < 0 or turn in self.random_players:
            return tuple(sum(values) / len(worth) for values in zip(*worth, strict=True))
        return max(worth, key=lambda values: values[turn])

    def _expected(self, state: Any, action: Any) -> Rewards:
        expected = [0.0] * self.game.players
        for probability, rewards, following in outcomes_of(self.game, state, action):
            onward = zip(rewards, self.value(following), strict=True)
            for player, (reward, value) in enumerate(onward):
                expected[player] += probability * (reward + value)
        return tuple(expected)
