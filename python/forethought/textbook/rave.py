"""All moves as first (RAVE: Gelly and Silver 2007 and 2011).

At a state an action is also judged by the simulations in which the player who chooses there took it
later: it did well there whatever came in between.
"""

from collections.abc import Sequence
from math import sqrt

from forethought.game import CHANCE, OVER
from forethought.textbook.trail import Trail
from forethought.textbook.tree import Arm, Node, Step


class Rave:
    """How far actions are judged by simulations in which they were taken later.

    Args:
        equivalence: the samples of an action after which both means count the same.
    """

    def __init__(self, equivalence: float) -> None:
        self.equivalence = equivalence

    def learn(
        self, path: Sequence[Step], leaf: Node, trail: Trail, returns: Sequence[float]
    ) -> None:
        """Adds to the nodes of a simulation what it paid from each of them on.

        ``returns`` is what was paid since the path. Each action that the player who chooses at a
        node took there or later is one sample.
        """
        places = [step.node for step in path if step.node.turn != CHANCE]
        for node, at in zip(places, range(trail.on_path), strict=True):
            self.add(node, trail, at, trail.onward(trail.taken[at], returns))
        if leaf.turn not in (CHANCE, OVER):
            self.add(leaf, trail, trail.on_path, returns[leaf.turn])

    def add(self, node: Node, trail: Trail, at: int, sample: float) -> None:
        """Adds the sample to the actions that were taken from a place of the trail on."""
        taken = {later.action for later in trail.taken[at:] if later.player == node.turn}
        for arm in node.arms:
            if arm.action in taken:
                arm.amaf_n += 1
                arm.amaf += (sample - arm.amaf) / arm.amaf_n

    def seen(self, arm: Arm, player: int) -> tuple[int, float]:
        """The samples and the mean of an arm as a policy sees them; none where nothing is known.

        (1 - beta) Q + beta Q_AMAF with beta = sqrt(k / (3 n + k)).
        """
        if arm.amaf_n == 0:
            return arm.n, arm.q[player]
        if arm.n == 0:
            return 1, arm.amaf
        beta = sqrt(self.equivalence / (3.0 * arm.n + self.equivalence))
        return arm.n, (1.0 - beta) * arm.q[player] + beta * arm.amaf
