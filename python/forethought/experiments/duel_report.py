"""What the reports of studies of duels have in common: the files, and plain values."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from forethought._native import __version__
from forethought.experiments.duel import PLIES, Played
from forethought.experiments.duel_figure import Panel, duels_figure
from forethought.experiments.tables import Section, write_csv

EFFORTS = (
    "Nodes and milliseconds a move are means over all moves, forced ones included, player / "
    "opponent; the milliseconds are those of the searches alone."
)
"""How to read the efforts in the tables."""


@dataclass(frozen=True)
class DuelReport(ABC):
    """The duels carried out, and the command that did."""

    name: ClassVar[str]
    title: ClassVar[str]
    reading: ClassVar[Sequence[str]]
    """Paragraphs that say how to read the tables."""

    command: str
    found: list[Played]

    @abstractmethod
    def sections(self) -> list[Section]:
        """The tables, for people."""

    @abstractmethod
    def rows(self) -> list[dict[str, Any]]:
        """The duels as plain values."""

    @abstractmethod
    def panels(self) -> list[Panel]:
        """What the figure shows."""

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {"experiment": self.name, "command": self.command, "table": self.rows()}

    def write(self, folder: Path) -> list[Path]:
        """Write table.csv, summary.md and the figure."""
        from forethought.drawing import save

        folder.mkdir(parents=True, exist_ok=True)
        summary = folder / "summary.md"
        summary.write_text(self._markdown(), encoding="utf-8")
        return [
            write_csv(folder / "table.csv", self.rows()),
            summary,
            *save(duels_figure(self.panels()), folder / "scores"),
        ]

    def _markdown(self) -> str:
        note = (
            f"forethought {__version__}; openings of {PLIES} random moves, each played with both "
            "colours."
        )
        paragraphs = (f"# {self.title}", f"    {self.command}", note, *self.reading)
        tables = (line for each in self.sections() for line in each.markdown())
        return "\n".join([*(line for each in paragraphs for line in (each, "")), *tables])
