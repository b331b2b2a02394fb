"""A child process that is talked to in lines, and that can't get in the way of whoever talks."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import threading
from collections.abc import Sequence
from typing import IO

MARK = b"= "
"""What an answer begins with."""

TAIL = 4000
"""Characters of its output that are kept."""

_LONGEST_LINE = 65_536
_LEAVE = 0.5


class Child:
    """A process, the end of what it prints, and its answers as they come; None is its end."""

    def __init__(self, words: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        self.answers: queue.Queue[str | None] = queue.Queue()
        self._tail = b""
        self._lock = threading.Lock()
        self._threads = [
            threading.Thread(target=self._listen, args=(stream, heard), daemon=True)
            for stream, heard in ((self._process.stdout, True), (self._process.stderr, False))
        ]
        for thread in self._threads:
            thread.start()

    def _listen(self, stream: IO[bytes], heard: bool) -> None:
        """Reads all there is, so that a process that prints much is not held up by it."""
        with stream:
            while line := stream.readline(_LONGEST_LINE):
                if heard and line.startswith(MARK) and self.answers.qsize() < 2:
                    self.answers.put(line[len(MARK) :].decode(errors="replace").strip())
                else:
                    with self._lock:
                        self._tail = (self._tail + line)[-TAIL:]
        if heard:
            self.answers.put(None)

    def forget_answers(self) -> None:
        """Drops answers that came before the question; the end of the process stays."""
        with contextlib.suppress(queue.Empty):
            while (answer := self.answers.get_nowait()) is not None:
                del answer
            self.answers.put(None)

    def send(self, line: str) -> None:
        """Sends a line, without waiting for a process that does not read."""
        threading.Thread(target=self._write, args=(line.encode() + b"\n",), daemon=True).start()

    def _write(self, line: bytes) -> None:
        stream = self._process.stdin
        assert stream is not None
        # A process that has ended shows by its answers.
        with contextlib.suppress(OSError, ValueError):
            stream.write(line)
            stream.flush()

    def end(self) -> str:
        """Gives it a moment to end by itself, then ends it, and says how it ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_LEAVE)
        return self.kill()

    def kill(self) -> str:
        """Ends it at once, with all that it started, and says how it ended."""
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        code = self._process.wait()
        for thread in self._threads:
            thread.join(_LEAVE)
        if self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()
        return f"signal {-code}" if code < 0 else f"exit code {code}"

    @property
    def output(self) -> str:
        """The end of what it printed that was no answer."""
        with self._lock:
            return self._tail.decode(errors="replace")
