"""MGSS* whose steps are searches, seen from Python; and what it does without an error model."""

import random
from typing import Any

import pytest

import forethought as ft
from forethought.experiments.contenders import CONTENDERS, ByClock, ByNodes
from forethought.players import Allowance, SearchPlayer
from tests.places import late

OTHELLO = ft.games.othello()
BY_SEARCHES = ft.MGSS(steps="searches")
LATE = late(OTHELLO, 48)


def started(state: Any = None) -> Any:
    return ft.start(OTHELLO, BY_SEARCHES, state=OTHELLO.initial() if state is None else state)


def test_it_moves_along_twice_without_a_run_between() -> None:
    search, state = started(), OTHELLO.initial()
    search.run(nodes=200)
    for _ in range(3):
        action = OTHELLO.actions(state)[-1]
        _, state = OTHELLO.apply(state, action)
        search.advance(action)
        assert search.state == state
    with pytest.raises(ft.IllegalAction, match="a1"):
        search.advance("a1")
    assert search.state == state
    assert search.run(nodes=200).action in OTHELLO.actions(state)


def test_a_play_that_is_over_ends_it() -> None:
    state = LATE
    search = started(state)
    while not search.over:
        action = OTHELLO.actions(state)[0]
        _, state = OTHELLO.apply(state, action)
        search.advance(action)
        assert search.state == state
    assert OTHELLO.turn(state) == ft.OVER
    with pytest.raises(ft.StateError, match="the play is over"):
        search.advance("pass")


@pytest.mark.parametrize("search", [BY_SEARCHES, ft.MGSS(), ft.AlphaBeta()])
def test_a_player_keeps_its_search(search: Any) -> None:
    state = OTHELLO.initial()
    play: Any = ft.player(search, nodes=300).open(OTHELLO, state, 0, 7)
    kept = None
    for ply in range(8):
        action = OTHELLO.actions(state)[0] if ply % 2 else play.choose(state, Allowance())
        _, state = OTHELLO.apply(state, action)
        play.follow(action, state)
        kept = kept or play._search
        assert play._search is kept


def test_the_endgame_solver_can_be_left_out() -> None:
    solved = ft.decide(OTHELLO, BY_SEARCHES, state=LATE, nodes=6000)
    search = ft.MGSS(steps="searches", endgame=False)
    looked = ft.decide(OTHELLO, search, state=LATE, nodes=6000)
    assert solved.stop_reason == "proven"
    assert looked.stop_reason == "nodes"
    with pytest.raises(ft.ParameterError, match=r"MGSS\(endgame=0\): give True or False"):
        ft.MGSS(endgame=0)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["alpha-beta with doubt", "MGSS* by searches"])
def test_contenders_have_the_solver_by_the_clock_alone(name: str) -> None:
    for made, endgame in ((ByNodes(name)(1e-3), False), (ByClock(name)(1.0), True)):
        assert isinstance(made, SearchPlayer)
        assert made.search.endgame is endgame  # type: ignore[attr-defined]
    assert name in CONTENDERS


def test_moves_that_look_alike_are_looked_at() -> None:
    """Nobody says what a state of tic-tac-toe is worth, so all are worth 0 but the last ones."""
    d = ft.decide(ft.games.tic_tac_toe(), ft.MGSS(), nodes=2000)
    # A corner, an edge and the middle: the others are images of these.
    assert {step.line for step in d.computations} > {(action,) for action in (0, 1, 4)}


def test_a_table_kept_from_move_to_move_leaves_no_line_of_an_earlier_search() -> None:
    search = ft.MGSS(steps="searches", endgame=False)
    few, more = (ft.player(search, nodes=nodes, name=f"{nodes} nodes") for nodes in (50, 500))
    for seed in range(20):
        found = ft.match(few, more, OTHELLO, games=2, openings=20, seed=seed, margin=60)
        assert set(found.reasons) == {"over"}


def test_no_line_is_followed_for_ever() -> None:
    """In pig the turn can go on and on, and here it seems to pay."""

    def guess(state: Any) -> float:
        return random.Random(repr(state)).randint(-24, 24) / 8

    search = ft.MGSS(evaluation=guess, error=ft.error_models.Constant(0.1, 2.0))
    decision = ft.decide(ft.games.pig(), search, nodes=20_000)
    longest = max(len(step.line) for step in decision.computations)
    assert 500 < longest <= 1000
    assert decision.spent.nodes >= 20_000
