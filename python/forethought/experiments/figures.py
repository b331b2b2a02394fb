"""Figures for print: PCS against budget, visits of each action, and two decisions compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from matplotlib.ticker import FuncFormatter, MaxNLocator

from forethought.drawing import COLOURS, DASHES, MARKERS, canvas, styled
from forethought.errors import ParameterError
from forethought.experiments.experiment import Experiment
from forethought.experiments.statistics import Summary, root_actions

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from forethought.decision import ActionStatistics, Decision


def pcs_figure(experiment: Experiment, summaries: Sequence[Summary]) -> Figure:
    """PCS in percent against the budget in simulations, each method with its 95 % band."""
    with styled():
        figure = canvas(6.0, 3.2)
        axes = figure.subplots()
        _pcs_curves(axes, experiment, summaries)
        axes.set_xlabel("budget N (simulations)")
        axes.set_ylabel("correct selections (% of runs)")
        axes.set_title(_title(experiment))
        axes.xaxis.set_major_formatter(FuncFormatter(thousands))
        axes.set_xticks(sorted(experiment.budgets), minor=len(experiment.budgets) > 7)
        axes.yaxis.set_major_formatter(FuncFormatter(percent))
        figure.legend(loc="outside right upper", **_legend("band"))
    return figure


def _title(experiment: Experiment) -> str:
    return f"{experiment.title or experiment.name}, {experiment.runs} runs"


def panels_figure(found: Sequence[tuple[Experiment, Sequence[Summary]]]) -> Figure:
    """PCS at each budget with its 95 % interval, a panel for each experiment.

    The experiments have the same methods, which stand side by side at every budget.
    """
    rows = -(-len(found) // 2)
    with styled():
        figure = canvas(8.4, 2.7 * rows + 0.6)
        grid = figure.subplots(rows, 2, squeeze=False).flatten()
        for axes, (experiment, summaries) in zip(grid, found, strict=False):
            _pcs_marks(axes, experiment, summaries)
            budgets = sorted(experiment.budgets)
            axes.set_xticks(range(len(budgets)), [thousands(budget) for budget in budgets])
            axes.set_title(_title(experiment).replace(" (", "\n("), fontsize=7.5)
            axes.yaxis.set_major_formatter(FuncFormatter(percent))
        for axes in grid[len(found) :]:
            axes.set_visible(False)
        figure.supxlabel("budget N (simulations)", fontsize=9)
        figure.supylabel("correct selections (% of runs), 95 % interval", fontsize=9)
        figure.legend(*grid[0].get_legend_handles_labels(), loc="outside right upper")
    return figure


def _pcs_marks(axes: Axes, experiment: Experiment, summaries: Sequence[Summary]) -> None:
    budgets, count = sorted(experiment.budgets), len(experiment.methods)
    for index, method in enumerate(experiment.methods):
        mine = [summary for summary in summaries if summary.method == method.name]
        shares = [summary.pcs.share for summary in mine]
        low, high = zip(*(summary.pcs.interval for summary in mine), strict=True)
        aside = (index - (count - 1) / 2) * 0.8 / count
        axes.errorbar(
            [budgets.index(summary.budget) + aside for summary in mine],
            shares,
            yerr=[
                [max(share - end, 0.0) for share, end in zip(shares, low, strict=True)],
                [max(end - share, 0.0) for share, end in zip(shares, high, strict=True)],
            ],
            linestyle="none",
            elinewidth=0.8,
            markersize=3.5,
            label=method.name,
            **_mark(index),
        )


def _mark(index: int) -> dict[str, Any]:
    """Colour and marker; when the colours come again, the markers are filled in another way."""
    colour = COLOURS[index % len(COLOURS)]
    fill = (colour, "white", "#222222")[index // len(COLOURS) % 3]
    return {
        "color": colour,
        "marker": MARKERS[index % len(MARKERS)],
        "markerfacecolor": fill,
    }


def _pcs_curves(axes: Axes, experiment: Experiment, summaries: Sequence[Summary]) -> None:
    for index, method in enumerate(experiment.methods):
        mine = [summary for summary in summaries if summary.method == method.name]
        _band(axes, mine, index)
        _pcs_curve(axes, mine, index)


def _band(axes: Axes, summaries: Sequence[Summary], index: int) -> None:
    budgets = [summary.budget for summary in summaries]
    low, high = zip(*(summary.pcs.interval for summary in summaries), strict=True)
    colour = COLOURS[index % len(COLOURS)]
    axes.fill_between(budgets, low, high, color=colour, alpha=0.15, linewidth=0)


def _pcs_curve(axes: Axes, summaries: Sequence[Summary], index: int) -> None:
    budgets = [summary.budget for summary in summaries]
    axes.plot(
        budgets,
        [summary.pcs.share for summary in summaries],
        DASHES[index % len(DASHES)],
        label=summaries[0].method,
        **_mark(index),
    )


def visits_figure(experiment: Experiment, summaries: Sequence[Summary]) -> Figure:
    """Mean visits of each root action at the greatest budget, with 95 % bars."""
    budget = max(experiment.budgets)
    shown = [summary for summary in summaries if summary.budget == budget]
    labels = root_actions(experiment)
    best = {str(action) for action in experiment.optimum}
    with styled():
        figure = canvas(max(4.6, 0.36 * len(labels) + 1.6), 3.2)
        axes = figure.subplots()
        for index, summary in enumerate(shown):
            means = [summary.visits[label] for label in labels]
            _bars(
                axes,
                index,
                len(shown),
                [mean.mean for mean in means],
                summary.method,
                [1.96 * mean.stderr for mean in means],
            )
        _action_axis(axes, labels, best)
        axes.set_ylabel("mean visits (simulations)")
        axes.set_title(f"{_title(experiment)}, N = {thousands(budget)}")
        axes.yaxis.set_major_locator(MaxNLocator(6, integer=True))
        axes.yaxis.set_major_formatter(FuncFormatter(thousands))
        axes.legend(**_legend("bar"))
    return figure


def allocation_figure(
    first: Decision,
    second: Decision,
    *,
    labels: tuple[str, str] = ("OCBA", "UCT"),
    exact: Mapping[Any, float] | None = None,
    title: str = "",
) -> Figure:
    """How two decisions on one state spread their budget over its actions, and what they learned.

    Above, the visits of each action; below, its mean value with one standard error and, if given,
    its exact value. Raises `ParameterError` if the decisions have different actions.
    """
    rows = [{row.action: row for row in decision.actions} for decision in (first, second)]
    if rows[0].keys() != rows[1].keys():
        raise ParameterError(
            "allocation_figure: the decisions have different actions: give two on the same state"
        )
    with styled():
        figure = canvas(max(5.0, 0.3 * len(rows[0]) + 1.6), 4.6)
        above, below = figure.subplots(2, 1, sharex=True, gridspec_kw={"height_ratios": [1, 1.15]})
        for index, (table, label) in enumerate(zip(rows, labels, strict=True)):
            _bars(above, index, 2, [row.visits for row in table.values()], label)
            _means(below, index, list(table.values()), label)
        if exact is not None:
            _exact_values(below, list(rows[0]), exact)
        _action_axis(
            below, [str(action) for action in rows[0]], {str(_best(exact))} if exact else set()
        )
        above.set_ylabel("visits (simulations)")
        above.yaxis.set_major_locator(MaxNLocator(6, integer=True))
        above.yaxis.set_major_formatter(FuncFormatter(thousands))
        above.tick_params(axis="x", length=0)
        below.yaxis.set_major_locator(MaxNLocator(6))
        below.set_ylabel("mean value ± s.e.")
        above.set_title(title or "How the budget was spread")
        above.legend()
        below.legend(ncols=3, fontsize=8)
    return figure


def _means(axes: Axes, index: int, rows: Sequence[ActionStatistics], label: str) -> None:
    seen = [(place, row) for place, row in enumerate(rows) if row.mean is not None]
    axes.errorbar(
        [place + (index - 0.5) * 0.3 for place, _ in seen],
        [row.mean or 0.0 for _, row in seen],
        yerr=[row.stderr or 0.0 for _, row in seen],
        fmt=MARKERS[index],
        color=COLOURS[index],
        markersize=4,
        elinewidth=1.2,
        capsize=2,
        label=label,
    )


def _exact_values(axes: Axes, actions: Sequence[Any], exact: Mapping[Any, float]) -> None:
    known = [(place, exact[action]) for place, action in enumerate(actions) if action in exact]
    axes.scatter(
        [place for place, _ in known],
        [value for _, value in known],
        s=130,
        marker="_",
        linewidths=1.6,
        color="#222222",
        label="exact",
    )


def _best(exact: Mapping[Any, float]) -> Any:
    return max(exact, key=lambda action: exact[action])


def _bars(
    axes: Axes,
    index: int,
    count: int,
    heights: Sequence[float],
    label: str,
    errors: Sequence[float] | None = None,
) -> None:
    width = 0.8 / count
    places = [place + (index - (count - 1) / 2) * width for place in range(len(heights))]
    axes.bar(
        places,
        heights,
        width * 0.92,
        yerr=errors,
        color=COLOURS[index % len(COLOURS)],
        hatch=("", "////", "....", "xxxx")[index % 4],
        edgecolor="white",
        linewidth=0,
        error_kw={"elinewidth": 0.9, "ecolor": "#222222"},
        label=label,
    )


def _action_axis(axes: Axes, labels: Sequence[str], best: set[str]) -> None:
    """One tick an action; the optimal ones stand in bold."""
    axes.set_xticks(range(len(labels)), labels)
    for label, tick in zip(labels, axes.get_xticklabels(), strict=True):
        if label in best:
            tick.set_fontweight("bold")
    axes.set_xlabel("root action (optimal in bold)" if best else "root action")


def _legend(mark: str) -> dict[str, Any]:
    return {"title": f"{mark}: 95 % interval", "title_fontsize": 7.5, "alignment": "left"}


def percent(share: float, _position: int | None = None) -> str:
    """A share as the label of a tick in percent."""
    return f"{100 * share:g}"


def thousands(value: float, _position: int | None = None) -> str:
    """A whole number as the label of a tick."""
    return f"{value:,.0f}".replace(",", " ")
