"""Our player: the server of the command line in a process of its own, which may be killed."""

from __future__ import annotations

import asyncio
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from forethought.ggp import HttpContact, NoConnectionError
from forethought.rng import Rng

FAULTS = (
    "killed",
    "killed while it thinks",
    "connection dropped",
    "answer lost",
    "answer late",
    "answer garbled",
    "request lost",
)
"""What happens to it, and between it and the referee."""

LOST = ("request lost", "killed before it heard", "dropped before it heard")
"""Where a PLAY did not arrive. The last two are drawn as a fault while it thinks."""

UNDELIVERED = ("killed while it thinks", "connection dropped", *LOST)
"""Where no answer could arrive, so that there is none to be judged."""

_LISTENS = "listens on port "


@dataclass(frozen=True)
class Heard:
    """An answer to PLAY as it left the player.

    Attributes:
        text: the answer; empty if none could arrive.
        seconds: how long it took.
        fault: what happened, one of ``FAULTS``, or nothing.
        late: whether there was none in time.
    """

    text: str
    seconds: float
    fault: str
    late: bool = False


class Ours(HttpContact):
    """Asks our player, with faults between it and the referee, and keeps what it answered.

    Args:
        spec: the player, as on the command line.
        folder: for its logs.
        rate: how often there is a fault.
    """

    def __init__(self, spec: str, folder: Path, rate: float) -> None:
        super().__init__("127.0.0.1:0", "ours")
        self._spec, self._folder, self._rate = spec, folder, rate
        self._process: asyncio.subprocess.Process | None = None
        self.begin(Rng(0))

    def begin(self, rng: Rng) -> None:
        """Begins a match, whose faults ``rng`` draws."""
        self._rng = rng
        self.heard: list[Heard] = []
        self.done: Counter[str] = Counter()

    async def ask(self, message: str, seconds: float) -> str:
        """Asks it; where it has to be started, that does not count for its clock."""
        await self._run()
        if not message.startswith("( PLAY"):
            return await super().ask(message, seconds)
        fault = self._rng.choice(FAULTS) if self._rng.random() < self._rate else ""
        if fault in UNDELIVERED:
            await self._undelivered(fault, message, seconds)
        if fault:
            self.done[fault] += 1
        if fault == "killed":
            await self.kill()
            await self._run()
        return await self._answered(fault, message, seconds)

    async def _answered(self, fault: str, message: str, seconds: float) -> str:
        begun = time.monotonic()
        try:
            answer = await super().ask(message, seconds)
        except TimeoutError:
            self.heard.append(Heard("", time.monotonic() - begun, fault, late=True))
            raise
        self.heard.append(Heard(answer, time.monotonic() - begun, fault))
        match fault:
            case "answer lost":
                raise NoConnectionError(fault)
            case "answer late":
                raise TimeoutError
            case "answer garbled":
                return f"\x00{answer[::-1]}(("
        return answer

    async def _undelivered(self, fault: str, message: str, seconds: float) -> None:
        known = self._told()
        if fault == "connection dropped":
            await self._drop(message)
            await self._until_told(known)
        if fault == "killed while it thinks":
            asked = asyncio.create_task(super().ask(message, seconds))
            await asyncio.wait([asked], timeout=self._rng.random() * seconds / 4)
            await self.kill()
            await asyncio.wait([asked])
            asked.exception()
        if fault != "request lost" and self._told() == known:
            # It was too early: the message was not read yet.
            fault = f"{'dropped' if 'dropped' in fault else 'killed'} before it heard"
        self.done[fault] += 1
        self.heard.append(Heard("", 0.0, fault))
        raise NoConnectionError(fault)

    def _told(self) -> int:
        """How many PLAYs the player has written down."""
        logs = (path.read_text(encoding="utf-8") for path in self._folder.glob("*.jsonl"))
        return sum(log.count('{"event": "play"') for log in logs)

    async def _until_told(self, known: int) -> None:
        for _ in range(40):
            if self._told() > known:
                return
            await asyncio.sleep(0.05)

    async def _drop(self, message: str) -> None:
        """Sends the message and hangs up before there is an answer."""
        _, writer = await asyncio.open_connection("127.0.0.1", urlsplit(self.url).port)
        body = message.encode()
        writer.write(b"POST / HTTP/1.0\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        await writer.drain()
        await asyncio.sleep(0.05)
        writer.transport.abort()

    async def _run(self) -> None:
        if self._process is not None:
            return
        words = ["--player", self._spec, "--port", "0", "--host", "127.0.0.1"]
        words += ["--log", str(self._folder)]
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "forethought", "ggp", "serve", *words),
            stdout=asyncio.subprocess.PIPE,
        )
        assert self._process.stdout is not None
        while _LISTENS not in (line := (await self._process.stdout.readline()).decode()):
            if not line:
                raise RuntimeError("our player did not start")
        port = line.partition(_LISTENS)[2].split()[0]
        self.url = f"http://127.0.0.1:{port}/"

    async def kill(self) -> None:
        """Ends it without a word, as `kill -9` does."""
        if self._process is not None:
            self._process.kill()
            await self._process.communicate()
            self._process = None

    async def close(self) -> None:
        """Ends it as a person would, and closes the connections."""
        await super().close()
        if self._process is not None:
            self._process.terminate()
            await self._process.communicate()
