"""Alpha-beta search from Python."""

import random
from dataclasses import replace
from typing import Any

import pytest

import forethought as ft
from forethought.textbook import alpha_beta, minimax
from tests.explicit import value
from tests.minimax import attaining, ragged

FLAGS = ("iterative", "ordering", "aspiration", "null_window", "quiescence")
SMALL = ft.games.connect_four(width=4, height=4)


class Sticks(ft.Game[tuple[int, int], int]):
    """Take 1 to 3 sticks; who takes the last wins."""

    players = 2

    def __init__(self, sticks: int) -> None:
        self.sticks = sticks

    def initial(self) -> tuple[int, int]:
        return self.sticks, 0

    def turn(self, state: tuple[int, int]) -> int:
        return state[1] if state[0] else ft.OVER

    def actions(self, state: tuple[int, int]) -> range:
        return range(1, min(3, state[0]) + 1)

    def apply(self, state: tuple[int, int], action: int) -> tuple[Any, tuple[int, int]]:
        left, player = state[0] - action, state[1]
        paid: Any = 0 if left else ((1, -1) if player == 0 else (-1, 1))
        return paid, (left, 1 - player)


class Circle(ft.Game[int, int]):
    """Two players walk round a circle of three for ever, unless one steps out and loses."""

    players = 2

    def initial(self) -> int:
        return 0

    def turn(self, state: int) -> int:
        return ft.OVER if state < 0 else state % 2

    def actions(self, state: int) -> list[int]:
        return [-1, (state + 1) % 4]

    def apply(self, state: int, action: int) -> tuple[Any, int]:
        lost = (-1, 1) if state % 2 == 0 else (1, -1)
        return (lost if action < 0 else 0), action


def test_it_proves_what_solve_finds() -> None:
    for game in (ft.games.tic_tac_toe(), SMALL, ft.games.nim(heaps=(2, 3, 4))):
        d = ft.decide(game, ft.AlphaBeta(), until="proven")
        solution = ft.solve(game)
        assert d.proven
        assert d.stop_reason == "proven"
        assert d.value == solution.value
        assert d.actions.of(d.action).kind == "exact"


@pytest.mark.parametrize("off", FLAGS)
def test_no_feature_changes_the_value(off: str) -> None:
    rng = random.Random(f"without {off}")
    features: dict[str, Any] = {off: False}
    search = replace(ft.AlphaBeta(8), **features)
    for _ in range(100):
        tree = ragged(rng, 5)
        d = ft.decide(ft.games.tree(tree=tree), search)
        sign = 1 if tree[0] == "max" else -1
        assert d.value == sign * value(tree)
        assert d.action in attaining(tree)


def test_options_prove_the_same() -> None:
    options: list[dict[str, Any]] = [
        {"singular": 0.1},
        {"reductions": True},
        {"singular": 0, "reductions": True},
    ]
    for option in options:
        d = ft.decide(SMALL, ft.AlphaBeta(**option), until="proven")
        assert (d.proven, d.value) == (True, ft.solve(SMALL).value)


def test_a_game_in_python() -> None:
    d = ft.decide(Sticks(21), ft.AlphaBeta(), until="proven")
    assert (d.value, d.action, d.proven) == (1, 1, True)
    d = ft.decide(Sticks(20), ft.AlphaBeta(), until="proven")
    assert (d.value, d.proven) == (-1, True)


class Hinted(Sticks):
    """With what looks good, and what is noisy."""

    asked = 0

    def hint(self, state: tuple[int, int], action: int) -> Any:
        type(self).asked += 1
        return int(state[0] % 4 == action)

    def noisy(self, state: tuple[int, int], action: int) -> Any:
        return state[0] - action < 4


def test_hints_and_noisy_actions_of_a_game_in_python() -> None:
    with_hints = ft.decide(Hinted(40), ft.AlphaBeta(9, table=0))
    without = ft.decide(Sticks(40), ft.AlphaBeta(9, table=0))
    assert Hinted.asked > 0
    assert with_hints.value == without.value
    # One action ahead nothing is won yet, but every action from 4 sticks on is noisy.
    assert ft.decide(Sticks(7), ft.AlphaBeta(1)).value == 0
    d = ft.decide(Hinted(7), ft.AlphaBeta(1))
    assert (d.value, d.action) == (1, 3)
    assert ft.decide(Hinted(7), ft.AlphaBeta(1, quiescence=False)).value == 0


def test_what_hints_and_noisy_raise_passes_through() -> None:
    class Broken(Sticks):
        def hint(self, state: tuple[int, int], action: int) -> Any:
            raise ZeroDivisionError

    class Wrong(Sticks):
        def noisy(self, state: tuple[int, int], action: int) -> Any:
            return "loud"

    with pytest.raises(ZeroDivisionError):
        ft.decide(Broken(9), ft.AlphaBeta(3))
    with pytest.raises(ft.GameError, match=r"noisy\(\) gave 'loud' at state .*: give a bool"):
        ft.decide(Wrong(9), ft.AlphaBeta(3))


