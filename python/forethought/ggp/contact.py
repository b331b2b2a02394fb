"""Ways to a player: over HTTP, or to one in this process."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from forethought.errors import ForethoughtError
from forethought.ggp.server import CONTENT_TYPE, Desk
from forethought.ggp.session import Session

if TYPE_CHECKING:
    import aiohttp

CONNECT_SECONDS = 5.0
MOST_ANSWER = 65_536
"""Bytes of an answer that are read."""
_SHOWN = 100


class NoConnectionError(ForethoughtError):
    """Raised when a player can't be reached, or the connection to it broke."""


class Contact(ABC):
    """A player that a referee can send messages to.

    Attributes: ``name``, what records call it.
    """

    name: str

    @abstractmethod
    async def ask(self, message: str, seconds: float) -> str:
        """The answer to a message.

        Raises TimeoutError if there is none in so many seconds, NoConnectionError.
        """

    @abstractmethod
    async def close(self) -> None:
        """Ends the contact."""


class HttpContact(Contact):
    """A player that listens at an address, ``host:port``."""

    def __init__(self, address: str, name: str = "") -> None:
        self.url = address if "://" in address else f"http://{address}/"
        self.name = name or address
        self._client: aiohttp.ClientSession | None = None

    async def ask(self, message: str, seconds: float) -> str:
        """Sends it as servers do: HTTP/1.0, a connection for each message."""
        import aiohttp

        client = self._connected()
        headers = {
            "Accept": "text/delim",
            "Accept-Encoding": "identity",
            "Content-Type": CONTENT_TYPE,
            "Sender": "GAMESERVER",
            "Receiver": "".join(c for c in self.name if c.isprintable() and c.isascii()),
        }
        try:
            # The time runs from when there is a connection, and is not begun anew by any byte.
            async with asyncio.timeout(CONNECT_SECONDS + seconds) as limit:
                async with client.post(
                    self.url,
                    data=message.encode(),
                    headers=headers,
                    allow_redirects=False,
                    trace_request_ctx=(limit, seconds),
                ) as response:
                    return await _answer(response)
        except aiohttp.ConnectionTimeoutError as error:
            raise NoConnectionError(f"{self.url}: no connection") from error
        except TimeoutError:
            raise
        except (aiohttp.ClientError, OSError, ValueError) as error:
            raise NoConnectionError(f"{self.url}: {error}"[:_SHOWN]) from error

    def _connected(self) -> aiohttp.ClientSession:
        import aiohttp

        if self._client is None:
            trace = aiohttp.TraceConfig()
            trace.on_connection_create_end.append(_connected)
            self._client = aiohttp.ClientSession(
                version=aiohttp.HttpVersion10,
                auto_decompress=False,
                timeout=aiohttp.ClientTimeout(sock_connect=CONNECT_SECONDS),
                trace_configs=[trace],
            )
        return self._client

    async def close(self) -> None:
        """Closes its connections."""
        if self._client is not None:
            await self._client.close()


async def _connected(_client: Any, context: Any, _params: Any) -> None:
    limit, seconds = context.trace_request_ctx
    limit.reschedule(asyncio.get_running_loop().time() + seconds)


async def _answer(response: aiohttp.ClientResponse) -> str:
    """The text of an answer; for one that is too long or none of an answer, what is no move."""
    body = b""
    while len(body) <= MOST_ANSWER and (piece := await response.content.read(MOST_ANSWER)):
        body += piece
    text = body.decode(errors="replace")
    if len(body) > MOST_ANSWER:
        return f"more than {MOST_ANSWER} bytes: {text[:_SHOWN]}"
    return text if response.status == 200 else f"HTTP status {response.status}: {text[:_SHOWN]}"


class LocalContact(Contact):
    """A player in this process, asked with the same messages as one elsewhere."""

    def __init__(self, session: Session, report: Callable[[str], Any] = lambda _: None) -> None:
        self.name = session.name
        self._desk = Desk(session, report)

    async def ask(self, message: str, seconds: float) -> str:
        """Hands it over as a server would have it received."""
        async with asyncio.timeout(seconds):
            return (await self._desk.answer(message))[0]

    async def close(self) -> None:
        """Ends the player."""
        await asyncio.to_thread(self._desk.close)
