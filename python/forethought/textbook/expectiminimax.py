"""Expectiminimax (Russell and Norvig, section 5.5): minimax with nodes of chance."""

from math import inf
from typing import Any

from forethought.game import CHANCE, Game, actions_of
from forethought.textbook.adversarial import (
    MAX,
    Answer,
    Evaluation,
    Event,
    Trace,
    Walk,
    start_of,
)


def expectiminimax(
    game: Game,
    state: Any = None,
    depth: float = inf,
    evaluation: Evaluation | None = None,
    trace: Trace | None = None,
) -> Answer:
    """The expected value of a state when MAX (player 0) takes the most and MIN the least.

    Args:
        game: a game of one or two players whose returns sum to 0, and whose chance is listed.
        state: where to start; the initial state if it is not given.
        depth: how many actions to look ahead, those of chance included; to the end if not given.
        evaluation: what a state at depth 0 is worth to MAX; 0 if it is not given.
        trace: is told each step, an ``Event``.

    Raises Unsupported for another game.
    """
    search = _Expectiminimax(game, evaluation, trace)
    return search.answer(search.value(start_of(game, state), 0.0, depth))


class _Expectiminimax(Walk):
    def value(self, state: Any, paid: float, depth: float) -> tuple[float, Any]:
        """EXPECTIMINIMAX(s), the equation of section 5.5, and the action that attains it."""
        if self.is_leaf(state, depth):
            return self.utility(state, paid), None
        self.tell(Event("enter", state))
        if self.game.turn(state) == CHANCE:
            value, move = self.expected(state, None, paid, depth), None
        else:
            value, move = self.decide(state, paid, depth)
        self.tell(Event("leave", state, value=value, best=value))
        return value, move

    def decide(self, state: Any, paid: float, depth: float) -> tuple[float, Any]:
        """The most for MAX, the least for MIN, and the first action that attains it."""
        sign = 1 if self.game.turn(state) == MAX else -1
        v, move = -sign * inf, None
        for a in actions_of(self.game, state):
            v2 = self.expected(state, a, paid, depth)
            if sign * v2 > sign * v:
                v, move = v2, a
            self.tell(Event("child", state, action=a, value=v2, best=v))
        return v, move

    def expected(self, state: Any, action: Any, paid: float, depth: float) -> float:
        """Sum over outcomes r of P(r) EXPECTIMINIMAX(RESULT(s, r))."""
        total = 0.0
        for p, reward, after in self.outcomes(state, action):
            v = self.value(after, paid + reward, depth - 1)[0]
            total += p * v
            if action is None:
                self.tell(Event("child", state, value=v, best=total))
        return total
