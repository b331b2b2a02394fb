"""Alpha-beta search beside the one of OpenSpiel, and beside itself without its features.

OpenSpiel's ``alpha_beta_search`` is Python over a game in C++, in fixed order. Both sides judge the
states where the looking ahead ends as worth 0, and look at the same nodes.
"""

import random
from collections.abc import Iterator
from functools import partial
from typing import Any
from unittest.mock import patch

import pyspiel
from open_spiel.python.algorithms import minimax

import forethought as ft
from benchmarks.measure import Pace, Side, race
from benchmarks.result import Result, Target, compared

PEER = "OpenSpiel alpha_beta_search"
OURS = "plain alpha-beta"
TARGETS = {"connect_four": Target(40), "othello": Target(100)}
MIDGAME = range(24, 40)
"""Empty squares of the positions in which the features are measured."""


def speed(pace: Pace, depths: dict[str, int]) -> Iterator[Result]:
    """Nodes in a second of plain alpha-beta from the start of a game."""
    for name, depth in depths.items():
        game = getattr(ft.games, name)()
        search = ft.AlphaBeta.plain(depth, ft.evaluations.zero())
        nodes = ft.decide(game, search).spent.nodes
        assert nodes == count(name, depth)
        sides = [
            Side(OURS, nodes, partial(decided, game, search)),
            Side(PEER, nodes, partial(peer, name, depth)),
        ]
        run = race(sides, pace, partial(check, name))
        yield compared(
            run,
            OURS,
            PEER,
            group="alpha-beta",
            name=f"{name}, depth {depth}",
            unit="nodes",
            answers="nodes, value, action",
            target=TARGETS[name],
        )


def decided(game: ft.Game, search: ft.AlphaBeta, seed: int) -> ft.Decision:
    return ft.decide(game, search, seed=seed)


def peer(name: str, depth: int, _: int) -> Any:
    game = pyspiel.load_game(name)
    return minimax.alpha_beta_search(game, value_function=lambda _: 0.0, maximum_depth=depth)


def count(name: str, depth: int) -> int:
    """The calls of the peer's recursion."""
    with patch.object(minimax, "_alpha_beta", wraps=minimax._alpha_beta) as recursion:  # noqa: SLF001
        peer(name, depth, 0)
    return recursion.call_count


def check(name: str, found: dict[str, Any]) -> None:
    decision, (value, action) = found[OURS], found[PEER]
    state = pyspiel.load_game(name).new_initial_state()
    chosen = state.action_to_string(action)
    assert decision.value == value
    assert chosen.startswith(("x", "X", str(decision.action))), chosen
    assert str(decision.action) in chosen.lower(), (decision.action, chosen)


def features(depth: int, positions: int) -> Result:
    """How many times fewer nodes all features together need, over positions of Othello."""
    game, evaluation = ft.games.othello(), ft.evaluations.othello()
    rng = random.Random("midgame")
    plain, full = 0, 0
    for index in range(positions):
        state = midgame(game, rng, MIDGAME[index % len(MIDGAME)])
        before = ft.decide(game, ft.AlphaBeta.plain(depth, evaluation), state=state)
        after = ft.decide(game, ft.AlphaBeta(depth, evaluation, endgame=False), state=state)
        assert after.value == before.value
        plain, full = plain + before.spent.nodes, full + after.spent.nodes
    return Result(
        group="alpha-beta",
        name=f"othello, depth {depth}, {positions} positions: nodes of plain over full",
        unit="times",
        ours=plain / full,
        answers="values",
        target=Target(5),
    )


def midgame(game: ft.Game, rng: random.Random, empty: int) -> Any:
    """A position of random play with a choice, and so many empty squares."""
    while True:
        state = game.initial()
        while state.count("-") > empty and game.turn(state) != ft.OVER:
            state = game.apply(state, rng.choice(list(game.actions(state))))[1]
        if game.turn(state) != ft.OVER and len(list(game.actions(state))) > 1:
            return state
