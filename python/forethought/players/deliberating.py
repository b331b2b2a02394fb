"""Compulsive deliberation: everything is thought through again before every move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from forethought.game import Game
from forethought.players.clock import Deadline
from forethought.players.player import Player, Session
from forethought.players.thoughtful import (
    Seat,
    Thoughtful,
    cautious,
    check_listed,
    chosen_at_once,
    looked_ahead,
    solved,
)

NAME = "compulsive_deliberation"


@dataclass(frozen=True, kw_only=True)
class CompulsiveDeliberation(Player):
    """Searches the whole rest of the game before every move, and keeps nothing.

    For one player it takes the first action with the greatest ``textbook.maxscore``, for several
    that with the greatest ``textbook.bounded_depth`` to the end: all others are taken to be
    against it. Native searches do it. Alone it tries to solve the rest by backward induction first,
    which looks at a state once however often it comes. Else it goes one action deep, then two, and
    so on: when its time is up it takes what it found so far, and what lies deeper counts as the
    game's own evaluation says, or as 0. Listed chance is averaged.

    Roles of a rule sheet that choose at once do not know of each other in the step that is decided;
    in deeper ones they are taken to choose one after the other.
    """

    def called(self) -> str:
        """Its name, with its limits."""
        return ", ".join(filter(None, [NAME, self.limits_text()]))

    def check(self, game: Game) -> None:
        """Raises Unsupported if the game only samples its chance."""
        check_listed(game, NAME)

    def open(self, game: Game, state: Any, seat: int, seed: int) -> Session:  # noqa: ARG002
        """Begins a game; it thinks at each move alone."""
        return _Deliberating(self, Seat(game, seat, seed))


class _Deliberating(Thoughtful):
    def think(self, state: Any, deadline: Deadline) -> Any:
        if chosen_at_once(self.game, state):
            return looked_ahead(self.seat, state, None, None, deadline)
        solution = solved(self.game, state, deadline) if self.game.players == 1 else None
        if solution is not None:
            return solution.action
        limits = {"seconds": deadline.left, "until": "proven"}
        return self.searched(state, cautious(self.game), **limits).action
