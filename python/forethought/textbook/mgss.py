"""MGSS*: look where a look is worth most, until no look is worth its cost.

Russell and Wefald, "On Optimal Game-Tree Search using Rational Meta-Reasoning", IJCAI-89. What
steps are worth is in ``value_of_computation``. Here everything is valued anew before each step.

Chance is not in the paper: an action with several outcomes leads to a node of chance whose
children they are, and a state where it is the turn of chance is such a node too. It is never left
as a leaf, so that only states in which a player is to move are evaluated. Nor are images: of moves
that lead to images of one state (``canonical``) the first is looked at for all.
"""

from collections.abc import Callable, Iterator
from math import inf, isfinite
from typing import Any, NamedTuple

from forethought.errors import ParameterError, StateError
from forethought.game import CHANCE, OVER, Game, actions_of
from forethought.textbook import value_of_computation as voc
from forethought.textbook.adversarial import MAX as FIRST
from forethought.textbook.adversarial import Evaluation, Walk
from forethought.textbook.value_of_computation import Leaf, Node

ErrorModel = Callable[[Any, float], tuple[float, float]]
"""``error(state, value)``: mean and standard deviation of how the value of a state, told from the
side of the player to move there, will change when it is expanded."""


class Computation(NamedTuple):
    """A step that was taken: the expansion of one leaf.

    Attributes:
        line: the actions that lead to the leaf; where chance has its say, the index of the outcome.
        expected: what it was expected to gain.
        net: the same less what it costs.
        gained: what it did gain: the value of the move chosen after it, less the value then of the
            move chosen before (equation 8); never negative.
        nodes: states that it generated.
    """

    line: tuple[Any, ...]
    expected: float
    net: float
    gained: float
    nodes: int


class Candidate(NamedTuple):
    """A step that could be taken: a relevant leaf, what its expansion gains and what is left."""

    leaf: Leaf
    expected: float
    net: float


class Outlook(NamedTuple):
    """How things stand before a step, told to the ``trace``.

    Attributes:
        action: α, the move with the highest value.
        values: of the moves.
        candidates: every relevant leaf, in depth-first order, taken at its word.
        chosen: the one to be expanded, with what is believed of it; None if no step is worth its
            cost.
    """

    action: Any
    values: list[float]
    candidates: list[Candidate]
    chosen: Candidate | None


class Choice(NamedTuple):
    """What MGSS* found. Values are from the side of the player who moves at the root.

    Attributes:
        action: the best action, the first of equals.
        value: what it is worth.
        values: of all actions, in the order of the game.
        nodes: states generated, the first one included.
        computations: the steps, first to last.
    """

    action: Any
    value: float
    values: list[float]
    nodes: int
    computations: list[Computation]


def mgss(
    game: Game,
    state: Any,
    evaluation: Evaluation,
    error: ErrorModel,
    cost: float = 0.0,
    most_steps: int | None = None,
    trace: Callable[[Outlook], object] | None = None,
    trust: float = inf,
) -> Choice:
    """Expands the leaf with the largest net value, over and over, while that is above 0.

    Args:
        game: a game of two players whose returns sum to 0, or of one; chance must be listed.
        state: a state in which a player is to move.
        evaluation: what a state is worth to player 0, or one number for each player.
        error: how far a deeper look moves the value of a state; see ``ErrorModel``.
        cost: of each state that a step generates, in the unit of the values, 0 or more.
        most_steps: stop after so many; none is taken where none is worth it.
        trace: is told how things stand before each step, and at the end.
        trust: what has to be expected of steps in all before what lasted of it counts as much as
            what they say, above 0; infinite, each step is taken at its word, as in the paper.

    Raises StateError for another state, ParameterError for a cost or an error out of range,
    Unsupported for another game.
    """
    if not 0 <= cost < float("inf"):
        raise ParameterError(f"mgss(cost={cost!r}): give a number, 0 or more")
    if not trust > 0:
        raise ParameterError(f"mgss(trust={trust!r}): give a number above 0")
    if game.turn(state) < 0:
        raise StateError(f"{game.name}: no player is to move at {state!r}: give another state")
    tree = Deliberation(game, state, evaluation, error, cost, trust)
    steps: list[Computation] = []
    while most_steps is None or len(steps) < most_steps:
        outlook = tree.look()
        if trace is not None:
            trace(outlook)
        if outlook.chosen is None:
            break
        steps.append(tree.step(outlook.chosen))
    return tree.choice(steps)


