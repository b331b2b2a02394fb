"""Expectiminimax without pruning beside that of OpenSpiel, which is Python over its C++ game.

Both look at every roll, and judge states at the depth by 0, so that they find the same value. Their
nodes differ: OpenSpiel has one for each die that is about to fall, ours has none, but judges the
last roll after it fell.
"""

from collections.abc import Iterator
from typing import Any

import pyspiel
from open_spiel.python.algorithms.minimax import expectiminimax

import forethought as ft
from benchmarks.measure import Pace, Side, race
from benchmarks.result import Result, compared

OURS, PEER = "whole tree", "OpenSpiel expectiminimax"
TARGET_SCORE = 20


def pig(pace: Pace, depth: int) -> Iterator[Result]:
    """Whole searches of a game of dice."""
    rules = ft.games.pig(target=TARGET_SCORE)
    whole = ft.Expectiminimax(depth, ft.evaluations.zero(), pruning=None, iterative=False)
    start = pyspiel.load_game(f"pig(winscore={TARGET_SCORE})").new_initial_state()

    def peer(_seed: int) -> Any:
        return expectiminimax(start, depth, lambda _: 0.0, 0)

    sides = [
        Side(
            OURS,
            ft.decide(rules, whole).spent.nodes,
            lambda seed: ft.decide(rules, whole, seed=seed),
        ),
        Side(PEER, nodes(start, depth), peer),
    ]
    yield compared(
        race(sides, pace, check),
        OURS,
        PEER,
        group="search with chance",
        name=f"pig to {TARGET_SCORE}, {depth} actions deep",
        unit="nodes",
        answers="value",
    )


def nodes(state: Any, depth: int) -> int:
    """The states that OpenSpiel's function is called on."""
    if state.is_terminal() or depth == 0:
        return 1
    below = depth if state.is_chance_node() else depth - 1
    return 1 + sum(nodes(state.child(action), below) for action in state.legal_actions())


def check(found: dict[str, Any]) -> None:
    """Both found the same value."""
    assert abs(found[OURS].value - found[PEER][0]) < 1e-12, found
