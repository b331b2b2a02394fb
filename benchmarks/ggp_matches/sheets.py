"""The rule sheets that matches are played with."""

from pathlib import Path

import forethought as ft


def sheets_of(folder: Path | None) -> list[tuple[str, str]]:
    """The names and texts of the sheets of a folder, or of those of the package."""
    if folder is None:
        return [(name, ft.gdl.load(name).rules) for name in ft.gdl.names()]
    paths = sorted(folder.glob("*.kif"))
    return [(path.stem, path.read_text(encoding="utf-8")) for path in paths]
