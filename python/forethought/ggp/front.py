"""The front of each connection: what an HTTP library needs to be told, and an end to waiting."""

from __future__ import annotations

import asyncio
from typing import cast

_END = b"\r\n\r\n"
_MOST_HEAD = 65_536
MOST_BODY = 8_000_000
"""Bytes of a body; what is longer is no message."""
_PAUSE = 1.0
"""Seconds without a byte after which a body of a length that is not told is complete."""
_GRACE = 0.2
"""Seconds in which a request that was sent before the other side closed is seen to be complete."""

REQUEST_SECONDS = 10.0
"""What a request may take to arrive; a connection without one is closed."""

MOST_OPEN = 200
"""Connections at once; then the one that has waited longest for its request is closed."""


class House:
    """All connections of a server."""

    def __init__(self) -> None:
        self.open: set[Front] = set()
        # In the order in which they have begun to wait.
        self.waiting: dict[Front, None] = {}

    def make_room(self) -> None:
        """Closes the connection that has waited longest, if there are too many."""
        if len(self.open) > MOST_OPEN and self.waiting:
            next(iter(self.waiting)).abort()


class Front(asyncio.Protocol):
    """Hands a connection on to an HTTP protocol, with the length of the first body if none is told.

    HTTP needs the length of a body, and libraries take a request without one to have none. Some
    servers of matches leave it away. A message ends where its parentheses close, with the
    connection, or where nothing more comes.

    Whoever answers says when it has a whole request (``asked``), and when that is answered; in
    between the connection may take its time, else it is closed after a while.
    """

    def __init__(self, inner: asyncio.Protocol, house: House) -> None:
        self._inner, self._house = inner, house
        self._head: bytes | None = b""
        self._body: bytes | None = None
        self._pause: asyncio.TimerHandle | None = None
        self._closing: asyncio.TimerHandle | None = None
        self._transport: asyncio.Transport | None = None
        self._ended = False
        self._deaf = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begins."""
        self._transport = cast("asyncio.Transport", transport)
        self._inner.connection_made(transport)
        self._house.open.add(self)
        self._wait(REQUEST_SECONDS)
        self._house.make_room()

    def connection_lost(self, exc: Exception | None) -> None:
        """Ends."""
        self._rest(None)
        self.asked()
        self._house.open.discard(self)
        self._inner.connection_lost(exc)

    def pause_writing(self) -> None:
        """Is told to wait."""
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        """Is told to go on."""
        self._inner.resume_writing()

    def asked(self) -> None:
        """A whole request is there: it is answered now, however long that takes."""
        self._house.waiting.pop(self, None)
        if self._closing is not None:
            self._closing.cancel()

    def answered(self) -> None:
        """The request is answered; another one may follow."""
        self._wait(_GRACE if self._ended else REQUEST_SECONDS)

    def abort(self) -> None:
        """Closes the connection at once."""
        if self._transport is not None:
            self._transport.abort()

    def _wait(self, seconds: float) -> None:
        self.asked()
        self._house.waiting[self] = None
        self._closing = asyncio.get_running_loop().call_later(seconds, self.abort)

    def eof_received(self) -> bool:
        """The other side has sent all; what it asked is still answered."""
        self._ended = True
        if self._body is not None:
            self._hand_on()
        if self in self._house.waiting:
            self._wait(_GRACE)
        return True

    def data_received(self, data: bytes) -> None:
        """Looks at the first head, and hands everything else on."""
        if self._deaf:
            return
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
        # What comes after a body that is too long is no request.
        self._deaf = len(self._body) > MOST_BODY
        if (closed and closed >= opened) or self._deaf:
            self._hand_on()
        else:
            self._rest(_PAUSE)

    def _rest(self, seconds: float | None) -> None:
        if self._pause is not None:
            self._pause.cancel()
        loop = asyncio.get_running_loop()
        self._pause = None if seconds is None else loop.call_later(seconds, self._hand_on)

    def _hand_on(self) -> None:
        self._rest(None)
        head, body = cast("bytes", self._head), cast("bytes", self._body)
        self._head, self._body = None, None
        length = b"\r\nContent-Length: %d" % len(body)
        self._inner.data_received(head + length + _END + body)


def _is_unsized(head: bytes) -> bool:
    """Whether a request has a body of a length that is not told."""
    lines = head.lower().split(b"\r\n")
    names = {line.partition(b":")[0].strip() for line in lines[1:]}
    return lines[0].startswith(b"post ") and not names & {b"content-length", b"transfer-encoding"}
