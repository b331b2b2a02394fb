"""MGSS* spends little where the move is clear or all are equal, much where the race is close."""

import random
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import pytest

import forethought as ft
from forethought.cli import main
from forethought.experiments.catalogue import study
from forethought.experiments.constructed import Guessed
from forethought.experiments.effort import (
    ALIKE,
    CLEAR,
    CLOSE,
    IMAGES,
    KINDS,
    LEVEL,
    NARROW,
    START,
    WIDE,
    Effort,
    constructed,
    played,
)
from forethought.experiments.effort_report import EffortReport, rows_of
from forethought.experiments.races import judged, positions
from tests.minimax import backed_up

MOVES = (0.4, 0.4, 0.4, 0.4)


def nodes(efforts: list[Effort], kind: str) -> list[int]:
    return [effort.nodes for effort in efforts if effort.kind == kind]


# Constructed positions: the evaluation errs as the error model says


@pytest.mark.parametrize("depth", [1, 4])
def test_the_error_of_a_constructed_tree_is_as_wide_as_is_said(depth: int) -> None:
    rng, errors = random.Random(1), []
    for seed in range(2000):
        game = Guessed(MOVES, WIDE, seed)
        state = game.initial()
        for _ in range(depth):
            state = game.apply(state, rng.choice(game.actions(state)))[1]
        sign = 1 if game.turn(state) == 0 else -1
        after = [sign * game.apply(state, action)[1][1] for action in game.actions(state)]
        errors.append(max(after) - sign * state[1])
    # Four standard errors: by chance both fail once in 8 000 times.
    assert abs(mean(errors)) < 4 * WIDE / 2000**0.5
    assert abs(stdev(errors) - WIDE) < 4 * WIDE / 4000**0.5


def test_images_have_the_same_below_them() -> None:
    game, other = Guessed(MOVES, WIDE, 3, mirrored=True), Guessed(MOVES, WIDE, 3)
    states = [game.apply(game.initial(), action)[1] for action in range(4)]
    below = [[game.apply(state, reply)[1][1] for reply in range(4)] for state in states]
    assert all(values == below[0] for values in below)
    differing = [other.apply(state, 0)[1][1] for state in states]
    assert len(set(differing)) == 4
    with pytest.raises(ft.ParameterError, match="images of one another are worth the same"):
        Guessed((1.0, 0.0), WIDE, 1, mirrored=True)


def test_a_constructed_tree_keeps_its_promises() -> None:
    assert ft.check(Guessed((0.4, 0.0), WIDE, 1, width=2, levels=3), plays=20, seed=1).ok


@pytest.fixture(scope="module")
def trees() -> list[Effort]:
    return list(constructed(40, 1))


def test_a_clear_move_takes_less_than_a_tenth_of_a_close_race(trees: list[Effort]) -> None:
    assert 10 * mean(nodes(trees, CLEAR)) < mean(nodes(trees, CLOSE))
    assert mean(nodes(trees, CLEAR)) < min(nodes(trees, CLOSE))


@pytest.mark.parametrize("kind", [IMAGES, ALIKE])
def test_between_images_it_tosses_the_coin_at_once(trees: list[Effort], kind: str) -> None:
    steps = [effort.steps for effort in trees if effort.kind == kind]
    assert steps == [0] * 40
    # Moves that are level and different are a close race.
    assert mean(nodes(trees, LEVEL)) > mean(nodes(trees, CLOSE))


def test_images_that_nobody_told_it_of_are_looked_at_where_the_error_is_wide() -> None:
    class Untold(Guessed):
        def canonical(self, state: Any) -> Any:
            return state

    for sd, thinks in ((NARROW, False), (WIDE, True)):
        game = Untold(MOVES, sd, 1, mirrored=True)
        search = ft.MGSS(
            Guessed.evaluation, ft.error_models.Constant(0, sd), ft.cost.per_node(1e-4)
        )
        assert bool(ft.decide(game, search, nodes=2000).computations) == thinks


def test_it_finds_the_clear_move() -> None:
    moves, sd, _ = KINDS[CLEAR]
    for place in range(4):
        turned = (*moves[1 : place + 1], moves[0], *moves[place + 1 :])
        game = Guessed(turned, sd, place)
        search = ft.MGSS(
            Guessed.evaluation, ft.error_models.Constant(0, sd), ft.cost.per_node(1e-4)
        )
        assert ft.decide(game, search, nodes=2000).action == place


