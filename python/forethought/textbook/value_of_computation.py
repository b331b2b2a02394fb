"""What a look at one leaf of a game tree is worth (Russell and Wefald, IJCAI-89).

A step expands one leaf: its successors are evaluated and backed up. It is worth something only if
another move is chosen after it (equation 8). Values, Û in the paper, are told from the side of the
player who moves at the root, MAX. α is the move with the highest value, β₁ the next one. A step
below another move β must lift it above Û(α); a step below α must let it fall under Û(β₁).

Of a leaf whose value becomes x, the move at the top becomes A x + B, held within bounds: MIN nodes
bound it from above, MAX nodes from below, and nodes of chance alone bring in A and B. Of the
bounds only one can matter, δ: from above for a step below a β, from below for one below α.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import erfc, exp, inf, pi, sqrt
from typing import Any, NamedTuple

MAX, MIN, CHANCE = 1, -1, 0


@dataclass(eq=False)
class Node:
    """A node of the tree; without children it is a leaf, or the end of the play.

    Attributes:
        value: Û, what MAX may expect; exact where the play is over.
        mover: ``MAX``, ``MIN`` or ``CHANCE``; None where the play is over.
        mean, sd: of a leaf, the normal distribution of the value it will have when it is expanded.
        state, paid: what stands there, and what MAX was paid on the way.
        labels: what leads to each child: an action, or the index of an outcome.
        p: of chance, the probability of each child.
    """

    value: float
    mover: int | None
    mean: float = 0.0
    sd: float = 0.0
    state: Any = None
    paid: float = 0.0
    # Left out of the repr, which would be the whole tree.
    children: list["Node"] = field(default_factory=list, repr=False)
    labels: list[Any] = field(default_factory=list, repr=False)
    p: list[float] = field(default_factory=list, repr=False)


class Leaf(NamedTuple):
    """A leaf whose expansion can change the move, as it looks from the top.

    Attributes:
        line: what leads to it from the root, as in ``Node.labels``.
        path: the nodes from the root to it, both included.
        below_alpha: whether it lies below α, and not below one of the others.
        threshold: Û(β₁) for a leaf below α, else Û(α).
        mean, sd: A m + B and A σ, the distribution of its future value as the top will see it.
        delta: δ, beyond which the top does not follow.
    """

    line: tuple[Any, ...]
    path: tuple[Node, ...]
    below_alpha: bool
    threshold: float
    mean: float
    sd: float
    delta: float

    @property
    def expected(self) -> float:
        """E[Δ(S)], what the step is expected to gain (equations 11 and 12)."""
        gain = gain_below_alpha if self.below_alpha else gain_below_beta
        return gain(self.mean, self.sd, self.threshold, self.delta)


def gain_below_beta(mean: float, sd: float, alpha: float, delta: float) -> float:
    """Equation 11, of a leaf below a β: E[(min(X, δ) - Û(α))⁺], with X normal.

    Its two integrals, from Û(α) to δ and from there on, are differences of unit normal losses.
    """
    if delta <= alpha:
        return 0.0
    if sd == 0:
        return max(min(mean, delta) - alpha, 0.0)
    return max(sd * (psi((alpha - mean) / sd) - psi((delta - mean) / sd)), 0.0)


def gain_below_alpha(mean: float, sd: float, beta1: float, delta: float) -> float:
    """Equation 12, of a leaf below α: E[(Û(β₁) - max(X, δ))⁺], with X normal."""
    if delta >= beta1:
        return 0.0
    if sd == 0:
        return max(beta1 - max(mean, delta), 0.0)
    return max(sd * (psi((mean - beta1) / sd) - psi((mean - delta) / sd)), 0.0)


def psi(z: float) -> float:
    """The unit normal loss E[(Z - z)⁺] = φ(z) - z (1 - Φ(z))."""
    if z > 38:  # The density is 0 in floats, and z may be infinite.
        return 0.0
    return exp(-z * z / 2) / sqrt(2 * pi) - z * erfc(z / sqrt(2)) / 2


def back_up(node: Node) -> float:
    """The value of a node from those of its children."""
    values = [child.value for child in node.children]
    if node.mover == CHANCE:
        return _weighted(node.p, values)
    return max(values) if node.mover == MAX else min(values)


def best_two(root: Node) -> tuple[int, float]:
    """The index of α, the first of equals, and Û(β₁), -inf if there is but one move."""
    values = [child.value for child in root.children]
    alpha = values.index(max(values))
    return alpha, max(values[:alpha] + values[alpha + 1 :], default=-inf)


def relevant(root: Node) -> Iterator[Leaf]:
    """The leaves whose expansion can change the move at the root, in depth-first order.

    Every other leaf is worth exactly 0: whatever its new value, the move stays.
    """
    alpha, beta1 = best_two(root)
    for index, (label, child) in enumerate(zip(root.labels, root.children, strict=True)):
        if index == alpha:
            down = _Look(MAX, beta1, -inf)
        else:
            down = _Look(MIN, root.children[alpha].value, inf)
        yield from down.leaves(child, (label,), (root, child))


class _Look(NamedTuple):
    """A look from a move at the top down to a node.

    ``blocker`` is who can keep the top from following: MIN below a β, MAX below α. ``slope`` and
    ``shift`` are A and B.
    """

    blocker: int
    threshold: float
    delta: float
    slope: float = 1.0
    shift: float = 0.0

    def leaves(self, node: Node, line: tuple[Any, ...], path: tuple[Node, ...]) -> Iterator[Leaf]:
        """The relevant leaves from a node on."""
        if not self.can_change_the_move():
            return
        if not node.children:
            if node.mover is not None:
                yield self.at(node, line, path)
            return
        only = self.followed(node)
        for index, child in enumerate(node.children):
            if only in (None, index):
                down = self.onward(node, index)
                yield from down.leaves(child, (*line, node.labels[index]), (*path, child))

    def can_change_the_move(self) -> bool:
        """Whether δ lies beyond the threshold, so that some value of the leaf passes it."""
        if self.blocker == MIN:
            return self.delta > self.threshold
        return self.delta < self.threshold

    def followed(self, node: Node) -> int | None:
        """The one child that the top depends on: the blocker's best; None for each of them.

        Of the others none has a say alone: while the best stays, the value can't pass it.
        """
        if node.mover != self.blocker:
            return None
        values = [child.value for child in node.children]
        return values.index(self.choice(values))

    def choice(self, values: list[float]) -> float:
        """The best value for the blocker: the lowest for MIN, the highest for MAX."""
        return min(values) if self.blocker == MIN else max(values)

    def onward(self, node: Node, index: int) -> "_Look":
        """The look from a node down to its child.

        A blocker's second-best child bounds what the top can see. Chance lets through a share p of
        the child, beside what the others are worth.
        """
        others = [child.value for i, child in enumerate(node.children) if i != index]
        if node.mover == CHANCE:
            rest = _weighted([p for i, p in enumerate(node.p) if i != index], others)
            shift = self.slope * rest + self.shift
            return self._replace(slope=self.slope * node.p[index], shift=shift)
        if node.mover == self.blocker and others:
            second = self.slope * self.choice(others) + self.shift
            return self._replace(delta=self.choice([self.delta, second]))
        return self

    def at(self, node: Node, line: tuple[Any, ...], path: tuple[Node, ...]) -> Leaf:
        """What is seen of a leaf."""
        mean, sd = self.slope * node.mean + self.shift, self.slope * node.sd
        return Leaf(line, path, self.blocker == MAX, self.threshold, mean, sd, self.delta)


def _weighted(p: list[float], values: list[float]) -> float:
    total = 0.0
    for share, value in zip(p, values, strict=True):
        total += share * value
    return total
