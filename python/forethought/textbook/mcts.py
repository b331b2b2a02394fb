"""Monte Carlo tree search with OCBA or UCT (Li, Fu and Xu 2020, Algorithms 1 to 6).

A node is a state at a stage: two ways that lead to one state after as many steps share it.
"""

from typing import Any, Literal

from forethought.errors import StateError
from forethought.game import CHANCE, OVER, Game, Rewards, actions_of, outcomes_of, step
from forethought.rng import Rng
from forethought.textbook.contenders import Contenders
from forethought.textbook.policies import Scale, TreePolicy
from forethought.textbook.rave import Rave
from forethought.textbook.rollouts import LearnedRollouts
from forethought.textbook.trail import Trail
from forethought.textbook.tree import Arm, Node, Outcome, Step, best_arm, blend, include, weigh

Backup = Literal["mixed", "average", "bellman", "contenders"]
Chance = Literal["sampled", "explicit"]


def _all(state: Any) -> Any:
    return state


class MCTS:
    """A search of ``state``; each ``simulate`` is one simulation.

    Args:
        game: the game.
        state: a state in which a player is to move. Raises StateError for another.
        policy: the tree policy.
        rng: the one source of randomness; Rng(seed, "search") is the one of a native search.
        backup: "mixed" (equations 10 to 13), "average" (the mean of the returns), "bellman" or
            "contenders" (both: an arm is worth what its outcomes are worth now).
        opponents: "same", "random", or the policy of the players who do not move at the root.
        scale: of the mixed backup, alpha = 1 - 1 / (scale N).
        chance: "sampled" lets the game draw, and weighs outcomes by how often they came;
            "explicit" lists them when an arm is first taken, and weighs them by probability.
        decoupled: whether players who choose at the same time don't know what the others choose:
            a node is what is known of a state, and simulations go on from the state itself.
        rollouts: that learn which actions do well; None for uniformly random ones.
        rave: to judge actions also by simulations in which they were taken later.
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
        chance: Chance = "sampled",
        decoupled: bool = False,
        rollouts: LearnedRollouts | None = None,
        rave: Rave | None = None,
    ) -> None:
        self.game, self.policy, self.rng = game, policy, rng
        self.backup, self.opponents, self.scale = backup, opponents, scale
        self.rollouts, self.rave = rollouts, rave
        # What the player who decides at a state knows of it.
        self.known = getattr(game, "information", _all) if decoupled else _all
        self.listed = chance == "explicit" and game.chance != "none" and not decoupled
        self.nodes: dict[tuple[Any, int], Node] = {}
        self.backed_up = [Scale() for _ in range(game.players)]
        self.contenders = Contenders(game.players)
        self.root = self.node_of(state, 0)
        self.state = self.root.state
        if self.root.turn in (OVER, CHANCE):
            raise StateError(f"{game.name}: no player is to move at {state!r}: give another state")

    def best_action(self) -> Any:
        """The action with the best mean (Algorithm 1, last line)."""
        return best_arm(self.root, self.root.turn).action

    def simulate(self) -> None:
        """One simulation: select and expand, play on, back up."""
        path, leaf = self.select()
        trail = Trail(path, self.game.players)
        returns = self.roll_out(trail)
        if self.rollouts is not None:
            self.rollouts.learn(trail, returns)
        if self.rave is not None:
            self.rave.learn(path, leaf, trail, returns)
        self.back_up(path, leaf, returns)

    # Algorithm 2: selection, which ends where an arm lacks first samples

    def select(self) -> tuple[list[Step], Node]:
        """The steps to a leaf, and the leaf: a state that is over, or the outcome of a new try."""
        path: list[Step] = []
        node = self.root
        self.state = node.state
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
        lacking = [arm for arm in node.arms if self.seen(arm, node)[0] < (1 if self.rave else n0)]
        if lacking:
            return self.rng.choice(lacking), True
        n, mean = zip(*(self.seen(arm, node) for arm in node.arms), strict=True)
        s2 = [arm.s2(policy.sigma0) for arm in node.arms]
        arm = node.arms[policy.choose(n, mean, s2, self.backed_up[node.turn])]
        return arm, arm.n < n0

    def seen(self, arm: Arm, node: Node) -> tuple[int, float]:
        """The samples and the mean of an arm as the policy sees them."""
        return (arm.n, arm.q[node.turn]) if self.rave is None else self.rave.seen(arm, node.turn)

    def policy_at(self, node: Node) -> TreePolicy | None:
        """The policy of the player who moves, None for chance and for random opponents."""
        if node.turn == CHANCE:
            return None
        if node.turn == self.root.turn or self.opponents == "same":
            return self.policy
        return None if self.opponents == "random" else self.opponents

    # Algorithm 4: expansion

    def follow(self, node: Node, arm: Arm, stage: int) -> Step:
        """Takes an arm and tells what comes of it."""
        draw = self.draw_listed if self.listed else self.draw
        outcome, reward = draw(arm, stage)
        arm.n += 1
        outcome.n += 1
        return Step(node, arm, outcome, reward)

    def draw(self, arm: Arm, stage: int) -> tuple[Outcome, Rewards]:
        """Lets the game draw an outcome, which may pay differently each time."""
        reward, self.state = step(self.game, self.state, arm.action, self.rng)
        child = self.node_of(self.state, stage + 1)
        outcome = arm.outcomes.setdefault(id(child), Outcome(child, list(reward)))
        include(outcome.reward, reward, outcome.n + 1)
        return outcome, reward

    def draw_listed(self, arm: Arm, stage: int) -> tuple[Outcome, Rewards]:
        """Draws an outcome from the list of all, from the last one to the first."""
        if not arm.outcomes:
            self.list_outcomes(arm, stage)
        rest = self.rng.random()
        for outcome in reversed(arm.outcomes.values()):
            if rest < outcome.p:
                break
            rest -= outcome.p
        # The first of the list takes what rounding leaves over.
        self.state = outcome.node.state
        return outcome, tuple(outcome.reward)

    def list_outcomes(self, arm: Arm, stage: int) -> None:
        """Makes one outcome of all that lead to the same state; it pays their mean."""
        for p, reward, state in outcomes_of(self.game, self.state, arm.action):
            child = self.node_of(state, stage + 1)
            outcome = arm.outcomes.setdefault(id(child), Outcome(child, list(reward)))
            outcome.p += p
            include(outcome.reward, reward, 1.0 / (p / outcome.p))

    def node_of(self, state: Any, stage: int) -> Node:
        """The node of a state at a stage, a new one if there is none."""
        state = self.known(state)
        node = self.nodes.get((state, stage))
        if node is None:
            zeros = [0.0] * self.game.players
            node = Node(state, self.game.turn(state), list(zeros), list(zeros))
            self.nodes[state, stage] = node
        return node

    # Algorithm 5: simulation

    def roll_out(self, trail: Trail) -> list[float]:
        """The returns, one per player, of a play to the end."""
        returns, state = [0.0] * self.game.players, self.state
        while (turn := self.game.turn(state)) != OVER:
            action = self.act(turn, actions_of(self.game, state), trail)
            trail.note(turn, action, returns)
            reward, state = step(self.game, state, action, self.rng)
            returns = [r + paid for r, paid in zip(returns, reward, strict=True)]
        return returns

    def act(self, turn: int, actions: list[Any], trail: Trail) -> Any:
        """An action of a rollout: uniformly random, or by what it has learned."""
        if self.rollouts is None:
            return self.rng.choice(actions)
        if turn == CHANCE:
            return actions[0]
        return self.rollouts.choose(turn, actions, [t.action for t in trail.taken], self.rng)

    # Algorithm 6: backpropagation

    def back_up(self, path: list[Step], leaf: Node, returns: list[float]) -> None:
        """Changes what the nodes and arms on the path are worth."""
        self.value_leaf(leaf, returns)
        q = returns
        for taken in reversed(path):
            onward = q if self.backup == "average" else taken.outcome.node.v
            q = [r + v for r, v in zip(taken.reward, onward, strict=True)]  # (10)
            for scale, number in zip(self.backed_up, q, strict=True):
                scale.include(number)
            if self.looks_at_outcomes:
                self.back_up_outcomes(taken.node, taken.arm)
            else:
                self.back_up_sample(taken.node, taken.arm, q)

    @property
    def looks_at_outcomes(self) -> bool:
        """Whether an arm is worth what its outcomes are worth now."""
        return self.backup in ("bellman", "contenders")

    def value_leaf(self, leaf: Node, returns: list[float]) -> None:
        """The mean of the rollouts, while nothing better is known."""
        if self.looks_at_outcomes and leaf.arms:
            return
        include(leaf.v, returns, leaf.n)  # (9)
        leaf.v_bar = list(leaf.v)
        if self.backup == "contenders" and leaf.turn != OVER:
            self.contenders.value_leaf(leaf, returns)

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

    def back_up_outcomes(self, x: Node, arm: Arm) -> None:
        """Recomputes an arm from what its outcomes are worth now, and the node from its arms."""
        weighed = weigh(arm, max(x.turn, 0), self.listed)
        if self.backup == "contenders":
            self.contenders.value_arm(arm, weighed, self.listed)
            self.contenders.value_node(x, None if self.policy_at(x) is None else x.turn)
        else:
            arm.q, arm.squares = weighed.mean, weighed.between * arm.n
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
