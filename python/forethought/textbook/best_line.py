"""Monte Carlo tree search of puzzles, which remembers the best play it has seen.

With several players the best line is one that the others would not play. Alone, whatever was seen
once can be done again: so a play that paid more than what the tree advises is no luck, but a plan.
Björnsson and Finnsson, "CadiaPlayer: a simulation-based general game player", 2009, keep it too.
Plays go through the tree and on at random, and may be good by either; both are remembered.
"""

from math import inf
from typing import Any

from forethought.game import OVER, Game, actions_of
from forethought.rng import Rng
from forethought.textbook.course import check_alone, result
from forethought.textbook.mcts import MCTS
from forethought.textbook.plans import Plan
from forethought.textbook.policies import TreePolicy


class BestLine(MCTS):
    """``MCTS`` for one player without chance; it draws the same random numbers.

    Attributes:
        best: the first of the plays that paid most, from the root on.
    """

    def __init__(self, game: Game, state: Any, policy: TreePolicy, rng: Rng, **parts: Any) -> None:
        check_alone(game, "a line that can be played again")
        super().__init__(game, state, policy, rng, **parts)
        self.best = Plan((), -inf)
        self.played: list[Any] = []

    def simulate(self) -> None:
        """One simulation; the play that it was is remembered if it paid more than each before."""
        path, leaf = self.select()
        returns = self.play_on(leaf.state)
        value = sum(taken.reward[0] for taken in path) + returns[0]
        if value > self.best.value:
            self.best = Plan((*(taken.arm.action for taken in path), *self.played), value)
        self.back_up(path, leaf, returns)

    def play_on(self, state: Any) -> list[float]:
        """The return of a play at random, whose actions are kept in ``played``."""
        self.played, total = [], 0.0
        while self.game.turn(state) != OVER:
            action = self.rng.choice(actions_of(self.game, state))
            paid, state = result(self.game, state, action)
            self.played.append(action)
            total += paid
        return [total]
