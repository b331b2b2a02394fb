"""Error models: what they are fitted to is computed by hand, and fits find what is known."""

import math

import numpy as np
import pytest

import forethought as ft
from forethought.error_models import Buckets, Constant, Regression
from forethought.error_models.fitting import (
    are_steps,
    buckets,
    constant,
    foreseen,
    regression,
)
from forethought.error_models.model import TERMS, shipped
from forethought.evaluations import Named
from forethought.games import catalogue, make
from forethought.rng import Rng
from forethought.training.samples import DECIDED, DEEPEST, PER_TREE, Source, chosen, collect, looks
from forethought.training.samples import steps as steps_of

SMALL = ft.games.connect_four(width=4, height=4, connect=3)
SOURCE = Source(SMALL, Named("threats", "connect_four"), Constant(0.05, 0.3))


def mover_value(state: str, depth: int) -> float:
    """The value to the player to move by looking a number of actions ahead, by plain negamax."""
    mover = SMALL.turn(state)
    if depth == 0:
        return SMALL.evaluate(state)[mover]
    values = []
    for action in SMALL.actions(state):
        reward, after = SMALL.apply(state, action)
        rest = 0.0 if SMALL.turn(after) == ft.OVER else -mover_value(after, depth - 1)
        assert not isinstance(reward, int | float)
        values.append(reward[mover] + rest)
    return max(values)


def random_state(rng: Rng, actions: int) -> str:
    state = SMALL.initial()
    for _ in range(actions):
        if SMALL.turn(state) == ft.OVER:
            return random_state(rng, actions)
        _, state = SMALL.apply(state, rng.choice(SMALL.actions(state)))
    return state if SMALL.turn(state) != ft.OVER else random_state(rng, actions)


def test_steps_of_a_tree_are_those_computed_by_hand() -> None:
    rng, seen = Rng(1), 0
    for actions in (2, 3, 4, 5, 6):
        state = random_state(rng, actions)
        parts = ft.MGSS(SOURCE.evaluation, SOURCE.error, ft.cost.per_node(1e-4))
        search = ft.start(SMALL, parts, state=state, seed=1)
        search.run(nodes=500)
        tree = search.tree()
        found = steps_of(SOURCE, tree)
        parents = {row[0] for row, _ in tree} - {None, 0}
        assert {node for node, _ in found} == {tree[parent][0][2] for parent in parents}
        for node, row in found:
            value, deeper = mover_value(node, 0), mover_value(node, 1)
            known = [SMALL.stage(node), value, len(SMALL.actions(node)), 0, 1, deeper - value]
            assert row == pytest.approx(known, abs=1e-12)
        seen += len(found)
    assert seen > 30


def test_looks_are_those_of_plain_negamax() -> None:
    rng = Rng(2)
    for _ in range(5):
        state = random_state(rng, 9)
        value, count = mover_value(state, 0), len(SMALL.actions(state))
        rows = looks(SOURCE, state, [SMALL.stage(state), value, count, 0, 1, 0.0])
        values = [mover_value(state, depth) for depth in range(DEEPEST + 1)]
        known = [
            [SMALL.stage(state), values[less], count, less, more, values[more] - values[less]]
            for less in range(8)
            for more in range(1, 9)
            if 1 <= more - less <= 4 and (less, more) != (0, 1) and abs(values[less]) <= 0.99
        ]
        assert np.array(rows) == pytest.approx(np.array(known), abs=1e-9)


def test_decided_states_do_not_swamp_the_samples() -> None:
    found = [(str(n), [0.0, 1.0 if n < 30 else 0.5, 1.0, 0.0, 1.0, 0.0]) for n in range(34)]
    taken = [row[1] for _, row in chosen(found, 1.0, Rng(1))]
    assert sorted(taken) == [0.5, 0.5, 0.5, 0.5, 1.0]
    assert len(chosen(found[30:] * 3, 1.0, Rng(1))) == PER_TREE


