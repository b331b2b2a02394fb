"""What a search remembers: states, their actions, and what came of these.

Values are told per player; the player who chooses looks at his own. The names are those of Li, Fu
and Xu (2020): N visits, Q the mean of an arm, V^ what a node is worth, V- its running average.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple


@dataclass(eq=False)
class Node:
    """A state that was reached, with N, V^ and V-. It has arms once a simulation left it.

    How many rollouts began here, and ``e2``, the square of the standard error of V^, are told by
    the backup "contenders" alone.
    """

    state: Any
    turn: int
    v: list[float]
    v_bar: list[float]
    n: int = 0
    rollouts: int = 0
    e2: float = 0.0
    arms: list["Arm"] = field(default_factory=list)


@dataclass(eq=False)
class Arm:
    """An action at a state, with N, Q, and the sum of squared deviations of its samples.

    Its outcomes are in the order in which they came first, or in which the game lists them. What
    all moves as first say of it is told with RAVE alone.
    """

    action: Any
    q: list[float]
    n: int = 0
    squares: float = 0.0
    outcomes: dict[int, "Outcome"] = field(default_factory=dict)
    amaf: float = 0.0
    amaf_n: int = 0

    def s2(self, sigma0: float) -> float:
        """The population variance of the samples, and what is left of the prior one."""
        n = max(self.n, 1)
        return self.squares / n + sigma0 * sigma0 / n


@dataclass(eq=False)
class Outcome:
    """A node that came of an arm, how often, and the mean reward that was paid on the way.

    ``p`` is its probability where the game lists its outcomes.
    """

    node: Node
    reward: list[float]
    n: int = 0
    p: float = 0.0


class Step(NamedTuple):
    """A step of a simulation."""

    node: Node
    arm: Arm
    outcome: Outcome
    reward: Sequence[float]


class Weighed(NamedTuple):
    """What the outcomes of an arm are worth now.

    ``total`` is the weight of all together, ``mean`` what they are worth in the mean, ``between``
    the variance of what they are worth, and ``within`` the square of the standard error that the
    values of their nodes bring into the mean.
    """

    total: float
    mean: list[float]
    between: float
    within: float


def weigh(arm: Arm, mover: int, listed: bool) -> Weighed:
    """Weighs outcomes, the latest first, by how often they came.

    Where they are listed the weight is the probability, of those that were seen.
    """
    mean, total, squares, within = [0.0] * len(arm.q), 0.0, 0.0, 0.0
    for y in reversed(arm.outcomes.values()):
        weight = y.p if listed else float(y.n)
        if y.node.n == 0 or weight == 0:
            continue
        total += weight
        before = mean[mover]
        q = [r + v for r, v in zip(y.reward, y.node.v, strict=True)]
        mean = blend(mean, q, weight / total)
        squares += weight * (q[mover] - before) * (q[mover] - mean[mover])
        within += weight * weight * y.node.e2
    return Weighed(total, mean, squares / total, within / (total * total))


def blend(means: Sequence[float], sample: Sequence[float], share: float) -> list[float]:
    """Means that include a sample with this share of the weight."""
    return [mean + (number - mean) * share for mean, number in zip(means, sample, strict=True)]


def include(means: list[float], sample: Sequence[float], n: float) -> None:
    """Moves means to include a sample, their n-th."""
    for player, number in enumerate(sample):
        means[player] += (number - means[player]) / n


def best_arm(node: Node, player: int) -> Arm:
    """The visited arm with the best mean for a player, the first among equals."""
    return max((arm for arm in node.arms if arm.n > 0), key=lambda arm: arm.q[player])
