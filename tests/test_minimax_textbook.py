"""The textbook's searches by depth: published counts and values, and properties of random trees."""

import random
from collections.abc import Callable
from math import atan, exp, inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import forethought as ft
from forethought.errors import Unsupported
from forethought.textbook import (
    BackwardInduction,
    Event,
    alpha_beta,
    expectiminimax,
    max_n,
    minimax,
    paranoid,
)
from tests.explicit import trees, value
from tests.minimax import attaining, best_first, leaves, ragged, transformed, uniform
from tests.zoo.good import Dice, Nim, Throw, TicTacToe

BOOK = ft.games.tree(tree=((3, 12, 8), (2, 4, 6), (14, 5, 2)))
SEARCHES = [minimax, alpha_beta, expectiminimax]


def game(tree: Any) -> ft.Game:
    return ft.games.tree(tree=tree)


# What is published


def test_the_tree_of_the_book() -> None:
    # Russell and Norvig, figures 5.2 and 5.5: MAX takes a1 for 3; two leaves of C need no look.
    assert minimax(BOOK) == (3.0, 0, 13, 9)
    assert alpha_beta(BOOK) == (3.0, 0, 11, 7)
    assert expectiminimax(BOOK) == (3.0, 0, 13, 9)


def test_tic_tac_toe_from_the_start() -> None:
    # 255168 plays, and 549946 positions on the way with their repetitions: widely published, for
    # example by Henry Bottomley, "How many games of Noughts and Crosses are possible?", 2001.
    rules = ft.games.tic_tac_toe()
    assert minimax(rules) == (0.0, 0, 549_946, 255_168)
    # Other programs that take the cells in this order count 18297 too.
    assert alpha_beta(rules) == (0.0, 0, 18_297, 7_330)


@pytest.mark.parametrize("search", SEARCHES)
def test_a_depth_and_an_evaluation(search: Callable[..., Any]) -> None:
    rules = ft.games.tic_tac_toe()

    def middle(state: str) -> float:
        return {"X": 0.5, "O": -0.5}.get(state[4], 0.0)

    assert search(rules, depth=1, evaluation=middle) == (0.5, 4, 10, 9)
    assert search(rules, "X........", depth=1, evaluation=middle)[:2] == (-0.5, 4)
    assert search(rules, depth=0, evaluation=lambda s: [0.25, -0.25]) == (0.25, None, 1, 1)
    assert search(rules, "XX.OO....", depth=1, evaluation=middle)[:2] == (1.0, 2)
    assert search(rules, "XXXOO....") == (0.0, None, 1, 1)


def test_dice_alone_and_a_single_player() -> None:
    exact = BackwardInduction(Dice())
    assert expectiminimax(Dice(), Throw(0, 3)).value == pytest.approx(1500 / 216)
    assert expectiminimax(Dice(), Throw(6, 1)).action == exact.best_action(Throw(6, 1))
    alone = ft.games.tree(tree=((1, 5), (4, 2)), players=1)
    assert minimax(alone)[:2] == alpha_beta(alone)[:2] == (5.0, 0)


def test_what_can_not_be_searched() -> None:
    chance = game(("max", ("chance", (0.5, 1), (0.5, 2))))
    for search in (minimax, alpha_beta):
        with pytest.raises(Unsupported, match=r"chance decides at state \(0,\): take expectimin"):
            search(chance)
    with pytest.raises(Unsupported, match=r"Nim has 3 players.*: take max-n"):
        minimax(Nim())
    with pytest.raises(
        Unsupported, match=r"paid \(1.0, 0.0\), which does not sum to 0: take max-n"
    ):
        alpha_beta(TicTacToe())


# Thousands of random trees


def test_random_trees_in_every_way() -> None:
    rng = random.Random(1)
    for _ in range(2000):
        tree = ragged(rng, rng.randint(1, 5))
        rules, exact = game(tree), value(tree)
        full, pruned = minimax(rules), alpha_beta(rules)
        assert full[:2] == pruned[:2] == expectiminimax(rules)[:2]
        assert full.value == exact
        assert full.action in attaining(tree)
        assert full.leaves == leaves(tree)
        assert pruned.nodes <= full.nodes
        assert pruned.leaves <= full.leaves


@given(trees())
def test_expectiminimax_is_the_plainest_recursion(tree: Any) -> None:
    answer = expectiminimax(game(tree))
    assert answer.value == value(tree)
    assert answer.action in attaining(tree)
    assert answer.leaves == leaves(tree)


def test_random_trees_of_chance() -> None:
    rng = random.Random(2)
    for _ in range(1000):
        tree = ragged(rng, rng.randint(1, 4), chance=True)
        answer = expectiminimax(game(tree))
        assert answer.value == value(tree)
        assert answer.action in attaining(tree)


def test_a_depth_cuts_the_tree_where_the_evaluation_stands() -> None:
    rng = random.Random(3)
    for _ in range(300):
        tree = ragged(rng, 5)
        rules = game(tree)
        depth = rng.randint(1, 4)
        worth: dict[Any, int] = {}

        def guess(state: tuple[int, ...], worth: dict[Any, int] = worth) -> int:
            return worth.setdefault(state, rng.randint(-5, 5))

        full = minimax(rules, depth=depth, evaluation=guess)
        pruned = alpha_beta(rules, depth=depth, evaluation=guess)
        assert full[:2] == pruned[:2] == expectiminimax(rules, depth=depth, evaluation=guess)[:2]
        assert all(len(state) == depth for state in worth)


