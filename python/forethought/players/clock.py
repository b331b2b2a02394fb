"""Time that a player has: for each move, or for a whole game."""

from __future__ import annotations

import time
from dataclasses import dataclass

from forethought.arguments import is_number
from forethought.errors import BudgetError

OVERHEAD = 0.02
"""Seconds that a player with a game clock keeps back for what lies between it and the clock."""

MOVES = 30
"""Moves of its own that a player expects still to make where the game does not say, and at most."""

LEAST = 0.001
"""Seconds that a player thinks even if it has none left."""

_SHARE = 0.5


@dataclass(frozen=True)
class Clock:
    """Time for a whole game: ``seconds`` at its start, and ``increment`` after each move.

    Raises BudgetError unless ``seconds`` is above 0 and ``increment`` at least 0.
    """

    seconds: float
    increment: float = 0.0

    def __post_init__(self) -> None:
        if not (is_number(self.seconds) and self.seconds > 0):
            raise BudgetError(f"Clock(seconds={self.seconds!r}): give a number above 0")
        if not (is_number(self.increment) and self.increment >= 0):
            raise BudgetError(f"Clock(increment={self.increment!r}): give 0 or more")


@dataclass(frozen=True)
class Allowance:
    """What a player is told of its time before a move.

    Attributes:
        seconds: how long it may take before the game is lost; None if there is no such limit.
        increment: what is added after the move; None if ``seconds`` is for this move alone, so
            that nothing can be saved of it.
    """

    seconds: float | None = None
    increment: float | None = None


def allotted(allowance: Allowance, moves: int | None) -> float | None:
    """The seconds to think on a move with a game clock; None where there is none.

    The time left, less a reserve, is shared among the moves of its own that a player has still to
    make (``moves``, or 30 if that is not known or more), and the increment comes on top; but more
    than half of what is left is taken only for the last move. The reserve is 20 ms, which is
    what may be lost on the way from the player to the clock, and never more than half of the rest.
    """
    if allowance.seconds is None or allowance.increment is None:
        return None
    left = allowance.seconds - min(OVERHEAD, allowance.seconds / 2)
    count = MOVES if moves is None else max(1, min(moves, MOVES))
    most = left if count == 1 else left * _SHARE
    return max(min(left / count + allowance.increment, most), LEAST)


def for_one_move(allowance: Allowance, own: float | None) -> float | None:
    """The seconds for a move without a game clock, told or the player's own; None without any."""
    return min((s for s in (allowance.seconds, own) if s is not None), default=None)


def thinking_time(
    allowance: Allowance, moves: int | None, own: float | None = None
) -> float | None:
    """The seconds to think on a move, with whatever limit of time there is; None without one.

    With a game clock they are those of ``allotted``; else the same reserve is kept back of what is
    allowed for the move, or of the player's ``own`` limit if that is less.
    """
    if allowance.increment is not None:
        return allotted(allowance, moves)
    seconds = for_one_move(allowance, own)
    return None if seconds is None else max(seconds - min(OVERHEAD, seconds / 2), LEAST)


class Deadline:
    """When thinking has to end: so many seconds from now, or never."""

    def __init__(self, seconds: float | None) -> None:
        self._end = None if seconds is None else time.perf_counter() + seconds

    @property
    def left(self) -> float | None:
        """The seconds that are left, a little more than 0 at least; None without an end."""
        return None if self._end is None else max(self._end - time.perf_counter(), LEAST)

    def passed(self) -> bool:
        """Whether the time is up."""
        return self._end is not None and time.perf_counter() >= self._end
