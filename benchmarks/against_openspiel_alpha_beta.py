"""Alpha-beta search beside the one of OpenSpiel.

OpenSpiel's ``alpha_beta_search`` is Python over a game in C++, in fixed order. Both sides judge the
states where the looking ahead ends as worth 0, and look at the same nodes.
"""

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