class Twins(ft.Game[tuple[int, int], int]):
    """States that Python's hash can't tell apart: -1 and -2."""

    players = 2
    horizon = 4

    def initial(self) -> tuple[int, int]:
        return 0, 0

    def turn(self, state: tuple[int, int]) -> int:
        return ft.OVER if state[1] == 4 else state[1] % 2

    def actions(self, state: tuple[int, int]) -> tuple[int, int]:
        return -2, -1

    def apply(self, state: tuple[int, int], action: int) -> tuple[Any, tuple[int, int]]:
        last, count = action, state[1] + 1
        paid = 1 if (last == -1) == (count % 2 == 1) else 0
        return (paid, -paid), (last, count)


def test_equal_hashes_are_no_equal_states() -> None:
    assert hash((-1, 1)) == hash((-2, 1))
    for depth in (1, 2, 3, 4):
        with_table = ft.decide(Twins(), ft.AlphaBeta(depth))
        without = ft.decide(Twins(), ft.AlphaBeta.plain(depth))
        assert with_table.value == without.value
        assert with_table.action == without.action


def test_coming_back_is_a_draw() -> None:
    d = ft.decide(Circle(), ft.AlphaBeta(), until="proven")
    assert (d.value, d.action, d.proven) == (0, 1, True)


def test_limits() -> None:
    game = ft.games.connect_four()
    assert ft.decide(game, ft.AlphaBeta(), nodes=12_345).spent.nodes == 12_345
    d = ft.decide(game, ft.AlphaBeta(), depth=5)
    assert (d.spent.depth, d.stop_reason) == (5, "depth")
    d = ft.decide(game, ft.AlphaBeta(), seconds=0.05)
    assert d.stop_reason == "seconds"
    assert ft.decide(game, ft.AlphaBeta(depth=4)).stop_reason == "depth"
    d = ft.decide(game, ft.AlphaBeta(), nodes=1)
    assert (d.value, d.spent.nodes) == (None, 1)
    with pytest.raises(ft.BudgetError, match="simulations= is no limit of AlphaBeta"):
        ft.decide(game, ft.AlphaBeta(), simulations=5)
    with pytest.raises(ft.BudgetError, match="give one of nodes="):
        ft.decide(game, ft.AlphaBeta())


def test_one_action_needs_no_search_unless_a_depth_is_asked_for() -> None:
    game = ft.games.tree(tree=[[[3, 5], [1, 2]]])
    for search in (ft.AlphaBeta, ft.MaxN, ft.Expectiminimax):
        assert ft.decide(game, search(), nodes=1_000).stop_reason == "single_action"
        for d in (ft.decide(game, search(), depth=2), ft.decide(game, search(depth=2))):
            assert (d.stop_reason, d.spent.depth) == ("depth", 2)


def test_memory_is_a_smaller_table() -> None:
    game = ft.games.connect_four()
    most = 2**21
    d = ft.decide(game, ft.AlphaBeta(6), memory=most)
    assert d.spent.bytes <= most
    assert d.value == ft.decide(game, ft.AlphaBeta(6, table=0)).value
    assert ft.decide(game, ft.AlphaBeta(6), memory=1).value == d.value


def test_refusals() -> None:
    for game, search in ((ft.games.pig(), "Expectiminimax"), (ft.games.nim(players=3), "MaxN")):
        with pytest.raises(ft.Unsupported, match=rf"search with ft\.{search}\(\)"):
            ft.decide(game, ft.AlphaBeta(3))
    wrong: dict[str, Any]
    for wrong in ({"depth": 0}, {"depth": 1.5}, {"table": -1}, {"ordering": 1}, {"evaluation": 3}):
        with pytest.raises(ft.ParameterError, match=rf"AlphaBeta\({next(iter(wrong))}"):
            ft.AlphaBeta(**wrong)
    options: list[dict[str, Any]] = [{"singular": -1}, {"singular": 1, "table": 0}]
    for wrong in [*options, {"reductions": 1}]:
        with pytest.raises(ft.ParameterError, match=rf"AlphaBeta\({next(iter(wrong))}"):
            ft.AlphaBeta(**wrong)
    with pytest.raises(ft.ParameterError, match="needs ordering and null_window"):
        ft.AlphaBeta(reductions=True, ordering=False)
    with pytest.raises(ft.ParameterError, match="give depth= too"):
        ft.AlphaBeta(iterative=False)
    tree = ft.games.tree(tree=(("leaf", (1, 1)), ("leaf", (0, 0))))
    with pytest.raises(ft.Unsupported, match=r"do not sum to 0.*ft\.MaxN\(\)"):
        ft.decide(tree, ft.AlphaBeta(3))
    with pytest.raises(ft.Unsupported, match="this evaluation is for othello"):
        ft.decide(SMALL, ft.AlphaBeta(3, ft.evaluations.othello()))


