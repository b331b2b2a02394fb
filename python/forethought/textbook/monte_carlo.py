"""Monte Carlo: an action is worth what plays at random pay in the mean after it.

It follows the course on general game playing of Stanford University, chapter 8::

    montecarlo(role, state, count): the mean over ``count`` of depthcharge(role, state)
    depthcharge(role, state): the reward at the end of a play with random joint moves

What one may trip over: the others are not that kind, so that an action may look good that one
reply refutes, however many plays there are. And where no play at random is ever paid, all actions
are worth the same, and the first one is taken.
"""

from typing import Any, NamedTuple

from forethought.game import OVER, Game, Rewards, actions_of, step
from forethought.rng import Rng
from forethought.textbook.adversarial import vector


class Means(NamedTuple):
    """The action with the greatest mean, the first of equals, and the mean of each action."""

    action: Any
    values: dict[Any, float]


def depth_charge(game: Game, state: Any, rng: Rng) -> Rewards:
    """What each player is paid from a state on if everything is done at random."""
    returns: Rewards = (0.0,) * game.players
    while game.turn(state) != OVER:
        paid, state = step(game, state, rng.choice(actions_of(game, state)), rng)
        returns = vector(returns, paid)
    return returns


def montecarlo(game: Game, player: int, state: Any, count: int, rng: Rng) -> float:
    """The mean of what ``count`` depth charges pay the player: an evaluation of the state."""
    return sum(depth_charge(game, state, rng)[player] for _ in range(count)) / count


def monte_carlo(game: Game, state: Any, count: int, rng: Rng) -> Means:
    """The move of the Monte Carlo player, from ``count`` depth charges after each action."""
    player = game.turn(state)
    values = dict[Any, float]()
    for action in actions_of(game, state):
        total = 0.0
        for _ in range(count):
            paid, after = step(game, state, action, rng)
            total += paid[player] + depth_charge(game, after, rng)[player]
        values[action] = total / count
    return Means(max(values, key=values.__getitem__), values)
