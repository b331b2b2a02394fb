"""Elo, its interval, superiority, the sequential test and the ratings, against published values."""

import itertools
import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import forethought as ft
from forethought.arena import Estimate
from forethought.arena.ratings import rate
from forethought.arena.statistics import elo_of, score_of

ORACLE = Path(__file__).parents[1] / "testdata" / "oracles" / "match_statistics.json"
PUBLISHED = json.loads(ORACLE.read_text())


def cases(key: str) -> list[dict[str, Any]]:
    return [
        {**{k: v for k, v in group.items() if k != "cases"}, **case}
        for group in PUBLISHED[key]
        for case in group["cases"]
    ]


@pytest.mark.parametrize("case", cases("llr"), ids=str)
def test_llr_agrees_with_published_values(case: dict[str, Any]) -> None:
    test = ft.SPRT(case["elo0"], case["elo1"], case["alpha"], case["beta"])
    assert test.llr(case["counts"]) == pytest.approx(case["llr"], abs=case["tolerance"])


@pytest.mark.parametrize("case", PUBLISHED["bounds"], ids=str)
def test_bounds_agree_with_published_values(case: dict[str, float]) -> None:
    lower, upper = ft.SPRT(0, 5, case["alpha"], case["beta"]).bounds
    assert (round(lower, 2), round(upper, 2)) == (case["lower"], case["upper"])


@pytest.mark.parametrize("case", cases("elo"), ids=str)
def test_elo_agrees_with_published_values(case: dict[str, Any]) -> None:
    found, near = Estimate.of(case["counts"]), case["tolerance"]
    if "elo" in case:
        assert found.elo == pytest.approx(case["elo"], rel=near)
        assert (found.high - found.low) / 2 == pytest.approx(case["half_width"], rel=near)
    if "superiority" in case:
        assert found.superiority == pytest.approx(case["superiority"], abs=0.0005)


def likelihood(counts: Sequence[float], score: float) -> float:
    """The greatest log-likelihood with this expected score, by brute force over a fine grid."""
    losses, draws, wins = counts
    best = -math.inf
    for draw in np.linspace(1e-6, 1, 200_001):
        win = score - draw / 2
        loss = 1 - draw - win
        if win > 0 and loss > 0:
            best = max(
                best,
                losses * math.log(loss) + draws * math.log(draw) + wins * math.log(win),
            )
    return best


@pytest.mark.parametrize("counts", [(3, 5, 9), (20, 1, 20), (1, 30, 2)])
def test_llr_is_the_ratio_of_the_greatest_likelihoods(counts: tuple[int, int, int]) -> None:
    test = ft.SPRT(-30, 70)
    wanted = likelihood(counts, score_of(70)) - likelihood(counts, score_of(-30))
    assert test.llr(counts) == pytest.approx(wanted, abs=1e-6)


def test_every_small_result_has_a_sound_estimate() -> None:
    for counts in itertools.product(range(4), repeat=5):
        found = Estimate.of(counts)
        low, high = found.score_interval
        assert 0 <= low <= found.score <= high <= 1
        assert high - low > 0.01
        assert found.low <= found.elo <= found.high
        assert 0 < found.superiority < 1
        swapped = Estimate.of(counts[::-1])
        assert swapped.score_interval == pytest.approx((1 - high, 1 - low))
        assert swapped.superiority == pytest.approx(1 - found.superiority)
        assert math.isfinite(ft.SPRT(0, 10).llr(counts))


def test_no_games_and_clean_sweeps_have_named_infinities() -> None:
    none, sweep = Estimate.of([0] * 5), Estimate.of([0, 0, 0, 0, 10])
    assert (none.elo, none.low, none.high, none.superiority) == (0, -math.inf, math.inf, 0.5)
    assert str(none) == "+0.0 (-inf to +inf)"
    assert (sweep.elo, sweep.high) == (math.inf, math.inf)
    assert 100 < sweep.low < 400


@given(st.floats(-3000, 3000))
def test_elo_and_score_are_inverse(elo: float) -> None:
    assert elo_of(score_of(elo)) == pytest.approx(elo, abs=1e-4)


def test_the_interval_covers_as_often_as_it_says() -> None:
    """2000 matches of 30 pairs: a count below 1860 of 1900 expected has probability 1e-4."""
    rng = np.random.default_rng(1)
    chances = np.array([0.1, 0.15, 0.3, 0.2, 0.25])
    truth = float(chances @ np.arange(5) / 4)
    matches = rng.multinomial(30, chances, size=2000)
    intervals = [Estimate.of([int(n) for n in counts]).score_interval for counts in matches]
    assert sum(low <= truth <= high for low, high in intervals) > 1860


@pytest.mark.parametrize(("elo", "wrong"), [(0.0, "elo1"), (80.0, "elo0")])
def test_error_rates_are_those_stated(elo: float, wrong: str) -> None:
    """400 tests with rates of 5 %: more than 38 errors have a probability below 1e-4."""
    test, rng = ft.SPRT(0, 80), np.random.default_rng(7)
    win = score_of(elo) - 0.1
    game = np.array([0.8 - win, 0.2, win])
    chances = np.convolve(game, game)
    errors = 0
    for _ in range(400):
        counts, accepted = np.zeros(5, dtype=int), None
        while accepted is None:
            counts += rng.multinomial(1, chances)
            accepted = test.verdict([int(n) for n in counts]).accepted
        errors += accepted == wrong
    assert errors <= 38


@pytest.mark.parametrize(
    "wrong",
    [
        {"elo0": 5, "elo1": 5},
        {"elo0": math.nan, "elo1": 5},
        {"elo0": 0, "elo1": 5, "alpha": 0},
        {"elo0": 0, "elo1": 5, "beta": 0.5},
    ],
)
def test_a_wrong_test_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ft.ParameterError, match=r"^SPRT\("):
        ft.SPRT(**wrong)


def test_ratings_of_two_players_are_their_difference() -> None:
    counts = (34, 54, 63, 64, 75)
    ratings = rate(["a", "b"], {("a", "b"): counts}, anchor="b")
    found = Estimate.of(counts)
    assert ratings["b"].elo == ratings["b"].low == ratings["b"].high == 0
    assert ratings["a"].elo == pytest.approx(found.elo, rel=0.01)
    assert ratings["a"].low == pytest.approx(found.low, abs=2)


def test_ratings_recover_the_true_ones() -> None:
    truth = {"a": 150.0, "b": 50.0, "c": 0.0, "d": -200.0}
    rng = np.random.default_rng(3)
    results = {}
    for one, other in itertools.combinations(truth, 2):
        win = score_of(truth[one] - truth[other])
        game = np.array([1 - win, 0, win])
        results[one, other] = [int(n) for n in rng.multinomial(400, np.convolve(game, game))]
    found = rate(list(truth), results)
    assert sum(rating.elo for rating in found.values()) == pytest.approx(0, abs=1e-6)
    for name, rating in found.items():
        # Three to four standard errors.
        assert abs(rating.elo - truth[name]) < 25
        assert rating.high - rating.low < 60


@pytest.mark.parametrize("counts", [(0, 0, 0, 0, 0), (0, 0, 0, 0, 50), (0, 0, 50, 0, 0)])
def test_ratings_are_finite_whatever_the_results(counts: tuple[int, ...]) -> None:
    found = rate(["a", "b", "c"], {("a", "b"): counts, ("b", "c"): counts})
    for rating in found.values():
        assert -5000 < rating.low < rating.elo < rating.high < 5000
