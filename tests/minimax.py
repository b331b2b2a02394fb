"""Seeded random trees for searches by depth, and what holds of them by the plainest recursion."""

import random
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from tests.explicit import value

Tree = Any
"""As ``ft.games.tree`` takes it."""


def uniform(b: int, m: int, leaf: Callable[[], float]) -> Tree:
    """A tree of b actions and m levels whose players alternate, MAX first."""
    return leaf() if m == 0 else tuple(uniform(b, m - 1, leaf) for _ in range(b))


def ragged(rng: random.Random, levels: int, *, chance: bool = False, rewards: bool = True) -> Tree:
    """A tree of 1 to 4 children a node, players in any order; few leaf values, so that some tie."""
    kinds = ["max", "min", "max", "min", "chance"] if chance else ["max", "min"]
    return (rng.choice(["max", "min"]), *_children(rng, levels - 1, kinds, rewards))


def _children(rng: random.Random, levels: int, kinds: list[str], rewards: bool) -> list[Tree]:
    return [_child(rng, levels, kinds, rewards) for _ in range(rng.randint(1, 4))]


def _child(rng: random.Random, levels: int, kinds: list[str], rewards: bool) -> Tree:
    if rewards and rng.random() < 0.15:
        return ("reward", rng.randint(-3, 3), _child(rng, levels, kinds, rewards))
    if levels == 0 or rng.random() < 0.15:
        return rng.randint(-6, 6)
    kind = rng.choice(kinds)
    children = _children(rng, levels - 1, kinds, rewards)
    return chance_of(rng, children) if kind == "chance" else (kind, *children)


def chance_of(rng: random.Random, children: list[Tree]) -> Tree:
    """A node of chance with weights in sixteenths, so that sums are exact in any order."""
    cuts = [0, *sorted(rng.sample(range(1, 16), len(children) - 1)), 16]
    weights = [(high - low) / 16 for low, high in pairwise(cuts)]
    return ("chance", *zip(weights, children, strict=True))


def best_first(tree: Tree, is_max: bool = True) -> Tree:
    """A tree of alternating players with the best action of each node in front."""
    if not isinstance(tree, tuple):
        return tree
    ordered = [best_first(child, not is_max) for child in tree]
    return tuple(sorted(ordered, key=lambda child: backed_up(child, not is_max), reverse=is_max))


def backed_up(tree: Tree, is_max: bool = True) -> float:
    """The minimax value of a tree of alternating players."""
    if not isinstance(tree, tuple):
        return float(tree)
    worth = [backed_up(child, not is_max) for child in tree]
    return max(worth) if is_max else min(worth)


def transformed(tree: Tree, change: Callable[[float], float]) -> Tree:
    """The tree with every leaf value changed; it must have no rewards on the way."""
    if not isinstance(tree, tuple):
        return change(tree)
    if tree[0] == "chance":
        return ("chance", *((p, transformed(child, change)) for p, child in tree[1:]))
    return tuple(part if isinstance(part, str) else transformed(part, change) for part in tree)


def attaining(tree: Tree) -> set[int]:
    """The indexes of the root's best actions."""
    kind, *children = tree
    worth = [value(child) for child in children]
    best = max(worth) if kind == "max" else min(worth)
    return {index for index, worth_it in enumerate(worth) if worth_it == best}


def leaves(tree: Tree) -> int:
    """How many ends a tree has."""
    return sum(1 for _ in _ends(tree))


def _ends(tree: Tree) -> Iterator[float]:
    if not isinstance(tree, tuple):
        yield tree
        return
    kind = tree[0] if isinstance(tree[0], str) else ""
    children = tree[2:] if kind == "reward" else tree[1:] if kind else tree
    for child in children:
        yield from _ends(child[1] if kind == "chance" else child)
