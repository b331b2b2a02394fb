"""The other programs, as players."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pyspiel
import rust_reversi

from forethought.game import Game
from forethought.players import Allowance, Player, Session

_CORNER = [[100, -20, 10, 5], [-20, -50, -2, -2], [10, -2, -1, -1], [5, -2, -1, -1]]
_HALF = [row + row[::-1] for row in _CORNER]
MATRIX = _HALF + _HALF[::-1]
"""The usual weights of the squares for the opponent's matrix evaluation."""


def square(action: str) -> int:
    """The number of a square, row by row: a1 is 0, b1 is 1."""
    return (int(action[1]) - 1) * 8 + "abcdefgh".index(action[0])


def name_of(number: int) -> str:
    """The square of this number."""
    return "abcdefgh"[number % 8] + str(number // 8 + 1)


@dataclass(frozen=True, kw_only=True)
class OpenSpiel(Player):
    """OpenSpiel's C++ MCTSBot with so much time for each move, from openings that it is told.

    ``openings`` has the actions that lead to each state in which a game begins.
    """

    thinks: float
    openings: dict[Any, tuple[str, ...]] = field(repr=False)

    def called(self) -> str:
        """The name of the program with its time."""
        return f"OpenSpiel MCTSBot {self.thinks:g} s"

    def open(self, game: Game, state: Any, seat: int, seed: int) -> Session:  # noqa: ARG002
        """Begins a game with a fresh bot."""
        return _Spiel(self.thinks, self.openings[state], seed)


class _Spiel(Session):
    def __init__(self, seconds: float, opening: tuple[str, ...], seed: int) -> None:
        game = pyspiel.load_game("othello")
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed % 2**31)
        most = 10**9
        self._bot = pyspiel.MCTSBot(
            game,
            evaluator,
            2.0,
            most,
            1000,
            False,
            seed % 2**31,
            False,
            max_wall_clock_time=seconds,
        )
        self._state = game.new_initial_state()
        for action in opening:
            self.follow(action, None)

    def choose(self, state: Any, allowance: Allowance) -> Any:  # noqa: ARG002
        return self._state.action_to_string(self._bot.step(self._state))

    def follow(self, action: Any, state: Any) -> None:  # noqa: ARG002
        self._state.apply_action(self._state.string_to_action(action))


@dataclass(frozen=True, kw_only=True)
class Reversi(Player):
    """A search of rust_reversi: alpha-beta of a depth, or MCTS with a number of playouts."""

    depth: int | None = None
    playouts: int | None = None

    def called(self) -> str:
        """The name of the program with its limit."""
        limit = f"{self.playouts} playouts" if self.depth is None else f"depth {self.depth}"
        return f"rust_reversi {limit}"

    def open(self, game: Game, state: Any, seat: int, seed: int) -> Session:  # noqa: ARG002
        """Begins a game: the program knows nothing of it but the states."""
        if self.depth is None:
            return _Reversi(rust_reversi.MctsSearch(self.playouts, 1.0, 10))
        evaluator = rust_reversi.MatrixEvaluator(MATRIX)
        return _Reversi(rust_reversi.AlphaBetaSearch(evaluator, self.depth, 1 << 10))


class _Reversi(Session):
    def __init__(self, search: Any) -> None:
        self._search = search

    def choose(self, state: Any, allowance: Allowance) -> Any:  # noqa: ARG002
        cells, side = state.split()
        turn = rust_reversi.Turn.BLACK if side == "X" else rust_reversi.Turn.WHITE
        board = rust_reversi.Board()
        board.set_board_str(cells, turn)
        return "pass" if board.is_pass() else name_of(self._search.get_move(board))
