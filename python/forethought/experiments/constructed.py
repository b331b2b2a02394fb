"""Game trees whose evaluation errs by a known amount."""

from __future__ import annotations

import random
from collections.abc import Sequence

from forethought.errors import ParameterError
from forethought.game import OVER, Game

State = tuple[tuple[int, ...], float]
"""The moves that were made, and what the evaluation says then to player 0."""


class Guessed(Game):
    """A game whose evaluation is wrong by a normal error of a known spread, and by nothing else.

    One look deeper changes the value of a state by a draw from N(0, sd): the best successor has the
    value of the state with that change, the others are worse for the player to move by amounts of
    the same size. So an error model ``Constant(0, sd)`` is exactly right.

    Args:
        moves: what the evaluation says of the moves at the root.
        sd: the spread of its errors.
        seed: of all draws.
        mirrored: whether the moves at the root are images of one another, with the same below.
        width: actions at each later state, and ``levels`` actions in a play.
    """

    players = 2
    chance = "none"

    def __init__(
        self,
        moves: Sequence[float],
        sd: float,
        seed: int,
        *,
        mirrored: bool = False,
        width: int = 4,
        levels: int = 12,
    ) -> None:
        if mirrored and len(set(moves)) > 1:
            raise ParameterError(
                f"Guessed(moves={moves!r}): images of one another are worth the same"
            )
        self.moves, self.sd, self.seed = tuple(moves), sd, seed
        self.mirrored, self.width, self.levels = mirrored, width, levels

    def initial(self) -> State:
        """No move is made yet."""
        return (), 0.0

    def turn(self, state: State) -> int:
        """The players alternate."""
        made = len(state[0])
        return OVER if made == self.levels else made % 2

    def actions(self, state: State) -> range:
        """Numbers of moves."""
        return range(self.width if state[0] else len(self.moves))

    def apply(self, state: State, action: int) -> tuple[tuple[float, float], State]:
        """A play pays what the evaluation says at its end."""
        path, value = state
        value = self._values_below(path, value)[action] if path else self.moves[action]
        paid = value if len(path) + 1 == self.levels else 0.0
        return (paid, -paid), ((*path, action), value)

    def _values_below(self, path: tuple[int, ...], value: float) -> tuple[float, ...]:
        rng = random.Random(f"{self.seed} {path[1:] if self.mirrored else path}")
        best, place = value + rng.gauss(0, self.sd), rng.randrange(self.width)
        worse = [abs(rng.gauss(0, self.sd)) for _ in range(self.width)]
        worse[place] = 0.0
        sign = 1 if len(path) % 2 == 0 else -1
        return tuple(best - sign * amount for amount in worse)

    def canonical(self, state: State) -> State:
        """Of images that below the first move."""
        path, value = state
        return ((0, *path[1:]) if self.mirrored and path else path), value

    @staticmethod
    def evaluation(state: State) -> float:
        """What the evaluation says."""
        return state[1]
