"""`ft.plan` and `forethought plan`, against exact values and against other programs."""

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import forethought as ft
from forethought.cli.app import main
from forethought.errors import BudgetError, ParameterError, StateError, Unsupported

ROOT = Path(__file__).parents[1]
FACTS = json.loads((ROOT / "testdata/gdl/sheets.json").read_text(encoding="utf-8"))
PUZZLES = sorted(name for name, facts in FACTS.items() if len(facts["roles"]) == 1)


def known(facts: dict[str, Any]) -> int:
    """The best that other programs found: all ends where they saw all, a plan where not."""
    ends = [int(goal) for layer in facts["layers"] for goal in layer[2]]
    return max(ends + [int(plan["paid"]) for plan in facts["plans"]])


@pytest.mark.parametrize("name", PUZZLES)
def test_sheets_of_the_package(name: str) -> None:
    plan = ft.plan(ft.gdl.load(name), nodes=5_000_000, seed=1)
    assert plan.value is not None
    assert plan.value >= known(FACTS[name])
    assert plan.bound >= plan.value
    if FACTS[name]["complete"] or plan.value == 100:
        assert plan.optimal
        assert plan.value == known(FACTS[name])


class Grid(ft.Game):
    """Five steps to the right or up; cells pay when they are entered."""

    def __init__(self, pays: tuple[int, ...]) -> None:
        self.pays = pays

    def initial(self) -> tuple[int, int]:
        return 0, 0

    def turn(self, cell: tuple[int, int]) -> int:
        return ft.OVER if sum(cell) == 5 else 0

    def actions(self, cell: tuple[int, int]) -> list[str]:
        return ["right", "up"]

    def apply(self, cell: tuple[int, int], action: str) -> tuple[int, tuple[int, int]]:
        x, y = cell
        following = (x + 1, y) if action == "right" else (x, y + 1)
        return self.pays[7 * following[0] + following[1]], following


def paid(game: Grid, actions: tuple[str, ...]) -> int:
    cell, total = game.initial(), 0
    for action in actions:
        reward, cell = game.apply(cell, action)
        total += reward
    return total


@pytest.mark.parametrize("seed", range(10))
def test_python_games_with_pay_on_the_way(seed: int) -> None:
    rng = ft.Rng(seed, "grid")
    game = Grid(tuple(rng.randrange(-5, 6) for _ in range(49)))
    best = max(paid(game, course) for course in product(["right", "up"], repeat=5))
    plan = ft.plan(game, nodes=100_000, seed=1)
    assert plan.value == best == paid(game, plan.actions)
    assert plan.optimal
    assert plan.bound == best
    assert plan.stop_reason == "proven"


def test_native_games_and_other_states() -> None:
    game = Grid(tuple(range(49)))
    assert len(ft.plan(game, (2, 1), nodes=1000)) == 2
    hanoi = ft.gdl.load("hanoi")
    plan = ft.plan(hanoi, nodes=100_000, seed=1)
    _, state = hanoi.apply(hanoi.initial(), plan.actions[0])
    rest = ft.plan(hanoi, state, nodes=100_000, seed=1)
    assert len(rest) == len(plan) - 1
    assert rest.value == plan.value


def test_the_same_seed_gives_the_same_plan() -> None:
    game = ft.gdl.load("peg_solitaire")
    plans = [ft.plan(game, nodes=30_000, seed=3) for _ in range(2)]
    alike = [(p.actions, p.value, p.bound, p.method, p.nodes) for p in plans]
    assert alike[0] == alike[1]


def test_progress_sees_the_best_so_far() -> None:
    seen: list[ft.Plan] = []
    plan = ft.plan(ft.gdl.load("lights_out"), seconds=1.3, seed=1, progress=seen.append)
    assert all(isinstance(so_far, ft.Plan) for so_far in seen)
    assert plan.stop_reason in ("proven", "seconds")
    assert json.dumps(plan.to_dict())
    assert repr(plan).startswith("<Plan: ")


def test_what_cannot_be_planned_is_refused() -> None:
    game = ft.gdl.load("hanoi")
    with pytest.raises(BudgetError, match="give seconds="):
        ft.plan(game)
    with pytest.raises(ParameterError, match="seconds=-1"):
        ft.plan(game, seconds=-1)
    with pytest.raises(ParameterError, match="nodes=0"):
        ft.plan(game, nodes=0)
    with pytest.raises(Unsupported, match="one player"):
        ft.plan(ft.gdl.load("nim"), nodes=10)
    with pytest.raises(Unsupported, match="without chance"):
        ft.plan(ft.games.inventory(), nodes=10)
    with pytest.raises(StateError, match="over"):
        ft.plan(Grid((0,) * 49), (5, 0), nodes=10)
    with pytest.raises(ParameterError, match="no game"):
        ft.plan("hanoi", nodes=10)  # type: ignore[arg-type]


def test_the_error_of_a_game_passes_through() -> None:
    class Broken(Grid):
        def actions(self, cell: tuple[int, int]) -> list[str]:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        ft.plan(Broken((0,) * 49), nodes=10)


def test_a_play_without_an_end_gives_no_plan() -> None:
    class Endless(ft.Game):
        def initial(self) -> int:
            return 0

        def turn(self, state: int) -> int:
            return 0

        def actions(self, state: int) -> list[int]:
            return [0, 1]

        def apply(self, state: int, action: int) -> tuple[int, int]:
            return 0, (state + action) % 5

    plan = ft.plan(Endless(), nodes=1000, seed=1)
    assert (plan.value, plan.actions, plan.optimal) == (None, (), False)


def test_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", "hanoi", "--nodes", "100000", "--seed", "1"]) == 0
    shown = capsys.readouterr().out
    assert "value 100, proved to be the best; 31 actions" in shown
    assert main(["plan", "hanoi", "--nodes", "100000", "--seed", "1", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["command"] == "plan"
    assert len(document["actions"]) == 31
    assert document["optimal"]
    assert main(["plan", "nim", "--seconds", "1"]) == 2


def test_that_no_play_ends_is_proved_too() -> None:
    rules = """(role r) (init (at 0)) (legal r go)
        (<= (next (at 1)) (true (at 0)) (does r go)) (<= (next (at 0)) (true (at 1)) (does r go))
        (<= terminal (true (at 9))) (<= (goal r 100) (true (at 9)))"""
    found = ft.plan(ft.gdl.load(rules), nodes=1000, seed=1)
    assert found.is_hopeless
    assert not found.optimal
    assert (found.value, found.actions, found.stop_reason) == (None, (), "proven")
    assert "no play comes to its end" in repr(found)
