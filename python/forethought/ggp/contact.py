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

        if self._client is None:
            self._client = aiohttp.ClientSession(version=aiohttp.HttpVersion10)
        headers = {
            "Accept": "text/delim",
            "Content-Type": CONTENT_TYPE,
            "Sender": "GAMESERVER",
            "Receiver": "".join(c for c in self.name if c.isprintable() and c.isascii()),
        }
        timeout = aiohttp.ClientTimeout(
            total=CONNECT_SECONDS + seconds, sock_connect=CONNECT_SECONDS, sock_read=seconds
        )
        try:
            async with self._client.post(
                self.url, data=message.encode(), headers=headers, timeout=timeout
            ) as response:
                return (await response.read()).decode(errors="replace")
        except aiohttp.ConnectionTimeoutError as error:
            raise NoConnectionError(f"{self.url}: no connection") from error
        except TimeoutError:
            raise
        except (aiohttp.ClientError, OSError, ValueError) as error:
            raise NoConnectionError(f"{self.url}: {error}") from error

    async def close(self) -> None:
        """Closes its connections."""
        if self._client is not None:
            await self._client.close()


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
