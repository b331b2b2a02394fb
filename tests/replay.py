"""The tree of a search by single steps, built up again by the rules alone: an oracle."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

import forethought as ft


class Replay(NamedTuple):
    """A tree given by the lines of what was expanded.

    Every state stands on a line of actions, and of indexes of outcomes where there are several or
    chance has the turn; ``expanded`` are the lines of those that were expanded.
    """

    game: ft.Game
    state: Any
    evaluation: Callable[[Any], float]
    error: Callable[[Any, float], tuple[float, float]]
    expanded: set[tuple[Any, ...]]

    def worth(self, state: Any, line: tuple[Any, ...], changed: tuple[Any, ...], x: Any) -> Any:
        """To player 0, if the value of the leaf ``changed`` becomes x."""
        turn = self.game.turn(state)
        if turn == ft.OVER:
            return 0.0
        if turn == ft.CHANCE:
            return self.mean(self.game.outcomes(state, None), line, changed, x)
        if line not in self.expanded:
            return x if line == changed else self.evaluation(state)
        return self.best(turn, list(self.moves(state, line, changed, x).values()))

    def best(self, turn: int, values: list[Any]) -> Any:
        rows = np.stack(np.broadcast_arrays(*values))
        return rows.max(axis=0) if turn == 0 else rows.min(axis=0)

    def moves(
        self, state: Any, line: tuple[Any, ...], changed: tuple[Any, ...], x: Any
    ) -> dict[Any, Any]:
        return {a: self.after(state, a, line, changed, x) for a in self.game.actions(state)}

    def after(
        self, state: Any, action: Any, line: tuple[Any, ...], changed: tuple[Any, ...], x: Any
    ) -> Any:
        if self.game.chance == "none":
            reward, after = self.game.apply(state, action)
            return first(reward) + self.worth(after, (*line, action), changed, x)
        outcomes = list(self.game.outcomes(state, action))
        if len(outcomes) == 1:
            return first(outcomes[0][1]) + self.worth(outcomes[0][2], (*line, action), changed, x)
        return self.mean(outcomes, (*line, action), changed, x)

    def mean(self, outcomes: Any, line: tuple[Any, ...], changed: tuple[Any, ...], x: Any) -> Any:
        worth = [
            p * (first(reward) + self.worth(after, (*line, i), changed, x))
            for i, (p, reward, after) in enumerate(outcomes)
        ]
        return sum(worth)

    def leaves(self, state: Any, line: tuple[Any, ...] = ()) -> Iterator[tuple[Any, Any]]:
        """The states that a step could expand, with their lines."""
        turn = self.game.turn(state)
        if turn >= 0 and line not in self.expanded:
            yield line, state
        elif turn != ft.OVER:
            for action in [None] if turn == ft.CHANCE else self.game.actions(state):
                yield from self.below(state, action, line)

    def below(self, state: Any, action: Any, line: tuple[Any, ...]) -> Iterator[tuple[Any, Any]]:
        if self.game.chance == "none":
            yield from self.leaves(self.game.apply(state, action)[1], (*line, action))
            return
        outcomes = list(self.game.outcomes(state, action))
        onward = line if action is None else (*line, action)
        alone = len(outcomes) == 1 and action is not None
        for i, (_, _, after) in enumerate(outcomes):
            yield from self.leaves(after, onward if alone else (*onward, i))

    def gain(self, line: tuple[Any, ...], state: Any) -> float:
        """What the expansion of a leaf is expected to gain: the mean over 2001 new values."""
        z = np.linspace(-8, 8, 2001)
        density = np.exp(-z * z / 2) / np.exp(-z * z / 2).sum()
        sign = 1 if self.game.turn(state) == 0 else -1
        static = self.evaluation(state)
        mean, sd = self.error(state, sign * static)
        moves = self.values(line, static + sign * mean + sd * z)
        old = int(np.argmax([float(v) for v in self.values((), 0.0)]))
        return float(density @ (np.stack(moves).max(axis=0) - moves[old]))

    def values(self, changed: tuple[Any, ...], x: Any) -> list[Any]:
        """Of the moves, from the side of the player who moves at the root."""
        sign = 1 if self.game.turn(self.state) == 0 else -1
        moves = self.moves(self.state, (), changed, x).values()
        rows = np.broadcast_arrays(*moves, x)[:-1]
        return [sign * row for row in rows]


def first(reward: Any) -> float:
    return float(reward if isinstance(reward, int | float) else reward[0])
