"""Searches for more than two players: max-n and paranoid.

Max-n: Luckhardt and Irani, "An algorithmic solution of N-person games", AAAI 1986. Paranoid:
Sturtevant and Korf, "On pruning techniques for multi-player games", AAAI 2000.
"""

from collections.abc import Callable, Sequence
from math import inf
from typing import Any, NamedTuple

from forethought.game import CHANCE, OVER, Game, Rewards, actions_of, outcomes_of
from forethought.textbook.adversarial import start_of, vector

VectorEvaluation = Callable[[Any], Sequence[float]]


class Values(NamedTuple):
    """What a search found: what each player gets, the best action, and the counts of Answer."""

    values: Rewards
    action: Any
    nodes: int
    leaves: int


def max_n(
    game: Game,
    state: Any = None,
    depth: float = inf,
    evaluation: VectorEvaluation | None = None,
) -> Values:
    """What each player gets when every player takes the most for himself, the first of equals.

    ``evaluation`` gives one number for each player at depth 0; zeros if it is not given. Raises
    Unsupported for a simulator.
    """
    return _Search(game, evaluation, None).answer(start_of(game, state), depth)


def paranoid(
    game: Game,
    state: Any = None,
    depth: float = inf,
    evaluation: VectorEvaluation | None = None,
) -> Values:
    """What each player gets when all others take the least for the one who moves at ``state``.

    The parameters are those of ``max_n``.
    """
    start = start_of(game, state)
    return _Search(game, evaluation, game.turn(start)).answer(start, depth)


class _Search:
    """``hero`` is the player all others play against; None if each plays for himself."""

    def __init__(self, game: Game, evaluation: VectorEvaluation | None, hero: int | None) -> None:
        self.game, self.evaluation, self.hero = game, evaluation, hero
        self.nodes = self.leaves = 0

    def answer(self, state: Any, depth: float) -> Values:
        """The values and action found, with the counts."""
        values, action = self.value(state, depth)
        return Values(values, action, self.nodes, self.leaves)

    def value(self, state: Any, depth: float) -> tuple[Rewards, Any]:
        """What each player gets from the state on, and the action that is taken."""
        self.nodes += 1
        turn = self.game.turn(state)
        if turn == OVER or depth <= 0:
            self.leaves += 1
            return self.utility(state, turn), None
        worth = [(self.expected(state, a, depth), a) for a in actions_of(self.game, state)]
        if turn == CHANCE:
            return worth[0]
        return max(worth, key=lambda pair: self.worth_to(turn, pair[0]))

    def worth_to(self, player: int, values: Rewards) -> float:
        """What a player maximises."""
        if self.hero is None or player == self.hero:
            return values[player]
        return -values[self.hero]

    def utility(self, state: Any, turn: int) -> Rewards:
        """Nothing more after the end; before it the evaluation."""
        if turn == OVER or self.evaluation is None:
            return (0.0,) * self.game.players
        return tuple(map(float, self.evaluation(state)))

    def expected(self, state: Any, action: Any, depth: float) -> Rewards:
        """Sum over outcomes of their probability times what was paid and what follows."""
        total: Rewards = (0.0,) * self.game.players
        for p, rewards, after in outcomes_of(self.game, state, action):
            onward = vector(rewards, self.value(after, depth - 1)[0])
            total = vector(total, (p * v for v in onward))
        return total
