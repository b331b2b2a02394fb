"""Who thinks about the moves of a match: a player in a process of its own, which can be ended."""

from __future__ import annotations

import pickle
import threading
from abc import ABC, abstractmethod
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from forethought.errors import ParameterError
from forethought.ggp.belief import Belief, Follower
from forethought.ggp.child import Child, ThinkerError, Thought
from forethought.ggp.clerk import RemoteBelief
from forethought.ggp.messages import Joint
from forethought.ggp.rules import Rules, State

if TYPE_CHECKING:
    from forethought.players import Player

Step = tuple[Joint, State]
"""A joint move, and the state after it."""


@dataclass(frozen=True)
class Part:
    """A role in a match.

    Attributes:
        rules: the rule sheet, a rule in each line.
        role: the role.
        seed: of the player's random numbers.
    """

    rules: str
    role: str
    seed: int


class Thinker(ABC):
    """A player at work, asked without being waited for. Not for use by two threads at once."""

    def read(self, rules: str) -> Follower:
        """Reads the rules of a match, and follows it. In this process if not said otherwise.

        Raises ForethoughtError where they can't be played.
        """
        return Belief(Rules(rules))

    @abstractmethod
    def begin(self, part: Part, state: State | None, seconds: float) -> Future[Any]:
        """Begins a match at a state, None for the initial one, and thinks ahead for a time."""

    @abstractmethod
    def think(self, steps: Sequence[Step], state: State, seconds: float) -> Thought:
        """The move for a state; ``steps`` lead there from the state it was asked about before."""

    @abstractmethod
    def rest(self) -> None:
        """Is told that the match is over."""

    @abstractmethod
    def close(self) -> None:
        """Ends it."""


class ProcessThinker(Thinker):
    """A player in a child process, and beside it one that reads and follows the rules.

    One that hangs or ends is replaced when it is asked again.

    Raises ParameterError for a player that can't be sent to a process, as one made of a lambda.
    """

    def __init__(self, player: Player) -> None:
        try:
            pickle.dumps(player)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise ParameterError(
                f"{player.name} can't be sent to a process of its own: {error}: give a player made "
                "of a search, or of a function of a module"
            ) from error
        self._player = player
        self._part: Part | None = None
        self._lock = threading.Lock()
        self._closed = False
        self._clerk = self._new_clerk()
        self._child = self._new_player()

    def read(self, rules: str) -> Follower:
        """Has the rules read, in a new process if the present one is still busy."""
        with self._lock:
            self._refuse_closed()
            if self._clerk.busy:
                self._clerk.kill()
                self._clerk = self._new_clerk()
            clerk = self._clerk
        return RemoteBelief(clerk, rules)

    def begin(self, part: Part, state: State | None, seconds: float) -> Future[Any]:
        """Begins a match, in a new process if the present one is still busy."""
        self._part = part
        return self._free_player(self._child.busy).ask("begin", seconds, part, state)

    def think(self, steps: Sequence[Step], state: State, seconds: float) -> Thought:
        """Asks for a move; a process that is stuck is replaced, and begins at the state."""
        if self._child.stuck:
            self._free_player(True).ask("begin", 0.0, self._part, state)
            steps = ()
        return self._child.ask("think", seconds, tuple(steps), state)

    def rest(self) -> None:
        """Lets both forget the match; one that is busy with it is ended."""
        for child in (self._child, self._clerk):
            if child.busy:
                child.kill()
            else:
                child.ask("rest", 0.0)

    def close(self) -> None:
        """Ends the processes. What they were asked is not answered any more."""
        with self._lock:
            self._closed = True
            self._child.kill()
            self._clerk.kill()

    def _free_player(self, is_new: bool) -> Child:
        with self._lock:
            self._refuse_closed()
            if is_new:
                self._child.kill()
                self._child = self._new_player()
            return self._child

    def _new_player(self) -> Child:
        from forethought.ggp.thinking import work

        return Child("the player", work, self._player)

    def _new_clerk(self) -> Child:
        from forethought.ggp.clerk import work

        return Child("what reads the rules", work)

    def _refuse_closed(self) -> None:
        # Whoever closes it does not wait for what is at work, which must not begin anew.
        if self._closed:
            raise ThinkerError("the player was closed")
