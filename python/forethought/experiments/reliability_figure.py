"""The reliability diagram: stated confidence against the share of runs that were right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from forethought.drawing import COLOURS, MARKERS, canvas, styled
from forethought.experiments.experiment import Experiment
from forethought.experiments.figures import percent, thousands
from forethought.experiments.reliability import Bin, Setting

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FEWEST = 10
"""Bins of fewer runs are not drawn: their intervals span most of the panel."""

Panel = tuple[Experiment, Sequence[Setting]]


def reliability_figure(panels: Sequence[Panel]) -> Figure:
    """A row a problem, a column a budget; each bin with its 95 % interval.

    Points below the diagonal were less often right than they said.
    """
    columns = max(len(experiment.budgets) for experiment, _ in panels)
    with styled():
        figure = canvas(1.2 + 2.0 * columns, 1.9 * len(panels) + 0.6)
        rows = figure.subplots(len(panels), columns, squeeze=False, sharex=True, sharey=True)
        for axes, (experiment, settings) in zip(rows, panels, strict=True):
            _row(list(axes), experiment, settings)
        figure.supxlabel("stated confidence (%)", fontsize=9)
        figure.supylabel("correct selections (% of runs), 95 % interval", fontsize=9)
    return figure


def _row(row: list[Axes], experiment: Experiment, settings: Sequence[Setting]) -> None:
    budgets = sorted(experiment.budgets)
    for axes, budget in zip(row, budgets, strict=False):
        axes.plot([0, 1], [0, 1], color="#999999", linewidth=0.8)
        for index, method in enumerate(experiment.methods):
            for setting in settings:
                if (setting.method, setting.budget) == (method.name, budget):
                    _curve(axes, setting, index)
        _say_if_empty(axes, [s for s in settings if s.budget == budget])
        axes.set_title(f"N = {thousands(budget)}", fontsize=8.5)
        axes.set(xlim=(-0.04, 1.04), ylim=(-0.04, 1.04), xticks=_TICKS, yticks=_TICKS)
        axes.xaxis.set_major_formatter(FuncFormatter(percent))
        axes.yaxis.set_major_formatter(FuncFormatter(percent))
    for axes in row[len(budgets) :]:
        axes.set_visible(False)
    row[0].set_title(f"{experiment.title}\nN = {thousands(budgets[0])}", fontsize=8.5)
    row[len(budgets) - 1].legend(
        *row[0].get_legend_handles_labels(), loc="center left", bbox_to_anchor=(1.02, 0.5)
    )


def _say_if_empty(axes: Axes, settings: Sequence[Setting]) -> None:
    if not any(map(_drawn, settings)):
        text = f"fewer than {FEWEST} runs\nin every bin"
        axes.text(0.5, 0.5, text, ha="center", va="center", fontsize=7.5, backgroundcolor="white")


def _drawn(setting: Setting) -> list[Bin]:
    bins = [] if setting.confidence is None else setting.confidence.bins
    return [part for part in bins if part.realised.trials >= FEWEST]


_TICKS = (0.0, 0.5, 1.0)


def _curve(axes: Axes, setting: Setting, index: int) -> None:
    drawn = _drawn(setting)
    shares = [part.realised.share for part in drawn]
    intervals = [part.realised.interval for part in drawn]
    axes.errorbar(
        [part.stated for part in drawn],
        shares,
        yerr=[
            [share - low for share, (low, _) in zip(shares, intervals, strict=True)],
            [high - share for share, (_, high) in zip(shares, intervals, strict=True)],
        ],
        marker=MARKERS[index % len(MARKERS)],
        color=COLOURS[index % len(COLOURS)],
        markersize=3.5,
        linewidth=1.0,
        elinewidth=0.8,
        label=setting.method,
    )