# Positions of real games


def test_the_moves_of_a_position_are_judged_as_by_minimax() -> None:
    game = ft.games.connect_four(width=4, height=4)
    (position,) = (p for p, _ in zip(positions(game, range(4, 6), 1), range(1), strict=False))
    found = judged(game, position.state, 3)
    sign = 1 if game.turn(position.state) == 0 else -1
    tree = unfolded(game, position.state, 3)
    expected = [backed_up(child, sign < 0) * sign for child in tree]
    assert found == pytest.approx(sorted(expected, reverse=True))
    assert position.lead == position.values[0] - position.values[1] >= 0


def unfolded(game: ft.Game, state: Any, depth: int, paid: float = 0.0) -> Any:
    """What player 0 gets: nested tuples, the players alternating."""
    if game.turn(state) == ft.OVER:
        return paid
    if depth == 0:
        return game.evaluate(state)[0]  # type: ignore[attr-defined]
    after = (game.apply(state, action) for action in game.actions(state))
    return tuple(unfolded(game, s, depth - 1, reward[0]) for reward, s in after)  # type: ignore[index]


@pytest.mark.parametrize("name", ["othello", "connect_four"])
def test_real_positions(name: str) -> None:
    efforts = list(played(name, 10, 1))
    assert len(nodes(efforts, CLEAR)) == len(nodes(efforts, CLOSE)) == 10
    assert 10 * mean(nodes(efforts, CLEAR)) < mean(nodes(efforts, CLOSE))
    assert len(nodes(efforts, START)) == (name == "othello")


@pytest.mark.parametrize("steps", ["expansions", "searches"])
def test_at_othellos_start_there_is_nothing_to_choose(steps: Any) -> None:
    """Its four moves are images of one another."""
    game = ft.games.othello()
    decision = ft.decide(game, ft.MGSS(steps=steps), nodes=2000)
    assert decision.stop_reason == "not_worth_it"
    assert not decision.computations
    assert len({row.mean for row in decision.actions}) == 1
    assert (
        len({game.canonical(game.apply(game.initial(), row.action)[1]) for row in decision.actions})
        == 1
    )


@pytest.mark.parametrize("steps", ["expansions", "searches"])
def test_of_a_move_and_its_image_one_is_looked_at(steps: Any) -> None:
    decision = ft.decide(ft.games.connect_four(), ft.MGSS(steps=steps), nodes=3000)
    assert {step.line[0] for step in decision.computations} <= {0, 1, 2, 3}
    values = [row.mean for row in decision.actions]
    assert values == values[::-1]


# The study


def test_rows_sum_up_what_was_spent() -> None:
    efforts = [Effort("g", "a", 1, 10), Effort("g", "b", 0, 5), Effort("g", "a", 4, 30)]
    first, second = (row.to_dict() for row in rows_of(efforts))
    assert (first["kind"], first["positions"], first["states"], first["most"]) == ("a", 2, 20, 30)
    assert (first["steps"], first["stderr"], first["median"]) == (2.5, 10, 20)
    assert (second["states"], second["stderr"]) == (5, 0)
    report = EffortReport("forethought reproduce effort", rows_of(efforts))
    assert report.to_dict() == {"experiment": "effort", "table": [first, second]}


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["reproduce", "effort", "--runs", "2", "--seed", "5", "--out", str(tmp_path)]
    assert main(words) == 0
    shown = capsys.readouterr().out.splitlines()
    assert max(len(line.rstrip()) for line in shown if "  " in line.strip()) <= 80
    files = {path.name: path.read_bytes() for path in (tmp_path / "effort").iterdir()}
    assert sorted(files) == ["effort.png", "effort.svg", "summary.md", "table.csv"]
    assert b"forethought reproduce effort --runs 2 --seed 5" in files["summary.md"]
    assert files["table.csv"].count(b"\n") == 1 + len(KINDS) + 5


def test_there_are_no_budgets() -> None:
    with pytest.raises(ft.ParameterError, match="effort: MGSS\\* stops by itself"):
        study("effort", budgets=[100])
