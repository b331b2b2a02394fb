"""The log of a match: lines of JSON, written as it goes, from which it can be taken up again."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

Tell = Callable[[str, bool], None]
"""Is told of a match in one line, and whether that is trouble."""

_LONGEST_NAME = 120
_DRAWN = ("fallback", "guess")


def log_path(folder: Path, match: str) -> Path:
    """The file of a match: its name, as far as a file can be called so."""
    name = quote(match, safe="")
    if len(name) > _LONGEST_NAME or name.startswith("."):
        name = f"{name[:40].lstrip('.')}-{hashlib.sha256(match.encode()).hexdigest()[:16]}"
    return folder / f"{name}.jsonl"


class MatchLog:
    """A log that grows by one line for each event; without a path it keeps nothing.

    What can't be written, as on a full disk, is left out: a match goes on without its log.

    Args:
        path: the file.
        wall: the time of day in seconds.
        name: what the match is called.
        tell: is told what people want to know at once.
    """

    def __init__(
        self,
        path: Path | None,
        wall: Callable[[], float] = time.time,
        name: str = "",
        tell: Tell | None = None,
    ) -> None:
        self._path, self._wall, self._name, self._tell = path, wall, name, tell
        if path is not None and _is_torn(path):
            self._append("\n")

    def write(self, event: str, **facts: Any) -> None:
        """Appends an event with the time of day."""
        told = None if self._tell is None else _told(event, facts)
        if self._tell is not None and told is not None:
            self._tell(f"{self._name}: {told[0]}", told[1])
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


def _told(event: str, facts: dict[str, Any]) -> tuple[str, bool] | None:
    """An event in words, and whether it is trouble; None for what goes without saying."""
    match event:
        case "start":
            clocks = f"{facts['start_clock']:g} and {facts['play_clock']:g} s"
            return f"begins, as {facts['role']}, with clocks of {clocks}", False
        case "fault":
            return f"can't be played: {facts['text']}", True
        case "note":
            return facts["text"], True
        case "answer" if facts["source"] in _DRAWN:
            return f"step {facts['step']}: {facts['move']} was drawn: the player had no move", True
        case "goals":
            return f"pays {' '.join(map(str, facts['goals']))}", False
        case "stop":
            return "ends", False
        case "abort":
            return "is aborted", False
    return None


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
