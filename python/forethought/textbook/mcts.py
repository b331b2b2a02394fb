"""Monte Carlo tree search with OCBA or UCT (Li, Fu and Xu 2020, Algorithms 1 to 6).

A node is a state at a stage: two ways that lead to one state after as many steps share it.
Values are told per player; the player who chooses looks at his own. The names are those of the
paper: N visits, Q the mean of an arm, V^ what a node is worth, V- its running average.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from forethought.errors import StateError
from forethought.game import CHANCE, OVER, Game, actions_of, step
from forethought.rng import Rng
from forethought.textbook.policies import TreePolicy

Backup = Literal["mixed", "average", "bellman"]


@dataclass(eq=False)
class Node:
    """A state that was reached, with N, V^ and V-. It has arms once a simulation left it."""

    state: Any
    turn: int
    v: list[float]
    v_bar: list[float]
    n: int = 0
    arms: list["Arm"] = field(default_factory=list)


@dataclass(eq=False)
class Arm:
    """An action at a state, with N, Q, and the sum of squared deviations of its samples."""

    action: Any
    q: list[float]
    n: int = 0
    squares: float = 0.0
    outcomes: dict[int, "Outcome"] = field(default_factory=dict)

    def s2(self, sigma0: float) -> float:
        """The population variance of the samples, and what is left of the prior one."""
        return self.squares / self.n + sigma0 * sigma0 / self.n


@dataclass(eq=False)
class Outcome:
    """A node that came of an arm, how often, and the mean reward that was paid on the way."""

    node: Node
    reward: list[float]
    n: int = 0


class Step(NamedTuple):
    """A step of a simulation."""

    node: Node
    arm: Arm
    outcome: Outcome
    reward: Sequence[float]


class MCTS:
    """A search of ``state``; each ``simulate`` is one simulation.

    Args:
        game: the game.
        state: a state in which a player is to move. Raises StateError for another.
        policy: the tree policy.
        rng: the one source of randomness; Rng(seed, "search") is the one of a native search.
        backup: "mixed" (equations 10 to 13), "average" (the mean of the returns) or "bellman".
        opponents: "same", "random", or the policy of the players who do not move at the root.
        scale: of the mixed backup, alpha = 1 - 1 / (scale N).
    """

    def __init__(
        self,
        game: Game,
        state: Any,
        policy: TreePolicy,
        rng: Rng,
        backup: Backup = "mixed",
        opponents: TreePolicy | Literal["same", "random"] = "same",
        scale: float = 1.0,
    ) -> None:
        self.game, self.policy, self.rng = game, policy, rng
        self.backup, self.opponents, self.scale = backup, opponents, scale
        self.nodes: dict[tuple[Any, int], Node] = {}
        self.largest = 0.0
        self.root = self.node_of(state, 0)
        if self.root.turn in (OVER, CHANCE):
            raise StateError(f"{game.name}: no player is to move at {state!r}: give another state")

    def best_action(self) -> Any:
        """The action with the best mean (Algorithm 1, last line)."""
        return best_arm(self.root, self.root.turn).action

    def simulate(self) -> None:
        """One simulation: select and expand, play on, back up."""
        path, leaf = self.select()
        self.back_up(path, leaf, self.roll_out(leaf.state))

    # Algorithm 2: selection, which ends where an arm lacks first samples

    def select(self) -> tuple[list[Step], Node]:
        """The steps to a leaf, and the leaf: a state that is over, or the outcome of a new try."""
        path: list[Step] = []
        node = self.root
        node.n += 1
        while node.turn != OVER:
            arm, is_first = self.choose(node)
            path.append(self.follow(node, arm, len(path)))
            node = path[-1].outcome.node
            node.n += 1
            if is_first:
                break
        return path, node

    def choose(self, node: Node) -> tuple[Arm, bool]:
        """The arm to take, and whether it is taken because it lacks first samples."""
        if not node.arms:
            players = range(self.game.players)
            actions = actions_of(self.game, node.state)
            node.arms = [Arm(action, [0.0 for _ in players]) for action in actions]
        policy = self.policy_at(node)
        if policy is None:
            return self.rng.choice(node.arms) if node.turn != CHANCE else node.arms[0], False
        n0 = policy.root_n0 if node is self.root else policy.n0
        lacking = [arm for arm in node.arms if arm.n < n0]
        if lacking:
            return self.rng.choice(lacking), True
        n = [arm.n for arm in node.arms]
        mean = [arm.q[node.turn] for arm in node.arms]
        s2 = [arm.s2(policy.sigma0) for arm in node.arms]
        return node.arms[policy.choose(n, mean, s2, self.largest)], False

    def policy_at(self, node: Node) -> TreePolicy | None:
        """The policy of the player who moves, None for chance and for random opponents."""
        if node.turn == CHANCE:
            return None
        if node.turn == self.root.turn or self.opponents == "same":
            return self.policy
        return None if self.opponents == "random" else self.opponents

    # Algorithm 4: expansion

    def follow(self, node: Node, arm: Arm, stage: int) -> Step:
        """Takes an arm and draws what comes of it."""
        reward, state = step(self.game, node.state, arm.action, self.rng)
        arm.n += 1
        child = self.node_of(state, stage + 1)
        outcome = arm.outcomes.setdefault(id(child), Outcome(child, list(reward)))
        outcome.n += 1
        include(outcome.reward, reward, outcome.n)
        return Step(node, arm, outcome, reward)

    def node_of(self, state: Any, stage: int) -> Node:
        """The node of a state at a stage, a new one if there is none."""
        node = self.nodes.get((state, stage))
        if node is None:
            zeros = [0.0] * self.game.players
            node = Node(state, self.game.turn(state), list(zeros), list(zeros))
            self.nodes[state, stage] = node
        return node

    # Algorithm 5: simulation

    def roll_out(self, state: Any) -> list[float]:
        """The returns, one per player, of a play with uniformly random actions."""
        returns = [0.0] * self.game.players
        while self.game.turn(state) != OVER:
            action = self.rng.choice(actions_of(self.game, state))
            reward, state = step(self.game, state, action, self.rng)
            returns = [r + paid for r, paid in zip(returns, reward, strict=True)]
        return returns

    # Algorithm 6: backpropagation

    def back_up(self, path: list[Step], leaf: Node, returns: list[float]) -> None:
        """Changes what the nodes and arms on the path are worth."""
        if self.backup != "bellman" or not leaf.arms:
            include(leaf.v, returns, leaf.n)  # (9)
            leaf.v_bar = list(leaf.v)
        q = returns
        for taken in reversed(path):
            onward = q if self.backup == "average" else taken.outcome.node.v
            q = [r + v for r, v in zip(taken.reward, onward, strict=True)]  # (10)
            self.largest = max(self.largest, *map(abs, q))
            if self.backup == "bellman":
                self.back_up_bellman(taken.node, taken.arm)
            else:
                self.back_up_sample(taken.node, taken.arm, q)

    def back_up_sample(self, x: Node, arm: Arm, q: list[float]) -> None:
        """Adds a sample to an arm, and tells what the node is worth then."""
        mover = max(x.turn, 0)
        before = arm.q[mover]
        include(arm.q, q, arm.n)  # (11)
        arm.squares += (q[mover] - before) * (q[mover] - arm.q[mover])
        if self.backup == "average" or self.policy_at(x) is None:
            include(x.v, q, x.n)
            return
        include(x.v_bar, arm.q, x.n)  # (12)
        alpha = 1.0 - 1.0 / (self.scale * x.n)
        best = best_arm(x, x.turn).q
        x.v = [(1.0 - alpha) * v + alpha * b for v, b in zip(x.v_bar, best, strict=True)]  # (13)

    def back_up_bellman(self, x: Node, arm: Arm) -> None:
        """Recomputes an arm from what its outcomes are worth now, and the node from its arms."""
        mover, mean = max(x.turn, 0), [0.0] * self.game.players
        total, squares = 0.0, 0.0
        for y in reversed(arm.outcomes.values()):
            total += y.n
            before = mean[mover]
            sample = [r + v for r, v in zip(y.reward, y.node.v, strict=True)]
            mean = blend(mean, sample, y.n / total)
            squares += y.n * (sample[mover] - before) * (sample[mover] - mean[mover])
        arm.q, arm.squares = mean, squares / total * arm.n
        x.v = self.worth(x)

    def worth(self, x: Node) -> list[float]:
        """The best arm of the player who chooses, or the mean over what was done at random."""
        if self.policy_at(x) is not None:
            return list(best_arm(x, x.turn).q)
        mean, total = [0.0] * self.game.players, 0.0
        for arm in x.arms:
            if arm.n > 0:
                total += arm.n
                mean = blend(mean, arm.q, arm.n / total)
        return mean


def blend(means: Sequence[float], sample: Sequence[float], share: float) -> list[float]:
    """Means that include a sample with this share of the weight."""
    return [mean + (number - mean) * share for mean, number in zip(means, sample, strict=True)]


def include(means: list[float], sample: Sequence[float], n: int) -> None:
    """Moves means to include a sample, their n-th."""
    for player, number in enumerate(sample):
        means[player] += (number - means[player]) / n


def best_arm(node: Node, player: int) -> Arm:
    """The visited arm with the best mean for a player, the first among equals."""
    return max((arm for arm in node.arms if arm.n > 0), key=lambda arm: arm.q[player])