def test_the_samples_of_a_play_are_those_of_its_seed() -> None:
    source = Source(ft.games.connect_four(), SOURCE.evaluation, SOURCE.error)
    rows = collect(source, Rng(3))
    steps = are_steps(rows)
    assert steps.sum() > 30
    assert (~steps).sum() > 10
    assert np.isfinite(rows).all()
    assert (np.abs(rows[~steps, 1]) <= DECIDED).all()
    assert rows.tobytes() == collect(source, Rng(3)).tobytes()
    assert rows.tobytes() != collect(source, Rng(4)).tobytes()


def synthetic(count: int, rng: np.random.Generator) -> np.ndarray:
    """Looks without their errors."""
    less = rng.integers(0, 8, count)
    return np.column_stack(
        [
            rng.random(count),
            rng.uniform(-0.95, 0.95, count),
            rng.integers(1, 20, count),
            less,
            less + rng.integers(1, 5, count),
            np.zeros(count),
        ]
    )


def test_the_regression_finds_what_made_the_errors() -> None:
    rng = np.random.default_rng(1)
    scale = 3.0
    true = Regression(
        scale,
        tuple(rng.normal(0, 0.02, len(TERMS)).tolist()),
        (-1.5, *rng.normal(0, 0.3, len(TERMS) - 1).tolist()),
    )
    samples = synthetic(40_000, rng)
    samples[:, 1] *= scale
    mean, sd = foreseen(true, samples)
    # The noise that a fit supposes on top of the model's.
    noise = np.hypot(sd, 0.01 * scale) * rng.standard_normal(len(samples))
    samples[:, 5] = mean + noise
    found = regression(samples, scale)
    found_mean, found_sd = foreseen(found, samples)
    # 16 coefficients from 40 000 samples: off by about sqrt(16 / 40 000) = 0.02 deviations.
    assert np.sqrt(np.mean(((found_mean - mean) / sd) ** 2)) < 0.05
    assert np.sqrt(np.mean(np.log(found_sd / sd) ** 2)) < 0.05


def test_terms_are_those_of_the_core() -> None:
    """A search with the model takes the same steps as one that asks Python for the same errors."""
    rng = np.random.default_rng(2)
    coefficients = rng.normal(0, 0.1, (2, len(TERMS)))
    model = Regression(1.0, tuple(coefficients[0].tolist()), tuple(coefficients[1].tolist()))

    def error(state: str, value: float) -> tuple[float, float]:
        row = [SMALL.stage(state), value, len(SMALL.actions(state)), 0, 1, 0]
        mean, sd = foreseen(model, np.array([row], dtype=float))
        return float(mean[0]), float(sd[0])

    state = random_state(Rng(4), 4)
    found = [
        ft.decide(SMALL, ft.MGSS(SOURCE.evaluation, each), state=state, nodes=300, seed=1)
        for each in (model, error)
    ]
    assert found[0].spent.nodes > 50
    assert found[0].value == pytest.approx(found[1].value, abs=1e-9)
    steps = [[step.expected for step in decision.computations] for decision in found]
    assert steps[0] == pytest.approx(steps[1], abs=1e-9)


def test_buckets_shrink_to_their_parents() -> None:
    # Two stages with values that are all alike: the last two levels have one interval each.
    errors = {0.0: [1.0, 3.0], 1.0: [10.0, 10.0, 10.0, 30.0]}
    rows = [[stage, 0.5, 3.0, 0, 1, e] for stage, found in errors.items() for e in found]
    model = buckets(np.array(rows, dtype=float), intervals=2, k=2.0)
    assert model.edges == ((1.0,), (0.5,), (3.0,))
    every = np.array([e for found in errors.values() for e in found])
    for stage, found in errors.items():
        mean, variance = every.mean(), every.var()
        for _ in range(3):
            # What lies on an edge is above it, so each level has an empty interval too.
            shrunk = (sum(found) + 2 * mean) / (len(found) + 2)
            around = sum((e - shrunk) ** 2 for e in found) + 2 * (variance + (mean - shrunk) ** 2)
            empty, (mean, variance) = (mean, variance), (shrunk, around / (len(found) + 2))
        at = int(stage) * 4
        assert model.errors[at + 3] == pytest.approx((mean, math.sqrt(variance)), rel=1e-5)
        assert model.errors[at + 2] == pytest.approx((empty[0], math.sqrt(empty[1])), rel=1e-5)


