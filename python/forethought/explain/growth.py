"""The tree of MGSS* and how it grew: its steps are made once more, each with what it changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from forethought.decision import Computation
from forethought.game import CHANCE

MAX, MIN, OVER = 0, 1, -1
"""Who decides at a node: the player who decides at the root, the other, nobody; or CHANCE."""


@dataclass(slots=True, eq=False)
class Node:
    """A state in the tree, or chance between an action and what comes of it.

    Attributes:
        way: what leads to it: an action, or the number of an outcome; None for the root.
        turn: who decides: MAX, MIN, CHANCE or OVER.
        p: how likely it is after chance, 1 after a player.
        made: its value when it was made, and ``value`` its value now, to MAX.
        gain: what a step there is expected to gain; None where a step could change nothing.
        step: the number of the step that looked there last, from 1; None without one.
    """

    way: Any
    turn: int
    p: float
    made: float
    value: float
    gain: float | None
    parent: Node | None = None
    children: list[Node] = field(default_factory=list)
    step: int | None = None

    @property
    def label(self) -> str:
        """What leads here, as text: #3 is the outcome of that number, from 0."""
        return f"#{self.way}" if self.parent and self.parent.turn == CHANCE else str(self.way)

    def all(self) -> Iterator[Node]:
        """The node and all below it, parents first."""
        todo = [self]
        while todo:
            node = todo.pop()
            yield node
            todo.extend(reversed(node.children))

    def up(self) -> Iterator[Node]:
        """The nodes above it, nearest first."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def ranked(self) -> list[Node]:
        """Its children, those first that the one who decides likes best."""
        sign = {MAX: -1, MIN: 1}.get(self.turn, 0)
        return sorted(self.children, key=lambda child: sign * child.value)

    def best(self) -> Node:
        """The first best child."""
        return self.ranked()[0]

    def follow(self, line: Sequence[Any]) -> Node:
        """The node that a line leads to."""
        node = self
        for way in line:
            node = next(child for child in node.children if child.way == way)
        return node

    def line(self) -> list[str]:
        """What leads here from the root, as texts."""
        nodes = [self, *self.up()][:-1]
        return [node.label for node in reversed(nodes)]


@dataclass(frozen=True)
class Step:
    """A step of MGSS*, with what it changed. Values are those of the player who decides.

    Attributes:
        line: what leads from the root to the state that was looked at: actions as texts, and #3 for
            the outcome of chance of that number, from 0.
        depth: how many actions ahead of that state it looked.
        expected: what it was expected to gain, and ``cost`` what it was expected to cost.
        gained: what it gained (Russell and Wefald 1989, equation 8).
        nodes: the states it generated.
        values: of the state that was looked at, before and after.
        move: the action at the root that leads there, and ``move_values`` its values before and
            after.
        rival: the action it was weighed against: the best one, or if it is the best the second.
        choices: the best action before and after.
    """

    line: tuple[str, ...]
    depth: int
    expected: float
    cost: float
    gained: float
    nodes: int
    values: tuple[float, float]
    move: str
    move_values: tuple[float, float]
    rival: str
    choices: tuple[str, str]


def planted(rows: Sequence[Any], player: int) -> Node:
    """The tree of ``Search.tree()``; ``player`` decides at its root."""
    nodes: list[Node] = []
    for (parent, way, _, turn, p, made, value), gain in rows:
        node = Node(way, _role(turn, player), p, made, value, gain or None)
        if parent is not None:
            node.parent = above = nodes[parent]
            if above.turn == CHANCE:
                node.way = len(above.children)
            above.children.append(node)
        nodes.append(node)
    return nodes[0]


def _role(turn: int, player: int) -> int:
    if turn < 0:
        return turn
    return MAX if turn == player else MIN


def grown(
    root: Node, computations: Sequence[Computation]
) -> tuple[list[tuple[str, float]], list[Step]]:
    """Makes the steps once more: the actions with their values before them, and what each changed.

    The tree ends as it was. What no step made was there before.
    """
    nodes = list(root.all())
    now = {node: node.value for node in nodes}
    leaves = [root.follow(computation.line) for computation in computations]
    for number, leaf in enumerate(leaves, 1):
        leaf.step = number
    for node in reversed(nodes):
        node.value = _backed_up(node) if node.children and node.step is None else node.made
    first = [(move.label, move.value) for move in root.children]
    steps = [_step(root, *pair) for pair in zip(leaves, computations, strict=True)]
    for node in nodes:
        node.value = now[node]
    return first, steps


def _step(root: Node, leaf: Node, computation: Computation) -> Step:
    move = [leaf, *leaf.up()][-2]
    order = root.ranked()
    rival = order[1] if move is order[0] else order[0]
    before, move_before = leaf.value, move.value
    leaf.value = computation.value
    for node in leaf.up():
        node.value = _backed_up(node)
    return Step(
        line=tuple(leaf.line()),
        depth=computation.depth,
        expected=computation.expected,
        cost=computation.cost,
        gained=computation.gained,
        nodes=computation.nodes,
        values=(before, leaf.value),
        move=move.label,
        move_values=(move_before, move.value),
        rival=rival.label,
        choices=(order[0].label, root.best().label),
    )


def _backed_up(node: Node) -> float:
    values = [child.value for child in node.children]
    if node.turn == CHANCE:
        return sum(child.p * child.value for child in node.children)
    return max(values) if node.turn == MAX else min(values)