def test_evaluations() -> None:
    asked: list[Any] = []

    def more(state: str) -> float:
        asked.append(state)
        return state.count("X") / 10

    d = ft.decide(SMALL, ft.AlphaBeta(1, more))
    assert (d.value, len(asked)) == (0.1, 4)
    both = ft.decide(SMALL, ft.AlphaBeta(1, lambda state: (more(state), -more(state))))
    assert both.value == d.value
    assert ft.decide(SMALL, ft.AlphaBeta(3, ft.evaluations.zero())).value == 0
    with pytest.raises(ZeroDivisionError):
        ft.decide(SMALL, ft.AlphaBeta(2, lambda state: 1 / 0))
    with pytest.raises(ft.GameError, match="do not sum to 0"):
        ft.decide(SMALL, ft.AlphaBeta(2, lambda state: (1, 1)))


def test_the_seed_means_nothing() -> None:
    first, second = (
        ft.decide(ft.games.connect_four(), ft.AlphaBeta(7), seed=seed).to_dict() for seed in (1, 2)
    )
    assert first["actions"] == second["actions"]


def test_a_search_moves_along() -> None:
    search = ft.start(ft.games.connect_four(), ft.AlphaBeta())
    d = search.run(depth=9)
    search.advance(d.action)
    fresh = ft.decide(ft.games.connect_four(), ft.AlphaBeta(), state=search.state, depth=8)
    again = search.run(depth=8)
    assert again.value == fresh.value
    assert again.spent.nodes < fresh.spent.nodes


def test_progress() -> None:
    depths = []
    game = ft.games.connect_four()
    ft.decide(
        game, ft.AlphaBeta(), seconds=0.5, progress=lambda d: depths.append(d.spent.depth or 0)
    )
    assert depths == sorted(depths)


def test_repr() -> None:
    assert "depth=3" in repr(ft.AlphaBeta(3))
    assert "nodes to depth 3" in repr(ft.decide(SMALL, ft.AlphaBeta(3)))


def test_the_endgame_solver_finds_what_solve_finds() -> None:
    game = ft.games.othello(score="discs")
    rng = random.Random("endgames")
    for _ in range(10):
        state = game.initial()
        while game.turn(state) != ft.OVER and state.count("-") > 8:
            state = game.apply(state, rng.choice(list(game.actions(state))))[1]
        if game.turn(state) == ft.OVER or len(list(game.actions(state))) == 1:
            continue
        solution = ft.solve(game, state=state)
        for own in (True, False):
            d = ft.decide(game, ft.AlphaBeta(endgame=own), state=state, until="proven")
            assert d.value == solution.value
            assert d.action in {row.action for row in solution.actions if row.value == d.value}


def test_minimax_is_that_of_the_textbook() -> None:
    rng = random.Random("minimax")
    for _ in range(50):
        tree = ragged(rng, 5)
        game = ft.games.tree(tree=tree)
        d = ft.decide(game, ft.Minimax())
        answer = minimax(game)
        sign = 1 if tree[0] == "max" else -1
        assert (d.value, d.action, d.spent.nodes) == (
            sign * answer.value,
            answer.action,
            answer.nodes,
        )
        assert (d.proven, d.stop_reason) == (True, "proven")


def test_minimax_under_limits() -> None:
    game = ft.games.connect_four()
    d = ft.decide(game, ft.Minimax(5), nodes=5_000)
    assert (d.spent.nodes, d.stop_reason) == (5_000, "nodes")
    search = ft.start(game, ft.Minimax(4))
    search.run(nodes=1_000)
    whole = ft.decide(game, ft.Minimax(4))
    assert whole.spent.nodes == sum(7**n for n in range(5))
    assert search.run().value == whole.value
    assert ft.decide(Circle(), ft.Minimax()).value == 0
    with pytest.raises(ft.BudgetError, match="depth= is no limit of Minimax"):
        ft.decide(game, ft.Minimax(), depth=3)
    with pytest.raises(ft.Unsupported, match=r"ft\.MaxN\(\)"):
        ft.decide(ft.games.nim(players=3), ft.Minimax())


def test_plain_counts_like_the_textbook() -> None:

    rng = random.Random("plain")
    for _ in range(50):
        tree = ragged(rng, 5)
        game = ft.games.tree(tree=tree)
        d = ft.decide(game, ft.AlphaBeta.plain(40))
        answer = alpha_beta(game)
        sign = 1 if tree[0] == "max" else -1
        assert (d.value, d.action) == (sign * answer.value, answer.action)
        assert d.spent.nodes == answer.nodes
