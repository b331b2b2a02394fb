"""How much the players of a match thought, and parameters tuned so that they think equally much."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from forethought.arena.record import GameRecord
from forethought.arena.results import Match
from forethought.errors import ForethoughtError


class TuningError(ForethoughtError):
    """No parameter that was tried gives the effort that is wanted."""


@dataclass(frozen=True)
class MeanEffort:
    """What a player spent, in searches, on its moves, forced ones included.

    Attributes:
        moves: how many moves it made by a search.
        nodes: nodes generated a move, in the mean; NaN without moves, as the next two.
        spread: their standard deviation over the moves.
        seconds: seconds a move, in the mean, of the searches alone.
    """

    moves: int
    nodes: float
    spread: float
    seconds: float

    @classmethod
    def of(cls, games: Sequence[GameRecord], name: str) -> MeanEffort:
        """The effort of the player of this name in these games."""
        moves = [move for game in games for move in _moves(game, name)]
        if not moves:
            return cls(0, math.nan, math.nan, math.nan)
        nodes = math.fsum(n for n, _ in moves) / len(moves)
        squares = math.fsum((n - nodes) ** 2 for n, _ in moves)
        seconds = math.fsum(s for _, s in moves) / len(moves)
        return cls(len(moves), nodes, math.sqrt(squares / len(moves)), seconds)


def _moves(game: GameRecord, name: str) -> list[tuple[int, float]]:
    """Nodes and seconds of each move that this player made by a search."""
    spent = zip(game.movers, game.nodes, game.thought, strict=True)
    seat = game.players.index(name)
    return [(n, s) for who, n, s in spent if who == seat and n is not None and s is not None]


def efforts(match: Match) -> tuple[MeanEffort, MeanEffort]:
    """The efforts of both players of a match, in the order of the match."""
    return MeanEffort.of(match.games, match.first), MeanEffort.of(match.games, match.second)


def tune(
    effort: Callable[[float], float],
    wanted: float,
    start: float,
    *,
    tolerance: float = 0.03,
    tries: int = 20,
) -> float:
    """A parameter, such as a cost, with which the mean effort is the one that is wanted.

    ``effort`` of a parameter falls as it grows, at least about; both are above 0. From ``start`` on
    the parameter grows or shrinks by a factor of 4 until the wanted effort lies between two; then
    the interval is cut, where a line through its ends on logarithmic scales meets the wanted effort
    but no nearer than a tenth to an end, until an effort is within ``tolerance`` (a fraction) of
    the wanted one.

    Raises TuningError after so many ``tries``, with the nearest parameter in the message.
    """
    found: list[tuple[float, float]] = []
    parameter = start
    for _ in range(tries):
        found.append((parameter, effort(parameter)))
        if abs(found[-1][1] / wanted - 1) <= tolerance:
            return parameter
        parameter = _next(found, wanted)
    nearest, reached = min(found, key=lambda pair: abs(math.log(max(pair[1], 1e-9) / wanted)))
    raise TuningError(
        f"no parameter of {tries} gives an effort of {wanted:g}: the nearest is {nearest:g} with "
        f"{reached:g}: play more games for each, or allow a larger tolerance"
    )


def _next(found: Sequence[tuple[float, float]], wanted: float) -> float:
    """The parameter to try after these, with the efforts that they gave."""
    below = [p for p, effort in found if effort > wanted]
    above = [p for p, effort in found if effort <= wanted]
    if not below or not above:
        return min(above) / 4 if above else max(below) * 4
    low, high = max(below), min(above)
    if low >= high:
        # Efforts that are means of games may be out of order.
        return math.sqrt(low * high)
    gains = dict(found)
    ends = [math.log(max(gains[p], 1e-9) / wanted) for p in (low, high)]
    share = min(max(ends[0] / (ends[0] - ends[1]), 0.1), 0.9)
    return low * math.exp(share * math.log(high / low))