@pytest.mark.parametrize(("b", "m"), [(1, 4), (2, 7), (3, 5), (4, 4), (5, 3), (9, 2), (7, 1)])
def test_the_least_leaves_with_perfect_order(b: int, m: int) -> None:
    # Knuth and Moore 1975.
    rng = random.Random(b * 10 + m)
    least = b ** ((m + 1) // 2) + b ** (m // 2) - 1
    for _ in range(5):
        tree = uniform(b, m, rng.random)
        answer = alpha_beta(game(best_first(tree)))
        assert answer.leaves == least
        assert answer.value == minimax(game(tree)).value
        assert alpha_beta(game(tree)).leaves >= least


# Transformations of the leaf values (Russell and Norvig, section 5.5)


INCREASING: list[Callable[[float], float]] = [
    lambda x: x**3,
    exp,
    atan,
    lambda x: 1000 * x - 7,
    lambda x: x if x < 0 else x + 100,
]


@pytest.mark.parametrize("change", INCREASING)
def test_minimax_decides_the_same_after_any_increasing_transformation(
    change: Callable[[float], float],
) -> None:
    rng = random.Random(4)
    for _ in range(200):
        tree = ragged(rng, 4, rewards=False)
        before, after = minimax(game(tree)), minimax(game(transformed(tree, change)))
        assert after.action == before.action
        assert after.value == change(before.value)
        pruned, there = alpha_beta(game(tree)), alpha_beta(game(transformed(tree, change)))
        assert pruned[1:] == there[1:]


@pytest.mark.parametrize(("scale", "shift"), [(2, 0), (0.25, 3), (8, -64)])
def test_expectiminimax_decides_the_same_after_any_positive_linear_one(
    scale: float, shift: float
) -> None:
    rng = random.Random(5)
    for _ in range(300):
        tree = ragged(rng, 4, chance=True, rewards=False)
        before = expectiminimax(game(tree))
        after = expectiminimax(game(transformed(tree, lambda x: scale * x + shift)))
        assert after.action == before.action
        assert after.value == scale * before.value + shift


def test_an_increasing_one_can_change_the_decision_of_expectiminimax() -> None:
    # Russell and Norvig, figure 5.12: 2.1 beats 1.3, but 21 does not beat 40.9.
    def tree(one: int, two: int, three: int, four: int) -> ft.Game:
        return game(
            (
                "max",
                ("chance", (0.9, (two, two)), (0.1, (three, three))),
                ("chance", (0.9, (one, one)), (0.1, (four, four))),
            )
        )

    before, after = expectiminimax(tree(1, 2, 3, 4)), expectiminimax(tree(1, 20, 30, 400))
    assert (before.value, after.value) == pytest.approx((2.1, 40.9))
    assert before[1:] == (0, 15, 8)
    assert after[1:] == (1, 15, 8)


# The trace


def test_the_trace_enters_and_leaves_every_node_once() -> None:
    rng = random.Random(6)
    for _ in range(200):
        rules = game(ragged(rng, 4))
        events: list[Event] = []
        answer = alpha_beta(rules, trace=events.append)
        at = [event.state for event in events if event.kind in ("enter", "leaf")]
        assert len(set(at)) == len(at) == answer.nodes
        kinds = [event.kind for event in events]
        assert kinds.count("enter") == kinds.count("leave")
        assert kinds.count("leaf") == answer.leaves
        assert kinds.count("child") == answer.nodes - 1
        assert all(event.alpha >= event.beta for event in events if event.kind == "cut")


def test_without_pruning_the_window_stays_open() -> None:
    events: list[Event] = []
    minimax(BOOK, trace=events.append)
    assert {(event.alpha, event.beta) for event in events} == {(-inf, inf)}


# More than two players


def test_max_n_is_backward_induction() -> None:
    for heaps in [(1, 2, 2), (3, 1), (2, 2, 1)]:
        rules = Nim(heaps, 3)
        exact = BackwardInduction(rules)
        start = rules.initial()
        assert max_n(rules).values == exact.value(start)
        assert max_n(rules).action == exact.best_action(start)


@given(trees(leaves=st.integers(-9, 9)))
def test_of_two_players_max_n_and_paranoid_are_expectiminimax(tree: Any) -> None:
    rules = game(tree)
    answer = expectiminimax(rules)
    for search in (max_n, paranoid):
        found = search(rules)
        assert found.values == (answer.value, -answer.value)
        assert found[1:] == answer[1:]


def test_paranoid_fears_what_max_n_does_not() -> None:
    # Player 1 gets more by the first action, which pays player 0 as well; an enemy takes the other.
    second = ("player", 1, ("leaf", (5, 4, 0)), ("leaf", (0, 3, 0)))
    tree = ("player", 0, second, ("leaf", (2, 0, 0)))
    rules = ft.games.tree(tree=tree, players=3)
    assert max_n(rules) == ((5.0, 4.0, 0.0), 0, 5, 3)
    assert paranoid(rules) == ((2.0, 0.0, 0.0), 1, 5, 3)
    assert max_n(rules, depth=1, evaluation=lambda s: (1, 1, 1)) == ((2.0, 0.0, 0.0), 1, 3, 2)
