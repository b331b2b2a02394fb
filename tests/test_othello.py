"""Othello as a user sees it: states, drawings, transcripts and counts of paths."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import forethought as ft
from forethought.notation import othello
from tests.zoo.good import Stock, TicTacToe

GAME = ft.games.othello()
START = "-" * 27 + "OX------XO" + "-" * 27 + " X"
FIRST = "-" * 19 + "X" + "-" * 7 + "XX------XO" + "-" * 27 + " O"
# A known short game: white is left without discs.
WIPEOUT = "e6f4e3f6g5d6e7f5c5"


def played(seed: int) -> tuple[list[str], Any, tuple[float, ...]]:
    """A random play: its actions, its last state and what it pays."""
    rng, state, actions = random.Random(seed), GAME.initial(), []
    paid: Any = (0, 0)
    while GAME.turn(state) != ft.OVER:
        actions.append(rng.choice(GAME.actions(state)))
        paid, state = GAME.apply(state, actions[-1])
    return actions, state, paid


def test_the_start_and_the_first_move() -> None:
    assert GAME.initial() == START
    assert GAME.actions(START) == ["d3", "c4", "f5", "e6"]
    assert GAME.apply(START, "d3")[1] == FIRST


def test_a_state_may_be_written_in_other_ways() -> None:
    other = START.replace("X", "*").replace("-", ".").replace("O", "o")
    assert GAME.apply(other, "d3")[1] == FIRST
    rows = "\n".join(START[i : i + 8] for i in range(0, 64, 8)) + "\nx"
    assert GAME.actions(rows) == GAME.actions(START)


@pytest.mark.parametrize(
    ("state", "why"),
    [
        (START[:-2], "64 squares and then the player"),
        (START[:-1] + "-", "the player to move is"),
        (START.replace("O", "?"), "a square is"),
        ("-" * 64 + " X", "never empty"),
    ],
)
def test_an_impossible_state_is_refused(state: str, why: str) -> None:
    with pytest.raises(ft.StateError, match=why):
        GAME.actions(state)


def test_a_drawing_has_coordinates_and_moves() -> None:
    lines = GAME.render(START).split("\n")
    assert lines[0] == lines[9] == "  a b c d e f g h"
    assert lines[3] == "3 . . . * . . . . 3"
    assert lines[4] == "4 . . * O X . . . 4"
    assert lines[10] == "X 2, O 2; X to move"


def test_scores() -> None:
    actions = othello.parse(WIPEOUT)
    for score, expected in ("win", 1), ("discs", 64):
        game = ft.games.othello(score=score)
        state: Any = game.initial()
        paid: Any = 0
        for action in actions:
            paid, state = game.apply(state, action)
        assert game.turn(state) == ft.OVER
        assert paid == (expected, -expected)


@given(st.integers(0, 10_000))
def test_a_transcript_is_read_as_it_was_written(seed: int) -> None:
    actions, _, _ = played(seed)
    text = othello.write(actions)
    assert len(text) == 2 * sum(action != "pass" for action in actions)
    assert othello.parse(text) == actions
    spaced = " ".join("PA" if action == "pass" else action.upper() for action in actions)
    assert othello.parse(spaced) == actions


def test_a_transcript_may_start_anywhere() -> None:
    assert othello.parse("c5", state=FIRST) == ["c5"]
    assert othello.write(["c5"], state=FIRST) == "c5"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("f5d6a1", "move 3 of the transcript, 'a1': not legal for black, who is to move: give one"),
        ("f5?", "move 2 of the transcript, '\\?': not legal for white"),
        ("f5pass", "move 2 of the transcript, 'pass': not legal"),
        (WIPEOUT + "a1", "move 10 of the transcript, 'a1': the play is over"),
    ],
)
def test_a_wrong_transcript_is_refused(text: str, message: str) -> None:
    with pytest.raises(ft.ParameterError, match=message):
        othello.parse(text)


def test_wrong_actions_are_refused() -> None:
    with pytest.raises(ft.ParameterError, match="action 2, 'a1': not legal for white"):
        othello.write(["f5", "a1"])


def test_paths() -> None:
    assert [ft.perft(GAME, depth) for depth in range(6)] == [1, 4, 12, 56, 244, 1396]
    assert ft.perft(GAME, 8, state=GAME.apply(START, "f5")[1], ended=True) == 3005288 // 4


@pytest.mark.parametrize(("own", "native"), [(TicTacToe(), ft.games.tic_tac_toe())])
def test_paths_of_a_game_in_python(own: Any, native: Any) -> None:
    for depth, ended in (3, False), (5, False), (5, True), (7, True):
        assert ft.perft(own, depth, ended=ended) == ft.perft(native, depth, ended=ended)


def test_every_outcome_counts() -> None:
    game = ft.games.inventory(capacity=2, stock=0, periods=2, max_demand=1)
    assert ft.perft(game, 1) == 3 * 2
    assert ft.perft(game, 3) == 0


def test_paths_need_outcomes_and_a_depth() -> None:
    with pytest.raises(ft.Unsupported, match="define outcomes"):
        ft.perft(Stock(), 1)
    with pytest.raises(ft.ParameterError, match="depth"):
        ft.perft(GAME, -1)
