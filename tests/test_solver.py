"""Monte Carlo tree search with proofs, as a user sees it."""

import pytest

import forethought as ft
from forethought.game import Game
from tests.places import late
from tests.zoo.good import Nim, TicTacToe

SOLVED: dict[str, tuple[Game, object]] = {
    "tic-tac-toe": (ft.games.tic_tac_toe(), None),
    "tic-tac-toe in Python": (TicTacToe(), None),
    "three players": (Nim(), None),
    "a puzzle": (ft.gdl.load("eight_puzzle"), None),
    "othello": (ft.games.othello(), late(ft.games.othello(), 53)),
}


@pytest.mark.parametrize("name", SOLVED)
def test_it_ends_with_the_exact_value(name: str) -> None:
    game, state = SOLVED[name]
    decision = ft.decide(game, ft.MCTS(solver=True), state=state, simulations=100_000, seed=1)
    exact = ft.solve(game, state=state)
    assert decision.proven
    assert decision.stop_reason == "proven"
    assert decision.confidence == 1.0
    assert decision.action in exact.best


def test_nothing_is_proven_by_samples_of_chance() -> None:
    game = ft.games.tic_tac_toe(opponent="random")
    search = ft.MCTS(solver=True, chance="sampled", backup="bellman")
    assert not ft.decide(game, search, simulations=3000, seed=1).proven


def test_a_move_along_keeps_what_is_proven() -> None:
    game = ft.games.tic_tac_toe()
    search = ft.start(game, ft.MCTS(solver=True), seed=1)
    action = search.run(simulations=100_000).action
    search.advance(action)
    assert search.run(simulations=1).proven
