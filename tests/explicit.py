"""Random explicit trees, and their values by the plainest recursion."""

from itertools import pairwise
from typing import Any

from hypothesis import strategies as st

NAMES = ("max", "min")


def trees(leaves: st.SearchStrategy[Any] | None = None, size: int = 15) -> Any:
    """Trees of max, min, chance and rewards as ``ft.games.tree`` takes them; the root chooses."""
    leaves = st.integers(-9, 9) if leaves is None else leaves
    within = st.recursive(leaves, _nodes, max_leaves=size)
    return _choosers(st.lists(within, min_size=1, max_size=3))


def _nodes(children: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    some = st.lists(children, min_size=1, max_size=3)
    rewards = st.tuples(st.just("reward"), st.integers(-5, 5), children)
    return st.one_of(_choosers(some), some.flatmap(_chance), rewards)


def _choosers(children: st.SearchStrategy[list[Any]]) -> st.SearchStrategy[Any]:
    return st.builds(lambda name, rest: (name, *rest), st.sampled_from(NAMES), children)


def _chance(children: list[Any]) -> st.SearchStrategy[Any]:
    """Weights in eighths, so that sums are exact whatever their order."""
    cuts = st.lists(
        st.integers(1, 7), min_size=len(children) - 1, max_size=len(children) - 1, unique=True
    )
    return cuts.map(lambda at: _weighed(children, [0, *sorted(at), 8]))


def _weighed(children: list[Any], ends: list[int]) -> Any:
    weights = [(b - a) / 8 for a, b in pairwise(ends)]
    return ("chance", *zip(weights, children, strict=True))


def value(tree: Any) -> float:
    """What MAX gets in best play, MIN the opposite."""
    if not isinstance(tree, tuple):
        return float(tree)
    kind, *rest = tree
    if kind == "reward":
        return float(rest[0]) + value(rest[1])
    if kind == "chance":
        return sum((weight * value(child) for weight, child in rest), 0.0)
    return max(map(value, rest)) if kind == "max" else min(map(value, rest))


def mirrored(tree: Any) -> Any:
    """The same tree with the players swapped."""
    if not isinstance(tree, tuple):
        return -tree
    kind, *rest = tree
    if kind == "reward":
        return ("reward", -rest[0], mirrored(rest[1]))
    if kind == "chance":
        return ("chance", *((weight, mirrored(child)) for weight, child in rest))
    return ("min" if kind == "max" else "max", *map(mirrored, rest))
