"""What holds for the tree of any search, and how two of them are compared."""

from typing import Any

from forethought.search import Search


def below(tree: list[Any], start: int = 0) -> list[Any]:
    """The nodes that can be reached from one, numbered anew in the order in which they are met."""
    order, number = [start], {start: 0}
    for node in order:
        for child in _children(tree[node]):
            if child not in number:
                number[child] = len(order)
                order.append(child)
    return [_renumbered(tree[node], number) for node in order]


def _children(node: Any) -> list[int]:
    return [child for arm in node[3] for child, _, _ in arm[4]]


def _renumbered(node: Any, number: dict[int, int]) -> Any:
    state, turn, visits, arms = node
    told = [(*arm[:4], [(number[child], *rest) for child, *rest in arm[4]]) for arm in arms]
    return state, turn, visits, told


def assert_consistent(search: Search) -> None:
    """Every visit came from above, and every sample of an arm went on below."""
    tree = search.tree()
    arrivals = [0] * len(tree)
    for _, _, visits, arms in tree:
        assert sum(arm[1] for arm in arms) <= visits
        for _, samples, _, squares, links in arms:
            assert samples == sum(count for _, count, _ in links)
            assert squares >= 0
            for child, count, _ in links:
                arrivals[child] += count
    assert [node[2] for node in tree[1:]] == arrivals[1:]
    # Where states come again a play may have ended its way through the tree at the root.
    assert arrivals[0] or tree[0][2] == sum(arm[1] for arm in tree[0][3])
