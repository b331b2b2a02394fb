"""Opponents that do to a referee what players on a network do to it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import Future
from contextlib import asynccontextmanager, suppress
from typing import Any, cast

from forethought.ggp import HttpContact, Session, Thinker
from forethought.ggp.rules import State
from forethought.ggp.server import Desk
from forethought.ggp.thinker import Part, Step, ThinkerError, Thought
from forethought.rng import Rng

FAULTS = ("late", "refused", "noise", "nonsense", "illegal", "empty", "dropped")
CLOSED_PORT = 1


class NoThinker(Thinker):
    """Never has a move, so that the session draws one of the legal moves."""

    def begin(self, part: Part, state: State | None, seconds: float) -> Future[Any]:  # noqa: ARG002
        return _failed()

    def think(self, steps: Sequence[Step], state: State, seconds: float) -> Thought:  # noqa: ARG002
        return _failed()

    def rest(self) -> None:
        pass

    def close(self) -> None:
        pass


def _failed() -> Thought:
    future = Thought()
    future.set_exception(ThinkerError("it never thinks"))
    return future


class Opponent(HttpContact):
    """Plays at random over HTTP; one answer in so many is wrong in one of the ways of ``FAULTS``.

    Made by ``opponent``.
    """

    def __init__(self, port: int, rng: Rng, rate: float) -> None:
        super().__init__(f"127.0.0.1:{port}", "opponent")
        self._own, self._rng, self.rate = self.url, rng, rate
        self.late_by = 0.0
        self.fault = ""
        self.done: Counter[str] = Counter()

    async def ask(self, message: str, seconds: float) -> str:
        """Draws what goes wrong with this answer."""
        self.fault = ""
        if message.startswith("( PLAY") and self._rng.random() < self.rate:
            self.fault = self._rng.choice(FAULTS)
            self.done[self.fault] += 1
        self.late_by = seconds + 0.3
        self.url = f"http://127.0.0.1:{CLOSED_PORT}/" if self.fault == "refused" else self._own
        return await super().ask(message, seconds)

    async def answered(self, desk: Desk, text: str) -> bytes:
        """What goes over the line in place of the answer, or as one."""
        answer, _ = await desk.answer(text)
        match self.fault:
            case "late":
                await asyncio.sleep(self.late_by)
            case "noise":
                return bytes(self._rng.randrange(256) for _ in range(200))
            case "nonsense":
                return _response(b"((((((")
            case "illegal":
                return _response(b"( no such move )")
            case "empty":
                return _response(b"")
            case "dropped":
                return _response(answer.encode())[:-1]
        return _response(answer.encode())


@asynccontextmanager
async def opponent(rng: Rng, rate: float) -> AsyncIterator[Opponent]:
    """An opponent that listens as long as the context lasts."""
    desk = Desk(Session("opponent", NoThinker), lambda _: None)
    made: list[Opponent] = []
    at_work: set[asyncio.Task[Any]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        at_work.add(cast("asyncio.Task[Any]", asyncio.current_task()))
        # Who is late is often not waited for.
        with suppress(OSError, EOFError, asyncio.CancelledError):
            writer.write(await made[0].answered(desk, await _request(reader)))
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    made.append(Opponent(server.sockets[0].getsockname()[1], rng, rate))
    try:
        yield made[0]
    finally:
        server.close()
        await made[0].close()
        for task in at_work:
            task.cancel()
        await asyncio.gather(*at_work, return_exceptions=True)
        desk.close()


async def _request(reader: asyncio.StreamReader) -> str:
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    length = int(head.partition(b"content-length:")[2].split(b"\r\n")[0])
    return (await reader.readexactly(length)).decode()


def _response(body: bytes) -> bytes:
    return b"HTTP/1.0 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body
