"""The figures show what they are given, and are the same bytes each time."""

from pathlib import Path

import pytest

import forethought as ft
from forethought.drawing import save
from forethought.errors import ParameterError
from forethought.experiments import Store, run, summarise
from forethought.experiments.figures import (
    allocation_figure,
    panels_figure,
    pcs_figure,
    visits_figure,
)
from forethought.experiments.report import Report
from tests.experiments_fake import experiment


def report(folder: Path) -> Report:
    with Store(folder / "results.db") as store:
        results = run(experiment(), store, workers=1)
    return Report.of(experiment(), summarise(experiment(), results))


def test_each_method_is_a_curve_with_a_band(tmp_path: Path) -> None:
    axes = pcs_figure(experiment(), report(tmp_path).summaries).axes[0]
    assert [line.get_label() for line in axes.lines] == ["guess", "planner"]
    assert len(axes.collections) == 2
    assert axes.get_xticks().tolist() == [5, 10, 20]
    assert axes.get_xlabel() == "budget N (simulations)"


def test_the_visits_are_those_at_the_greatest_budget(tmp_path: Path) -> None:
    axes = visits_figure(experiment(), report(tmp_path).summaries).axes[0]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["0", "1", "2"]
    assert sum(bar.get_height() for bar in axes.containers[1]) == pytest.approx(20)


def test_the_ticks_of_visits_are_whole_numbers(tmp_path: Path) -> None:
    few = experiment(budgets=(2,))
    with Store(tmp_path / "few.db") as store:
        summaries = summarise(few, run(few, store, workers=1))
    ticks = visits_figure(few, summaries).axes[0].get_yticks()
    assert all(tick == round(tick) for tick in ticks)


def test_panels_have_the_budgets_as_ticks_and_methods_side_by_side(tmp_path: Path) -> None:
    axes = panels_figure([(experiment(), report(tmp_path).summaries)]).axes[0]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["5", "10", "20"]
    places = [container[0].get_xdata()[0] for container in axes.containers]
    assert places[0] < 0 < places[1]


def test_what_is_written_is_equal_byte_for_byte(tmp_path: Path) -> None:
    made = report(tmp_path)
    first, second = (made.write(tmp_path / name) for name in ("a", "b"))
    assert [path.name for path in first] == [
        "table.csv",
        "visits.csv",
        "summary.md",
        "pcs.png",
        "pcs.svg",
        "visits.png",
        "visits.svg",
    ]
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]


def test_two_decisions_stand_side_by_side(tmp_path: Path) -> None:
    game = ft.games.inventory(penalty=10, setup=0)
    ocba, uct = (
        ft.decide(game, ft.MCTS(policy=policy), simulations=200, seed=1)
        for policy in (ft.OCBA(), ft.UCT(growing=True))
    )
    exact = {action: -13.5 - abs(action - 4) for action in range(16)}
    figure = allocation_figure(ocba, uct, exact=exact, title="spread")
    above, below = figure.axes
    heights = [bar.get_height() for bar in above.containers[0]]
    assert heights == [row.visits for row in ocba.actions]
    assert below.get_legend() is not None
    assert all(path.stat().st_size > 5000 for path in save(figure, tmp_path / "spread"))


def test_decisions_on_different_states_are_refused() -> None:
    game = ft.games.inventory()
    low, high = (ft.decide(game, simulations=50, seed=1, state=state) for state in ((0, 0), (9, 0)))
    with pytest.raises(ParameterError, match="same state"):
        allocation_figure(low, high)
