"""The contenders backup: what a node is worth while its values are still in doubt.

The maximum over arms that were sampled a few times is the luckiest arm, so that the Bellman backup
overrates what it has hardly seen; the mean over all arms underrates what it has seen well, by all
that was spent on bad arms. So a node is worth the mean over those arms that can still be the best,
its contenders, weighted by their visits. At first these are all, and it is the mean; in the end
they are the best alone, and it is the maximum. To tell, every value needs a standard error e.

  leaf          V^ = V- is the mean of its n rollouts, e^2 = s^2 / n, and s^2 the variance of all
                rollouts of the search; where the play is over V^ = e = 0
  arm           Q = sum w(y) (R(y) + V^(y)) / W over its outcomes y, and W = sum w(y)
                e^2 = sum w(y)^2 e(y)^2 / W^2 + luck
                w is how often y came, or its probability if the game lists it and y was seen
                luck = S^2 / N where outcomes are drawn, and (1 - W) S^2 / N where they are listed;
                S^2 is the variance of R(y) + V^(y) under the weights w, 0 without chance
  contenders    all arms a but those with (Q(best) - Q(a))^2 > OUT^2 (e(best)^2 + e(a)^2)
  node          V^ = sum N(a) Q(a) / M over the contenders, and M = sum N(a)
                e^2 = sum N(a)^2 e(a)^2 / M^2

While arms were taken less than FEW times in the mean, the rollouts of the node from the time when
it was a leaf are one arm more.
"""

from collections.abc import Sequence
from typing import NamedTuple

from forethought.textbook.ranking_and_selection import Samples
from forethought.textbook.tree import Arm, Node, Weighed, best_arm, blend

OUT = 4.0
FEW = 2


class Estimate(NamedTuple):
    """What an arm, or the rollouts of a node, say the node is worth; ``e2`` is e squared."""

    n: int
    q: Sequence[float]
    e2: float


class Contenders:
    """The backup of one search; it keeps the spread of all rollouts, as each player sees it."""

    def __init__(self, players: int) -> None:
        self.rollouts = [Samples() for _ in range(players)]

    def s2(self) -> float:
        """The variance of the rollouts in the eyes of the player to whom they differ most."""
        return max(seen.variance if seen.n > 1 else 0.0 for seen in self.rollouts)

    def value_leaf(self, leaf: Node, returns: Sequence[float]) -> None:
        """Counts a rollout, which V^ and V- of the leaf include already."""
        for seen, number in zip(self.rollouts, returns, strict=True):
            seen.add(number)
        leaf.rollouts += 1
        leaf.e2 = self.s2() / leaf.rollouts

    def value_arm(self, arm: Arm, weighed: Weighed, listed: bool) -> None:
        """Makes e^2 of an arm what policies take for the variance of its mean: squares / N / N."""
        arm.q = weighed.mean
        unseen = max(1.0 - weighed.total, 0.0) if listed else 1.0
        luck = weighed.between * unseen / arm.n
        arm.squares = (weighed.within + luck) * arm.n * arm.n

    def value_node(self, x: Node, chooser: int | None) -> None:
        """The mean over the contenders, which are all where nobody chooses."""
        estimates = self.estimates(x)
        if chooser is not None:
            best = estimate_of(best_arm(x, chooser))
            estimates = [other for other in estimates if not beats(best, other, chooser)]
        mean, total, squares = [0.0] * len(x.v), 0.0, 0.0
        for n, q, e2 in estimates:
            total += n
            mean = blend(mean, q, n / total)
            squares += n * n * e2
        x.v, x.e2 = mean, squares / (total * total)

    def estimates(self, x: Node) -> list[Estimate]:
        """Those of the arms, and of the rollouts while they count."""
        found = [estimate_of(arm) for arm in x.arms if arm.n > 0]
        if x.rollouts and sum(arm.n for arm in x.arms) < FEW * len(x.arms):
            found.append(Estimate(x.rollouts, x.v_bar, self.s2() / x.rollouts))
        return found


def estimate_of(arm: Arm) -> Estimate:
    """What an arm says its node is worth."""
    return Estimate(arm.n, arm.q, arm.squares / (arm.n * arm.n))


def beats(best: Estimate, other: Estimate, player: int) -> bool:
    """Whether the other can not be the best any more."""
    gap = best.q[player] - other.q[player]
    return gap * gap > OUT * OUT * (best.e2 + other.e2)
