"""The players of the course: the moves of the textbook, at native speed and within their time."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import forethought as ft
from forethought import planning, textbook
from forethought.cli import main
from forethought.game import actions_of, rewards_of, step
from forethought.players import NAMED, Allowance
from forethought.players.clock import Deadline, thinking_time
from forethought.players.sampling import FLAT
from forethought.players.thoughtful import solved
from tests.lecture_puzzle import Endless, Puzzle, Tree
from tests.zoo.good import Dice, Stock, TicTacToe

tb, players = textbook, ft.players
make: Any = ft.player


def grown(rng: random.Random, depth: int) -> Any:
    """A random tree whose leaves are often equal."""
    if depth == 0 or rng.random() < 0.1:
        return float(rng.choice([0, 30, 50, 100]))
    return [grown(rng, depth - 1) for _ in range(rng.randint(1, 3))]


def trees(players_: int, depth: int = 5) -> list[Tree]:
    rng = random.Random(players_)
    return [Tree([grown(rng, depth) for _ in range(3)], players_) for _ in range(40)]


def states(game: ft.Game, count: int, seed: int = 1) -> list[Any]:
    """States with a choice on the way of random plays."""
    rng, found = ft.Rng(seed, "states"), list[Any]()
    while len(found) < count:
        state = game.initial()
        while game.turn(state) != ft.OVER:
            actions = actions_of(game, state)
            found += [state] if len(actions) > 1 else []
            state = step(game, state, rng.choice(actions), rng)[1]
    return found[:count]


def moved(player: ft.Player, game: ft.Game, state: Any, seat: int | None = None) -> Any:
    seat = game.turn(state) if seat is None else seat
    return player.open(game, state, seat, 7).choose(state, Allowance())


def played(player: ft.Player, game: ft.Game) -> tuple[float, list[Any], Any]:
    """Return, actions and session of a player alone."""
    state, paid, actions = game.initial(), 0.0, []
    session = player.open(game, state, 0, 7)
    while game.turn(state) != ft.OVER:
        actions.append(session.choose(state, Allowance()))
        reward, state = game.apply(state, actions[-1])
        paid += rewards_of(reward, 1)[0]
        session.follow(actions[-1], state)
    return paid, actions, session


# Compulsive deliberation

DELIBERATING = players.CompulsiveDeliberation()


@pytest.mark.parametrize("game", [ft.gdl.load("eight_puzzle"), Puzzle()], ids=["sheet", "python"])
def test_deliberation_makes_the_moves_of_maxscore(game: ft.Game) -> None:
    for state in states(game, 25):
        assert moved(DELIBERATING, game, state) == tb.bestmove(game, state, most=100)
    assert played(DELIBERATING, game)[0] == 100


@pytest.mark.parametrize("name", ["buttons_and_lights", "queens", "water_jugs"])
def test_deliberation_on_sheets(name: str) -> None:
    game = ft.gdl.load(name)
    late = [state for state in states(game, 150) if tb.rest_is_small(game, state, 200)]
    assert len(late) > 10
    for state in late[:25]:
        assert moved(DELIBERATING, game, state) == tb.bestmove(game, state)


def test_deliberation_on_trees() -> None:
    for game in trees(1):
        assert moved(DELIBERATING, game, ()) == tb.bestmove(game)
    for game in trees(2):
        assert moved(DELIBERATING, game, ()) == tb.bounded_depth(game, 0).action


@pytest.mark.parametrize("game", [ft.gdl.load("tic_tac_toe"), TicTacToe()], ids=["sheet", "python"])
def test_deliberation_against_another(game: ft.Game) -> None:
    late = [state for state in states(game, 120) if tb_small(game, state)]
    for state in late[:12]:
        found = tb.bounded_depth(game, game.turn(state), state)
        assert moved(DELIBERATING, game, state) == found.action


def tb_small(game: ft.Game, state: Any) -> bool:
    return len(actions_of(game, state)) <= 5


def test_deliberation_against_two_others() -> None:
    game = ft.gdl.load("three_player_boxes")
    for state in [state for state in states(game, 60) if tb_small(game, state)][:10]:
        found = tb.bounded_depth(game, game.turn(state), state, returns=(0, 100))
        assert moved(DELIBERATING, game, state) == found.action


def test_who_moves_at_once_makes_the_move_of_the_textbook_and_does_not_peek() -> None:
    game = ft.gdl.load("prisoners_dilemma")
    start = game.initial()
    for first in ("silent", "talk"):
        _, between = game.apply(start, first)
        assert moved(DELIBERATING, game, between) == "talk"
    assert moved(DELIBERATING, game, start) == "talk"
    signs = ft.gdl.load("rock_paper_scissors")
    for player in (ft.player("monte_carlo", simulations=30), ft.player("bounded_depth", depth=1)):
        answers = {
            moved(player, signs, signs.apply(signs.initial(), sign)[1])
            for sign in signs.actions(signs.initial())
        }
        assert len(answers) == 1


def test_solving_goes_on_as_long_as_there_is_time() -> None:
    game = ft.gdl.load("maze")
    exact = ft.solve(game)
    found = solved(game, game.initial(), Deadline(None))
    assert found is not None
    assert (found.action, found.value) == (exact.action, 100)
    # Without time it has one try, with too few states.
    assert solved(game, game.initial(), Deadline(1e-9)) is None
    assert solved(Endless(), 0, Deadline(1e-9)) is None


# Sequential planning


@pytest.mark.parametrize("game", [ft.gdl.load("eight_puzzle"), Puzzle()], ids=["sheet", "python"])
def test_one_plan_is_made_and_executed(game: ft.Game) -> None:
    paid, actions, session = played(players.SequentialPlanning(), game)
    assert paid == 100
    assert len(actions) in (4, 6, 8)
    assert session.plans == 1


def test_another_state_than_expected_makes_another_plan() -> None:
    game = ft.gdl.load("eight_puzzle")
    state = game.initial()
    session: Any = players.SequentialPlanning(start=60.0).open(game, state, 0, 7)
    assert session.plans == 1
    assert session.choose(state, Allowance()) in ("right", "down")
    # Another move is played in its place, as a referee does when an answer is late.
    other = "right" if session.choose(state, Allowance()) == "down" else "down"
    _, state = game.apply(state, other)
    session.follow(other, state)
    best = tb.maxscore(game, state, most=100).value
    total = 0.0
    while game.turn(state) != ft.OVER:
        action = session.choose(state, Allowance())
        reward, state = game.apply(state, action)
        session.follow(action, state)
        total += rewards_of(reward, 1)[0]
    assert total == best
    assert session.plans == 2


def a_plan(actions: str, value: float | None, optimal: bool) -> planning.Plan:
    return planning.Plan(tuple(actions.split()), value, 100.0, optimal, "", 0, 0.0, "seconds", 1)


def test_a_better_plan_is_looked_for_while_none_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [
        a_plan("right left right left right left right left", 40, optimal=False),
        a_plan("down up down up down up down up", 30, optimal=False),
        a_plan("left right left right down right down", 100, optimal=True),
    ]
    monkeypatch.setattr("forethought.players.planning.plan", lambda *_, **__: found.pop(0))
    game = ft.gdl.load("eight_puzzle")
    state, actions = game.initial(), list[Any]()
    session: Any = players.SequentialPlanning().open(game, state, 0, 7)
    # Without time it keeps to what it has; with time it looks, and takes what pays more.
    for seconds, plans in ((None, 1), (None, 1), (9.0, 2)):
        assert session.choose(state, Allowance(seconds)) == "right"
        assert session.plans == plans
    while game.turn(state) != ft.OVER:
        action = "right" if not actions else session.choose(state, Allowance(9.0))
        actions.append(action)
        _, state = game.apply(state, action)
        session.follow(action, state)
    assert actions == ["right", "left", "right", "left", "right", "down", "right", "down"]
    assert session.plans == 3


def test_without_any_plan_it_plays_what_is_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = a_plan("", None, optimal=False)
    monkeypatch.setattr("forethought.players.planning.plan", lambda *_, **__: nothing)
    assert moved(players.SequentialPlanning(seconds=1), Endless(), 0) == "on"


def test_planning_on_trees_pays_as_much_as_the_best_plan() -> None:
    for game in trees(1):
        assert played(players.SequentialPlanning(), game)[0] == tb.bestplan(game).value


@pytest.mark.parametrize("game", [ft.gdl.load("tic_tac_toe"), Dice()], ids=["two", "chance"])
def test_planning_refuses_what_has_no_plan(game: ft.Game) -> None:
    text = "sequential_planning is for one player" if game.players == 2 else "here chance decides"
    with pytest.raises(ft.Unsupported, match=text):
        players.SequentialPlanning().check(game)
    with pytest.raises(ft.Unsupported, match=text):
        players.SequentialPlanning().open(game, game.initial(), 0, 1)


# Bounded depth


@pytest.mark.parametrize("name", ["tic_tac_toe", "eight_puzzle", "three_player_boxes", "nim"])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_bounded_depth_makes_the_moves_of_the_textbook(name: str, depth: int) -> None:
    game = ft.gdl.load(name)
    player = players.BoundedDepth(depth=depth, mobility=3, focus=1)
    for state in states(game, 9)[::3]:
        seat = game.turn(state)
        actions = tb.feasible(game, seat)
        parts = [(0.75, tb.mobility(game, seat, actions)), (0.25, tb.focus(game, seat, actions))]
        found = tb.bounded_depth(game, seat, state, depth, tb.weighted(parts), returns=(0, 100))
        assert moved(player, game, state) == found.action


def test_goal_proximity_is_any_evaluation() -> None:
    def right(state: Any) -> float:
        return 80.0 if state[0][1] == "_" else 20.0

    game = Puzzle()
    assert moved(players.BoundedDepth(depth=1), game, game.initial()) == "right"
    near = players.BoundedDepth(depth=1, goal_proximity=1, evaluation=lambda s: 100 - right(s))
    assert moved(near, game, game.initial()) == "down"
    near = players.BoundedDepth(depth=1, goal_proximity=1, evaluation=right)
    assert moved(near, game, game.initial()) == "right"
    with pytest.raises(ft.Unsupported, match="is no rule sheet, so that only its ends have goals"):
        players.BoundedDepth(goal_proximity=1).check(game)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_goal_proximity_of_a_sheet_is_its_goal_value(depth: int) -> None:
    game = ft.gdl.load("eight_puzzle")
    player = players.BoundedDepth(depth=depth, goal_proximity=1)
    near = tb.goal_proximity(game, 0)
    for state in states(game, 6):
        found = tb.bounded_depth(game, 0, state, depth, near, returns=(0, 100))
        assert moved(player, game, state) == found.action


# At random


def test_flat_sampling_is_monte_carlo_without_a_tree() -> None:
    game = Puzzle()
    exact = tb.BackwardInduction(game, random_players={0}).action_values(game.initial())
    found = ft.decide(game, FLAT, simulations=4000, seed=3)
    assert [row.visits for row in found.actions] == [2000, 2000]
    for row in found.actions:
        # Returns lie within 0 and 100: 4 standard errors are at most 4.5.
        assert row.mean == pytest.approx(exact[row.action][0], abs=4 * 50 / 2000**0.5)
    assert moved(players.MonteCarlo(simulations=4000), game, game.initial()) == max(
        exact, key=lambda action: exact[action][0]
    )


def test_flat_sampling_of_several_players() -> None:
    game = TicTacToe()
    state = "XOXOXO..."
    exact = tb.BackwardInduction(game, random_players={0, 1}).action_values(state)
    found = ft.decide(game, FLAT, state=state, simulations=6000, seed=4)
    for row in found.actions:
        assert row.mean == pytest.approx(exact[row.action][0], abs=4 * 0.5 / 2000**0.5)


def test_steps_in_which_several_choose_are_sampled_too() -> None:
    game = ft.gdl.load("meeting")
    _, between = game.apply(game.initial(), "east")
    answer = moved(players.MonteCarlo(simulations=60), game, between)
    assert answer in game.actions(between)


# Mixed


def test_mixed_plans_once_the_rest_is_small() -> None:
    game = Puzzle()
    asked: list[Any] = []

    def first(state: Any) -> str:
        asked.append(state)
        return game.actions(state)[0]

    player = players.MixedPlayer(first=ft.player(first), small=8)
    paid, actions, _ = played(player, game)
    assert 0 < len(asked) < len(actions)
    state = game.initial()
    for action in actions[: len(asked)]:
        _, state = game.apply(state, action)
    assert paid == tb.maxscore(game, state).value
    assert played(players.MixedPlayer(first=ft.player(first), small=10**6), game)[0] == 100


@pytest.mark.parametrize(
    "game", [TicTacToe(), Dice(), Stock(), ft.gdl.load("meeting")], ids=lambda g: g.name
)
def test_mixed_plays_any_game(game: ft.Game) -> None:
    state = game.initial()
    assert moved(players.MixedPlayer(), game, state) in list(game.actions(state))


# Names and limits


@pytest.mark.parametrize("name", NAMED)
@pytest.mark.parametrize("sheet_name", ["eight_puzzle_30", "reversi", "meeting", "dice_race"])
def test_every_player_has_an_answer_even_without_time(name: str, sheet_name: str) -> None:
    game = ft.gdl.load(sheet_name)
    player = ft.player(name, seconds=0.001)
    try:
        player.check(game)
    except ft.Unsupported:
        assert name == "sequential_planning"
        return
    for state in states(game, 2):
        session = player.open(game, state, game.turn(state), 3)
        assert session.choose(state, Allowance(0.001)) in game.actions(state)
        session.close()


WRONG: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (lambda: make("monte_karlo"), ft.ParameterError, "no player 'monte_karlo': did you mean"),
    (lambda: make("zzz"), ft.ParameterError, "give one of legal, random, compulsive_deliberation"),
    (lambda: make("legal", depth=3), ft.BudgetError, "depth= is no limit of legal: give one of"),
    (lambda: make("monte_carlo"), ft.BudgetError, "no limit is given: give one of simulations="),
    (lambda: make("mcts"), ft.BudgetError, "no limit is given"),
    (lambda: players.BoundedDepth(mobility=-1), ft.ParameterError, "mobility=-1: give a weight"),
    (lambda: players.BoundedDepth(depth=0), ft.ParameterError, "depth=0"),
    (
        lambda: players.BoundedDepth(evaluation=len),
        ft.ParameterError,
        "goal_proximity= is the weight of evaluation=: give both",
    ),
    (lambda: players.SequentialPlanning(start=0), ft.BudgetError, "start=0: give a number above 0"),
    (lambda: players.MixedPlayer(first=make), ft.ParameterError, "give a player, such as"),
    (lambda: players.MixedPlayer(small=0), ft.ParameterError, "small=0"),
]


@pytest.mark.parametrize(("made", "kind", "text"), WRONG)
def test_what_is_wrong_is_said_when_a_player_is_made(
    made: Callable[[], Any], kind: type[Exception], text: str
) -> None:
    with pytest.raises(kind, match=text):
        made()


def test_what_players_are_called() -> None:
    assert [ft.player(name, seconds=1).name for name in NAMED] == [
        "legal",
        "random",
        "compulsive_deliberation, seconds=1",
        "sequential_planning, seconds=1",
        "bounded_depth, mobility=1, seconds=1",
        "monte_carlo, seconds=1",
        "MCTS, seconds=1",
        "general, seconds=1",
        "mixed with MCTS, seconds=1",
    ]


def test_a_search_keeps_to_what_it_is_told_of_its_time() -> None:
    def share(player: ft.Player, allowance: Allowance) -> Any:
        session: Any = player.open(TicTacToe(), TicTacToe().initial(), 0, 1)
        return session._seconds(allowance)

    assert share(ft.player(ft.MCTS(), simulations=5), Allowance()) is None
    assert share(ft.player(ft.MCTS(), simulations=5), Allowance(0.5)) == 0.5
    assert share(ft.player(ft.MCTS(), seconds=0.2), Allowance(0.5)) == 0.2
    assert share(ft.player(ft.MCTS(), seconds=0.2), Allowance(0.1)) == 0.1
    assert share(ft.player(ft.MCTS(), clock=ft.Clock(60)), Allowance(60.0, 0.0)) < 30


def test_time_to_think() -> None:
    assert thinking_time(Allowance(), None) is None
    assert thinking_time(Allowance(1.0), None) == pytest.approx(0.98)
    assert thinking_time(Allowance(1.0), None, 0.5) == pytest.approx(0.48)
    assert thinking_time(Allowance(), None, 0.5) == pytest.approx(0.48)
    assert thinking_time(Allowance(10.0, 0.0), 2, 0.5) == pytest.approx(4.99)
    assert thinking_time(Allowance(0.01), None) == pytest.approx(0.005)
    assert thinking_time(Allowance(0.0), None) == 0.001
    assert not Deadline(None).passed()
    assert Deadline(None).left is None
    assert Deadline(0.0).passed()
    assert Deadline(0.0).left == 0.001


def test_they_play_in_tournaments_at_a_shell(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["tournament", "gdl:nim", "--games", "2", "--out", str(tmp_path)]
    specs = ["legal", "wide=BoundedDepth(depth=1, mobility=1)", "monte_carlo, simulations=20"]
    specs += ["MixedPlayer(first=LegalPlayer(), small=100)"]
    for spec in specs:
        words += ["--player", spec]
    assert main([*words, "--seconds", "5"]) == 0
    shown = capsys.readouterr().out
    assert "wide" in shown
    assert "12 played to the end" in shown
