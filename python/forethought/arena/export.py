"""Games as text: for people with headers and moves, for programs as a line of JSON each."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence

from forethought.arena.record import REASONS, GameRecord

_WIDTH = 100


def games_jsonl(games: Iterable[GameRecord]) -> str:
    """A line of JSON with everything that is known of each game."""
    return "".join(json.dumps(record.to_dict()) + "\n" for record in games)


def games_text(games: Iterable[GameRecord]) -> str:
    """Each game with headers in brackets, as in PGN, and its actions in order from the start.

    The actions of the opening come first; those of chance are left out. Those of Othello are
    written as a transcript: without spaces and without passes.
    """
    return "\n".join(_text(record) for record in games)


def _text(record: GameRecord) -> str:
    headers = {
        "Game": record.game,
        "First": record.players[0],
        "Second": record.players[1],
        "Opening": f"{record.pair + 1}.{record.leg + 1}",
        "Seed": str(record.seed),
        "Result": record.result,
        "Ended": record.detail or REASONS[record.reason],
    }
    if not record.opening:
        headers["Start"] = record.start
    lines = [f'[{name} "{_quoted(value)}"]' for name, value in headers.items()]
    return "\n".join([*lines, "", moves_text(record), ""])


def moves_text(record: GameRecord) -> str:
    """The actions of a game from its opening on, in one line or in several."""
    actions = [action for action in (*record.opening, *record.actions) if action is not None]
    if record.game == "othello":
        return "".join(action for action in actions if action != "pass")
    return _wrapped([*actions, record.result])


def _wrapped(words: Sequence[str]) -> str:
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + len(word) >= _WIDTH:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return "\n".join(lines)


def _quoted(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')


def csv_text(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table as CSV."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return stream.getvalue()