class Deliberation(Walk):
    """The tree of a search. The paper's MAX is the player who moves at the root, whoever that is.

    Its parameters are those of ``mgss``.
    """

    def __init__(
        self,
        game: Game,
        state: Any,
        evaluation: Evaluation,
        error: ErrorModel,
        cost: float,
        trust: float = inf,
    ) -> None:
        super().__init__(game, evaluation, None)
        self.error, self.cost, self.trust = error, cost, trust
        self.hero = game.turn(state)
        self.root = self.reached(state, 0.0)
        self.expand((self.root,))
        self.stands_for = self.without_images()
        self.first = self.root.children[voc.best_two(self.root)[0]]
        self.said = 0.0

    def without_images(self) -> list[int]:
        """Drops moves that are images of an earlier one: to look at both is to look twice.

        Gives for each action the index of the move that stands for it.
        """
        kept: list[Node] = []
        labels: list[Any] = []
        places: dict[Any, int] = {}
        found = []
        for label, child in zip(self.root.labels, self.root.children, strict=True):
            found.append(places.setdefault(self.image(child), len(kept)))
            if found[-1] == len(kept):
                kept.append(child)
                labels.append(label)
        self.root.children, self.root.labels = kept, labels
        return found

    def image(self, move: Node) -> Any:
        """What is equal for images: where no image is known of, the move itself."""
        canonical = getattr(self.game, "canonical", None)
        if canonical is None or move.mover == voc.CHANCE:
            return id(move)
        return canonical(move.state), move.paid

    @property
    def values(self) -> list[float]:
        """Those of all actions."""
        return [self.root.children[index].value for index in self.stands_for]

    def choice(self, steps: list[Computation]) -> Choice:
        """The decision as it stands after these steps."""
        alpha, _ = voc.best_two(self.root)
        value = self.root.children[alpha].value
        return Choice(self.root.labels[alpha], value, self.values, self.nodes, steps)

    def look(self) -> Outlook:
        """Values the expansion of every leaf."""
        candidates = list(self.candidates())
        best = max(candidates, key=lambda candidate: candidate.net, default=None)
        alpha, _ = voc.best_two(self.root)
        believed = self.believed(best) if best is not None else None
        chosen = believed if believed is not None and believed.net > 0 else None
        return Outlook(self.root.labels[alpha], self.values, candidates, chosen)

    def candidates(self) -> Iterator[Candidate]:
        """The relevant leaves with what they are worth; all others are worth nothing."""
        for leaf in voc.relevant(self.root):
            price = self.cost * self.successors(leaf.path[-1].state) if self.cost else 0.0
            yield Candidate(leaf, leaf.expected, leaf.expected - price)

    def believed(self, candidate: Candidate) -> Candidate:
        """The same with what is left of its gain where those of the steps before did not last.

        What lasted is the gain of all steps together (equation 8): the value of the best move less
        that of the move that was best before the first of them, both as they are known now.
        """
        if self.trust == inf:
            return candidate
        lasted = self.root.value - self.first.value
        factor = min(1.0, (self.trust + lasted) / (self.trust + self.said))
        lost = candidate.expected * (1 - factor)
        return candidate._replace(expected=candidate.expected - lost, net=candidate.net - lost)

    def step(self, chosen: Candidate) -> Computation:
        """Expands the leaf and backs up; both moves are judged by what is known afterwards."""
        before = self.root.children[voc.best_two(self.root)[0]]
        nodes = self.nodes
        self.said += chosen.leaf.expected
        self.expand(chosen.leaf.path)
        gained = self.root.value - before.value
        made = self.nodes - nodes
        return Computation(chosen.leaf.line, chosen.expected, chosen.net, gained, made)

    def expand(self, path: tuple[Node, ...]) -> None:
        """Generates and evaluates what follows the last node of a path, and backs it up."""
        leaf = path[-1]
        for action in actions_of(self.game, leaf.state):
            outcomes = self.outcomes(leaf.state, action)
            leaf.labels.append(action)
            leaf.children.append(self.following(outcomes, leaf.paid))
        for node in reversed(path):
            node.value = voc.back_up(node)

    def following(self, outcomes: list[tuple[float, float, Any]], paid: float) -> Node:
        """What an action leads to: a state, or a node of chance where there are several."""
        if len(outcomes) == 1:
            return self.reached(outcomes[0][2], paid + self.gets(outcomes[0][1]))
        return self.chance(outcomes, paid)

    def chance(self, outcomes: list[tuple[float, float, Any]], paid: float) -> Node:
        """A node of chance with all that may follow."""
        children = [self.reached(after, paid + self.gets(reward)) for _, reward, after in outcomes]
        p, labels = [p for p, _, _ in outcomes], list(range(len(outcomes)))
        node = Node(0.0, voc.CHANCE, children=children, labels=labels, p=p)
        node.value = voc.back_up(node)
        return node

    def reached(self, state: Any, paid: float) -> Node:
        """The node of a state that was generated; the turn of chance is played at once."""
        self.nodes += 1
        turn = self.game.turn(state)
        if turn == OVER:
            return Node(paid, None, state=state, paid=paid)
        if turn == CHANCE:
            return self.chance(self.outcomes(state, None), paid)
        return self.evaluated(state, turn, paid)

    def evaluated(self, state: Any, turn: int, paid: float) -> Node:
        """A leaf: its static value, and the distribution of the value that it will have."""
        mover = voc.MAX if turn == self.hero else voc.MIN
        static = self.estimate(state)
        mean, sd = self.error(state, static if turn == FIRST else -static)
        if not (isfinite(mean) and isfinite(sd) and sd >= 0):
            raise ParameterError(
                f"error({state!r}, value) gives {(mean, sd)!r}: give a mean and a standard "
                "deviation, 0 or more"
            )
        value = paid + self.gets(static)
        return Node(value, mover, value + mover * mean, float(sd), state, paid)

    def gets(self, amount: float) -> float:
        """What player 0 gets, from the side of the player who moves at the root."""
        return amount if self.hero == FIRST else -amount

    def successors(self, state: Any) -> int:
        """How many states follow, those of each outcome, and what chance adds behind them."""
        return sum(self._after(state, action) for action in actions_of(self.game, state))

    def _after(self, state: Any, action: Any) -> int:
        states = [after for _, _, after in self.outcomes(state, action)]
        behind = (s for s in states if self.game.turn(s) == CHANCE)
        return len(states) + sum(self._after(s, actions_of(self.game, s)[0]) for s in behind)
