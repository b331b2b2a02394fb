"""The HTTP server of a player: one message in each request."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_plus

from forethought.errors import ParameterError
from forethought.ggp.match import Pending
from forethought.ggp.session import Reply, Session, refusal
from forethought.ggp.terms import MessageError
from forethought.ggp.unsized import Sizing

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

MOST_BYTES = 8_000_000
"""Of a request; what is longer is no message."""

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
        # A sheet that takes long to read holds up its own match only.
        self._pool = ThreadPoolExecutor(max_workers=32, thread_name_prefix="ggp")

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
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, self.session.receive, text, at)

    async def _work(self, reply: Pending) -> None:
        """Does what an answer needs, and waits for the player as long as there is time."""
        begun = asyncio.get_running_loop().run_in_executor(self._pool, reply.begin)
        await asyncio.wait([begun], timeout=self._left(max(reply.until, reply.last)))
        if not begun.done():
            return
        if error := begun.exception():
            # It does not cost the answer.
            self._report(f"a fault of forethought itself: {error!r}: please report it")
            return
        thought = begun.result()
        if thought is not None:
            await self._thought(thought, self._left(reply.until))

    async def _thought(self, thought: Future[Any], seconds: float) -> None:
        loop, done = asyncio.get_running_loop(), asyncio.Event()
        # Not as a future of asyncio: that would be cancelled when the time is up.
        thought.add_done_callback(lambda _: _set(loop, done))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await done.wait()

    def _left(self, until: float) -> float:
        return max(until - self.session.now(), 0.0)

    def close(self) -> None:
        """Ends the player; does not wait for what is still at work."""
        self.session.close()
        self._pool.shutdown(wait=False, cancel_futures=True)


def _set(loop: asyncio.AbstractEventLoop, event: asyncio.Event) -> None:
    # The player may have its move when nobody waits any more.
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

    desk = Desk(session, report)
    inner = web.Server(lambda request: _handled(desk, request))
    loop = asyncio.get_running_loop()
    try:
        listening = await loop.create_server(lambda: Sizing(inner()), host, port)
    except OSError as error:
        raise ParameterError(
            f"port {port} of {host}: {error.strerror}: end what uses it, or give another"
        ) from error
    try:
        yield listening.sockets[0].getsockname()[1]
    finally:
        listening.close()
        await inner.shutdown(1.0)
        desk.close()


async def _handled(desk: Desk, request: web.BaseRequest) -> web.Response:
    from aiohttp import web

    if request.method == "OPTIONS":
        return web.Response(headers=HEADERS, content_type=CONTENT_TYPE)
    answer, understood = await desk.answer(await _message(request))
    status = 200 if understood else 400
    body = answer.encode()
    return web.Response(body=body, status=status, headers=HEADERS, content_type=CONTENT_TYPE)


async def _message(request: web.BaseRequest) -> str:
    """The message of a request: its body, or with GET its path."""
    if request.method == "GET":
        return unquote_plus(request.raw_path.partition("/")[2])
    parts: list[bytes] = []
    async for part in request.content.iter_any():
        parts.append(part)
        # One that is too long is refused by its length, without the rest of it.
        if sum(map(len, parts)) > MOST_BYTES:
            break
    return b"".join(parts).decode(errors="replace")
