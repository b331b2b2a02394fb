"""What a rule sheet says of any state, by role, asked of the interpreter and of the net.

Expected values were derived by hand (pitfalls.json) or come from programs that know no GDL
(sheets.json, testdata/oracles/gdl_sheets.py).
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import forethought as ft

DATA = Path(__file__).parents[1] / "testdata" / "gdl"
PITFALLS = json.loads((DATA / "pitfalls.json").read_text(encoding="utf-8"))
FACTS = json.loads((DATA / "sheets.json").read_text(encoding="utf-8"))


def both(source: Any) -> Iterator[ft.gdl.GDLGame]:
    """A sheet interpreted, and compiled if it has a net."""
    yield ft.gdl.load(source)
    game = ft.gdl.load(source)
    if game.compile():
        yield game


def lists(rows: Any) -> list[list[Any]]:
    return [sorted(row) for row in rows]


@pytest.mark.parametrize("name", PITFALLS)
def test_pitfalls_are_no_pitfalls(name: str) -> None:
    expected = PITFALLS[name]
    for game in both(DATA / "pitfalls" / f"{name}.kif"):
        start = game.initial()
        assert sorted(start) == expected["state"]
        assert game.over(start) == expected["terminal"]
        assert lists(game.goals(start)) == expected["goals"]
        assert lists(game.moves(start)) == expected["legal"]
        after = game.after(start, expected["move"])
        assert sorted(after) == expected["next"]
        assert game.over(after) == expected["next_terminal"]
        assert lists(game.goals(after)) == expected["next_goals"]


@pytest.mark.parametrize("name", ft.gdl.names())
def test_recorded_plays_go_as_recorded(name: str) -> None:
    for game in both(name):
        for play in FACTS[name]["plays"]:
            state = game.initial()
            for joint, choices in zip(play["moves"], play["choices"], strict=True):
                assert not game.over(state)
                assert list(map(len, game.moves(state))) == choices
                state = game.after(state, joint)
            assert game.over(state)
            assert game.goals(state) == tuple((goal,) for goal in play["goals"])


@pytest.mark.parametrize("name", ["tic_tac_toe", "dice_race", "meeting", "hanoi"])
def test_both_reasoners_say_the_same_also_after_the_end(name: str) -> None:
    interpreted, compiled = both(name)
    rng, state, ends = ft.Rng(4, "test"), interpreted.initial(), 0
    for _ in range(60):
        moves = interpreted.moves(state)
        for ask in ("over", "goals", "moves"):
            assert getattr(compiled, ask)(state) == getattr(interpreted, ask)(state)
        ends += interpreted.over(state)
        if () in moves:
            break
        joint = [rng.choice(each) for each in moves]
        after = interpreted.after(state, joint)
        assert compiled.after(state, joint) == after
        state = after
    assert ends


def test_steps_lead_where_the_game_leads() -> None:
    game = ft.gdl.load("bidding_tic_tac_toe")
    start = game.initial()
    _, between = game.apply(start, "(bid 1)")
    _, after = game.apply(between, "(bid 4)")
    assert game.after(start, ("(bid 1)", "(bid 4)")) == after
    # What one of them has chosen changes neither what is legal nor what a state is worth.
    assert game.moves(between) == game.moves(start)
    assert game.goals(between) == game.goals(start)
    # Chance is a role with moves as well.
    race = ft.gdl.load("dice_race")
    assert race.moves(race.initial())[race.roles.index("random")] == tuple(
        f"(throw {n})" for n in range(1, 7)
    )


def test_the_score_changes_no_goal_value() -> None:
    game = ft.gdl.load(DATA / "pitfalls" / "several_goals.kif", "zero_sum")
    over = game.after(game.initial(), ("go", "go"))
    assert game.goals(over) == ((30, 70), ())


def test_a_state_without_moves_can_be_asked_about() -> None:
    game = ft.gdl.load("""
    (role robot) (role other) (init (at a)) (legal other wait)
    (<= (legal robot go) (true (at a)))
    (<= (next (at b)) (does robot go))
    (<= terminal (true (at c)))
    (<= (goal robot 7) (true (at b)))
    """)
    stuck = game.after(game.initial(), ("go", "wait"))
    assert (game.over(stuck), game.moves(stuck)) == (False, ((), ("wait",)))
    assert game.goals(stuck) == ((7,), ())
    with pytest.raises(ft.StateError, match="'robot' has no legal move"):
        game.turn(stuck)


def test_what_is_no_move_and_no_state_is_refused() -> None:
    game = ft.gdl.load("tic_tac_toe")
    start = game.initial()
    for wrong in ("(mark 9 9)", "noop", "(jump 1)", "(mark ?x 1)", "((", ""):
        with pytest.raises(ft.IllegalAction) as caught:
            game.after(start, (wrong, "noop"))
        assert str(caught.value).startswith(f"tic_tac_toe: action {wrong!r} is not legal at state")
        assert (caught.value.legal, "\n" in str(caught.value)) == (game.moves(start)[0], False)
    for few in ((), ("noop",), "noop", ("(mark 1 1)", "noop", "noop")):
        with pytest.raises(ft.ParameterError, match="give one move of each role: x, o"):
            game.after(start, few)
    for state in (("(cell 4 4 z)",), "text", (1, 2)):
        for ask in (game.over, game.goals, game.moves):
            with pytest.raises(ft.StateError, match="tic_tac_toe: "):
                ask(state)  # type: ignore[arg-type]
    bids = ft.gdl.load("bidding_tic_tac_toe")
    _, between = bids.apply(bids.initial(), "(bid 1)")
    with pytest.raises(ft.StateError, match="give the state at which the step began"):
        bids.after(between, ("(bid 1)", "(bid 1)"))


def test_odd_goal_values_are_counted() -> None:
    source = DATA / "pitfalls" / "several_goals.kif"
    for game in both(source):
        assert game.odd_goals == (0, 0)
        start = game.initial()
        assert game.apply(start, "go")[0] == (70.0, 0.0)
        assert game.odd_goals == ft.gdl.OddGoals(missing=1, several=1)
    found = ft.gdl.outline(ft.gdl.load(source), plays=3)
    assert (found.odd_ends, found.plays) == (3, 3)
    assert ft.gdl.outline(ft.gdl.load("nim"), plays=3).odd_ends == 0


def test_an_outline_tells_where_plays_get_stuck_and_that_they_do_not_end() -> None:
    start = "(role r) (init (at 0)) (<= (next (at 1)) (does r go)) (<= terminal (true (at 2)))"
    start += " (<= (goal r 100) terminal)"
    stuck = ft.gdl.outline(ft.gdl.load(f"{start} (<= (legal r go) (true (at 0)))"), plays=3)
    assert "role 'r' has no legal move in the state [(at 1)]" in stuck.fault
    assert (stuck.ended, stuck.steps, stuck.first_moves) == (0, 0, {"r": ("go",)})
    endless = ft.gdl.outline(ft.gdl.load(f"{start} (legal r go)"), plays=2)
    assert (endless.fault, endless.ended, endless.steps) == ("", 0, 2000)
    assert ft.gdl.outline(ft.gdl.load("nim"), plays=2).ended == 2
