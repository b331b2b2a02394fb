"""A player on the GGP protocol, free of input and output: messages in, answers out."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

from forethought.arguments import whole
from forethought.errors import ParameterError
from forethought.ggp.clocks import of_the_way
from forethought.ggp.log import MatchLog, Tell, log_path, read_log
from forethought.ggp.match import Match, Pending
from forethought.ggp.messages import (
    Abort,
    Info,
    Message,
    Ping,
    Play,
    Preview,
    Start,
    Stop,
    read_message,
)
from forethought.ggp.rules import spelled
from forethought.ggp.terms import Limits, MessageError
from forethought.ggp.thinker import Thinker

Reply = str | Pending
"""An answer, or one in the making."""


class Session:
    """Takes part in matches, one or several at once.

    ``receive`` takes a message and gives the answer, or what has to be done for it and until when:
    who calls it waits, so that a test can say what the time is.

    Args:
        name: what INFO is answered with.
        thinker: makes who thinks about the moves, one for each match.
        matches: how many matches at once.
        folder: where the logs of the matches go, from which they are taken up after a restart;
            None for no logs.
        limits: what a message may be at most.
        clock: the time in seconds.
        wall: the time of day in seconds, for the logs.
        tell: is told of the matches, line by line, and of each line whether it is trouble.
    """

    def __init__(
        self,
        name: str,
        thinker: Callable[[], Thinker],
        *,
        matches: int = 1,
        folder: Path | None = None,
        limits: Limits | None = None,
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
        tell: Tell | None = None,
    ) -> None:
        self.name, self._tell = name, tell
        self._most = whole(matches, "matches")
        self._folder, self._limits = folder, limits or Limits()
        self._clock, self._wall = clock, wall
        self._make, self._free = thinker, [thinker()]
        self._matches: dict[str, Match] = {}
        self._way = of_the_way()
        self._lock = threading.Lock()
        if folder is not None:
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise ParameterError(
                    f"{folder}: {error.strerror}: name a folder that can be written"
                ) from error

    def now(self) -> float:
        """The reading of the clock."""
        return self._clock()

    def receive(self, text: str, at: float | None = None) -> Reply:
        """The answer to a message, or an answer in the making.

        Args:
            text: the message.
            at: when it came, on the clock; now if it is not given.

        Raises MessageError for what is no message.
        """
        at = self._clock() if at is None else at
        message = read_message(text, self._limits)
        with self._lock:
            return self._handle(message, at)

    def answer(self, text: str) -> str:
        """The answer to a message without waiting: what is not thought out is not waited for.

        For what is no message it is one line that says what is wrong.
        """
        try:
            reply = self.receive(text)
        except MessageError as error:
            return refusal(error)
        if isinstance(reply, str):
            return reply
        reply.begin()
        return reply.settle()

    def close(self) -> None:
        """Ends all matches; their logs stay, so that they can be taken up again."""
        with self._lock:
            for match in self._matches.values():
                match.thinker.close()
            for thinker in self._free:
                thinker.close()
            self._matches.clear()
            self._free.clear()

    @property
    def running(self) -> tuple[str, ...]:
        """The matches that are being played."""
        return tuple(self._matches)

    def _handle(self, message: Message, at: float) -> Reply:
        match message:
            case Info():
                name = "_".join(_plain(self.name).split())
                return f"((name {name}) (status {self._status(at, 'available')}))"
            case Ping() | Preview():
                return self._status(at, "ready")
            case Start():
                return self._start(message, at)
            case Play():
                found = self._found(message.match)
                return "busy" if found is None else found.play(message.moves, at)
            case Stop():
                return self._stop(message, at)
            case Abort():
                return self._abort(message)

    def _status(self, at: float, free: str) -> str:
        self._drop_idle(at)
        return free if len(self._matches) < self._most else "busy"

    def _start(self, message: Start, at: float) -> Reply:
        self._leave(message.match)
        self._drop_idle(at)
        if len(self._matches) >= self._most:
            return "busy"
        log = self._log(message.match)
        log.write("start", **vars(message))
        made = self._matches[message.match] = self._made(message, log)
        pending = made.begin(at)

        def settle() -> str:
            answer = pending.settle()
            if made.fault:
                with self._lock:
                    self._leave(message.match)
            return answer

        return Pending(pending.until, pending.begin, settle)

    def _stop(self, message: Stop, at: float) -> Reply:
        found = self._found(message.match)
        if found is None:
            return "busy"
        pending = found.stop(message.moves, at)

        def settle() -> str:
            with self._lock:
                self._leave(found.start.match)
            return pending.settle()

        return Pending(pending.until, pending.begin, settle)

    def _abort(self, message: Abort) -> str:
        found = self._found(message.match)
        if found is None:
            return "busy"
        found.log.write("abort")
        self._leave(found.start.match)
        return "aborted"

    def _made(self, start: Start, log: MatchLog) -> Match:
        thinker = self._free.pop() if self._free else self._make()
        return Match(start, thinker, log, self._clock, self._way)

    def _leave(self, name: str) -> None:
        left = self._matches.pop(name, None)
        if left is None:
            return
        if left.release():
            self._free.append(left.thinker)
        else:
            left.thinker.close()

    def _drop_idle(self, at: float) -> None:
        """Gives up the matches that nobody has spoken of for long, if there are no places left."""
        if len(self._matches) < self._most:
            return
        for name, match in list(self._matches.items()):
            if at - match.heard > match.patience:
                match.log.write("note", text="given up: no message came for long")
                self._leave(name)

    def _found(self, name: str) -> Match | None:
        """The match of this name: one that is played, or one whose log has no end."""
        known = spelled(name, tuple(self._matches))
        if known is not None:
            return self._matches[known]
        return self._taken_up(name)

    def _taken_up(self, name: str) -> Match | None:
        if self._folder is None or len(self._matches) >= self._most:
            return None
        events = list(read_log(log_path(self._folder, name)))
        begun = [place for place, event in enumerate(events) if event["event"] == "start"]
        if not begun or any(e["event"] in ("stop", "abort") for e in events[begun[-1] :]):
            return None
        events = events[begun[-1] :]
        fields = {key: events[0][key] for key in Start.__dataclass_fields__}
        log = self._log(name)
        log.write("note", text="taken up again from this log")
        match = self._matches[name] = self._made(Start(**fields), log)
        match.take_up(
            [tuple(e["moves"]) for e in events if e["event"] == "play" and e["moves"]],
            {e["step"]: e["move"] for e in events[-1:] if e["event"] == "answer"},
        )
        return match

    def _log(self, name: str) -> MatchLog:
        path = None if self._folder is None else log_path(self._folder, name)
        return MatchLog(path, self._wall, name, self._tell)


def refusal(error: MessageError) -> str:
    """What is sent in answer to what is no message: one line, a term of the protocol."""
    return f"(error {_plain(str(error))})"


def _plain(text: str) -> str:
    """A text without parentheses, in one line."""
    return " ".join("".join(" " if c in "()" else c for c in text).split())
