"""Intervals hold what they should, and numbers that differ are called so."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forethought.experiments.expected import OPTIMUM, Expected, expectations
from forethought.experiments.ocba import NAMES
from forethought.experiments.report import Report, markdown
from forethought.experiments.statistics import (
    Comparison,
    Mean,
    Proportion,
    Summary,
    compare,
    summarise,
)
from forethought.experiments.store import Result
from tests.experiments_fake import experiment

TRIALS = st.integers(1, 3000)


@given(st.data(), TRIALS)
def test_an_interval_lies_in_0_to_1_and_holds_the_share(data: st.DataObject, trials: int) -> None:
    share = Proportion(data.draw(st.integers(0, trials)), trials)
    low, high = share.interval
    assert 0 <= low <= share.share <= high <= 1
    assert low < high


def test_the_interval_is_wilsons() -> None:
    # 95 % interval of 81 of 263, published by Newcombe (1998, table I): 0.2553 to 0.3662.
    low, high = Proportion(81, 263).interval
    assert (round(low, 4), round(high, 4)) == (0.2553, 0.3662)


def test_no_and_all_successes_have_intervals() -> None:
    assert Proportion(0, 20).interval == pytest.approx((0, 0.1611), abs=1e-4)
    assert Proportion(20, 20).interval == pytest.approx((0.8389, 1), abs=1e-4)
    assert Proportion(20, 20).stderr == 0


def test_a_mean_has_the_standard_error_of_its_sample() -> None:
    mean = Mean.of([1.0, 2.0, 3.0, 4.0])
    assert (mean.mean, mean.count) == (2.5, 4)
    assert mean.stderr == pytest.approx(math.sqrt(5 / 3 / 4))
    assert Mean.of([7.0]) == Mean(7.0, 0.0, 1)


def summary(correct: int, runs: int = 1000, visits: Mean | None = None) -> Summary:
    table = {"3": visits or Mean(0.0, 0.0, runs)}
    return Summary("OCBA", 700, Proportion(correct, runs), table, None, None)


def trial(low: float, high: float, runs: int | None = 1000, action: str | None = None) -> Expected:
    return Expected("ocba-3", "OCBA", 700, low, high, "a test", runs, action)


@pytest.mark.parametrize(
    ("correct", "expected", "agrees"),
    [
        (900, trial(0.9, 0.9), True),
        (865, trial(0.9, 0.9), True),  # 2.4 standard errors of both
        (850, trial(0.9, 0.9), False),  # 3.4
        (850, trial(0.84, 0.86), True),
        (1000, trial(1.0, 1.0), True),
        (995, trial(1.0, 1.0), True),
        (0, trial(1.0, 1.0), False),
        (849, trial(0.85, 1.0, runs=None), False),
        (850, trial(0.85, 1.0, runs=None), True),
    ],
)
def test_a_share_is_compared_with_the_errors_of_both(
    correct: int, expected: Expected, agrees: bool
) -> None:
    comparison = compare(summary(correct), expected)
    assert comparison.agrees == agrees
    assert comparison.verdict == ("agrees" if agrees else "differs")
    assert math.isfinite(comparison.z)


def test_the_z_of_a_share_is_that_of_two_shares() -> None:
    found = compare(summary(850), trial(0.9, 0.9)).z
    plain = 0.05 / math.sqrt(0.85 * 0.15 / 1000 + 0.9 * 0.1 / 1000)
    assert found == pytest.approx(plain, rel=0.01)


def test_mean_visits_are_compared_with_the_errors_of_both() -> None:
    measured = summary(0, visits=Mean(9000.0, 50.0, 1000))
    near = compare(measured, trial(9200.0, 9200.0, runs=1000, action="3"))
    assert near.agrees
    assert near.z == pytest.approx(200 / (50 * math.sqrt(2)))
    assert not compare(measured, trial(9300.0, 9300.0, runs=1000, action="3")).agrees


def test_a_summary_counts_every_run_of_its_method_and_budget() -> None:
    wanted = experiment(budgets=(5,), runs=2)
    rows = [
        Result("line", "guess", 5, 0, 1, "1", True, {"0": 1, "1": 4}, 2.0, None, None, 0.1),
        Result("line", "guess", 5, 1, 1, "0", False, {"0": 3, "1": 2}, None, 0.5, None, 0.1),
    ]
    (found,) = summarise(wanted, rows)
    assert found.pcs == Proportion(1, 2)
    assert {action: mean.mean for action, mean in found.visits.items()} == {"0": 2, "1": 3, "2": 0}
    assert found.value == Mean(2.0, 0.0, 1)
    assert found.confidence == Mean(0.5, 0.0, 1)


def test_expected_numbers_are_of_published_experiments_and_well_formed() -> None:
    assert tuple(OPTIMUM) == NAMES
    for name in NAMES:
        known = expectations(name)
        assert known
        for each in known:
            assert each.low <= each.high
            assert each.action is not None or 0 <= each.low <= each.high <= 1
    assert expectations("line") == []


def test_what_differs_is_said_plainly() -> None:
    report = Report(experiment(), [], [Comparison(trial(0.9, 0.9), 0.5, 0.01, 9.0, False)])
    text = markdown(report)
    assert "0 of 1 expected numbers agree, 1 differ" in text
    assert "**differs**" in text
