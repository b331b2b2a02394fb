"""The 8-puzzle of the lectures in plain Python, and other games to compare players on."""

from collections.abc import Iterator
from typing import Any

import forethought as ft

START = "_13425786"
HOME = "12345678_"
STEPS = 8
WAYS = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}

LECTURE = {
    "right down right down": 100.0,
    "right down left right right down": 100.0,
    "right down left right left right right down": 100.0,
    "right left right left right left right left": 40.0,
}


def slides(board: str) -> Iterator[tuple[str, str]]:
    """The ways that the empty cell may go, and the boards that follow."""
    empty = board.index("_")
    for way, (down, right) in WAYS.items():
        row, column = empty // 3 + down, empty % 3 + right
        if 0 <= row < 3 and 0 <= column < 3:
            tiles = list(board)
            there = 3 * row + column
            tiles[empty], tiles[there] = tiles[there], "_"
            yield way, "".join(tiles)


def score(board: str) -> float:
    """10 for each tile that is home, 20 for the empty cell."""
    home = [tile for tile, where in zip(board, HOME, strict=True) if tile == where]
    return float(sum(20 if tile == "_" else 10 for tile in home))


def play_all(board: str = START, step: int = 0) -> Iterator[tuple[tuple[str, int], float | None]]:
    """Every node of the tree of plays, with its score where the play is over."""
    if board == HOME or step == STEPS:
        yield (board, step), score(board)
        return
    yield (board, step), None
    for _, after in slides(board):
        yield from play_all(after, step + 1)


def best(board: str, step: int) -> float:
    """The most that can be had."""
    return max(paid for (_, paid) in play_all(board, step) if paid is not None)


class Puzzle(ft.Game[tuple[str, int], str]):
    """The same as a game."""

    returns = (0, 100)

    def initial(self) -> tuple[str, int]:
        return START, 0

    def turn(self, state: tuple[str, int], /) -> int:
        return ft.OVER if state[0] == HOME or state[1] == STEPS else 0

    def actions(self, state: tuple[str, int], /) -> list[str]:
        return [way for way, _ in slides(state[0])]

    def apply(self, state: tuple[str, int], action: str, /) -> tuple[float, tuple[str, int]]:
        after = dict(slides(state[0]))[action], state[1] + 1
        return (score(after[0]) if self.turn(after) == ft.OVER else 0.0), after


class Tree(ft.Game[tuple[int, ...], int]):
    """A tree of nested lists whose leaves are what is paid; players take turns.

    The state is the way from the root. Each action on the way costs ``toll``.
    """

    def __init__(self, tree: Any, players: int = 1, toll: float = 0.0) -> None:
        self.tree, self.players, self.toll = tree, players, toll

    def at(self, state: tuple[int, ...]) -> Any:
        node = self.tree
        for branch in state:
            node = node[branch]
        return node

    def initial(self) -> tuple[int, ...]:
        return ()

    def turn(self, state: tuple[int, ...], /) -> int:
        return len(state) % self.players if isinstance(self.at(state), list) else ft.OVER

    def actions(self, state: tuple[int, ...], /) -> range:
        return range(len(self.at(state)))

    def apply(
        self, state: tuple[int, ...], action: int, /
    ) -> tuple[tuple[float, ...], tuple[int, ...]]:
        after = (*state, action)
        end = self.at(after)
        paid = [0.0] * self.players if isinstance(end, list) else [end] * self.players
        if not isinstance(end, list) and self.players == 2:
            paid[1] = 100 - end
        return tuple(number - self.toll for number in paid), after


class Long(ft.Game[int, str]):
    """A corridor of 5000 steps with one fork: too long for Python's own recursion."""

    def initial(self) -> int:
        return 0

    def turn(self, state: int, /) -> int:
        return ft.OVER if state < 0 or state == 5000 else 0

    def actions(self, state: int, /) -> list[str]:
        return ["leave", "walk"] if state == 4000 else ["walk"]

    def apply(self, state: int, action: str, /) -> tuple[float, int]:
        if action == "leave":
            return 10.0, -1
        return (100.0 if state == 4999 else 0.0), state + 1


class Endless(ft.Game[int, str]):
    """A play that never ends."""

    def initial(self) -> int:
        return 0

    def turn(self, state: int, /) -> int:
        return 0

    def actions(self, state: int, /) -> list[str]:
        return ["on", "off"]

    def apply(self, state: int, action: str, /) -> tuple[float, int]:
        return 0.0, state + 1
