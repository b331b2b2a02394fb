"""Positions of a native game with one clear move, and with two that are nearly level."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any

from forethought.error_models import Constant
from forethought.game import OVER, NativeGame
from forethought.rng import Rng
from forethought.search import AlphaBeta, decide

LOOK = 6
"""How many actions deep the moves of a position are judged."""
CLEAR, CLOSE = 0.4, 0.02
"""A lead of the best move that is clear at least, and one that is close at most."""
_DECIDED = 0.9
_FEWEST = 4


@dataclass(frozen=True)
class Position:
    """A position from a random play, with what its moves are worth at depth ``LOOK``."""

    state: Any
    values: tuple[float, ...]

    @property
    def lead(self) -> float:
        """How far the best move is ahead of the next."""
        return self.values[0] - self.values[1]


def positions(game: NativeGame, plies: range, seed: int) -> Iterator[Position]:
    """Undecided positions with some choice, each from a random play of its own."""
    rng = Rng(seed, f"positions {game.name}")
    while True:
        state = _played(game, rng.choice(plies), rng)
        if game.turn(state) == OVER or len(game.actions(state)) < _FEWEST:
            continue
        values = judged(game, state)
        if abs(values[0]) < _DECIDED:
            yield Position(state, values)


def _played(game: NativeGame, plies: int, rng: Rng) -> Any:
    state = game.initial()
    for _ in range(plies):
        if game.turn(state) == OVER:
            break
        state = game.apply(state, rng.choice(game.actions(state)))[1]
    return state


def judged(game: NativeGame, state: Any, depth: int = LOOK) -> tuple[float, ...]:
    """What the moves are worth to the player to move, the best first, each searched wholly."""
    values = (_after(game, state, action, depth - 1) for action in game.actions(state))
    return tuple(sorted(values, reverse=True))


def _after(game: NativeGame, state: Any, action: Any, depth: int) -> float:
    """What an action is worth to the player to move, in a game that pays at its end."""
    mover = game.turn(state)
    reward, following = game.apply(state, action)
    to_move = game.turn(following)
    if to_move == OVER:
        assert isinstance(reward, tuple)
        return float(reward[mover])
    if not depth:
        return _judgement(game, following, mover)
    value = decide(game, AlphaBeta(depth=depth), state=following).value
    assert value is not None
    return value if to_move == mover else -value


def _judgement(game: NativeGame, state: Any, player: int) -> float:
    """What the evaluation of the game says to a player."""
    said = game.evaluate(state)
    assert isinstance(said, tuple)
    return float(said[player])


def error(game: NativeGame, states: list[Any]) -> Constant:
    """How far a look one action deeper moves the evaluation of states: mean and spread."""
    moved = [
        judged(game, state, 1)[0] - _judgement(game, state, game.turn(state)) for state in states
    ]
    mean = sum(moved) / len(moved)
    return Constant(mean, sqrt(sum((x - mean) ** 2 for x in moved) / (len(moved) - 1)))
