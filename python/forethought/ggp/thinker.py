"""Who thinks about the moves of a match: a player in a process of its own, which can be ended."""

from __future__ import annotations

import contextlib
import multiprocessing
import pickle
import queue
import signal
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from forethought.errors import ForethoughtError, ParameterError
from forethought.ggp.messages import Joint
from forethought.ggp.rules import State

if TYPE_CHECKING:
    from forethought.players import Player

GRACE = 2.0
"""Seconds, and twice its time, after which a player that gave no answer is ended."""

Step = tuple[Joint, State]
"""A joint move, and the state after it."""


class ThinkerError(ForethoughtError):
    """Raised in place of a move when the player gave none: what it raised, or that it ended."""


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


class Thought(Future[Any]):
    """A move in the making.

    Attributes:
        so_far: the best move known until now; None if there is none.
    """

    so_far: str | None = None


class Thinker(ABC):
    """A player at work, asked without being waited for. Not for use by two threads at once."""

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


@dataclass
class _Request:
    due: float
    future: Thought = field(default_factory=Thought)


class ProcessThinker(Thinker):
    """A player in a child process. One that hangs or ends is replaced when it is asked again.

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
        self._child: _Child | None = _Child(player)

    def begin(self, part: Part, state: State | None, seconds: float) -> Future[Any]:
        """Begins a match, in a new process if the present one is still busy."""
        if self._child is None or self._child.busy:
            self._renew()
        self._part = part
        return self._running.ask("begin", seconds, part, state)

    def think(self, steps: Sequence[Step], state: State, seconds: float) -> Thought:
        """Asks for a move; a process that is stuck is replaced, and begins at the state."""
        if self._child is None or self._child.stuck:
            assert self._part is not None
            self._renew()
            self._running.ask("begin", 0.0, self._part, state)
            steps = ()
        return self._running.ask("think", seconds, tuple(steps), state)

    def rest(self) -> None:
        """Lets the player close the game."""
        if self._child is not None and not self._child.busy:
            self._child.ask("rest", 0.0)

    def close(self) -> None:
        """Ends the process."""
        if self._child is not None:
            self._child.kill()
            self._child = None

    def _renew(self) -> None:
        self.close()
        self._child = _Child(self._player)

    @property
    def _running(self) -> _Child:
        assert self._child is not None
        return self._child


class _Child:
    """The process, and what it was asked and has not answered yet."""

    def __init__(self, player: Player) -> None:
        from forethought.ggp.thinking import work

        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs, player), daemon=True)
        with _interrupts_held():
            self._process.start()
        theirs.close()
        self._lock = threading.Lock()
        self._requests: dict[int, _Request] = {}
        self._number = 0
        self._ended = False
        self._letters: queue.SimpleQueue[tuple[Any, ...] | None] = queue.SimpleQueue()
        for task in (self._listen, self._send):
            threading.Thread(target=task, daemon=True).start()

    @property
    def busy(self) -> bool:
        """Whether it has ended, or something to do."""
        with self._lock:
            return self._ended or bool(self._requests)

    @property
    def stuck(self) -> bool:
        """Whether it has ended, or an answer is long overdue."""
        with self._lock:
            requests = self._requests.values()
            return self._ended or any(time.monotonic() > request.due for request in requests)

    def ask(self, what: str, seconds: float, *content: Any) -> Thought:
        request = _Request(time.monotonic() + 2 * seconds + GRACE)
        with self._lock:
            self._number += 1
            number = self._number
            if self._ended:
                request.future.set_exception(ThinkerError("the player ended"))
                return request.future
            self._requests[number] = request
        # The time of day: it is the only clock that is the same in both processes everywhere.
        self._letters.put((number, what, time.time() + seconds, content))
        return request.future

    def kill(self) -> None:
        self._letters.put(None)
        with contextlib.suppress(OSError):
            self._process.kill()
        self._process.join()

    def _send(self) -> None:
        with contextlib.suppress(OSError):
            while (letter := self._letters.get()) is not None:
                self._connection.send(letter)

    def _listen(self) -> None:
        with contextlib.suppress(EOFError, OSError):
            while True:
                number, kind, content = self._connection.recv()
                with self._lock:
                    request = self._requests[number]
                    if kind != "so far":
                        del self._requests[number]
                _settle(request.future, kind, content)
        self._end()

    def _end(self) -> None:
        with self._lock:
            self._ended = True
            left, self._requests = self._requests, {}
        for request in left.values():
            request.future.set_exception(ThinkerError("the player ended"))
        self._letters.put(None)
        self._connection.close()


def _settle(thought: Thought, kind: str, content: Any) -> None:
    if kind == "so far":
        thought.so_far = content
    elif kind == "fault":
        thought.set_exception(ThinkerError(content))
    else:
        thought.set_result(content)


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Ctrl-C goes to all processes of a terminal: a child that is begun now shall not hear it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
