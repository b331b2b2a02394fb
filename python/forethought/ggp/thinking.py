"""The child's side of a player that takes part in matches."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from forethought.errors import Unsupported
from forethought.game import CHANCE, OVER, Game
from forethought.gdl import GDLGame, load
from forethought.ggp.child import Worker, serve
from forethought.ggp.rules import State, own_first
from forethought.players import Allowance

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from forethought.ggp.messages import Joint
    from forethought.ggp.thinker import Part, Step
    from forethought.players import Player, Session

NICENESS = 5
LEAST = 0.001
"""Seconds that a player is given even if it has none left."""
LONGEST_WAIT = 60.0
"""Seconds that a player thinks on of which nobody hears: the server may be gone."""


def work(connection: Connection, player: Player) -> None:
    """Runs in the process."""
    if hasattr(os, "nice"):
        # Whoever answers the server comes first where both want the same processor.
        os.nice(NICENESS)
    serve(connection, Head(player))


class Head(Worker):
    """A player that takes part in one match after another; ``until`` is a time of day."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._mind: _Mind | None = None

    def begin(self, part: Part, state: State | None, until: float) -> None:
        """Opens the game and thinks about its first move."""
        self.rest(until)
        self._mind = _Mind(self._player, part, state)
        self._mind.think_ahead(until)

    def think(self, steps: Sequence[Step], state: State, until: float) -> str:
        """The move for a state."""
        if self._mind is None:
            raise RuntimeError("no match was begun")
        self._mind.follow(steps, state)
        self._mind.session.tell = self.tell
        return self._mind.choose(until)

    def wait(self) -> None:
        """Lets the player think on until it is asked again, if that is how it plays."""
        if self._mind is not None:
            self._mind.session.wait(LONGEST_WAIT)

    def rest(self, until: float) -> None:  # noqa: ARG002
        """Closes the game."""
        if self._mind is not None:
            self._mind.session.close()
            self._mind = None


class _Mind:
    """A player in one match. Its own role is the first of the game: see ``own_first``."""

    def __init__(self, player: Player, part: Part, state: State | None) -> None:
        self._player, self._seed = player, part.seed
        self.game = _playable(player, own_first(part.rules, part.role))
        self._places = _places(part.rules, self.game)
        self.state: State = self.game.initial() if state is None else state
        self.session = self._opened()

    def _opened(self) -> Session:
        return self._player.open(self.game, self.state, 0, self._seed)

    def think_ahead(self, until: float) -> None:
        """Thinks about the first move, if it is one of its own: what it finds it may keep."""
        if self.game.turn(self.state) == 0 and until - time.time() > LEAST:
            self.choose(until)

    def choose(self, until: float) -> str:
        seconds = max(until - time.time(), LEAST)
        return str(self.session.choose(self.state, Allowance(seconds)))

    def follow(self, steps: Sequence[Step], state: State) -> None:
        """Follows what was played; begins anew where the two do not fit together."""
        if not (all(self._step(*step) for step in steps) and set(self.state) == set(state)):
            self.session.close()
            self.state = state
            self.session = self._opened()

    def _step(self, joint: Joint, after: State) -> bool:
        """Plays the moves of one step, own first; whether that leads to the state after it."""
        for _ in joint:
            turn = self.game.turn(self.state)
            if turn == OVER:
                return False
            action, reached = _follow(self.game, self.state, turn, joint, self._places, after)
            if reached is None:
                return False
            self.state = reached
            self.session.follow(action, self.state)
            if not _is_between(self.state):
                break
        return set(self.state) == set(after)


def _playable(player: Player, rules: str) -> GDLGame:
    """The game, paid so that the player can play it."""
    game = load(rules)
    try:
        player.check(game)
    except Unsupported:
        if game.players != 2:
            raise
        game = load(rules, "zero_sum")
        player.check(game)
    return game


def _places(rules: str, game: GDLGame) -> dict[int, int]:
    """Where in a joint move stands that of each player of the game, and that of chance."""
    order = load(rules).roles
    found = {player: order.index(role) for player, role in enumerate(game.player_roles)}
    chance = [place for place, role in enumerate(order) if role.lower() == "random"]
    return found | {CHANCE: chance[0]} if chance else found


def _is_between(state: State) -> bool:
    """Whether some roles have chosen in this step, and others have not."""
    return bool(state) and state[-1].startswith("(does ")


def _follow(
    game: Game, state: State, turn: int, joint: Joint, places: dict[int, int], after: State
) -> tuple[Any, State | None]:
    """The action of a turn, and the state it led to; None if the two do not fit together."""
    move = joint[places[turn]]
    action = None if turn == CHANCE else move
    if turn != CHANCE and action not in game.actions(state):
        return None, None
    if game.chance == "none":
        return action, game.apply(state, action)[1]
    reached = [each for _, _, each in game.outcomes(state, action)]
    if turn != CHANCE:
        return action, reached[0]
    fitting = (s for s in reached if set(s) == set(after) or (_is_between(s) and _says(s, move)))
    return action, next(fitting, None)


def _says(state: State, move: str) -> bool:
    return state[-1].lower().startswith("(does random ") and state[-1].endswith(f" {move})")
