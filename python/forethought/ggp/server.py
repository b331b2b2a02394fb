"""The HTTP server of a player: one message in each request."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import socket
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_plus

from forethought.errors import ParameterError
from forethought.ggp.front import MOST_BODY, Front, House
from forethought.ggp.lane import Lane
from forethought.ggp.match import Pending
from forethought.ggp.session import Reply, Session, refusal
from forethought.ggp.terms import MessageError

if TYPE_CHECKING:
    from aiohttp import web

PORT = 9147
"""Where servers look for a player if they are not told."""

HEADERS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "POST, GET, OPTIONS",
    "Access-Control-Allow-Headers": "Content-Type, Sender, Receiver",
    "Access-Control-Allow-Age": "86400",
}
CONTENT_TYPE = "text/acl"

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
    from aiohttp import web

    desk, house = Desk(session, report), House()
    inner = web.Server(
        lambda request: _handled(desk, report, request),
        logger=_lines(report),
        access_log=None,
        auto_decompress=False,
        lingering_time=1.0,
    )
    loop = asyncio.get_running_loop()
    before = loop.get_exception_handler()
    try:
        listening = await loop.create_server(lambda: Front(inner(), house), host, port)
    except (OSError, UnicodeError) as error:
        desk.close()
        raise ParameterError(_no_port(host, port, error)) from error
    loop.set_exception_handler(_Accepting(report, before))
    try:
        yield listening.sockets[0].getsockname()[1]
    finally:
        loop.set_exception_handler(before)
        listening.close()
        await inner.shutdown(1.0)
        desk.close()


def _lines(report: Report) -> logging.Logger:
    """What the library logs of requests that it can't read, in a line each."""

    class Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            fault = record.exc_info[1] if record.exc_info else None
            text = record.getMessage() if fault is None else str(fault)
            report(f"refused: {' '.join(text.split())[:200]}")

    logger = logging.Logger("forethought.ggp", logging.ERROR)
    logger.addHandler(Handler())
    return logger


async def _handled(desk: Desk, report: Report, request: web.BaseRequest) -> web.Response:
    front = None if request.transport is None else request.transport.get_protocol()
    if not isinstance(front, Front):
        # Who asked has gone.
        raise ConnectionResetError
    try:
        text = await _message(request)
    except MessageError as error:
        report(f"refused: {error}")
        refused = _response(refusal(error), 400)
        refused.force_close()
        return refused
    front.asked()
    try:
        if request.method == "OPTIONS":
            return _response("")
        answer, understood = await desk.answer(text)
        return _response(answer, 200 if understood else 400)
    finally:
        front.answered()


def _response(text: str, status: int = 200) -> web.Response:
    from aiohttp import web

    body = text.encode(errors="replace")
    return web.Response(body=body, status=status, headers=HEADERS, content_type=CONTENT_TYPE)


async def _message(request: web.BaseRequest) -> str:
    """The message of a request: its body, or with GET its path.

    Raises MessageError for a body that can't be one, without reading the rest of it.
    """
    if request.method == "GET":
        return unquote_plus(request.raw_path.partition("/")[2])
    if request.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise MessageError("the body is compressed: plain text is expected")
    _check_size(request.content_length or 0)
    if request.headers.get("Expect", "").lower() == "100-continue" and request.transport:
        request.transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")
    body = bytearray()
    try:
        async for part in request.content.iter_any():
            body += part
            _check_size(len(body))
    except (OSError, ValueError) as error:
        raise MessageError(f"the body can't be read: {' '.join(str(error).split())}") from error
    return body.decode(errors="replace")


def _check_size(size: int) -> None:
    if size > MOST_BODY:
        raise MessageError(f"a body of {size} bytes or more: at most {MOST_BODY}")


def _no_port(host: str, port: int, error: OSError | UnicodeError) -> str:
    if isinstance(error, (UnicodeError, socket.gaierror)) or error.errno == errno.EADDRNOTAVAIL:
        return f"host {host[:80]}: no address of this machine: give one, or 0.0.0.0 for all of them"
    if error.errno == errno.EACCES:
        return f"port {port} of {host}: it may not be used: give one above 1023"
    return f"port {port} of {host}: {error.strerror}: end what uses it, or give another"


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
