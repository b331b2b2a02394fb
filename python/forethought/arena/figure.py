"""The ratings of a tournament as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from forethought.arena.standings import Standing
from forethought.drawing import COLOURS, canvas, styled

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_LONGEST = 40


def ratings_figure(rows: Sequence[Standing], title: str) -> Figure:
    """A dot for the rating of each player, the best at the top, with its 95 % interval."""
    with styled():
        figure = canvas(6.4, 1.1 + 0.34 * len(rows))
        axes = figure.subplots()
        places = range(len(rows), 0, -1)
        axes.errorbar(
            [row.elo for row in rows],
            list(places),
            xerr=[[row.elo - row.low for row in rows], [row.high - row.elo for row in rows]],
            fmt="o",
            color=COLOURS[0],
            ecolor=COLOURS[0],
            elinewidth=1.2,
            capsize=3,
        )
        axes.set_yticks(list(places), [_label(row.name) for row in rows])
        axes.set_ylim(0.4, len(rows) + 0.6)
        axes.grid(axis="x")
        axes.grid(visible=False, axis="y")
        axes.set_xlabel("rating in Elo, with 95 % interval")
        axes.set_title(title)
    return figure


def _label(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 3]}..."
