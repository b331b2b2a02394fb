"""Where the nodes of a drawing stand."""

from dataclasses import dataclass

from forethought.explain.plan import Node
from forethought.explain.sheet import Path

LEVEL = 92.0
"""From one level to the next."""
SIDE = 17.0
"""Half the width of a shape."""
LETTER = 6.4
_GAP = 8.0


@dataclass(frozen=True)
class Place:
    """The middle of a node's shape."""

    x: float
    y: float


def width_of(text: str) -> float:
    """About how wide a text is in the smaller letters of the drawing."""
    return LETTER * len(text)


class Layout:
    """Places for a tree: children side by side below their parent, leaves where they end.

    Args:
        root: the tree.
        labels: the longest text at each node, which nothing may cover.
    """

    def __init__(self, root: Node, labels: dict[Path, str]) -> None:
        self._labels = labels
        self._widths: dict[Path, float] = {}
        self.places: dict[Path, Place] = {}
        self.width = self._measure(root)
        self._put(root, 0.0)
        self.height = max(place.y for place in self.places.values())

    def _measure(self, node: Node) -> float:
        """The room that a node and all below it need."""
        beside = SIDE + width_of(node.name) + 4 if node.children else SIDE * 0.6
        own = max(2 * beside, width_of(self._labels[node.path])) + _GAP
        below = sum(self._measure(child) for child in node.children)
        self._widths[node.path] = max(own, below)
        return self._widths[node.path]

    def _put(self, node: Node, left: float) -> None:
        """Puts a node into the room that starts at ``left``, above the middle of its children."""
        width = self._widths[node.path]
        below = sum(self._widths[child.path] for child in node.children)
        at = left + (width - below) / 2
        for child in node.children:
            self._put(child, at)
            at += self._widths[child.path]
        x = left + width / 2
        if node.children:
            first, last = node.children[0].path, node.children[-1].path
            x = (self.places[first].x + self.places[last].x) / 2
        self.places[node.path] = Place(x, LEVEL * len(node.path))
