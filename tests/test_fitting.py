"""Linear evaluations: weights that are known are found again, and what is refused."""

import json
import random
from itertools import pairwise
from math import exp, log, sqrt, tanh
from pathlib import Path
from typing import Any

import pytest

import forethought as ft
from forethought.evaluations import Linear, own
from forethought.fitting import Position, calibration, fit, recorded, self_play
from forethought.rng import Rng
from tests.zoo.good import Dice, Nim, TicTacToe

TRUTH = {"lead": 0.8, "threat": -1.5, "first": 0.25}
FEATURES: dict[str, Any] = {
    "lead": lambda s: s[0],
    "threat": lambda s: s[1],
    "first": lambda s: 1.0,
}


def synthetic(plays: int, length: int, seed: int) -> list[Position]:
    """Plays whose results follow the true weights; the positions of one differ only by chance."""
    rng = random.Random(seed)
    found = []
    for play in range(plays):
        state = (rng.gauss(0, 1.5), rng.choice([-1, 0, 1]))
        p = 1 / (1 + exp(-Linear(FEATURES, TRUTH).sum(state)))
        # A draw is half a win and half a loss, so that the mean result is that of p.
        half, u = 0.2 * min(p, 1 - p), rng.random()
        result = 1 if u < p - half else 0 if u < p + half else -1
        found += [Position(state, result, play)] * length
    return found


# The evaluation


def test_a_linear_evaluation_is_p_win_less_p_loss() -> None:
    evaluation = Linear(FEATURES, TRUTH)
    assert evaluation.sum((2, 1)) == pytest.approx(0.8 * 2 - 1.5 + 0.25)
    p = 1 / (1 + exp(-0.35))
    assert evaluation((2, 1)) == pytest.approx(p - (1 - p)) == pytest.approx(tanh(0.175))
    assert Linear(FEATURES)((5, 5)) == 0.0
    assert Linear({"f": lambda s: s}, {"f": 1e300})(1e5) == 1.0
    assert repr(evaluation) == "<Linear: 0.8 lead - 1.5 threat + 0.25 first>"


def test_what_is_no_linear_evaluation() -> None:
    for features, weights, message in [
        ({}, {}, "give at least one"),
        ({"f": 3}, {}, "feature 'f' is 3: give a function of the state"),
        ({"f": abs}, {"g": 1}, "there is no feature 'g' to weigh: give some of f"),
        ({"f": abs}, {"f": "1"}, "the weight of 'f' is '1': give a finite number"),
    ]:
        with pytest.raises(ft.ParameterError, match=message):
            Linear(features, weights)  # type: ignore[arg-type]
    with pytest.raises(ft.ParameterError, match="feature 'f' gave nan at state 7: give a finite"):
        Linear({"f": lambda s: float("nan")}).measured([7])


