"""The calibration of an error model, drawn: are the errors as normal, as centred and as wide?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from forethought.drawing import COLOURS, MARKERS, canvas, styled
from forethought.training.calibration import BINS, Group, Report

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FEWEST = 20
"""Groups of fewer samples are not drawn: their intervals span the panel."""


def calibration_figure(report: Report) -> Figure:
    """Four panels on held-out steps; intervals are 95 % where only the plays are independent."""
    with styled():
        figure = canvas(7.2, 5.4)
        (normal, width), (stage, size) = figure.subplots(2, 2)
        figure.suptitle(
            f"{report.plan['game']}: errors of one step against the {report.kind}", fontsize=10
        )
        _histogram(normal, report)
        _width(width, report.groups["foreseen deviation"])
        _by(stage, report.groups["stage"], "stage of the play")
        _by(size, report.groups["size of the value"], "size of the value before")
    return figure


def _histogram(axes: Axes, report: Report) -> None:
    edges = np.array(BINS)
    height = np.array(report.histogram) / np.diff(edges)
    axes.stairs(height, edges, fill=True, color=COLOURS[5], alpha=0.5, label="found")
    x = np.linspace(edges[0], edges[-1], 200)
    axes.plot(x, np.exp(-(x**2) / 2) / np.sqrt(2 * np.pi), color=COLOURS[1], label="normal")
    beyond = 1 - sum(report.histogram)
    axes.set_title("As normal?")
    axes.set(xlabel=f"z ({beyond:.1%} beyond ±{edges[-1]:g})", ylabel="density")
    axes.legend()


def _width(axes: Axes, groups: tuple[Group, ...]) -> None:
    shown = [group for group in groups if group.samples >= FEWEST]
    foreseen, found = [g.foreseen for g in shown], [g.error for g in shown]
    ends = [0.8 * min(foreseen + found, default=0.1), 1.25 * max(foreseen + found, default=1)]
    axes.plot(ends, ends, color="#999999", linewidth=0.8)
    axes.plot(foreseen, found, MARKERS[0], color=COLOURS[0])
    axes.set_title("As wide, where it says so?")
    axes.set(xscale="log", yscale="log", xlim=ends, ylim=ends)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axis.set_major_formatter(FuncFormatter(lambda number, _: f"{number:g}"))
        axis.set_minor_locator(NullLocator())
    axes.set(xlabel="foreseen deviation, by tenths of the steps", ylabel="deviation found")


def _by(axes: Axes, groups: tuple[Group, ...], what: str) -> None:
    shown = [group for group in groups if group.samples >= FEWEST]
    at = np.arange(len(shown))
    for height in (0, 1):
        axes.axhline(height, color="#999999", linewidth=0.8)
    curves = (
        ("deviation of z", [g.sd for g in shown], [g.sd_error or 0.0 for g in shown]),
        ("mean of z", [g.mean for g in shown], [g.mean_error or 0.0 for g in shown]),
    )
    for index, (label, values, errors) in enumerate(curves):
        axes.errorbar(
            at,
            values,
            yerr=1.96 * np.array(errors),
            marker=MARKERS[index],
            color=COLOURS[index],
            elinewidth=0.8,
            label=label,
        )
    axes.set_title(f"By {what}")
    axes.set_xticks(at, [g.name.split(" ")[0] for g in shown])
    axes.set(xlabel=f"{what}, from", ylim=(-1.0, 2.0))
    axes.legend(ncols=2, loc="upper center")