def test_buckets_foresee_what_each_was_made_with() -> None:
    rng = np.random.default_rng(3)
    samples = synthetic(50_000, rng)
    wide = samples[:, 0] > 0.5
    samples[:, 5] = 0.1 + np.where(wide, 0.5, 0.1) * rng.standard_normal(len(samples))
    model = buckets(samples)
    assert len(model.errors) == 1000
    _, sd = foreseen(model, samples)
    assert sd[wide].mean() == pytest.approx(0.5, rel=0.05)
    assert sd[~wide].mean() == pytest.approx(0.1, rel=0.05)
    assert constant(samples).mean == pytest.approx(0.1, abs=0.01)


def test_buckets_are_read_by_the_search() -> None:
    model = buckets(synthetic(100, np.random.default_rng(4)), intervals=3)
    assert isinstance(model, Buckets)
    assert ft.decide(SMALL, ft.MGSS(error=model), nodes=100, seed=1).action in range(4)


SHIPPED = [
    (name, evaluation, model)
    for name in catalogue()
    for evaluation in make(name).evaluations
    if (model := shipped(name, evaluation)) is not None
]


@pytest.mark.parametrize(
    ("name", "evaluation", "model"), SHIPPED, ids=[name for name, *_ in SHIPPED]
)
def test_what_is_shipped_is_sane(
    name: str, evaluation: str, model: ft.error_models.Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("forethought.training.samples.LOOKED", 0.0)
    assert Named(evaluation, name).error_model() == model
    assert isinstance(model, Regression)
    game = make(name)
    source = Source(game, Named(evaluation, name), model, model.scale)
    rows = np.concatenate([collect(source, Rng(seed)) for seed in range(5)])
    # Every state, looked at to every depth.
    every = np.repeat(rows[are_steps(rows)], 8, axis=0)
    every[:, 3] = np.arange(len(every)) % 8
    every[:, 4] = every[:, 3] + 1
    mean, sd = foreseen(model, every)
    assert (sd > 0).all()
    # Values are at most two scales apart; near the end from odd depth it is an extrapolation.
    assert (sd < 2 * model.scale).all()
    assert np.quantile(sd, 0.95) < model.scale
    assert np.quantile(np.abs(mean), 0.95) < 0.5 * model.scale
    given, found = (
        ft.decide(game, ft.MGSS(error=error, cost=ft.cost.per_node(1e-3)), nodes=500, seed=1)
        for error in (model, None)
    )
    assert [c.expected for c in given.computations] == [c.expected for c in found.computations]


def test_shipped_are_those_of_two_players_without_chance() -> None:
    games = [make(name) for name in catalogue()]
    fit = [g.name for g in games if g.evaluations and g.players == 2 and g.chance == "none"]
    assert {name for name, *_ in SHIPPED} <= set(fit)


def test_othellos_foresees_fresh_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("forethought.training.samples.LOOKED", 0.0)
    model = ft.evaluations.othello().error_model()
    source = Source(ft.games.othello(), ft.evaluations.othello(), model)
    rows = np.concatenate([collect(source, Rng(seed, "fresh")) for seed in range(24)])
    mean, sd = foreseen(model, rows)
    z = (rows[:, 5] - mean) / np.hypot(sd, 0.01)
    steps = are_steps(rows)
    assert steps.sum() > 4000
    # Few errors are very large, so that 24 plays tell the deviation to about 0.1.
    assert 0.8 < z[steps].std() < 1.25
    assert abs(z[steps].mean()) < 0.2


def test_an_evaluation_without_a_model_says_how_to_get_one() -> None:
    with pytest.raises(ft.Unsupported, match="forethought train error connect_four"):
        Named("unknown", "connect_four").error_model()
    with pytest.raises(ft.Unsupported, match="forethought train error GAME"):
        ft.evaluations.zero().error_model()


def test_a_game_of_another_scale_does_not_take_the_shipped_model() -> None:
    win, discs = ft.games.othello(), ft.games.othello(score="discs")
    assert ft.MGSS().describe(win, None)["error"] is not None
    assert ft.MGSS().describe(discs, None)["error"] is None
