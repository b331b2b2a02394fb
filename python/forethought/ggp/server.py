"""The HTTP server of a player: one message in each request."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from functools import partial
from typing import Any

from forethought.errors import ParameterError
from forethought.ggp.lane import Lane
from forethought.ggp.match import Pending
from forethought.ggp.session import Reply, Session, refusal
from forethought.ggp.terms import MessageError
from forethought.ggp.wire import MOST_HEAD, Request, RequestError, read_request, response

PORT = 9147
"""Where servers look for a player if they are not told."""

REQUEST_SECONDS = 10.0
"""What a request may take to arrive; a connection without one is closed."""

MOST_OPEN = 200
"""Connections at once; then the one that has waited longest for its request is closed."""

SILENCE = 60.0
"""Seconds between two reports that no connection can be accepted."""

_SHORT = 50_000
"""Characters of a message that is read at once, without another thread."""

Report = Callable[[str], None]


class Desk:
    """Answers messages in time: waits for what is thought about, and no longer than it may.

    Args:
        session: the player.
        report: is told of what went wrong, a line each.
    """

    def __init__(self, session: Session, report: Report) -> None:
        self.session, self._report = session, report
        self._reading = Lane()

    async def answer(self, text: str) -> tuple[str, bool]:
        """The answer to a message, and whether it was one."""
        at = self.session.now()
        try:
            reply = await self._received(text, at)
        except MessageError as error:
            self._report(f"refused: {error}: {text[:60]!r}")
            return refusal(error), False
        if isinstance(reply, str):
            return reply, True
        await self._work(reply)
        return reply.settle(), True

    async def _received(self, text: str, at: float) -> Reply:
        if len(text) < _SHORT:
            return self.session.receive(text, at)
        received = self._reading.do(partial(self.session.receive, text, at))
        await _come(received, None)
        reply: Reply = received.result()
        return reply

    async def _work(self, reply: Pending) -> None:
        """Does what an answer needs, and waits for the player as long as there is time.

        Each match has its own lane, and what it does there ends with the processes of the match: a
        sheet that takes long holds up its own match only.
        """
        begun = reply.lane.do(reply.begin)
        await _come(begun, self._left(max(reply.until, reply.last)))
        if not begun.done():
            return
        if error := begun.exception():
            # It does not cost the answer.
            self._report(f"a fault of forethought itself: {error!r}: please report it")
            return
        thought = begun.result()
        if thought is not None:
            await _come(thought, self._left(reply.until))

    def _left(self, until: float) -> float:
        return max(until - self.session.now(), 0.0)

    def close(self) -> None:
        """Ends the player; does not wait for what is still at work."""
        self.session.close()


async def _come(future: Future[Any], seconds: float | None) -> None:
    """Waits until a future has come, or the time is up."""
    loop, done = asyncio.get_running_loop(), asyncio.Event()
    # Not as a future of asyncio: that would be cancelled when the time is up.
    future.add_done_callback(lambda _: _set(loop, done))
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await done.wait()


def _set(loop: asyncio.AbstractEventLoop, event: asyncio.Event) -> None:
    # It may come when nobody waits any more.
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(event.set)


@contextlib.asynccontextmanager
async def serving(
    session: Session, host: str, port: int, report: Report = lambda _: None
) -> AsyncIterator[int]:
    """Takes part in matches over HTTP as long as the context lasts. Gives the port.

    Args:
        session: the player.
        host: the address to listen at.
        port: the port; 0 for any that is free.
        report: is told of what went wrong, a line each.

    Raises ParameterError if the port can't be had.
    """
    desk = Desk(session, report)
    door = _Door(desk, report)
    loop = asyncio.get_running_loop()
    before = loop.get_exception_handler()
    try:
        listening = await asyncio.start_server(door.opened, host, port, limit=MOST_HEAD)
    except (OSError, UnicodeError) as error:
        desk.close()
        raise ParameterError(_no_port(host, port, error)) from error
    loop.set_exception_handler(_Accepting(report, before))
    try:
        yield listening.sockets[0].getsockname()[1]
    finally:
        loop.set_exception_handler(before)
        listening.close()
        await door.close()
        desk.close()


def _no_port(host: str, port: int, error: OSError | UnicodeError) -> str:
    if isinstance(error, (UnicodeError, socket.gaierror)) or error.errno == errno.EADDRNOTAVAIL:
        return f"host {host[:80]}: no address of this machine: give one, or 0.0.0.0 for all of them"
    if error.errno == errno.EACCES:
        return f"port {port} of {host}: it may not be used: give one above 1023"
    return f"port {port} of {host}: {error.strerror}: end what uses it, or give another"


class _Door:
    """The connections of a server."""

    def __init__(self, desk: Desk, report: Report) -> None:
        self._desk, self._report = desk, report
        self._open: set[asyncio.Task[None]] = set()
        # In the order in which they have begun to wait.
        self._awaited: dict[asyncio.StreamWriter, None] = {}

    def opened(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answers what comes on a new connection."""
        if len(self._open) >= MOST_OPEN:
            longest = next(iter(self._awaited), writer)
            self._awaited.pop(longest, None)
            longest.transport.abort()
        self._awaited[writer] = None
        task = asyncio.get_running_loop().create_task(self._converse(reader, writer))
        self._open.add(task)
        task.add_done_callback(self._open.discard)

    async def close(self) -> None:
        """Ends them all."""
        for task in list(self._open):
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # Who is gone in the middle of a request, or takes too long for it, gets no answer.
        try:
            with contextlib.suppress(OSError, EOFError, TimeoutError):
                while (request := await self._request(reader, writer)) is not None:
                    writer.write(await self._answer(request))
                    await writer.drain()
                    if not request.keep:
                        break
        except RequestError as error:
            self._report(f"refused: {error}")
            await _refuse(reader, writer, error)
        except Exception as error:
            self._report(f"a fault of forethought itself: {error!r}: please report it")
        finally:
            writer.close()

    async def _request(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> Request | None:
        self._awaited[writer] = None
        try:
            async with asyncio.timeout(REQUEST_SECONDS):
                return await read_request(reader, writer)
        finally:
            self._awaited.pop(writer, None)

    async def _answer(self, request: Request) -> bytes:
        if request.method == "OPTIONS":
            return response("", request)
        answer, understood = await self._desk.answer(request.text)
        return response(answer, request, 200 if understood else 400)


async def _refuse(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, error: RequestError
) -> None:
    """Says what was wrong to one that may still be sending: it is heard out for a second."""
    writer.write(response(refusal(error), None, 400))
    with contextlib.suppress(OSError, TimeoutError):
        async with asyncio.timeout(1.0):
            writer.write_eof()
            while await reader.read(MOST_HEAD):
                pass


class _Accepting:
    """Reports in a line, and not again for a while, that there are no connections left.

    Everything else goes to the handler before it.
    """

    def __init__(self, report: Report, before: Any) -> None:
        self._report, self._before = report, before
        self._next = 0.0

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if not (isinstance(error, OSError) and "accept" in context.get("message", "")):
            (self._before or asyncio.AbstractEventLoop.default_exception_handler)(loop, context)
        elif loop.time() >= self._next:
            self._next = loop.time() + SILENCE
            self._report(f"no connection can be accepted: {error.strerror}: is the limit too low?")
