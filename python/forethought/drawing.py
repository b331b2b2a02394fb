"""The look of all figures, and how they are saved."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from matplotlib import style
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

# Okabe and Ito's colours, told apart with any colour vision; dashes and markers serve in grey.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
MARKERS = ("o", "s", "^", "D", "v", "P")
DASHES = ("-", "--", "-.", ":", "-", "--")

_STYLE: dict[str, Any] = {
    "font.size": 9,
    "axes.titlesize": 9.5,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.axisbelow": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "legend.fontsize": 8.5,
    "lines.linewidth": 1.6,
    "lines.markersize": 5,
    "svg.hashsalt": "forethought",
    "svg.fonttype": "none",
}


def styled() -> AbstractContextManager[None]:
    """The look of all figures, while the context lasts."""
    return style.context(_STYLE)


def canvas(width: float, height: float) -> Figure:
    """A figure of this size in inches that needs no screen."""
    figure = Figure(figsize=(width, height), dpi=200, layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def save(figure: Figure, path: Path) -> list[Path]:
    """Write PATH.png and PATH.svg, equal bytes for equal figures, and return their paths."""
    png, svg = path.with_name(path.name + ".png"), path.with_name(path.name + ".svg")
    with styled():
        figure.savefig(png, metadata={"Software": None})
        figure.savefig(svg, metadata={"Date": None})
    return [png, svg]
