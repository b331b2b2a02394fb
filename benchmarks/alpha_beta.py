"""What the features of alpha-beta search save."""

import random
from collections.abc import Iterator
from typing import Any

import forethought as ft
from benchmarks.result import Result, Target

MIDGAME = range(24, 40)
"""Empty squares of the positions."""


def features(depth: int, positions: int) -> Iterator[Result]:
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
    yield Result(
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
