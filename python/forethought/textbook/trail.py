"""What players did in a simulation, for what learns from it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from forethought.game import CHANCE
from forethought.textbook.tree import Step


class Taken(NamedTuple):
    """An action of a player, and what that player was paid before."""

    player: int
    action: Any
    before: float


class Trail:
    """The actions of the players, in the tree and after it; the first ``on_path`` in the tree.

    Args:
        path: the steps in the tree, which paid each player ``paid``.
        players: how many there are.
    """

    def __init__(self, path: Sequence[Step], players: int) -> None:
        self.taken: list[Taken] = []
        self.paid = [0.0] * players
        nothing = list(self.paid)
        for step in path:
            self.note(step.node.turn, step.arm.action, nothing)
            self.paid = [p + r for p, r in zip(self.paid, step.reward, strict=True)]
        self.on_path = len(self.taken)

    def note(self, turn: int, action: Any, returns: Sequence[float]) -> None:
        """Adds what was done when ``returns`` had been paid since the path."""
        if turn != CHANCE:
            self.taken.append(Taken(turn, action, self.paid[turn] + returns[turn]))

    def onward(self, taken: Taken, returns: Sequence[float]) -> float:
        """What the player got from an action on, if ``returns`` were paid since the path in all."""
        return self.paid[taken.player] + returns[taken.player] - taken.before
