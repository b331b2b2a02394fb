"""Choices at the same time: nobody answers what it cannot see."""

from typing import Any

import pytest

import forethought as ft
from forethought import textbook
from tests.test_textbook_native import told, written


class Matrix(ft.Game):
    """A row and a column are chosen at once; the second player pays the first the entry."""

    players = 2

    def __init__(self, *rows: tuple[float, ...]) -> None:
        self.rows = rows

    def initial(self) -> Any:
        return ()

    def turn(self, state: Any) -> int:
        return ft.OVER if len(state) == 2 else len(state)

    def actions(self, state: Any) -> Any:
        return range(len(self.rows if not state else self.rows[0]))

    def apply(self, state: Any, action: Any) -> Any:
        after = (*state, action)
        if len(after) < 2:
            return 0, after
        paid = self.rows[after[0]][after[1]]
        return (paid, -paid), after

    def information(self, state: Any) -> Any:
        return (None,) * len(state)


PENNIES = Matrix((1, -1), (-1, 1))
BIASED = Matrix((2, -1), (-1, 1))
"""In equilibrium both take their first action 2 times in 5, and the first player gets 1/5."""


def test_one_table_for_a_player_whatever_the_other_chose() -> None:
    search = ft.start(PENNIES, ft.MCTS(decoupled=True, backup="average"), seed=1)
    search.run(simulations=2000)
    assert [node[0] for node in search.tree() if node[1] == 1] == [(None,)]


def test_the_value_is_that_of_the_game() -> None:
    together = ft.MCTS(decoupled=True, backup="average")
    found = ft.decide(PENNIES, together, simulations=20_000, seed=1).value
    assert found == pytest.approx(0, abs=0.05)
    assert ft.decide(PENNIES, ft.MCTS(), simulations=20_000, seed=1).value == pytest.approx(-1)


def test_with_exp3_the_visits_come_near_the_equilibrium() -> None:
    search = ft.MCTS(
        decoupled=True, backup="average", policy=ft.EXP3(low=-2, high=2), choice="visits"
    )
    decision = ft.decide(BIASED, search, simulations=50_000, seed=1)
    visits = [row.visits for row in decision.actions]
    assert visits[0] / sum(visits) == pytest.approx(2 / 5, abs=0.05)
    assert decision.action == 1


@pytest.mark.parametrize("rules", [PENNIES, BIASED, ft.gdl.load("rock_paper_scissors")])
def test_the_textbook_makes_the_same_tree(rules: ft.Game) -> None:
    uct, book_uct = ft.UCT(weight=1, growing=False), textbook.UCT()
    native = ft.MCTS(policy=uct, backup="average", decoupled=True)
    found = ft.start(rules, native, seed=5)
    found.run(simulations=500)
    rng = ft.Rng(5, "search")
    book = textbook.MCTS(rules, rules.initial(), book_uct, rng, backup="average", decoupled=True)
    for _ in range(500):
        book.simulate()
    assert told(found.tree()) == written(book)


class Twice(Matrix):
    """Two rounds of a matrix."""

    def turn(self, state: Any) -> int:
        return ft.OVER if len(state) == 4 else len(state) % 2

    def actions(self, state: Any) -> Any:
        return range(len(self.rows))

    def apply(self, state: Any, action: Any) -> Any:
        after = (*state, action)
        if len(after) % 2:
            return 0, after
        paid = self.rows[after[-2]][after[-1]]
        return (paid, -paid), after

    def information(self, state: Any) -> Any:
        return (*state[:-1], None) if len(state) % 2 else state


@pytest.mark.parametrize("rules", [Twice((1, -1), (-1, 1)), ft.gdl.load("rock_paper_scissors")])
def test_the_tree_is_kept_over_a_step(rules: ft.Game) -> None:
    search = ft.start(rules, ft.MCTS(decoupled=True, backup="average"), seed=1)
    search.run(simulations=2000)
    state = rules.initial()
    for _ in range(2):
        before, action = search.state, list(rules.actions(state))[1]
        _, state = rules.apply(state, action)
        kept = search.advance(action, state)
        assert kept.visits > 20
        assert search.state == state != before
    # Each visit of the state after both actions is one of its actions, or was its first.
    assert sum(row.visits for row in search.run(simulations=1).actions) >= kept.visits - 1
