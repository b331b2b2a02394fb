"""Mixed: another player at first, and exact play once the rest of the game is small enough."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from forethought.arguments import whole
from forethought.errors import ParameterError
from forethought.game import Game
from forethought.players.clock import Allowance, Deadline
from forethought.players.planning import Line, planned
from forethought.players.player import Player, Session
from forethought.players.simple import RandomPlayer
from forethought.players.thoughtful import Seat, Thoughtful, cautious, chosen_at_once

NAME = "mixed"
_SHARE = 0.25


@dataclass(frozen=True, kw_only=True)
class MixedPlayer(Player):
    """Lets another player move until the rest of the game can be searched to its end.

    Before each move it tries to: with ``small`` nodes, and in a quarter of its time. Alone and
    without chance it has a plan then, which it executes (``textbook.mixed``); among several it
    plays as if all others were against it.

    Attributes:
        first: who moves at first; a random player if it is not given.
        small: nodes of a rest that is small enough.

    Raises ParameterError if ``first`` is no player, or ``small`` no whole number above 0.
    """

    first: Player = field(default_factory=RandomPlayer)
    small: int = 10_000

    def __post_init__(self) -> None:
        if not isinstance(self.first, Player):
            raise ParameterError(f"first={self.first!r}: give a player, such as ft.RandomPlayer()")
        whole(self.small, "small")
        super().__post_init__()

    def called(self) -> str:
        """Its name with that of the first player, and its limits."""
        first, limits = f"{NAME} with {self.first.name}", self.limits_text()
        return first if limits in first else f"{first}, {limits}"

    def check(self, game: Game) -> None:
        """Raises Unsupported if the first player can't play this game."""
        self.first.check(game)

    def open(self, game: Game, state: Any, seat: int, seed: int) -> Session:
        """Begins a game, also for the first player."""
        first = self.first.open(game, state, seat, seed)
        return _Mixing(self, Seat(game, seat, seed), first)


class _Mixing(Thoughtful):
    def __init__(self, player: MixedPlayer, seat: Seat, first: Session) -> None:
        super().__init__(player, seat)
        self._small, self._first, self._line = player.small, first, Line()
        self._plans = seat.game.players == 1 and seat.game.chance == "none"

    def think(self, state: Any, deadline: Deadline) -> Any:
        if self._line.fits(state):
            return self._line.action
        whole = self._planned if self._plans else self._exact
        action = whole(state, deadline)
        if action is None:
            self._first.tell = self.tell
            action = self._first.choose(state, Allowance(deadline.left))
            self.spent = self._first.spent
        return action

    def _planned(self, state: Any, deadline: Deadline) -> Any:
        """The first step of the best plan; None if the rest is too large to be sure of one."""
        found = planned(self.seat, self.ply, state, _part(deadline), self._small)
        if not found.optimal:
            return None
        self._line.lay(self.game, state, found.actions)
        return found.actions[0]

    def _exact(self, state: Any, deadline: Deadline) -> Any:
        """The action of a search to the end; None if the rest is too large for one."""
        if self.game.chance == "sampled" or chosen_at_once(self.game, state):
            return None
        limits = {"nodes": self._small, "seconds": _part(deadline).left, "until": "proven"}
        found = self.searched(state, cautious(self.game), **limits)
        return found.action if found.proven else None

    def follow(self, action: Any, state: Any) -> None:
        super().follow(action, state)
        self._line.follow()
        self._first.follow(action, state)

    def wait(self, seconds: float) -> None:
        self._first.wait(seconds)

    def close(self) -> None:
        self._first.close()


def _part(deadline: Deadline) -> Deadline:
    """The quarter of the time that the look at the rest may take."""
    return Deadline(None if deadline.left is None else deadline.left * _SHARE)
