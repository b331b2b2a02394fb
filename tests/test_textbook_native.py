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
def test_one_stream_gives_one_tree(game: str, policy: str, backup: Any, opponents: str) -> None:
    rules, state = GAMES[game]
    native = ft.MCTS(
        policy=POLICIES[policy][0],
        opponents=OPPONENTS[opponents][0],
        backup=backup,
        chance="sampled",
    )
    found = ft.start(rules, native, state=state, seed=5)
    decision = found.run(simulations=SIMULATIONS)
    root = rules.initial() if state is None else state
    rng = ft.Rng(5, "search")
    book = textbook.MCTS(rules, root, POLICIES[policy][1], rng, backup, OPPONENTS[opponents][1])
    for _ in range(SIMULATIONS):
        book.simulate()
    assert told(found.tree()) == written(book)
    assert decision.action == book.best_action()


def told(tree: list[Any]) -> list[Any]:
    """Every node of a native tree in the order in which they are met, with all its numbers."""
    order, seen = [0], {0}
    for node in order:
        # The native links of an arm stand newest first.
        children = [link[0] for arm in tree[node][3] for link in reversed(arm[4])]
        order += [child for child in dict.fromkeys(children) if child not in seen]
        seen.update(children)
    return [
        (state, turn, n, [_told(arm, tree) for arm in arms])
        for state, turn, n, arms in (tree[node] for node in order)
    ]


def _told(arm: Any, tree: list[Any]) -> Any:
    action, n, means, squares, links = arm
    outcomes = [(tree[child][0], count) for child, count, _ in reversed(links)]
    return action, n, list(means), squares, outcomes


def written(book: textbook.MCTS) -> list[Any]:
    """The same of the textbook."""
    order, seen = [book.root], {id(book.root)}
    for node in order:
        children = [outcome.node for arm in node.arms for outcome in arm.outcomes.values()]
        order += [child for child in dict.fromkeys(children) if id(child) not in seen]
        seen.update(map(id, children))
    return [(x.state, x.turn, x.n, [_written(arm) for arm in x.arms]) for x in order]


def _written(arm: textbook.Arm) -> Any:
    outcomes = [(outcome.node.state, outcome.n) for outcome in arm.outcomes.values()]
    return arm.action, arm.n, arm.q, arm.squares, outcomes
