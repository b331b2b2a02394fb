"""The native search and the textbook: the same numbers, bit for bit, under one random stream."""

from math import inf
from typing import Any

import pytest

import forethought as ft
from forethought import textbook
from forethought.game import Game
from tests.places import late
from tests.zoo.good import Dice, Inventory, Nim, Stock, TicTacToe

SIMULATIONS = 300
TREE = ("max", ("chance", (0.25, ("reward", 3, ("min", 1, 5))), (0.75, ("max", 2, -4))), 1)
EINSTEIN = ft.games.einstein(size=3, rows=1)
GAMES: dict[str, tuple[Game, Any]] = {
    "inventory": (ft.games.inventory(), None),
    "inventory with setup": (ft.games.inventory(penalty=1, setup=5), None),
    "sailing": (ft.games.sailing(size=3), None),
    "tree": (ft.games.tree(tree=TREE), None),
    "tic-tac-toe": (ft.games.tic_tac_toe(), None),
    "tic-tac-toe by chance": (ft.games.tic_tac_toe(opponent="random"), None),
    "connect four": (ft.games.connect_four(), None),
    "nim": (ft.games.nim(heaps=(1, 2, 3), players=3), None),
    "pig": (ft.games.pig(target=10), None),
    "othello": (ft.games.othello(), late(ft.games.othello(), 50)),
    "breakthrough": (ft.games.breakthrough(width=3, height=4), None),
    "checkers": (ft.games.checkers(), "B:WK32:BK14,K18:H72"),
    "einstein": (EINSTEIN, late(EINSTEIN, 0)),
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
    "relative": (ft.UCT(weight=0.7, relative=True), textbook.UCT(weight=0.7, relative=True)),
}
OPPONENTS: dict[str, tuple[Any, Any]] = {
    "same": (None, "same"),
    "random": ("random", "random"),
    "UCT": POLICIES["UCT"],
}


CHANCES = {"explicit": ("explicit", "sampled"), "sampled": ("sampled",), "none": ("sampled",)}
WHO_MEETS_WHOM = [
    (game, opponents, chance)
    for game, (rules, _) in GAMES.items()
    for opponents in OPPONENTS
    for chance in CHANCES[rules.chance]
    if rules.players > 1 or opponents == "same"
]
SCALES = {"mixed": 1.0, "max": inf, "average": 1.0, "bellman": 1.0, "contenders": 1.0}


def test_every_native_game_is_here() -> None:
    assert {rules.name for rules, _ in GAMES.values()} >= set(ft.games.catalogue())


@pytest.mark.parametrize("backup", SCALES)
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(("game", "opponents", "chance"), WHO_MEETS_WHOM)
def test_one_stream_gives_one_tree(
    game: str, policy: str, backup: str, opponents: str, chance: Any
) -> None:
    rules, state = GAMES[game]
    native = ft.MCTS(
        policy=POLICIES[policy][0],
        opponents=OPPONENTS[opponents][0],
        backup=backup,
        chance=chance,
    )
    found = ft.start(rules, native, state=state, seed=5)
    decision = found.run(simulations=SIMULATIONS)
    book = textbook.MCTS(
        rules,
        rules.initial() if state is None else state,
        POLICIES[policy][1],
        ft.Rng(5, "search"),
        backup="mixed" if backup == "max" else backup,  # type: ignore[arg-type]
        opponents=OPPONENTS[opponents][1],
        scale=SCALES[backup],
        chance=chance,
    )
    for _ in range(decision.spent.simulations):
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
    outcomes = [(tree[child][0], count, list(paid)) for child, count, paid in reversed(links)]
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
    outcomes = [(y.node.state, y.n, y.reward) for y in arm.outcomes.values()]
    return arm.action, arm.n, arm.q, arm.squares, outcomes


ROLLOUTS: dict[str, tuple[Any, Any]] = {
    "MAST": (ft.MAST(), (0.1, 1, 0)),
    "NST": (ft.NST(least=2), (0.1, 3, 2)),
}


@pytest.mark.parametrize("rollout", ROLLOUTS)
@pytest.mark.parametrize("game", [game for game in GAMES if GAMES[game][0].chance != "sampled"])
def test_rollouts_learn_the_same(game: str, rollout: str) -> None:
    (rules, state), (learning, numbers) = GAMES[game], ROLLOUTS[rollout]
    native = ft.MCTS(policy=POLICIES["relative"][0], backup="bellman", rollout=learning)
    found = ft.start(rules, native, state=state, seed=5)
    decision = found.run(simulations=SIMULATIONS)
    book = textbook.MCTS(
        rules,
        rules.initial() if state is None else state,
        POLICIES["relative"][1],
        ft.Rng(5, "search"),
        backup="bellman",
        chance="explicit",
        rollouts=textbook.LearnedRollouts(*numbers),
    )
    for _ in range(decision.spent.simulations):
        book.simulate()
    assert told(found.tree()) == written(book)
