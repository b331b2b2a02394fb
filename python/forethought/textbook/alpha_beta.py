"""Alpha-beta search in fixed order (Russell and Norvig, section 5.2.3 and figure 5.7).

Fail-soft, as in the figure: what a state returns may lie outside its window; then it is a bound,
and not only the edge of the window. Knuth and Moore, "An Analysis of Alpha-Beta Pruning",
Artificial Intelligence 6, 1975, show that with the best action always first a uniform tree of b
actions and m levels has b^ceil(m/2) + b^floor(m/2) - 1 leaves that are looked at.
"""

from math import inf
from typing import Any

from forethought.game import Game, actions_of
from forethought.textbook.adversarial import (
    MAX,
    Answer,
    Evaluation,
    Event,
    Trace,
    Walk,
    start_of,
)


def alpha_beta(
    game: Game,
    state: Any = None,
    depth: float = inf,
    evaluation: Evaluation | None = None,
    trace: Trace | None = None,
) -> Answer:
    """The answer of ``minimax``, without looking at what can't change it.

    Args:
        game: a game without chance of one or two players whose returns sum to 0.
        state: where to start; the initial state if it is not given.
        depth: how many actions to look ahead; to the end if it is not given.
        evaluation: what a state at depth 0 is worth to MAX; 0 if it is not given.
        trace: is told each step, an ``Event``.

    Raises Unsupported for another game.
    """
    search = _AlphaBeta(game, evaluation, trace)
    return search.answer(search.value(start_of(game, state), 0.0, -inf, inf, depth))


class _AlphaBeta(Walk):
    def value(
        self, state: Any, paid: float, alpha: float, beta: float, depth: float
    ) -> tuple[float, Any]:
        """The value of a state if it lies within (alpha, beta), else a bound on that side."""
        if self.is_leaf(state, depth):
            return self.utility(state, paid), None
        self.tell(Event("enter", state, alpha, beta))
        decide = self.max_value if self.game.turn(state) == MAX else self.min_value
        v, move = decide(state, paid, alpha, beta, depth)
        self.tell(Event("leave", state, alpha, beta, value=v, best=v))
        return v, move

    def max_value(
        self, state: Any, paid: float, alpha: float, beta: float, depth: float
    ) -> tuple[float, Any]:
        """MAX-VALUE of figure 5.7."""
        v, move = -inf, None
        for a in actions_of(self.game, state):
            reward, after = self.result(state, a)
            v2, _ = self.value(after, paid + reward, alpha, beta, depth - 1)
            if v2 > v:
                v, move = v2, a
                alpha = max(alpha, v)
            self.tell(Event("child", state, alpha, beta, a, v2, v))
            if v >= beta:
                self.tell(Event("cut", state, alpha, beta, a, best=v))
                break
        return v, move

    def min_value(
        self, state: Any, paid: float, alpha: float, beta: float, depth: float
    ) -> tuple[float, Any]:
        """MIN-VALUE of figure 5.7."""
        v, move = inf, None
        for a in actions_of(self.game, state):
            reward, after = self.result(state, a)
            v2, _ = self.value(after, paid + reward, alpha, beta, depth - 1)
            if v2 < v:
                v, move = v2, a
                beta = min(beta, v)
            self.tell(Event("child", state, alpha, beta, a, v2, v))
            if v <= alpha:
                self.tell(Event("cut", state, alpha, beta, a, best=v))
                break
        return v, move
