"""The figure of a study of duels: scores with their intervals, and numbers, in panels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from forethought.drawing import COLOURS, MARKERS, canvas, styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Point = tuple[float, float, float]
"""A value with the ends of its interval."""


@dataclass(frozen=True)
class Panel:
    """Series over common places on the x axis; what a series lacks at a place is None.

    Attributes:
        title: what stands above it.
        x: what the places are.
        places: their labels.
        series: by name, a point for each place.
        level: where a line is drawn across: an even score.
        wanted: a value that is asked for at each place.
        log: whether the y axis is logarithmic.
    """

    title: str
    x: str
    places: Sequence[str]
    series: Mapping[str, Sequence[Point | None]]
    level: float | None = None
    wanted: Sequence[float | None] = field(default=())
    log: bool = False


def duels_figure(panels: Sequence[Panel]) -> Figure:
    """The panels in a row; a series of one name looks alike in all, with one legend for them."""
    names = list(dict.fromkeys(name for panel in panels for name in panel.series))
    with styled():
        figure = canvas(max(3.6 * len(panels), 4.4), 3.5)
        row = figure.subplots(1, len(panels), squeeze=False)[0]
        for axes, panel in zip(row, panels, strict=True):
            _draw(axes, panel, names)
        known: dict[str, Any] = {}
        for axes in row:
            handles, labels = axes.get_legend_handles_labels()
            known |= zip(labels, handles, strict=True)
        figure.legend(known.values(), known.keys(), loc="outside lower center", ncols=len(known))
    return figure


def _draw(axes: Axes, panel: Panel, names: Sequence[str]) -> None:
    for place, (name, points) in enumerate(panel.series.items()):
        shift = 0.12 * (place - (len(panel.series) - 1) / 2)
        _series(axes, name, points, names.index(name), shift)
    for place, wanted in enumerate(panel.wanted):
        if wanted is not None:
            axes.hlines(wanted, place - 0.3, place + 0.3, "#555555", "dotted", label="asked for")
    if panel.level is not None:
        axes.axhline(panel.level, color="#999999", linewidth=0.8)
    if panel.log:
        axes.set_yscale("log")
    axes.set_xticks(range(len(panel.places)), panel.places)
    axes.set_xlim(-0.5, len(panel.places) - 0.5)
    axes.set_xlabel(panel.x)
    axes.set_title(panel.title)


def _series(
    axes: Axes, name: str, points: Sequence[Point | None], index: int, shift: float
) -> None:
    shown = [(place, point) for place, point in enumerate(points) if point is not None]
    axes.errorbar(
        [place + shift for place, _ in shown],
        [value for _, (value, _, _) in shown],
        yerr=[
            [value - low for _, (value, low, _) in shown],
            [high - value for _, (value, _, high) in shown],
        ],
        fmt=MARKERS[index % len(MARKERS)],
        color=COLOURS[index % len(COLOURS)],
        elinewidth=1.2,
        capsize=3,
        label=name,
    )
