"""Random plays of native games beside the same rules in slow, plain Python."""

import random
import runpy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import forethought as ft

ORACLES = Path(__file__).parent.parent / "testdata" / "oracles"
plainly = SimpleNamespace(**runpy.run_path(str(ORACLES / "board_games.py")))

PAIRS = [
    (ft.games.breakthrough(), plainly.Breakthrough(), 20),
    (ft.games.breakthrough(width=5, height=7), plainly.Breakthrough(5, 7), 20),
    (ft.games.checkers(), plainly.Checkers(), 40),
    (ft.games.einstein(), plainly.Einstein(), 30),
    (ft.games.einstein(size=4, rows=2), plainly.Einstein(4, 2), 30),
]


@pytest.mark.parametrize(("game", "plain", "plays"), PAIRS)
def test_both_know_the_same_moves(game: Any, plain: Any, plays: int) -> None:
    rng = random.Random(1)
    for _ in range(plays):
        state = game.initial()
        assert state == plain.initial()
        while game.turn(state) != ft.OVER:
            assert game.turn(state) == plain.turn(state)
            expected = dict(plain.successors(state))
            found = {action: game.outcomes(state, action) for action in game.actions(state)}
            assert found == expected, state
            _, _, state = rng.choice(rng.choice(list(found.values())))
        assert plain.turn(state) == ft.OVER


def test_both_know_the_same_moves_of_kings() -> None:
    """Pieces thrown on the board: many kings, many ways to jump."""
    game, plain, rng = ft.games.checkers(), plainly.Checkers(), random.Random(2)
    longest = 0
    for _ in range(1500):
        squares = rng.sample(range(5, 29), rng.randrange(4, 14))
        black = {n: rng.choice("bB") for n in squares[: rng.randrange(1, 4)]}
        board = black | {n: rng.choice("wwW") for n in squares[len(black) :]}
        state = plain.text(rng.choice("bw"), board, rng.randrange(80))
        expected = {} if plain.turn(state) == ft.OVER else dict(plain.successors(state))
        found = {action: game.outcomes(state, action) for action in game.actions(state)}
        assert found == expected, state
        longest = max([longest, *(action.count("x") for action in found)])
    assert longest >= 4


@pytest.mark.parametrize(
    ("state", "after", "paid"),
    [
        # A man that becomes a king stops, though a king could go on.
        ("B:W26,27:B22:H5", {"22x31": "W:W27:BK31:H0"}, 0),
        # Both ways round are known, and the square it began on is free.
        (
            "B:W9,10,17,18,32:BK6:H5",
            dict.fromkeys(["6x15x22x13x6", "6x13x22x15x6"], "W:W32:BK6:H0"),
            0,
        ),
        # The last quiet move ends the play with a draw,
        ("B:W28:BK1:H79", {"1-5": "W:W28:BK5:H80", "1-6": "W:W28:BK6:H80"}, 0),
        # unless the other cannot move.
        ("W:WK27:B28:H79", {"27-32": "B:WK32:B28:H80"}, 1),
    ],
)
def test_rules_of_checkers(state: str, after: dict[str, str], paid: int) -> None:
    game = ft.games.checkers()
    over = ":H80" in next(iter(after.values()))
    steps: dict[str, Any] = {action: game.apply(state, action) for action in game.actions(state)}
    for action, expected in after.items():
        reward, found = steps[action]
        assert found == expected
        assert max(reward) == paid
        assert (game.turn(found) == ft.OVER) == over
    if "x" in next(iter(after)):
        assert steps.keys() == after.keys()


@pytest.mark.parametrize(
    ("game", "state", "why"),
    [
        ("checkers", "B:W1:B5:H0", "a man stands where it would have been crowned"),
        ("checkers", "B:W9:B9:H0", "two pieces stand on one square"),
        ("checkers", "B:W33:B9:H0", "a square is a number from 1 to 32"),
        ("checkers", "B:W:B9:H0", "who has just moved has no piece"),
        ("checkers", "B:W9,9:B8:H81", "H is followed by 0 to 80 moves"),
        ("breakthrough", "W", "it has no player to move"),
        (
            "breakthrough",
            "/".join(["W......."] + ["........"] * 6 + [".......B"]) + " B",
            "one player",
        ),
        ("breakthrough", "/".join(["W......B"] + ["........"] * 7) + " W", "has won before"),
        ("einstein", ("1..../...../...../...../....a", 0, 7), "the die does not show that"),
        ("einstein", ("1..../...../...../...../....a", None, None), "the player is 0 or 1"),
        ("einstein", ("a..../...../...../...../...1.", 1, None), "the play was over before"),
    ],
)
def test_impossible_states_are_refused(game: str, state: Any, why: str) -> None:
    with pytest.raises(ft.ForethoughtError, match=why):
        getattr(ft.games, game)().turn(state)


def test_the_coin_makes_the_race_fair() -> None:
    assert ft.solve(ft.games.einstein(size=3, rows=2)).value == pytest.approx(0, abs=1e-9)