def test_weights_are_kept_as_json(tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    evaluation = Linear(FEATURES, TRUTH)
    evaluation.save(path)
    assert json.loads(path.read_text()) == {"weights": TRUTH}
    assert Linear.load(path, FEATURES).weights == TRUTH
    with pytest.raises(ft.ParameterError, match="'lead' only on one side: give the features of"):
        Linear.load(path, {name: FEATURES[name] for name in ("threat", "first")})
    path.write_text("[1]")
    with pytest.raises(ft.ParameterError, match=r"it holds no weights: give a file of save"):
        Linear.load(path, FEATURES)


def test_a_native_evaluation_is_a_feature() -> None:
    rules = ft.games.tic_tac_toe()
    evaluation = Linear({"own": own(rules), "one": lambda s: 1.0}, {"own": 3.0, "one": 0.5})
    assert evaluation.sum("X........") == 0.5 + 3 * rules.evaluate("X........")[0]
    assert rules.evaluate("XXXOO....") == (0.0, 0.0)
    with pytest.raises(ft.Unsupported, match=r"has no evaluation .nothing."):
        own(rules, "nothing")
    with pytest.raises(ft.ParameterError, match="no native game"):
        own(TicTacToe())  # type: ignore[arg-type]
    with pytest.raises(ft.StateError):
        rules.evaluate("?")


# Fitting


def test_true_weights_are_found_within_their_errors() -> None:
    found = fit(Linear(FEATURES), synthetic(4000, 1, seed=1), l2=0.01)
    assert (found.plays, found.held_out_plays) == (3000, 1000)
    for row in found.features:
        # By chance one of the three would fail in 1 of 150 seeds; this one is fixed.
        assert abs(row.weight - TRUTH[row.name]) < 3 * row.stderr
        assert row.z == row.weight / row.stderr
        assert 0 < row.stderr < 0.1
    growth = {row.name: row.growth / row.growth_stderr for row in found.features}
    assert min(growth["lead"], growth["threat"]) > 5
    assert growth["lead"] > growth["first"]
    assert 0.4 < found.loss < log(2)
    assert found.evaluation.weights == {row.name: row.weight for row in found.features}


def test_errors_are_honest() -> None:
    # 60 fits of 3 weights: 180 z of the deviations, whose mean square would be 1 within 0.42 with
    # a probability of 0.9999 (chi-squared).
    squares = []
    for seed in range(60):
        found = fit(Linear(FEATURES), synthetic(400, 1, seed), l2=0.0, held_out=0.1)
        squares += [((row.weight - TRUTH[row.name]) / row.stderr) ** 2 for row in found.features]
    assert sum(squares) / len(squares) == pytest.approx(1.0, abs=0.42)


def test_a_play_counts_once_however_many_positions_it_has() -> None:
    one, five = (fit(Linear(FEATURES), synthetic(400, n, seed=2), l2=0.0) for n in (1, 5))
    assert five.positions == 5 * one.positions
    for single, many in zip(one.features, five.features, strict=True):
        assert many.weight == pytest.approx(single.weight)
        assert many.stderr == pytest.approx(single.stderr)
        assert many.growth_stderr == pytest.approx(single.growth_stderr)


def test_the_penalty_is_a_prior_in_units_of_the_feature() -> None:
    positions = synthetic(300, 1, seed=3)
    wide = {**FEATURES, "lead": lambda s: 1000 * s[0]}
    plain, scaled = (fit(Linear(f), positions, l2=20.0) for f in (FEATURES, wide))
    assert scaled.evaluation.weights["lead"] * 1000 == pytest.approx(plain.features[0].weight)
    assert scaled.loss == pytest.approx(plain.loss)
    free = fit(Linear(FEATURES), positions, l2=0.0)
    assert abs(plain.features[1].weight) < abs(free.features[1].weight)


def test_one_feature_by_hand() -> None:
    # 3 of 4 plays won where the feature is 1: log-odds log 3, variance 1 / (4 * 3/16).
    positions = [Position(1, 1 if play % 4 else -1, play) for play in range(400)]
    found = fit(Linear({"f": lambda s: s}), positions, l2=0.0, held_out=0.5, seed=1)
    won = sum(p.result == 1 for p in positions)
    assert won == 300
    row = found.features[0]
    assert row.weight == pytest.approx(log(3), abs=3 * row.stderr)
    assert row.stderr == pytest.approx(1 / sqrt(200 * 3 / 16), rel=0.15)
    assert row.growth == pytest.approx(log(2) - found.loss)


def test_the_report_is_a_table_and_plain_values() -> None:
    found = fit(Linear(FEATURES), synthetic(400, 2, seed=4))
    head, worth, bins = repr(found).split("\n\n")
    assert head.startswith("<Fit: log-loss 0.")
    assert [line.split()[0] for line in worth.splitlines()] == ["feature", *TRUTH]
    assert bins.split()[:3] == ["from", "to", "positions"]
    told = json.loads(json.dumps(found.to_dict()))
    assert told["weights"] == found.evaluation.weights
    assert [row["name"] for row in told["features"]] == list(TRUTH)
    assert sum(row["positions"] for row in told["calibration"]) == found.held_out_positions


def test_calibration() -> None:
    positions = synthetic(3000, 1, seed=5)
    bins = calibration(Linear(FEATURES, TRUTH), positions)
    assert sum(row.positions for row in bins) == 3000
    assert all(before.high <= after.low for before, after in pairwise(bins))
    for row in bins:
        assert row.low <= row.said <= row.high
        # 4 standard errors in ten bins: 1 seed in 1500 would fail.
        assert abs(row.came - row.said) < 4 * max(row.stderr, 0.02)
    # What says too much is found out.
    loud = calibration(Linear(FEATURES, {k: 4 * w for k, w in TRUTH.items()}), positions)
    assert abs(loud[1].came - loud[1].said) > 4 * loud[1].stderr
    (edge,) = calibration(lambda s: 1.0, positions[:1])
    assert (edge.low, edge.high, edge.said) == (0.8, 1.0, 1.0)


def test_what_can_not_be_fitted() -> None:
    positions = synthetic(40, 1, seed=6)
    evaluation = Linear(FEATURES)
    same = Linear({"a": FEATURES["lead"], "b": FEATURES["lead"]})
    apart = [Position(x, 1 if x > 0 else -1, play) for play, x in enumerate([-1, 1] * 20)]
    for what, options, message in [
        ((evaluation, positions[:3]), {}, "3 plays, 1 of them held out: give at least two on"),
        ((evaluation, []), {}, "0 plays, 0 of them held out"),
        ((evaluation, positions), {"l2": -1}, "l2=-1: give a number from 0 on"),
        ((evaluation, positions), {"held_out": 1}, "held_out=1: give a number between 0 and 1"),
        ((evaluation, positions), {"held_out": 0.01}, "40 plays, 0 of them held out"),
        ((evaluation, [(0, 2, 1)]), {}, "result=2: give 1, 0 or -1, as player 0 fared"),
        ((Linear({"f": lambda s: 0}), positions), {}, "feature 'f' is 0 at every position"),
        ((same, positions), {"l2": 0}, "the results leave a weight open: a feature is"),
        ((Linear({"f": lambda s: s}), apart), {"l2": 0}, "the results leave a weight open"),
    ]:
        with pytest.raises(ft.ParameterError, match=message):
            fit(*what, **options)  # type: ignore[arg-type]
    shared = fit(same, positions).evaluation.weights
    assert shared["a"] == pytest.approx(shared["b"])


# Plays


def middle(state: str) -> float:
    return {"X": 1.0, "O": -1.0}.get(state[4], 0.0)


def test_the_middle_of_tic_tac_toe_is_worth_something() -> None:
    rules = ft.games.tic_tac_toe()
    positions = self_play(rules, lambda state, rng: rng.choice(rules.actions(state)), 800, seed=1)
    found = fit(Linear({"middle": middle, "first": lambda s: 1.0}), positions)
    assert all(row.weight > 0 and row.z > 4 for row in found.features)
    assert found.loss < log(2)


def test_self_play_of_a_search_is_seeded() -> None:
    rules = ft.games.tic_tac_toe()
    first, again, other = (
        self_play(rules, ft.MCTS(), 3, seed=seed, opening=3, simulations=30) for seed in (1, 1, 2)
    )
    assert first == again != other
    assert {position.play for position in first} == {0, 1, 2}
    assert all(len(p.state.replace(".", "")) >= 3 for p in first)
    assert {p.result for p in first} <= {1.0, 0.0, -1.0}
    with pytest.raises(ft.BudgetError):
        self_play(rules, ft.MCTS(), 1, seed=1)


def test_chance_moves_are_no_positions() -> None:
    pig = ft.games.pig(target=6)
    found = self_play(pig, lambda state, rng: rng.choice(pig.actions(state)), 5, seed=1)
    assert all(pig.turn(position.state) >= 0 for position in found)
    assert {position.result for position in found} <= {1.0, -1.0}


def test_recorded_plays() -> None:
    rules = ft.games.tic_tac_toe()
    found = recorded(rules, [[0, 3, 1, 4, 2], (4, 0, 8, 2, 1, 7, 6, 3, 5)])
    assert found[0] == (".........", 1.0, 0)
    assert found[4] == ("XX.OO....", 1.0, 0)
    assert len(found) == 14
    assert found[-1].result == 0.0
    with pytest.raises(ft.IllegalAction):
        recorded(rules, [[0, 0]])
    with pytest.raises(ft.ParameterError, match=r"play 1 stops before its end, at 'X\.\.\.O"):
        recorded(rules, [[0, 3, 1, 4, 2], [0, 4]])
    with pytest.raises(ft.ParameterError, match="play 0 is over after 5 actions: cut the rest"):
        recorded(rules, [[0, 3, 1, 4, 2, 5]])
    with pytest.raises(ft.Unsupported, match="has chance, which actions don't tell"):
        recorded(ft.games.pig(), [])


def test_plays_that_teach_nothing() -> None:
    def choose(state: Any, rng: Rng) -> Any:
        return rng.choice(list(TicTacToe().actions(state)))

    with pytest.raises(ft.Unsupported, match="Nim has 3 players, not two"):
        self_play(Nim(), choose, 1, seed=1)
    with pytest.raises(ft.Unsupported, match="Dice has 1 players"):
        self_play(Dice(), choose, 1, seed=1)
    with pytest.raises(ft.Unsupported, match=r"TicTacToe pays .*, which does not sum to 0"):
        self_play(TicTacToe(), choose, 1, seed=1)
    with pytest.raises(ft.ParameterError, match="plays=0: give a whole number from 1"):
        self_play(ft.games.tic_tac_toe(), choose, 0, seed=1)
