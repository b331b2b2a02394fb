"""Minimax search (Russell and Norvig, section 5.2.1 and figure 5.3)."""

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


def minimax(
    game: Game,
    state: Any = None,
    depth: float = inf,
    evaluation: Evaluation | None = None,
    trace: Trace | None = None,
) -> Answer:
    """The value of a state when MAX (player 0) takes the most and MIN the least.

    Args:
        game: a game without chance of one or two players whose returns sum to 0.
        state: where to start; the initial state if it is not given.
        depth: how many actions to look ahead; to the end if it is not given.
        evaluation: what a state at depth 0 is worth to MAX; 0 if it is not given.
        trace: is told each step, an ``Event``.

    Raises Unsupported for another game.
    """
    search = _Minimax(game, evaluation, trace)
    return search.answer(search.value(start_of(game, state), 0.0, depth))


class _Minimax(Walk):
    def value(self, state: Any, paid: float, depth: float) -> tuple[float, Any]:
        """MINIMAX(s), equation of section 5.2.1, and the action that attains it."""
        if self.is_leaf(state, depth):
            return self.utility(state, paid), None
        self.tell(Event("enter", state))
        decide = self.max_value if self.game.turn(state) == MAX else self.min_value
        value, move = decide(state, paid, depth)
        self.tell(Event("leave", state, value=value, best=value))
        return value, move

    def max_value(self, state: Any, paid: float, depth: float) -> tuple[float, Any]:
        """MAX-VALUE of figure 5.3."""
        v, move = -inf, None
        for a in actions_of(self.game, state):
            v2 = self.child(state, a, paid, depth)
            if v2 > v:
                v, move = v2, a
            self.tell(Event("child", state, action=a, value=v2, best=v))
        return v, move

    def min_value(self, state: Any, paid: float, depth: float) -> tuple[float, Any]:
        """MIN-VALUE of figure 5.3."""
        v, move = inf, None
        for a in actions_of(self.game, state):
            v2 = self.child(state, a, paid, depth)
            if v2 < v:
                v, move = v2, a
            self.tell(Event("child", state, action=a, value=v2, best=v))
        return v, move

    def child(self, state: Any, action: Any, paid: float, depth: float) -> float:
        """MINIMAX(RESULT(s, a))."""
        reward, after = self.result(state, action)
        return self.value(after, paid + reward, depth - 1)[0]
