"""What the searches by depth share: leaves, what was paid, what is counted, and the trace.

MAX is player 0, and every value is told as his. The figures and equations that these modules
name are those of Russell and Norvig, "Artificial Intelligence: A Modern Approach", chapter 5.
"""

from collections.abc import Callable, Iterable, Sequence
from math import inf
from typing import Any, Literal, NamedTuple

from forethought.errors import Unsupported
from forethought.game import CHANCE, OVER, Game, Rewards, outcomes_of

MAX, MIN = 0, 1
_ROUNDING = 1e-9

Evaluation = Callable[[Any], float | Sequence[float]]
"""What MAX may expect from a state on, or one number for each player."""


class Answer(NamedTuple):
    """What a search by depth found.

    Attributes:
        value: what MAX gets from the state on.
        action: the best action for the player who moves, the first of equals; None if none does.
        nodes: states on which the search was called, the first one included.
        leaves: those where it stopped: the play is over there, or the depth is used up.
    """

    value: float
    action: Any
    nodes: int
    leaves: int


class Event(NamedTuple):
    """A step of a search, told to its ``trace``.

    Attributes:
        kind: "enter" a state, "leaf" instead if the search stops there, "child" when an action or
            an outcome of the state was looked at, "cut" when the others need not be, and "leave".
        state: the state.
        alpha: what MAX has for certain elsewhere, as it is known now; -inf without pruning.
        beta: what MIN has for certain elsewhere; inf without pruning.
        action: of "child" and "cut", the action looked at last, None by chance.
        value: of "child" the value of that child, of "leaf" and "leave" that of the state.
        best: of "child", "cut" and "leave", the best value at the state so far; of chance the sum.
    """

    kind: Literal["enter", "leaf", "child", "cut", "leave"]
    state: Any
    alpha: float = -inf
    beta: float = inf
    action: Any = None
    value: float | None = None
    best: float | None = None


Trace = Callable[[Event], object]


class Walk:
    """One walk through a game of one or two players whose returns sum to 0.

    What was paid on the way to a state is handed down with it, so that values and windows are
    those of the whole play. Plays must be shorter than Python's recursion limit.

    Args:
        game: the game. Raises Unsupported if more than two play.
        evaluation: what a state at depth 0 is worth to MAX; 0 if it is not given.
        trace: is told each step.
    """

    def __init__(self, game: Game, evaluation: Evaluation | None, trace: Trace | None) -> None:
        self.game, self.evaluation, self.trace = game, evaluation, trace
        self.nodes = self.leaves = 0
        if game.players > 2:
            raise Unsupported(
                f"{game.name} has {game.players} players, not two with opposite returns: take max-n"
            )

    def is_leaf(self, state: Any, depth: float) -> bool:
        """IS-CUTOFF; counts the node."""
        self.nodes += 1
        return self.game.turn(state) == OVER or depth <= 0

    def utility(self, state: Any, paid: float) -> float:
        """UTILITY, or EVAL before the end: what MAX was paid, and what he may expect."""
        self.leaves += 1
        value = paid if self.game.turn(state) == OVER else paid + self.estimate(state)
        self.tell(Event("leaf", state, value=value))
        return value

    def estimate(self, state: Any) -> float:
        """The evaluation as one number for MAX."""
        value = 0.0 if self.evaluation is None else self.evaluation(state)
        return float(value[MAX] if isinstance(value, Sequence) else value)

    def result(self, state: Any, action: Any) -> tuple[float, Any]:
        """RESULT: what the action pays MAX, and the state that follows. Raises Unsupported."""
        outcomes = [] if self.game.turn(state) == CHANCE else self.outcomes(state, action)
        if len(outcomes) != 1:
            raise Unsupported(
                f"{self.game.name}: chance decides at state {state!r}: take expectiminimax"
            )
        return outcomes[0][1:]

    def outcomes(self, state: Any, action: Any) -> list[tuple[float, float, Any]]:
        """Probability, what MAX is paid, and state of all that may follow. Raises Unsupported."""
        listed = outcomes_of(self.game, state, action)
        return [(p, self._max_gets(paid, state), after) for p, paid, after in listed]

    def tell(self, event: Event) -> None:
        """Tells the trace, if there is one."""
        if self.trace is not None:
            self.trace(event)

    def answer(self, found: tuple[float, Any]) -> Answer:
        """The value and action found, with the counts."""
        return Answer(*found, self.nodes, self.leaves)

    def _max_gets(self, rewards: Rewards, state: Any) -> float:
        if len(rewards) == 2 and abs(sum(rewards)) > _ROUNDING * max(map(abs, rewards)):
            raise Unsupported(
                f"{self.game.name}: at state {state!r} the players are paid {rewards}, which does "
                "not sum to 0: take max-n"
            )
        return rewards[MAX]


def start_of(game: Game, state: Any) -> Any:
    """The state to search: the initial one if none is given."""
    return game.initial() if state is None else state


def vector(rewards: Iterable[float], onward: Iterable[float]) -> Rewards:
    """The sum of two rows with a number for each player."""
    return tuple(r + v for r, v in zip(rewards, onward, strict=True))
