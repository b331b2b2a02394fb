"""Max-n and paranoid search from Python, against the textbook and exact solving."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import forethought as ft
from forethought import textbook
from tests.explicit import trees, value
from tests.zoo import bases

LEAVES = st.tuples(*[st.integers(-3, 3)] * 3).map(lambda paid: ("leaf", paid))
THREE = st.recursive(
    LEAVES,
    lambda children: st.one_of(
        st.builds(
            lambda player, rest: ("player", player, *rest),
            st.integers(0, 2),
            st.lists(children, min_size=1, max_size=3),
        ),
        st.tuples(st.just("reward"), st.tuples(*[st.integers(-2, 2)] * 3), children),
        children.map(lambda child: ("chance", (0.25, child), (0.75, ("leaf", (1, 2, 3))))),
    ),
    max_leaves=15,
).map(lambda tree: ("player", 0, tree, ("leaf", (0, 1, 0))))


def searched(game: ft.Game, search: Any, **limits: Any) -> ft.Decision:
    return ft.decide(game, search, seed=1, **(limits or {"until": "proven"}))


@given(THREE, st.integers(1, 6))
def test_the_textbook_finds_the_same(tree: Any, depth: int) -> None:
    game = ft.games.tree(tree=tree, players=3)

    def judge(state: Any) -> tuple[float, ...]:
        return (sum(state) % 4 - 2.0, len(state), 1.0)

    for search, plain in ((ft.MaxN, textbook.max_n), (ft.Paranoid, textbook.paranoid)):
        found = searched(game, search(evaluation=judge), depth=depth)
        last = plain(game, depth=found.spent.depth or 0, evaluation=judge)
        assert (found.action, found.value) == (last.action, last.values[0])
        nodes = [plain(game, None, d, judge).nodes for d in range(1, found.spent.depth + 1)]  # type: ignore[operator]
        if search is ft.MaxN:
            assert found.spent.nodes == sum(nodes)
        assert found.spent.nodes <= sum(nodes)


@given(trees())
def test_for_two_it_is_minimax(tree: Any) -> None:
    game = ft.games.tree(tree=tree)
    worth = value(tree) if tree[0] == "max" else -value(tree)
    for search in (ft.MaxN(), ft.Paranoid()):
        found = searched(game, search)
        if len(found.actions) > 1:
            assert found.value == pytest.approx(worth)
            assert found.stop_reason == "proven"
        else:
            assert found.stop_reason in ("proven", "single_action")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("play", ["normal", "misere"])
def test_nim_is_as_it_is_solved(players: int, play: str) -> None:
    game = ft.games.nim(heaps=(1, 2, 3), players=players, play=play)
    exact = ft.solve(game)
    plain = searched(game, ft.MaxN())
    assert (plain.action, plain.value) == (exact.action, exact.value)
    assert [row.mean for row in plain.actions] == [row.value for row in exact.actions]
    assert {row.kind for row in plain.actions} == {"exact"}
    assert (plain.rule, plain.proven, plain.stop_reason) == ("value", True, "proven")
    pruned = searched(game, ft.MaxN(pruning=True))
    assert (pruned.action, pruned.value) == (plain.action, plain.value)
    assert pruned.spent.nodes < plain.spent.nodes
    assert searched(game, ft.Paranoid()).value <= exact.value  # type: ignore[operator]


class Shares(ft.Game):
    """Three players take turns to name a share; what is left goes to the last one."""

    players = 3

    def initial(self) -> Any:
        return ()

    def turn(self, s: Any) -> int:
        return ft.OVER if len(s) == 4 else len(s) % 3

    def actions(self, s: Any) -> Any:
        return range(3)

    def apply(self, s: Any, a: Any) -> Any:
        paid = [0.0] * 3
        paid[len(s) % 3] += a
        paid[(len(s) + a) % 3] -= 1.5
        return paid, (*s, a)


def test_a_game_of_ones_own_with_an_evaluation() -> None:
    game = Shares()
    exact = ft.solve(game)
    found = searched(game, ft.MaxN())
    assert (found.action, found.value) == (exact.action, exact.value)
    assert len(found.pv) == 4
    asked = []

    def judge(state: Any) -> tuple[float, float, float]:
        asked.append(state)
        return (1.0, 0.0, 0.0)

    found = searched(game, ft.MaxN(2, judge), nodes=10_000)
    assert (found.stop_reason, found.spent.depth, found.spent.nodes) == ("depth", 2, 4 + 13)
    assert len(asked) == 3 + 9
    assert {row.kind for row in found.actions} == {"estimate"}
    with pytest.raises(ft.GameError, match=r"evaluation\(\) gave"):
        searched(game, ft.MaxN(evaluation=lambda s: (1.0, 2.0)), depth=2)

    def failing(state: Any) -> float:
        raise KeyError(state)

    with pytest.raises(KeyError):
        searched(game, ft.MaxN(evaluation=failing), depth=2)


def test_what_can_not_be_searched_is_refused() -> None:
    for search in (ft.MaxN(), ft.Paranoid()):
        with pytest.raises(ft.Unsupported, match=r"define outcomes\(\)"):
            searched(bases.Simulated(), search)
    with pytest.raises(ft.Unsupported, match="search with pruning=False"):
        searched(Shares(), ft.MaxN(pruning=True))
    makers: list[tuple[Callable[[], object], str]] = [
        (lambda: ft.MaxN(depth=0), r"MaxN\(depth\)=0: give a whole number"),
        (lambda: ft.Paranoid(evaluation=5), "give a function"),  # type: ignore[arg-type]
        (lambda: ft.MaxN(pruning=1), "give True or False"),  # type: ignore[arg-type]
    ]
    for make, told in makers:
        with pytest.raises(ft.ParameterError, match=told):
            make()
