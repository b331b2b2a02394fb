"""A process that is asked without being waited for, and can be ended whatever it is doing."""

from __future__ import annotations

import contextlib
import multiprocessing
import queue
import signal
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from forethought.errors import ForethoughtError
from forethought.workers import prepare_worker

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

GRACE = 2.0
"""Seconds, and twice its time, after which an answer is long overdue."""


class ThinkerError(ForethoughtError):
    """Raised in place of an answer of a process: what it raised, or that it ended."""


class Thought(Future[Any]):
    """An answer in the making.

    Attributes:
        so_far: the best move known until now; None if there is none.
    """

    so_far: str | None = None


@dataclass
class _Request:
    due: float
    future: Thought = field(default_factory=Thought)


class Child:
    """The process, and what it was asked and has not answered yet.

    Args:
        name: what it is called where it has ended.
        target: what it runs, a function of its end of the connection and of what is given.
        given: for the target; what can be sent to a process.
    """

    def __init__(self, name: str, target: Callable[..., None], *given: Any) -> None:
        context = multiprocessing.get_context("spawn")
        self._name = name
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=target, args=(theirs, *given), daemon=True)
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
    def ended(self) -> bool:
        """Whether it has ended."""
        return self._ended

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
        """Has a method of its worker called, with what is given and the time of day to be done."""
        request = _Request(time.monotonic() + 2 * seconds + GRACE)
        with self._lock:
            self._number += 1
            number = self._number
            if self._ended:
                request.future.set_exception(ThinkerError(f"{self._name} ended"))
                return request.future
            self._requests[number] = request
        # The time of day: it is the only clock that is the same in both processes everywhere.
        self._letters.put((number, what, time.time() + seconds, content))
        return request.future

    def kill(self) -> None:
        """Ends it. What it was asked is answered with a ThinkerError as soon as it is gone."""
        with self._lock:
            # It is gone for whoever asks from now on, though it takes a moment.
            self._ended = True
        self._letters.put(None)
        with contextlib.suppress(OSError):
            self._process.kill()

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
            request.future.set_exception(ThinkerError(f"{self._name} ended"))
        self._letters.put(None)
        self._connection.close()
        # Here, and not where it is killed: one with much memory takes its time to go.
        self._process.join()


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


class Worker(ABC):
    """What does the work in the process: its methods are called one after the other.

    Attributes:
        tell: called with the best answer so far while one is looked for.
    """

    tell: Callable[[Any], None] | None = None

    @abstractmethod
    def wait(self) -> None:
        """Is called after each answer; returns when it is asked again, or sooner."""


def serve(connection: Connection, worker: Worker) -> None:
    """Answers one request after another until the connection ends: the process's side."""
    prepare_worker()
    letters: queue.SimpleQueue[tuple[Any, ...] | None] = queue.SimpleQueue()
    # Read at once, so that who sends is never held up by one that is at work.
    threading.Thread(target=_read, args=(connection, letters), daemon=True).start()
    # Who asked may have ended.
    with contextlib.suppress(OSError):
        while (letter := letters.get()) is not None:
            number, what, until, content = letter
            worker.tell = _telling(connection, number)
            connection.send((number, *_done(partial(getattr(worker, what), *content, until))))
            worker.wait()


def _done(work: Callable[[], Any]) -> tuple[str, Any]:
    try:
        return "answer", work()
    except ForethoughtError as error:
        return "fault", " ".join(str(error).split())[:500]
    except Exception as error:
        return "fault", " ".join(f"{type(error).__name__}: {error}".split())[:500]


def _telling(connection: Connection, number: int) -> Callable[[Any], None]:
    """Sends the best move so far, each time that it is another."""
    last = None

    def tell(action: Any) -> None:
        nonlocal last
        if action != last:
            last = action
            connection.send((number, "so far", str(action)))

    return tell


def _read(connection: Connection, letters: queue.SimpleQueue[tuple[Any, ...] | None]) -> None:
    try:
        while True:
            letters.put(connection.recv())
    except (EOFError, OSError):
        letters.put(None)
