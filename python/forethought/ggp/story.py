"""What a log tells of a match that is to be taken up again, as far as it is sound."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from forethought.errors import ForethoughtError
from forethought.ggp.log import log_path, read_log
from forethought.ggp.messages import Joint, Start


class DamagedLogError(ForethoughtError):
    """Raised when the log of a match does not tell how it began: what is wrong, in one line."""


@dataclass
class Story:
    """A match until its log ends, or until what can't be understood.

    Attributes:
        start: the message that began it.
        joints: the joint moves that were told.
        sent: the move that was sent last, at its step.
        fault: what could not be understood; empty if the log is sound.
    """

    start: Start
    joints: list[Joint] = field(default_factory=list)
    sent: dict[int, str] = field(default_factory=dict)
    fault: str = ""


def read_story(folder: Path, match: str) -> Story | None:
    """The story of a match that has begun and not ended; None if there is none.

    Raises DamagedLogError if it has begun, and the log does not tell how.
    """
    path = log_path(folder, match)
    events = list(read_log(path))
    begun = [place for place, event in enumerate(events) if event["event"] == "start"]
    if not begun or any(event["event"] in ("stop", "abort") for event in events[begun[-1] :]):
        return None
    first, *others = events[begun[-1] :]
    story = Story(_start(path, match, first))
    for event in others:
        story.fault = _told(story, event)
        if story.fault:
            story.fault = f"{path}: {story.fault}: taken up as far as it was sound"
            break
    return story


def _start(path: Path, match: str, event: dict[str, Any]) -> Start:
    words, clocks = ("role", "rules"), ("start_clock", "play_clock")
    bad = [key for key in words if not isinstance(event.get(key), str)]
    bad += [key for key in clocks if not _is_clock(event.get(key))]
    if bad:
        raise DamagedLogError(
            f"{path}: it does not tell the {bad[0]} of the match: it is not taken up: delete it"
        )
    return Start(match, **{key: event[key] for key in (*words, *clocks)})


def _is_clock(value: object) -> bool:
    return isinstance(value, (int, float)) and math.isfinite(value) and value >= 0


def _told(story: Story, event: dict[str, Any]) -> str:
    """Adds an event to the story; gives what is wrong with it, if anything is."""
    match event:
        case {"event": "play", "moves": None | []}:
            story.sent = {}
        case {"event": "play", "moves": list(moves)} if _are_words(moves):
            story.joints.append(tuple(moves))
            story.sent = {}
        case {"event": "play"}:
            return "a play does not tell the moves"
        case {"event": "answer", "step": int(step), "move": str(move)}:
            story.sent = {step: move}
        case {"event": "answer"}:
            return "an answer does not tell the move"
    return ""


def _are_words(moves: Sequence[object]) -> bool:
    return all(isinstance(move, str) for move in moves)
