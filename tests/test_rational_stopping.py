"""Alpha-beta and MCTS that stop when more is not worth its cost."""

import random
from statistics import fmean
from typing import Any

import pytest

import forethought as ft


class Waiting(ft.Game):
    """Two actions, one of which pays 1 a little more often, after so many moves of no account."""

    players = 1

    def __init__(self, moves: int, chances: tuple[float, float]) -> None:
        self.moves, self.chances = moves, chances

    def initial(self) -> tuple[int, ...]:
        return ()

    def turn(self, state: tuple[int, ...]) -> int:
        return ft.OVER if len(state) == 1 + self.moves else 0

    def actions(self, state: tuple[int, ...]) -> range:
        return range(9) if state else range(2)

    def sample(
        self, state: tuple[int, ...], action: int, rng: random.Random
    ) -> tuple[float, tuple[int, ...]]:
        after = (*state, action)
        over = len(after) == 1 + self.moves
        return float(over and rng.random() < self.chances[after[0]]), after


def simulations(cost: float, game: Any, most: int = 5_000) -> float:
    """The mean over some decisions."""
    search = ft.MCTS(cost=ft.cost.per_node(cost))
    decisions = [ft.decide(game, search, simulations=most, seed=seed) for seed in range(20)]
    return fmean(decision.spent.simulations for decision in decisions)


def test_the_dearer_a_node_the_fewer_simulations() -> None:
    game = ft.games.connect_four()
    costs = (1e-3, 1e-4, 1e-5, 1e-6)
    spent = [simulations(cost, game) for cost in costs]
    assert spent == sorted(spent)
    assert spent[0] < spent[-1] / 5


def test_a_clear_choice_takes_fewer_simulations_than_a_close_one() -> None:
    clear, close = (simulations(1e-6, Waiting(2, (p, 0.5))) for p in (0.9, 0.51))
    assert clear < close / 2


def test_of_long_random_plays_less_is_believed() -> None:
    """At the same cost of a simulation: a mean of long random plays says less of good play."""
    short, long = 3, 30
    spent = [simulations(1e-5 / (1 + moves), Waiting(moves, (0.6, 0.5))) for moves in (short, long)]
    assert spent[1] < spent[0]


def test_the_dearer_a_node_the_fewer_iterations() -> None:
    game = ft.games.othello()
    searches = [ft.AlphaBeta(cost=ft.cost.per_node(cost)) for cost in (1e-3, 1e-5, 1e-7)]
    nodes = [ft.decide(game, search, nodes=300_000, seed=1).spent.nodes for search in searches]
    assert nodes == sorted(nodes)
    assert nodes[0] < nodes[-1] / 10


@pytest.mark.parametrize("search", [ft.AlphaBeta, ft.MCTS])
def test_it_says_that_it_was_not_worth_it(search: Any) -> None:
    decision = ft.decide(
        ft.games.breakthrough(), search(cost=ft.cost.per_node(1e-3)), nodes=500_000, seed=1
    )
    assert decision.stop_reason == "not_worth_it"
    assert decision.spent.nodes < 500_000
