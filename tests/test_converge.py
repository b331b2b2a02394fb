"""With enough simulations every search finds what exact solving says."""

from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings

import forethought as ft
from tests.explicit import mirrored, trees
from tests.places import late
from tests.zoo.good import Dice, Inventory, Nim, TicTacToe


class Case(NamedTuple):
    """A game, where to decide, how far returns are apart, and whether states come again."""

    game: ft.Game
    state: Any
    spread: float
    cyclic: bool = False


NARROW = ft.games.breakthrough(width=2, height=4)
EINSTEIN = ft.games.einstein(size=3, rows=1)
CASES = {
    "inventory": Case(ft.games.inventory(capacity=6, stock=2, max_demand=4), None, 20),
    "tic-tac-toe": Case(ft.games.tic_tac_toe(), "XOX.O....", 2),
    "tic-tac-toe by chance": Case(ft.games.tic_tac_toe(opponent="random"), "XO.......", 2),
    "connect four": Case(ft.games.connect_four(width=3, height=3, connect=3), None, 2),
    "nim": Case(ft.games.nim(heaps=(1, 2, 2)), None, 2),
    "nim of three": Case(ft.games.nim(heaps=(1, 2, 2), players=3), None, 1.5),
    "pig": Case(ft.games.pig(target=5, sides=3), None, 2, cyclic=True),
    "sailing": Case(ft.games.sailing(size=3), None, 20, cyclic=True),
    "tree": Case(ft.games.tree(), None, 28),
    "othello": Case(ft.games.othello(), late(ft.games.othello(), 54), 2),
    "breakthrough": Case(NARROW, late(NARROW, 4), 2),
    "checkers": Case(ft.games.checkers(), "B:WK32:BK14,K18:H77", 2),
    "einstein": Case(EINSTEIN, late(EINSTEIN, 0), 2),
    "inventory in Python": Case(Inventory(), (3, 1), 20),
    "tic-tac-toe in Python": Case(TicTacToe(), "XOX.O....", 1),
    "nim in Python": Case(Nim(), None, 1.5),
    "dice in Python": Case(Dice(), None, 18),
}
UCT, OCBA = ft.UCT(), ft.OCBA(n0=5, sigma0=10)


def search(case: Case, policy: Any, backup: str, chance: str = "auto") -> ft.MCTS:
    nodes = "state" if case.cyclic else "state_and_stage"
    return ft.MCTS(policy=policy, backup=backup, chance=chance, nodes=nodes)


def error(case: Case, parts: ft.MCTS, simulations: int, seed: int = 3) -> float:
    decision = ft.decide(case.game, parts, state=case.state, simulations=simulations, seed=seed)
    assert decision.value is not None
    return abs(decision.value - ft.solve(case.game, state=case.state).value)


def test_every_native_game_is_here() -> None:
    assert {case.game.name for case in CASES.values()} >= set(ft.games.catalogue())


@pytest.mark.parametrize("policy", [UCT, OCBA])
@pytest.mark.parametrize("name", CASES)
def test_bellman_with_listed_chance_becomes_exact(name: str, policy: Any) -> None:
    # Once the tree holds every state there is nothing left to chance.
    case = CASES[name]
    parts = search(case, policy, "bellman")
    decision = ft.decide(case.game, parts, state=case.state, simulations=20_000, seed=3)
    solution = ft.solve(case.game, state=case.state)
    assert decision.value == pytest.approx(solution.value, abs=1e-6)
    assert decision.action in solution.best


@pytest.mark.parametrize("backup", ["mixed", "max"])
@pytest.mark.parametrize(("policy", "tolerance"), [(UCT, 0.03), (OCBA, 0.1)])
@pytest.mark.parametrize("name", CASES)
def test_sampled_values_converge(name: str, backup: str, policy: Any, tolerance: float) -> None:
    # The mean of n samples within a range strays from its expectation by more than .01 of it with
    # probability 2 exp(-2 n .01^2) (Hoeffding), 1e-4 for all 50 000; the rest of the tolerance, a
    # part of the range too, is for the bias of what was averaged before the tree had settled,
    # which is longer under OCBA: it comes back least often to what looked worse.
    case = CASES[name]
    assert error(case, search(case, policy, backup, "sampled"), 50_000) < tolerance * case.spread


@pytest.mark.parametrize(
    "name", ["tic-tac-toe", "connect four", "nim", "pig", "tic-tac-toe in Python"]
)
def test_averages_converge_under_uct(name: str) -> None:
    # To a part of log n / n (Kocsis and Szepesvari 2006), where returns are within [-1, 1], which
    # the weight 1 is made for.
    assert error(CASES[name], search(CASES[name], UCT, "average", "sampled"), 50_000) < 0.02


@pytest.mark.parametrize("name", ["inventory", "tree", "tic-tac-toe by chance", "dice in Python"])
def test_averages_come_closer_elsewhere(name: str) -> None:
    parts = search(CASES[name], UCT, "average", "sampled")
    assert error(CASES[name], parts, 50_000) < 0.8 * error(CASES[name], parts, 5_000)


# Symmetry


class Mirrored(TicTacToe):
    """Player 1 begins, and wins with X."""

    def turn(self, s: str) -> int:
        turn = super().turn(s)
        return 1 - turn if turn >= 0 else turn

    def apply(self, s: str, a: int) -> Any:
        board = s[:a] + "XO"[TicTacToe.turn(self, s)] + s[a + 1 :]
        reward = self._reward(board)
        return (reward if isinstance(reward, float | int) else tuple(reward)[::-1]), board


BACKUPS = ["bellman", "contenders", "mixed", "max", "average"]


def swapped(tree: list[Any]) -> list[Any]:
    """A tree of the game in which the two players have changed places."""
    return [
        (state, 1 - turn if turn >= 0 else turn, visits, list(map(_swapped, arms)))
        for state, turn, visits, arms in tree
    ]


def _swapped(arm: Any) -> Any:
    action, visits, means, squares, links = arm
    return action, visits, means[::-1], squares, [(*link[:2], link[2][::-1]) for link in links]


def trees_of(one: ft.Game, other: ft.Game, parts: ft.MCTS, simulations: int) -> Any:
    searches = [ft.start(game, parts, seed=9) for game in (one, other)]
    for started in searches:
        started.run(simulations=simulations)
    return [started.tree() for started in searches]


@pytest.mark.parametrize("backup", BACKUPS)
@pytest.mark.parametrize("policy", [UCT, OCBA, ft.KG(), ft.EXP3()])
def test_swapping_the_players_swaps_every_number(backup: Any, policy: Any) -> None:
    parts = ft.MCTS(policy=policy, backup=backup)
    one, other = trees_of(TicTacToe(), Mirrored(), parts, 1000)
    assert one == swapped(other)


@pytest.mark.parametrize("backup", BACKUPS)
@settings(max_examples=50)
@given(tree=trees())
def test_swapping_the_players_of_any_tree_swaps_every_number(backup: Any, tree: Any) -> None:
    parts = ft.MCTS(policy=ft.OCBA(), backup=backup)
    one, other = trees_of(ft.games.tree(tree=tree), ft.games.tree(tree=mirrored(tree)), parts, 200)
    assert one == swapped(other)


@settings(max_examples=50)
@given(tree=trees(size=8))
def test_any_small_tree_is_searched_to_its_value(tree: Any) -> None:
    game = ft.games.tree(tree=tree)
    decision = ft.decide(game, simulations=2000, seed=1)
    solution = ft.solve(game)
    if decision.stop_reason == "simulations":
        assert decision.value == pytest.approx(solution.value, abs=1e-9)
        assert decision.action in solution.best
