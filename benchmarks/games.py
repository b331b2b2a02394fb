"""Games as a user would write them in Python."""

from math import tanh

import forethought as ft

Pair = tuple[int, int]


class TicTacToe(ft.Game[str, int]):
    """Three in a row; the winner gets 1 from the other."""

    players = 2
    horizon = 9
    returns = (-1, 1)
    lines = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

    def initial(self) -> str:
        return "." * 9

    def turn(self, state: str) -> int:
        mover = (9 - state.count(".")) % 2
        if "." not in state or self.has_won(state, "OX"[mover]):
            return ft.OVER
        return mover

    def actions(self, state: str) -> list[int]:
        return [cell for cell in range(9) if state[cell] == "."]

    def apply(self, state: str, action: int) -> tuple[ft.game.Reward, str]:
        mover = (9 - state.count(".")) % 2
        after = state[:action] + "XO"[mover] + state[action + 1 :]
        if self.has_won(after, "XO"[mover]):
            return ((1, -1), (-1, 1))[mover], after
        return 0, after

    def has_won(self, state: str, mark: str) -> bool:
        for a, b, c in self.lines:  # noqa: SIM110 -- half the time of any(...)
            if state[a] == state[b] == state[c] == mark:
                return True
        return False


class FiveInARow(ft.Game[tuple[str, int], int]):
    """Gomoku on 11 by 11: the state is the board and the last cell taken, -1 at the start.

    Positions hardly ever come twice in a search, so that it does not help to remember them.
    """

    players = 2
    size = 11
    horizon = size * size
    returns = (-1, 1)
    directions = ((0, 1), (1, 0), (1, 1), (1, -1))

    def initial(self) -> tuple[str, int]:
        return "." * self.horizon, -1

    def turn(self, state: tuple[str, int]) -> int:
        board, last = state
        if "." not in board or (last >= 0 and self.completes(board, last)):
            return ft.OVER
        return (self.horizon - board.count(".")) % 2

    def actions(self, state: tuple[str, int]) -> list[int]:
        return [cell for cell, mark in enumerate(state[0]) if mark == "."]

    def apply(self, state: tuple[str, int], action: int) -> tuple[ft.game.Reward, tuple[str, int]]:
        board = state[0]
        mover = (self.horizon - board.count(".")) % 2
        after = board[:action] + "XO"[mover] + board[action + 1 :]
        won = self.completes(after, action)
        return ((1, -1), (-1, 1))[mover] if won else 0, (after, action)

    def completes(self, board: str, cell: int) -> bool:
        """Whether the stone on the cell is part of five."""
        return any(
            1 + self.run(board, cell, down, right) + self.run(board, cell, -down, -right) >= 5
            for down, right in self.directions
        )

    def run(self, board: str, cell: int, down: int, right: int) -> int:
        """How many stones of the same colour go on from the cell in a direction."""
        row, column = divmod(cell, self.size)
        count = 0
        while True:
            row, column = row + down, column + right
            inside = 0 <= row < self.size and 0 <= column < self.size
            if not inside or board[row * self.size + column] != board[cell]:
                return count
            count += 1


class Drift(ft.Game[tuple[int, float], int]):
    """Hold a wandering number near 0 for 20 periods: a simulator that never repeats a state."""

    horizon = 20
    returns = (-20, 0)

    def initial(self) -> tuple[int, float]:
        return 0, 1.5

    def turn(self, state: tuple[int, float]) -> int:
        return ft.OVER if state[0] == self.horizon else 0

    def actions(self, _state: tuple[int, float]) -> tuple[int, ...]:
        return -1, 0, 1

    def sample(
        self, state: tuple[int, float], action: int, rng: ft.Rng
    ) -> tuple[ft.game.Reward, tuple[int, float]]:
        period, place = state
        place += action + rng.random() - 0.5
        return -tanh(place * place), (period + 1, place)


class Inventory(ft.Game[Pair, int]):
    """The native inventory problem with its default parameters, as a simulator."""

    horizon = 3

    def initial(self) -> Pair:
        return 5, 0

    def turn(self, state: Pair) -> int:
        return ft.OVER if state[1] == self.horizon else 0

    def actions(self, state: Pair) -> range:
        return range(21 - state[0])

    def sample(self, state: Pair, action: int, rng: ft.Rng) -> tuple[ft.game.Reward, Pair]:
        left = state[0] + action - rng.randrange(10)
        return -max(left, 0) - 10 * max(-left, 0), (max(left, 0), state[1] + 1)
