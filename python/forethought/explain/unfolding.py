"""A game of the user's, or a part of it, as a tree that is written down."""

from collections.abc import Sequence
from typing import Any

from forethought.arguments import whole
from forethought.errors import ParameterError, StateError
from forethought.explain.sheet import MOST_LEVELS, MOST_NODES
from forethought.game import CHANCE, OVER, Game, actions_of
from forethought.textbook.adversarial import Evaluation, Walk, start_of

_TOO_DEEP = MOST_LEVELS + 2
_TURNS = {0: "max", 1: "min", CHANCE: "chance"}


def unfolded(game: Game, state: Any, depth: int | None, evaluation: Evaluation | None) -> Any:
    """The tree below a state as ``read`` takes it, down to a depth.

    Raises StateError if nobody decides at the state, Unsupported for a game without opposite
    returns, ParameterError if the tree is larger than a reader's patience.
    """
    state = start_of(game, state)
    if game.turn(state) == OVER:
        raise StateError(f"{game.name}: the play is over at {state!r}: give another state")
    levels = _TOO_DEEP if depth is None else min(whole(depth, "depth"), _TOO_DEEP)
    return _Unfolding(game, evaluation, None).tree(state, levels)


class _Unfolding(Walk):
    def tree(self, state: Any, depth: float, paid: float = 0.0) -> Any:
        """The node of a state: a leaf is worth all that was paid since the last node."""
        if self.is_leaf(state, depth):
            return paid + (0.0 if self.game.turn(state) == OVER else self.estimate(state))
        if self.nodes > MOST_NODES:
            raise ParameterError(
                f"{self.game.name}: there are more than {MOST_NODES} nodes below this state, too "
                "many to read: give a smaller depth, or a later state"
            )
        turn = self.game.turn(state)
        if turn == CHANCE:
            node = self.chance(self.outcomes(state, None), depth)
        else:
            node = {"turn": _TURNS[turn], "children": self.children(state, depth)}
        return ["reward", paid, node] if paid else node

    def children(self, state: Any, depth: float) -> dict[str, Any]:
        """What follows each action, by its text; of two with one text the second is quoted."""
        found: dict[str, Any] = {}
        for action in actions_of(self.game, state):
            label = str(action) if str(action) not in found else repr(action)
            found[label] = self.after(state, action, depth)
        return found

    def after(self, state: Any, action: Any, depth: float) -> Any:
        """What follows an action: a node of chance if several states may."""
        outcomes = self.outcomes(state, action)
        if len(outcomes) > 1:
            return self.chance(outcomes, depth)
        _, paid, following = outcomes[0]
        return self.tree(following, depth - 1, paid)

    def chance(self, outcomes: Sequence[tuple[float, float, Any]], depth: float) -> Any:
        """A node of chance."""
        return {
            "turn": "chance",
            "children": [[p, self.tree(after, depth - 1, paid)] for p, paid, after in outcomes],
        }
