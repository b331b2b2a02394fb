"""The log of a match: lines of JSON, written as it goes, from which it can be taken up again."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

_LONGEST_NAME = 120


def log_path(folder: Path, match: str) -> Path:
    """The file of a match: its name, as far as a file can be called so."""
    name = quote(match, safe="")
    if len(name) > _LONGEST_NAME or name.startswith("."):
        name = f"{name[:40].lstrip('.')}-{hashlib.sha256(match.encode()).hexdigest()[:16]}"
    return folder / f"{name}.jsonl"


class MatchLog:
    """A log that grows by one line for each event; without a path it keeps nothing.

    What can't be written, as on a full disk, is left out: a match goes on without its log.
    """

    def __init__(self, path: Path | None, wall: Callable[[], float] = time.time) -> None:
        self._path, self._wall = path, wall
        if path is not None and _is_torn(path):
            self._append("\n")

    def write(self, event: str, **facts: Any) -> None:
        """Appends an event with the time of day."""
        if self._path is not None:
            line = json.dumps({"event": event, "time": round(self._wall(), 3), **facts})
            self._append(line + "\n")

    def _append(self, text: str) -> None:
        assert self._path is not None
        try:
            # Opened for each line: a log that is moved or deleted is begun again.
            with self._path.open("a", encoding="utf-8") as file:
                file.write(text)
        except OSError:
            return


def _is_torn(path: Path) -> bool:
    """Whether the last line has no end: the process was ended while it wrote."""
    try:
        return path.stat().st_size > 0 and not path.read_bytes().endswith(b"\n")
    except OSError:
        return False


def read_log(path: Path) -> Iterator[dict[str, Any]]:
    """The events of a log; lines that are torn or no events are left out."""
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return
    for line in lines:
        try:
            event = json.loads(line)
        except ValueError:
            continue
        if isinstance(event, dict) and "event" in event:
            yield event
