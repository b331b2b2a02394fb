"""Exact solving: against brute force, by hand, and against the files of exact values."""

import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

import forethought as ft
from forethought.textbook import BackwardInduction
from tests.explicit import mirrored, trees, value
from tests.zoo.good import Dice, Inventory, Nim, Stock, Throw, TicTacToe

TURNS = {"max": 0, "min": 1}
FILES = Path(__file__).parents[1] / "testdata" / "games"


def cases() -> list[Any]:
    """Name, parameters and the solved states of every case that is solved in a moment."""
    return [
        pytest.param(path.stem, case, id=f"{path.stem} {case['parameters']}"[:60])
        for path in sorted(FILES.glob("*.json"))
        for case in json.loads(path.read_text(encoding="utf-8"))["cases"]
        if case.get("solved") and case.get("states", 10**9) < 20_000
    ]


def frozen(given: Any) -> Any:
    return tuple(map(frozen, given)) if isinstance(given, list) else given


@pytest.mark.parametrize(("name", "case"), cases())
def test_the_files_of_exact_values(name: str, case: Any) -> None:
    game = ft.games.make(name, **case["parameters"])
    assert ft.solve(game).states == case["states"]
    for entry in case["solved"]:
        found = ft.solve(game, state=frozen(entry["state"]))
        tolerance = case.get("tolerance", 1e-8)
        assert found.values == pytest.approx(entry["value"], abs=tolerance)
        if found.turn >= 0 and "actions" in entry:
            told = [(frozen(action), worth[found.turn]) for action, worth in entry["actions"]]
            assert [row.action for row in found.actions] == [action for action, _ in told]
            values = [row.value for row in found.actions]
            assert values == pytest.approx([worth for _, worth in told], abs=tolerance)


@settings(max_examples=200)
@given(trees())
def test_random_trees(tree: Any) -> None:
    solution = ft.solve(ft.games.tree(tree=tree))
    assert solution.values == (value(tree), -value(tree))
    mover = TURNS[tree[0]]
    signs = [value(child) if mover == 0 else -value(child) for child in tree[1:]]
    assert (solution.turn, [row.value for row in solution.actions]) == (mover, signs)
    assert solution.action == signs.index(max(signs))
    assert solution.best == tuple(i for i, worth in enumerate(signs) if worth == max(signs))


@settings(max_examples=100)
@given(trees())
def test_swapping_the_players_swaps_the_values(tree: Any) -> None:
    one, other = (ft.solve(ft.games.tree(tree=given)) for given in (tree, mirrored(tree)))
    assert one.values == other.values[::-1]
    assert (one.action, one.actions) == (other.action, other.actions)


@pytest.mark.parametrize(
    "game", [Inventory(), Inventory(1, 5), TicTacToe(), Nim(), Nim((2, 3), 2), Dice()]
)
def test_a_game_in_python_is_worth_what_the_textbook_says(game: ft.Game) -> None:
    book, state = BackwardInduction(game), game.initial()
    found = ft.solve(game)
    assert found.values == pytest.approx(book.value(state))
    assert found.action == book.best_action(state)
    told = {action: worth[found.turn] for action, worth in book.action_values(state).items()}
    assert dict(found.actions) == pytest.approx(told)
    assert found.states == len(book.values)


def test_chance_to_move() -> None:
    thrown = Throw(0, 2, thrown=True)
    found = ft.solve(Dice(), state=thrown)
    assert (found.action, found.actions, found.best, found.turn) == (None, (), (), ft.CHANCE)
    assert found.value == BackwardInduction(Dice()).value(thrown)[0]
    assert repr(found).startswith("<Solution: it is chance's turn")
    assert "<table>" not in found._repr_html_()


def test_a_play_that_is_over() -> None:
    found = ft.solve(ft.games.inventory(), state=(5, 3))
    assert (found.action, found.value, found.turn) == (None, 0.0, ft.OVER)
    assert (found.states, found.horizon) == (1, 0)
    assert repr(found) == "<Solution: the play is over; 1 states>"


def test_what_a_solution_tells() -> None:
    found = ft.solve(ft.games.tic_tac_toe(), state="X...O....")
    assert repr(found) == f"<Solution: 1, value 0, values (0, 0); {found.states} states>"
    assert found.horizon == 7
    assert json.loads(json.dumps(found.to_dict()))["best"] == list(found.best)
    assert found._repr_html_().count("<tr>") == 1 + len(found.actions)
    assert pickle.loads(pickle.dumps(found)) == found
    assert found.value == found.values[found.turn]


class Walk(ft.Game):
    """Left or right from 2; 0 ends with nothing, 4 with 8; the step itself may fail."""

    def __init__(self, cost: float = -1.0) -> None:
        self.cost = cost

    def initial(self) -> int:
        return 2

    def turn(self, s: int) -> int:
        return ft.OVER if s in (0, 4) else 0

    def actions(self, s: int) -> tuple[int, int]:
        return (-1, 1)

    def outcomes(self, s: int, a: int) -> Any:
        paid = self.cost + (8 if s + a == 4 else 0)
        return [(0.5, paid, s + a), (0.5, self.cost, s)]


def test_states_that_come_again() -> None:
    # A step takes two tries at 1 each, and the last one pays 8: 8 - 2 * 2, and from 1 on 2.
    # A try to the left is -1 and then one of these with equal probability.
    found = ft.solve(Walk())
    assert (found.action, found.horizon, found.states) == (1, None, 5)
    assert found.value == pytest.approx(4.0)
    assert found.actions[0].value == pytest.approx(2.0)


@pytest.mark.parametrize(
    ("game", "named", "error", "told"),
    [
        (
            ft.games.connect_four(),
            {"max_states": 50},
            ft.Unsupported,
            "more than 50 states .*raise",
        ),
        (TicTacToe(), {"max_states": 50}, ft.Unsupported, "TicTacToe: more than 50 .*max_states="),
        (Stock(), {}, ft.Unsupported, r"Stock: exact solving .* define outcomes\(\) instead of"),
        (Walk(cost=1.0), {}, ft.Unsupported, "Walk: states can come twice"),
    ],
)
def test_what_can_not_be_solved(game: ft.Game, named: Any, error: Any, told: str) -> None:
    with pytest.raises(error, match=told):
        ft.solve(game, **named)


def test_no_actions_and_what_the_game_raises() -> None:
    class Stuck(Walk):
        def actions(self, s: int) -> Any:
            return () if s == 3 else (-1, 1)

    with pytest.raises(ft.GameError, match=r"Stuck: actions.. is empty at state 3"):
        ft.solve(Stuck())

    class Raising(Walk):
        def actions(self, s: int) -> Any:
            raise LookupError(s)

    with pytest.raises(LookupError) as raised:
        ft.solve(Raising())
    assert raised.traceback[-1].name == "actions"
