"""The native search and the textbook: the same numbers, bit for bit, under one random stream."""

from typing import Any

import pytest

import forethought as ft
from forethought import textbook
from forethought.game import Game
from tests.zoo.good import Dice, Inventory, Nim, Stock, TicTacToe

SIMULATIONS = 300
GAMES: dict[str, tuple[Game, Any]] = {
    "inventory": (ft.games.inventory(), None),
    "inventory with setup": (ft.games.inventory(penalty=1, setup=5), None),
    "tic-tac-toe": (ft.games.tic_tac_toe(), None),
    "tic-tac-toe by chance": (ft.games.tic_tac_toe(opponent="random"), None),
    "connect four": (ft.games.connect_four(), None),
    "nim": (ft.games.nim(heaps=(1, 2, 3), players=3), None),
    "pig": (ft.games.pig(target=10), None),
    "stock in Python": (Stock(), (3, 1)),
    "inventory in Python": (Inventory(), None),
    "tic-tac-toe in Python": (TicTacToe(), "X........"),
    "nim in Python": (Nim(), None),
    "dice in Python": (Dice(), None),
}
POLICIES: dict[str, tuple[Any, Any]] = {
    "OCBA": (ft.OCBA(n0=2, root_n0=4, sigma0=100), textbook.OCBA(2, 4, 100.0)),
    "UCT": (ft.UCT(weight=1, growing=False), textbook.UCT()),
    "growing": (ft.UCT(n0=2, weight=1, growing=True), textbook.UCT(2, 2, growing=True)),
}
OPPONENTS: dict[str, tuple[Any, Any]] = {
    "same": (None, "same"),
    "random": ("random", "random"),
    "UCT": POLICIES["UCT"],
}


WHO_MEETS_WHOM = [
    (game, opponents)
    for game, (rules, _) in GAMES.items()
    for opponents in OPPONENTS
    if rules.players > 1 or opponents == "same"
]


@pytest.mark.parametrize("backup", ["mixed", "average", "bellman"])
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(("game", "opponents"), WHO_MEETS_WHOM)
def test_one_stream_gives_one_table(game: str, policy: str, backup: Any, opponents: str) -> None:
    rules, state = GAMES[game]
    native = ft.MCTS(
        policy=POLICIES[policy][0],
        opponents=OPPONENTS[opponents][0],
        backup=backup,
        chance="sampled",
    )
    decision = ft.decide(rules, native, state=state, simulations=SIMULATIONS, seed=5)
    root = rules.initial() if state is None else state
    rng = ft.Rng(5, "search")
    search = textbook.MCTS(rules, root, POLICIES[policy][1], rng, backup, OPPONENTS[opponents][1])
    for _ in range(SIMULATIONS):
        search.simulate()
    mover = search.root.turn
    expected = [(arm.action, arm.n, arm.q[mover] if arm.n else None) for arm in search.root.arms]
    found = [(row.action, row.visits, row.mean) for row in decision.actions]
    assert found == expected
    assert decision.action == search.best_action()
