"""What the commands show: a table for people on stdout, or one JSON document."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

SCHEMA = 1
"""Raised when a field of a JSON document changes its meaning or goes away."""

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document instead.")]


def emit(
    command: str, document: Mapping[str, Any], as_json: bool, show: Callable[[], None]
) -> None:
    """Print the document as JSON, or call `show`, which prints it for people."""
    if as_json:
        print(
            json.dumps({"schema": SCHEMA, "command": command, **plain(document)}, allow_nan=False)
        )
    else:
        show()


def plain(value: Any) -> Any:
    """The value in what JSON has: no number for what is not finite, text for other objects."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(entry) for entry in value]
    return plain(value.item()) if hasattr(value, "item") else str(value)


def out() -> Console:
    """The console for results. Wide when it is no terminal, so that a file gets whole lines."""
    from rich.console import Console

    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = 200
    return console


def err() -> Console:
    """The console for progress."""
    from rich.console import Console

    return Console(stderr=True, highlight=False)


def table(headers: Sequence[str], rows: Iterable[Sequence[Any]], *, title: str = "") -> Table:
    """A table whose columns of numbers stand to the right."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    cells = [[number(cell) for cell in row] for row in rows]
    # Little space between: the tables of the experiments fit 80 columns.
    made = Table(
        title=title or None,
        title_justify="left",
        box=box.SIMPLE_HEAD,
        collapse_padding=True,
        pad_edge=False,
    )
    for position, header in enumerate(headers):
        numeric = all(_is_number(row[position]) for row in cells)
        made.add_column(header, justify="right" if numeric else "left", overflow="fold")
    for row in cells:
        made.add_row(*map(Text, row))
    return made


def number(value: Any) -> str:
    """A cell: integers whole, other numbers to four digits, nothing as a dash."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return "-"
    if isinstance(value, float):
        return f"{value:.4g}"
    return str(value)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return text == "-"
    return True
