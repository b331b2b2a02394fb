"""HTTP as far as the protocol needs it: requests are read within limits, and answered."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import unquote_plus

from forethought.errors import ForethoughtError

CONTENT_TYPE = "text/acl"
MOST_HEAD = 65_536
"""Bytes of the lines before the body."""
MOST_BODY = 8_000_000
"""Bytes of a body; what is longer is no message."""

_PAUSE = 1.0
"""Seconds without a byte after which a body of a length that is not told is complete."""
_PIECE = 65_536
_END = b"\r\n\r\n"
_FIRST = re.compile(r"(GET|POST|OPTIONS) (.*) HTTP/1\.([01])")
_CHUNK = re.compile(rb"([0-9A-Fa-f]{1,8})[ \t]*(;[^\r\n]*)?\r\n")
_ALLOWED = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "POST, GET, OPTIONS",
    "Access-Control-Allow-Headers": "Content-Type, Sender, Receiver",
    "Access-Control-Allow-Age": "86400",
}
_REASONS = {200: "OK", 400: "Bad Request"}


class RequestError(ForethoughtError):
    """Raised when a request can't be read: what is wrong, in one line."""


@dataclass(frozen=True)
class Request:
    """A request.

    Attributes:
        method: GET, POST or OPTIONS.
        text: its body, or with GET its path.
        minor: the version of HTTP: 0 for 1.0, 1 for 1.1.
        keep: whether another one may follow on the same connection.
    """

    method: str
    text: str
    minor: int
    keep: bool


async def read_request(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> Request | None:
    """The next request of a connection; None where the other side has closed it.

    A body whose length is not told, as some servers of matches send it, ends where its parentheses
    close, with the connection, or where nothing more comes.

    Raises:
        RequestError: if it can't be understood or is too long.
        EOFError: if the other side closed the connection in the middle of it.
    """
    head = await _head(reader)
    if head is None:
        return None
    first, *lines = head.decode(errors="replace").split("\r\n")
    found = _FIRST.fullmatch(first)
    if found is None:
        raise RequestError(f"no request: {first[:40]!r}")
    fields = dict(_field(line) for line in lines)
    method, minor = found[1], int(found[3])
    body = await _body(reader, writer, method, fields)
    text = body.decode(errors="replace")
    if method == "GET":
        text = unquote_plus(found[2].partition("/")[2])
    return Request(method, text, minor, _is_kept(method, minor, fields))


def _is_kept(method: str, minor: int, fields: Mapping[str, str]) -> bool:
    said = fields.get("connection", "").lower()
    sized = method != "POST" or "content-length" in fields or "transfer-encoding" in fields
    return sized and "close" not in said and (minor == 1 or "keep-alive" in said)


async def _head(reader: asyncio.StreamReader) -> bytes | None:
    """The lines before the body; None if the connection ended before them."""
    head = b""
    while not head:
        try:
            # Empty lines before a request do not count.
            head = (await reader.readuntil(_END)).strip(b"\r\n")
        except asyncio.LimitOverrunError:
            raise RequestError(f"more than {MOST_HEAD} bytes of headers") from None
        except asyncio.IncompleteReadError as error:
            if error.partial.strip():
                raise
            return None
    return head


def _field(line: str) -> tuple[str, str]:
    name, _, value = line.partition(":")
    return name.strip().lower(), value.strip()


async def _body(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    method: str,
    fields: Mapping[str, str],
) -> bytes:
    if fields.get("content-encoding", "identity").lower() != "identity":
        raise RequestError("the body is compressed: plain text is expected")
    if fields.get("expect", "").lower() == "100-continue":
        writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
    if "transfer-encoding" in fields:
        if fields["transfer-encoding"].lower() != "chunked":
            raise RequestError("the body has an encoding that is not known: chunked is")
        return await _chunked(reader)
    length = fields.get("content-length")
    if length is None:
        return await _unsized(reader) if method == "POST" else b""
    if not re.fullmatch(r"[0-9]{1,20}", length):
        raise RequestError(f"the length of the body is {length[:20]!r}: bytes are expected")
    return await reader.readexactly(_within(int(length)))


def _within(size: int) -> int:
    if size > MOST_BODY:
        raise RequestError(f"a body of {size} bytes or more: at most {MOST_BODY}")
    return size


async def _chunked(reader: asyncio.StreamReader) -> bytes:
    body = bytearray()
    size = -1
    while size != 0:
        size = await _chunk_size(reader)
        _within(len(body) + size)
        body += await reader.readexactly(size)
        if size and await reader.readexactly(2) != b"\r\n":
            raise RequestError("a chunk of the body is longer than it says")
    # Lines after the body are left out.
    while await _line(reader) != b"\r\n":
        pass
    return bytes(body)


async def _chunk_size(reader: asyncio.StreamReader) -> int:
    line = await _line(reader)
    found = _CHUNK.fullmatch(line)
    if found is None:
        raise RequestError(f"no length of a chunk of the body: {line[:20]!r}")
    return int(found[1], 16)


async def _line(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.readuntil(b"\r\n")
    except asyncio.LimitOverrunError:
        raise RequestError(f"more than {MOST_HEAD} bytes in a line") from None


async def _unsized(reader: asyncio.StreamReader) -> bytes:
    body, opened, closed = bytearray(), 0, 0
    while not closed or closed < opened:
        try:
            piece = await asyncio.wait_for(reader.read(_PIECE), _PAUSE)
        except TimeoutError:
            break
        if not piece:
            break
        body += piece
        _within(len(body))
        opened, closed = opened + piece.count(b"("), closed + piece.count(b")")
    return bytes(body)


def response(text: str, request: Request | None, status: int = 200) -> bytes:
    """The bytes of an answer; after a request that can't be read, None, the connection ends."""
    body = text.encode(errors="replace")
    lines = {
        "Content-Type": CONTENT_TYPE,
        "Content-Length": str(len(body)),
        "Connection": "keep-alive" if request is not None and request.keep else "close",
        **_ALLOWED,
    }
    minor = 0 if request is None else request.minor
    head = [f"HTTP/1.{minor} {status} {_REASONS[status]}"]
    head += [f"{name}: {value}" for name, value in lines.items()]
    return "\r\n".join(head).encode() + _END + body
