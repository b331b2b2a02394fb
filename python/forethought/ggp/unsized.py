"""Requests with a body whose length is not told."""

from __future__ import annotations

import asyncio
from typing import Any, cast

_END = b"\r\n\r\n"
_MOST_HEAD = 65_536
_MOST_BODY = 8_000_000
_PAUSE = 1.0
"""Seconds without a byte after which a body is taken to be complete."""
_LINGER = 600.0
"""Seconds that a connection is kept of which the other side is closed, for its answer."""


class Sizing(asyncio.Protocol):
    """Hands a connection on to an HTTP protocol, with the length of the first body if none is told.

    HTTP needs the length of a body, and libraries take a request without one to have none. Some
    servers of matches leave it away. A message ends where its parentheses close, with the
    connection, or where nothing more comes.
    """

    def __init__(self, inner: asyncio.Protocol) -> None:
        self._inner = inner
        self._head: bytes | None = b""
        self._body: bytes | None = None
        self._waiting: asyncio.TimerHandle | None = None
        self._closing: asyncio.TimerHandle | None = None
        self._transport: asyncio.BaseTransport | None = None
        self._asked = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begins."""
        self._transport = transport
        self._inner.connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Ends."""
        self._wait(None)
        if self._closing is not None:
            self._closing.cancel()
        self._inner.connection_lost(exc)

    def pause_writing(self) -> None:
        """Is told to wait."""
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        """Is told to go on."""
        self._inner.resume_writing()

    def eof_received(self) -> bool:
        """The other side has sent all; what it asked is still answered."""
        if self._body is not None:
            self._hand_on()
        if not self._asked:
            return False
        loop = asyncio.get_running_loop()
        self._closing = loop.call_later(_LINGER, cast("Any", self._transport).close)
        return True

    def data_received(self, data: bytes) -> None:
        """Looks at the first head, and hands everything else on."""
        self._asked = self._asked or bool(data.strip())
        if self._body is not None:
            self._grow(data)
        elif self._head is None:
            self._inner.data_received(data)
        else:
            self._head += data
            self._look()

    def _look(self) -> None:
        head, end, rest = cast("bytes", self._head).partition(_END)
        if not end and len(head) < _MOST_HEAD:
            return
        if end and _is_unsized(head):
            self._head, self._body = head, b""
            self._grow(rest)
        else:
            self._head, known = None, head + end + rest
            self._inner.data_received(known)

    def _grow(self, data: bytes) -> None:
        self._body = cast("bytes", self._body) + data
        opened, closed = self._body.count(b"("), self._body.count(b")")
        if (closed and closed >= opened) or len(self._body) > _MOST_BODY:
            self._hand_on()
        else:
            self._wait(_PAUSE)

    def _wait(self, seconds: float | None) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
        loop = asyncio.get_running_loop()
        self._waiting = None if seconds is None else loop.call_later(seconds, self._hand_on)

    def _hand_on(self) -> None:
        self._wait(None)
        head, body = cast("bytes", self._head), cast("bytes", self._body)
        self._head, self._body = None, None
        length = b"\r\nContent-Length: %d" % len(body)
        self._inner.data_received(head + length + _END + body)


def _is_unsized(head: bytes) -> bool:
    """Whether a request has a body of a length that is not told."""
    lines = head.lower().split(b"\r\n")
    names = {line.partition(b":")[0].strip() for line in lines[1:]}
    return lines[0].startswith(b"post ") and not names & {b"content-length", b"transfer-encoding"}
