"""Stated probabilities beside what came true, on numbers that can be checked by hand."""

from dataclasses import replace

import pytest

import forethought as ft
from forethought.experiments import Experiment, Method, Result
from forethought.experiments.arms import Arms, start_selection
from forethought.experiments.reliability import Honesty, settings, stops
from forethought.experiments.statistics import Proportion
from forethought.experiments.stopping import Stopping, start_stopping

ARMS = Experiment(
    name="two",
    game=Arms((0.0, 1.0)),
    methods=(Method("OCBA", ft.OCBA()),),
    optimum=(1,),
    budgets=(10,),
    runs=2,
    seed=1,
    start=start_selection,
)


def result(run: int, correct: bool, confidence: float | None, visits: int = 10) -> Result:
    shares = {"0": 2, "1": visits - 2}
    return Result(
        "two", "OCBA", 10, run, 1, str(int(correct)), correct, shares, 1.0, confidence, None, 0.1
    )


def honesty(pairs: list[tuple[float, bool]], runs: int = 0) -> Honesty:
    found = Honesty.of(pairs, runs or len(pairs))
    assert found is not None
    return found


def test_the_means_and_the_gap() -> None:
    found = honesty([(0.9, True), (0.5, False)], runs=3)
    assert found.stated == pytest.approx(0.7)
    assert found.realised == Proportion(1, 2)
    # The gaps are -0.1 and 0.5.
    assert found.gap.mean == pytest.approx(0.2)
    assert found.gap.stderr == pytest.approx(0.3)
    assert found.unstated == 1


@pytest.mark.parametrize(
    ("stated", "right", "verdict"),
    [(0.9, 50, "too high"), (0.5, 90, "too low"), (0.9, 89, "as stated"), (1.0, 100, "as stated")],
)
def test_the_verdict_needs_three_standard_errors(stated: float, right: int, verdict: str) -> None:
    found = honesty([(stated, run < right) for run in range(100)])
    assert found.verdict == verdict
    assert found.too_high == (verdict == "too high")


def test_bins_have_their_lower_end_and_the_last_has_both() -> None:
    bins = honesty([(0.0, False), (0.9, True), (0.94, False), (0.95, True), (1.0, True)]).bins
    assert [(part.low, part.high, part.realised.trials) for part in bins] == [
        (0.0, 0.2, 1),
        (0.9, 0.95, 2),
        (0.95, 0.99, 1),
        (0.99, 1.0, 1),
    ]
    assert bins[1].stated == pytest.approx(0.92)


def test_a_setting_without_anything_stated_has_no_honesty() -> None:
    (found,) = settings(ARMS, [result(0, True, None), result(1, False, None)])
    assert (found.method, found.budget, found.pcs) == ("OCBA", 10, Proportion(1, 2))
    assert found.confidence is None
    assert found.bound is None


def test_runs_that_end_before_the_budget_have_stopped() -> None:
    wanted = replace(ARMS, methods=(Method("OCBA", Stopping(ft.OCBA(), 0.9)),))
    rows = [result(0, True, 0.95, 6), result(1, False, 0.92, 8), result(2, True, 0.4, 10)]
    (found,) = stops(wanted, rows)
    assert (found.target, found.budget) == (0.9, 10)
    assert found.stopped == Proportion(2, 3)
    assert found.right == Proportion(1, 2)
    assert found.simulations is not None
    assert (found.simulations.mean, found.spent.mean) == (7.0, 8.0)
    assert found.pcs == Proportion(2, 3)
    assert found.verdict == "as stated"


def test_runs_that_stop_and_are_wrong_fall_short() -> None:
    wanted = replace(ARMS, methods=(Method("OCBA", Stopping(ft.OCBA(), 0.9)),))
    (found,) = stops(wanted, [result(run, run % 2 == 0, 0.95, 6) for run in range(20)])
    assert found.verdict == "short"


def test_nothing_is_said_of_runs_that_never_stop() -> None:
    wanted = replace(ARMS, methods=(Method("OCBA", Stopping(ft.OCBA(), 0.9)),))
    (found,) = stops(wanted, [result(0, True, 0.4)])
    assert (found.right, found.simulations, found.verdict) == (None, None, "-")


def test_a_larger_selection_goes_on_from_a_smaller_one() -> None:
    arms = Arms((0.0, 0.5, 1.0))
    small, large = (
        start_selection(arms, ft.Uniform(n0=2), state=None, seed=3, budget=None).run(
            simulations=total
        )
        for total in (30, 33)
    )
    assert [row.visits for row in large.actions] == [11, 11, 11]
    assert [row.visits for row in small.actions] == [10, 10, 10]
    first, second = (next(iter(answer.actions)) for answer in (small, large))
    assert first.mean is not None
    assert second.mean is not None
    eleventh = 11 * second.mean - 10 * first.mean
    assert eleventh in [pytest.approx(sample) for sample in samples(arms, 3, 11)]


def samples(arms: Arms, seed: int, count: int) -> list[float]:
    simulator = arms.simulators(seed)[0]
    return [simulator() for _ in range(count)]  # type: ignore[call-arg]


def test_a_stopping_search_stops_as_decide_does() -> None:
    game = ft.games.inventory(penalty=10, setup=0)
    search = ft.MCTS(policy=ft.OCBA(sigma0=100), backup="mixed")
    wanted = ft.decide(game, search, simulations=5_000, confidence=0.6, seed=4)
    opened = start_stopping(game, Stopping(search, 0.6), state=None, seed=4, budget=None)
    answer = opened.run(simulations=5_000)
    assert wanted.stop_reason == "confidence"
    assert answer.confidence == wanted.confidence
    assert [row.visits for row in answer.actions] == [row.visits for row in wanted.actions]


def test_a_stopping_selection_stops_early() -> None:
    arms = Arms((0.0, 3.0))
    stopping = Stopping(ft.OCBA(), 0.9)
    answer = start_selection(arms, stopping, state=None, seed=1, budget=None).run(simulations=500)
    assert answer.confidence is not None
    assert answer.confidence >= 0.9
    assert sum(row.visits for row in answer.actions) < 500
