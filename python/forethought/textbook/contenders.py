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
  contenders    the best arm b, and every other a with (Q(b) - Q(a))^2 < OUT^2 (e(b)^2 + e(a)^2)
  node          V^ = sum N(a) Q(a) / M over the contenders, and M = sum N(a)
                e^2 = sum N(a)^2 e(a)^2 / M^2

While arms were taken less than FEW times in the mean, the rollouts of the node from the time when
it was a leaf are one arm more. Of arms that are equal beyond doubt the first alone is a contender,
as in exact solving: where there are more than two players the others may well care which it is.
"""

from collections.abc import Sequence
from typing import NamedTuple

from forethought.textbook.ranking_and_selection import Samples
from forethought.textbook.tree import Arm, Node, Weighed, blend

OUT = 4.0
FEW = 2
ROUNDING = 1e-9


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
        unseen = 1.0 - weighed.total if listed else 1.0
        luck = weighed.between * unseen / arm.n if unseen > ROUNDING else 0.0
        arm.squares = (weighed.within + luck) * arm.n * arm.n

    def value_node(self, x: Node, chooser: int | None) -> None:
        """The mean over the contenders, which are all where nobody chooses."""
        arms = [estimate_of(arm) for arm in x.arms if arm.n > 0]
        contenders = arms + self.own(x)
        if chooser is not None:
            best = max(arms, key=lambda arm: arm.q[chooser])
            contenders = [a for a in contenders if a is best or not beats(best, a, chooser)]
        mean, total, squares = [0.0] * len(x.v), 0.0, 0.0
        for n, q, e2 in contenders:
            total += n
            mean = blend(mean, q, n / total)
            squares += n * n * e2
        x.v, x.e2 = mean, squares / (total * total)

    def own(self, x: Node) -> list[Estimate]:
        """That of the rollouts from the node, while they count."""
        if x.rollouts and sum(arm.n for arm in x.arms) < FEW * len(x.arms):
            return [Estimate(x.rollouts, x.v_bar, self.s2() / x.rollouts)]
        return []


def estimate_of(arm: Arm) -> Estimate:
    """What an arm says its node is worth."""
    return Estimate(arm.n, arm.q, arm.squares / (arm.n * arm.n))


def beats(best: Estimate, other: Estimate, player: int) -> bool:
    """Whether the other can not be the best any more."""
    gap = best.q[player] - other.q[player]
    return gap * gap >= OUT * OUT * (best.e2 + other.e2)
