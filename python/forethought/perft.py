"""Counting the paths of a game: the check of the rules that needs no strategy."""

from typing import Any

from forethought import _native
from forethought.arguments import whole
from forethought.game import Game, NativeGame, sound

_MOST_PLIES = 1000
"""Deep recursion beyond any count that could be finished."""


def perft(game: Game, depth: int, *, state: Any = None, ended: bool = False) -> int:
    """The number of paths of exactly ``depth`` plies: what programs compare to test their rules.

    A ply is an action, a pass included. Where there is chance each outcome counts, whatever its
    probability. Paths that lead to the same state count each. The last ply is counted, not played.

    Args:
        game: the game, whose chance must be listed (``outcomes``), not only sampled.
        depth: the plies, 0 to 1000.
        state: where to start; the initial state if it is not given.
        ended: whether plays that end earlier count too, each as one path. It is not usual in
            chess; the published counts of Othello are of this kind.

    Raises:
        ParameterError: if ``depth`` is not in its range.
        Unsupported: if the game only samples its chance.
        GameError: if the game breaks its contract. What it raises itself passes through; Ctrl-C
            raises KeyboardInterrupt.
    """
    game = sound(game)
    plies = whole(depth, "depth", 0, _MOST_PLIES)
    state = game.initial() if state is None else state
    native = game.native if isinstance(game, NativeGame) else game
    return _native.perft(native, state, plies, bool(ended))
