"""Mixed: somehow at first, and by a plan once the rest of the game is small enough for one.

Seen from its start a game may be too large for sequential planning, but each move makes the rest
smaller. The course has a player that moves at random until it can plan; any other player that moves
at once does as well, and Monte Carlo tree search better.

What one may trip over: what was done at first may have spoilt the game, so that the plan is the
best one of a bad rest. To count the rest takes up to ``small`` nodes at every move.
"""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from forethought.game import OVER, Game
from forethought.textbook.adversarial import start_of
from forethought.textbook.course import check_alone, result
from forethought.textbook.plans import bestplan, nodes_below


def rest_is_small(game: Game, state: Any, small: int) -> bool:
    """Whether all plays from the state on have at most ``small`` nodes together."""
    return sum(1 for _ in islice(nodes_below(game, state), small + 1)) <= small


def mixed(
    game: Game, first: Callable[[Any], Any], small: int = 10_000, state: Any = None
) -> Iterator[Any]:
    """The actions of a play, one after the other.

    Args:
        game: a game of one player without chance whose plays end.
        first: what is done at a state from which on the rest is not small.
        small: nodes of a rest that is planned.
        state: where to start; the initial state if it is not given.

    Raises Unsupported for another game.
    """
    check_alone(game, "a plan")
    state = start_of(game, state)
    while game.turn(state) != OVER:
        if rest_is_small(game, state, small):
            yield from bestplan(game, state).actions
            return
        action = first(state)
        yield action
        state = result(game, state, action)[1]
