"""Which nodes of a large tree are drawn, and where: the rest is counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain

from forethought.explain.growth import Node
from forethought.game import CHANCE

LEAST = 1e-4
"""The share of the largest gain below which a gain is next to nothing."""
ROW, STUB = 25.0, 17.0
"""The height of a row of a node, and of one that says what is hidden."""


@dataclass
class Twig:
    """A node that is drawn.

    Attributes:
        node: the node, and ``children`` those of its children that are drawn, the best first.
        hidden: how many of its children are not drawn; with all below them ``nodes``.
        depth: its level; the root has 0.
        y: where its row is, and ``stub`` where it stands what is hidden.
    """

    node: Node
    depth: int
    children: list[Twig] = field(default_factory=list)
    hidden: int = 0
    nodes: int = 0
    y: float = 0.0
    stub: float = 0.0

    def all(self) -> Iterator[Twig]:
        """It and all below it, parents first."""
        yield self
        for child in self.children:
            yield from child.all()


def line_of(root: Node) -> list[Node]:
    """The line that is expected: best children, up to a node of chance."""
    line = []
    while root.children and root.turn != CHANCE:
        root = root.best()
        line.append(root)
    return line


def relevant_in(nodes: Iterable[Node]) -> set[Node]:
    """The leaves where a step could change the decision, and all above them."""
    found = set()
    for node in nodes:
        if node.gain is not None:
            found |= {node, *node.up()}
    return found


def cropped(root: Node, most: int) -> Twig:
    """The part of the tree that is drawn, at its places."""
    nodes = list(root.all())
    shown = set(nodes) if len(nodes) <= most else _chosen(root, nodes, most)
    sizes = _sizes(nodes)
    twig = _twig(root, 0, shown, sizes)
    _place(twig, 0.0)
    return twig


def _chosen(root: Node, nodes: list[Node], most: int) -> set[Node]:
    """The nodes that matter most, with all above them; more than ``most`` by a line at most."""
    top = max((node.gain or 0.0 for node in nodes), default=0.0)
    leaves = [node for node in nodes if node.gain is not None and node.gain > top * LEAST]
    leaves.sort(key=lambda node: -(node.gain or 0.0))
    moves = root.ranked()[: most // 2]
    shown = {root}
    for node in chain(line_of(root), moves, leaves):
        if len(shown) >= most:
            return shown
        shown |= {node, *node.up()}
    for node in chain.from_iterable(map(_replies, moves)):
        if len(shown) >= most:
            break
        shown |= {node, *node.up()}
    return shown


def _replies(move: Node) -> list[Node]:
    return line_of(move)[:1]


def _sizes(nodes: list[Node]) -> dict[Node, int]:
    """How many nodes there are at a node and below it."""
    sizes: dict[Node, int] = {}
    for node in reversed(nodes):
        sizes[node] = 1 + sum(sizes[child] for child in node.children)
    return sizes


def _twig(node: Node, depth: int, shown: set[Node], sizes: dict[Node, int]) -> Twig:
    ranked = node.ranked()
    hidden = [child for child in ranked if child not in shown]
    return Twig(
        node,
        depth,
        [_twig(child, depth + 1, shown, sizes) for child in ranked if child in shown],
        len(hidden),
        sum(sizes[child] for child in hidden),
    )


def _place(twig: Twig, y: float) -> float:
    """Puts a node into a row, its first child beside it, the others below; gives the next row."""
    twig.y = twig.stub = y
    below = y if twig.children else y + ROW
    for child in twig.children:
        below = _place(child, below)
    if twig.hidden and twig.children:
        twig.stub = below - (ROW - STUB) / 2
        below += STUB
    return below
