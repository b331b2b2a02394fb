"""Tables of results: for people on a page or a screen, and as CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Section:
    """A table with its heading, and remarks of a sentence each."""

    title: str
    header: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    remarks: tuple[str, ...] = ()

    def plain(self) -> tuple[tuple[str, ...], ...]:
        """The rows without the marks of Markdown, for a screen."""
        return tuple(tuple(cell.replace("**", "") for cell in row) for row in self.rows)

    def markdown(self) -> list[str]:
        """The section as lines, each remark a paragraph before the table."""
        lines = [f"## {self.title}", ""]
        for remark in self.remarks:
            lines += [remark, ""]
        return [*lines, *markdown_table(self.header, self.rows), ""] if self.rows else lines


def markdown_table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """The lines of a table in Markdown."""
    lines = [header, ["---"] * len(header), *rows]
    return ["| " + " | ".join(line) + " |" for line in lines]


def write_csv(path: Path, rows: Sequence[dict[str, Any]]) -> Path:
    """Write rows of equal keys, at least one; None is an empty cell."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return path


def cell(number: float | None, digits: int = 3) -> str:
    """A number for people; a dash if there is none."""
    return "-" if number is None else f"{number:.{digits}f}"


def sentence(text: str) -> str:
    """The text with a capital and a full stop."""
    return text[0].upper() + text[1:] + "."
