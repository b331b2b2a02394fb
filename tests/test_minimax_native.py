"""The native searches by depth and the textbook's: the same values, and the same exact counts."""

import random
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

import forethought as ft
from forethought.game import Game
from forethought.textbook import alpha_beta, minimax
from tests.explicit import value
from tests.minimax import attaining, best_first, ragged, uniform

FLAGS = ("iterative", "ordering", "aspiration", "null_window", "quiescence")
TABLES = (0, 1, 4096, 2**20)
EVERY_WAY: list[dict[str, Any]] = [
    dict(zip(FLAGS, on, strict=True)) for on in product((False, True), repeat=len(FLAGS))
]
DEEP = 20
"""More than any tree of these tests."""


def guess(state: Any) -> float:
    """An evaluation that knows nothing of the rules, in eighths; ties are common."""
    return random.Random(repr(state)).randint(-8, 8) / 8


def chosen(rng: random.Random, levels: int) -> Any:
    """A random tree with a choice at the root: a search stops at once where there is none."""
    tree = ragged(rng, levels)
    return tree if len(tree) > 2 else chosen(rng, levels)


def assert_like_minimax(game: Game, search: ft.AlphaBeta, tree: Any) -> None:
    decision = ft.decide(game, search)
    sign = 1 if tree[0] == "max" else -1
    assert decision.value == sign * value(tree)
    assert decision.action in attaining(tree)


@pytest.mark.parametrize("table", TABLES)
def test_every_configuration_gives_the_minimax_value(table: int) -> None:
    rng = random.Random(table)
    for flags in EVERY_WAY:
        for _ in range(25):
            tree = chosen(rng, rng.randint(1, 5))
            search = ft.AlphaBeta(DEEP, table=table, **flags)
            assert_like_minimax(ft.games.tree(tree=tree), search, tree)


def test_thousands_of_trees_with_every_feature_on() -> None:
    rng = random.Random(1)
    for _ in range(2000):
        tree = chosen(rng, rng.randint(1, 6))
        assert_like_minimax(ft.games.tree(tree=tree), ft.AlphaBeta(DEEP), tree)


def test_depths_and_evaluations_in_every_configuration() -> None:
    rng = random.Random(2)
    for flags in EVERY_WAY:
        for table in (0, 2**16):
            tree = chosen(rng, 5)
            game, depth = ft.games.tree(tree=tree), rng.randint(1, 4)
            search = ft.AlphaBeta(depth, guess, table=table, **flags)
            decision = ft.decide(game, search)
            sign = 1 if tree[0] == "max" else -1
            full = minimax(game, depth=depth, evaluation=guess)
            assert decision.value == sign * full.value
            reward, after = game.apply((), decision.action)
            onward = minimax(game, after, depth=depth - 1, evaluation=guess).value
            assert reward[0] + onward == full.value  # type: ignore[index]


def test_plain_alpha_beta_counts_the_nodes_of_the_textbook() -> None:
    rng = random.Random(3)
    for _ in range(1000):
        tree = chosen(rng, rng.randint(1, 6))
        game, depth = ft.games.tree(tree=tree), rng.randint(1, 6)
        answer = alpha_beta(game, depth=depth, evaluation=guess)
        decision = ft.decide(game, ft.AlphaBeta.plain(depth, guess))
        sign = 1 if tree[0] == "max" else -1
        assert decision.spent.nodes == answer.nodes
        assert (decision.value, decision.action) == (sign * answer.value, answer.action)


GAMES: list[tuple[Callable[[], Game], int]] = [
    (ft.games.tic_tac_toe, 9),
    (lambda: ft.games.nim(heaps=(2, 3, 3)), 8),
    (lambda: ft.games.connect_four(width=5, height=4), 5),
    (ft.games.othello, 4),
    (ft.games.breakthrough, 3),
    (ft.games.checkers, 5),
]


@pytest.mark.parametrize(("make", "depth"), GAMES)
def test_games_too(make: Callable[[], Game], depth: int) -> None:
    game = make()
    answer = alpha_beta(game, depth=depth, evaluation=guess)
    decision = ft.decide(game, ft.AlphaBeta.plain(depth, guess))
    assert decision.spent.nodes == answer.nodes
    assert (decision.value, decision.action) == (answer.value, answer.action)
    assert ft.decide(game, ft.AlphaBeta(depth, guess, quiescence=False)).value == answer.value


@pytest.mark.parametrize(("b", "m"), [(2, 9), (3, 6), (4, 5), (6, 4), (30, 2)])
def test_the_least_nodes_with_perfect_order(b: int, m: int) -> None:
    # Knuth and Moore 1975, summed over the levels: leaves of a tree cut at each.
    tree = best_first(uniform(b, m, random.Random(b).random))
    least = sum(b ** ((k + 1) // 2) + b ** (k // 2) - 1 for k in range(m + 1))
    assert ft.decide(ft.games.tree(tree=tree), ft.AlphaBeta.plain(m)).spent.nodes == least
