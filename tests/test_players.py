"""Players: their limits, their clocks, the tree they keep, and the processes they run in."""

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import forethought as ft
from forethought.players import Allowance, FunctionPlayer, PlayerFault, SearchPlayer, allotted
from tests.arena_help import GAME, bad

START = GAME.initial()
make: Any = ft.player

REFUSED: list[tuple[Any, type[Exception], str]] = [
    (lambda: make(ft.MCTS()), ft.BudgetError, "no limit is given: give one of simulations="),
    (lambda: make(ft.MCTS(), depth=3), ft.BudgetError, "depth= is no limit of MCTS"),
    (lambda: make(ft.MCTS(), seconds=0), ft.BudgetError, "seconds=0: give a number above 0"),
    (lambda: make(ft.MCTS(), clock=3), ft.BudgetError, r"clock=3: give one such as ft\.Clock"),
    (
        lambda: make(ft.MCTS(), seconds=1, clock=ft.Clock(1)),
        ft.BudgetError,
        "seconds= and clock= are both given",
    ),
    (lambda: make(ft.MCTS(), simulations=5, seed=-1), ft.ParameterError, "seed=-1"),
    (lambda: make(ft.MCTS(), simulations=5, keep=1), ft.ParameterError, "keep=1"),
    (
        lambda: make(ft.MCTS(), simulations=5, keep=False, ponder=True),
        ft.ParameterError,
        "ponder=True needs keep=True",
    ),
    (lambda: make(ft.MCTS), ft.ParameterError, "can't play: give a search such as"),
    (lambda: make(5), ft.ParameterError, "5 can't play"),
    (lambda: make(ft.RandomPlayer()), ft.ParameterError, "random is a player already"),
    (lambda: make(len, simulations=5), ft.BudgetError, "simulations= is nothing to a"),
    (lambda: make(len, name="a\nb"), ft.ParameterError, "give a text of at most 100"),
    (lambda: ft.Clock(0), ft.BudgetError, r"Clock\(seconds=0\): give a number above 0"),
    (lambda: ft.Clock(1, -1), ft.BudgetError, r"Clock\(increment=-1\): give 0 or more"),
    (lambda: ft.ProcessPlayer([]), ft.ParameterError, "give a program with its arguments"),
    (lambda: ft.ProcessPlayer("x", patience=0), ft.BudgetError, "patience=0"),
]


@pytest.mark.parametrize(("made", "kind", "text"), REFUSED)
def test_what_is_wrong_is_said_when_a_player_is_made(
    made: Any, kind: type[Exception], text: str
) -> None:
    with pytest.raises(kind, match=text):
        made()


def test_names_say_what_is_not_as_usual() -> None:
    players = [
        ft.player(ft.MCTS(), simulations=100),
        ft.player(ft.MCTS(choice="visits"), seconds=0.1),
        ft.player(ft.MCTS(), clock=ft.Clock(60, 0.5)),
        ft.player(len, seconds=1),
        ft.RandomPlayer(),
        ft.ProcessPlayer(["./engine", "-l", "a b"]),
        ft.player(ft.MCTS(), nodes=5, name="mine"),
    ]
    assert [player.name for player in players] == [
        "MCTS, simulations=100",
        "MCTS(choice='visits'), seconds=0.1",
        "MCTS, clock=60+0.5",
        "len, seconds=1",
        "random",
        "./engine -l 'a b'",
        "mine",
    ]


@given(st.floats(0, 1e5), st.floats(0, 100), st.one_of(st.none(), st.integers(-3, 200)))
def test_a_clock_is_never_overdrawn(left: float, increment: float, moves: int | None) -> None:
    share = allotted(Allowance(left, increment), moves)
    assert share is not None
    assert 0 < share <= max(left, 0.001)


def test_a_whole_game_fits_its_clock_and_uses_most_of_it() -> None:
    left = 10.0
    for move in range(30):
        share = allotted(Allowance(left, 0.0), 30 - move)
        assert share is not None
        left -= share
    assert 0 < left < 0.1
    assert allotted(Allowance(10.0), 5) is None
    assert allotted(Allowance(), 5) is None


def session(player: ft.Player, state: Any = START, seat: int = 0) -> Any:
    return player.open(GAME, state, seat, 7)


def test_the_tree_is_kept_and_a_state_off_the_way_starts_another() -> None:
    play = session(ft.player(ft.MCTS(), simulations=300))
    state = START
    for turn in range(4):
        action = play.choose(state, Allowance()) if turn % 2 == 0 else 3
        _, state = GAME.apply(state, action)
        play.follow(action, state)
    search = play._search
    play.choose(state, Allowance())
    assert play._search is search
    assert search.run(simulations=300).visits > 300
    _, elsewhere = GAME.apply(START, 0)
    assert play.choose(elsewhere, Allowance()) in GAME.actions(elsewhere)
    assert play._search is not search


def test_without_keeping_every_move_is_searched_anew() -> None:
    play = session(ft.player(ft.MCTS(), simulations=50, keep=False))
    first = play._search
    play.choose(START, Allowance())
    assert play._search is not first


def test_a_ponderer_has_thought_when_it_is_its_turn() -> None:
    play = session(ft.player(ft.MCTS(), simulations=50, ponder=True))
    action = play.choose(START, Allowance())
    _, state = GAME.apply(START, action)
    play.follow(action, state)
    time.sleep(0.3)
    _, after = GAME.apply(state, 3)
    play.follow(3, after)
    assert play._pondering is None
    play.choose(after, Allowance())
    assert play._search.run(simulations=50).visits > 100
    play.close()


def test_a_seed_of_its_own_makes_a_player_repeat_itself() -> None:
    player = ft.RandomPlayer(seed=3)
    games = [
        ft.match(player, ft.RandomPlayer(name="other", seed=4), GAME, games=2, seed=seed).games
        for seed in (5, 5, 6)
    ]
    played = [[(game.opening, game.actions) for game in each] for each in games]
    assert played[0] == played[1] != played[2]


def test_a_process_answers_the_protocol() -> None:
    play = session(bad("chatty"))
    assert play.choose(START, Allowance(5.0)) == 0
    play.close()
    assert "thinking about ......." in play.output
    assert "= 9 is what I would not play" in play.output


PROGRAM = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    print("got", json.dumps(asked), file=sys.stderr, flush=True)
    if asked["type"] == "end":
        break
    print("hello")
    print("=", "ready" if asked["type"] == "start" else asked["actions"][-1], flush=True)
"""


def test_a_program_is_told_all_it_needs() -> None:
    play = session(ft.ProcessPlayer([sys.executable, "-c", PROGRAM]), seat=1)
    assert play.choose(START, Allowance(5.0, 1.5)) == 6
    play.follow(6, START)
    assert play.choose(START, Allowance()) == 6
    play.close()
    told = [json.loads(line[4:]) for line in play.output.splitlines() if line.startswith("got ")]
    assert [message["type"] for message in told] == ["start", "move", "move", "end"]
    assert (told[0]["game"], told[0]["player"], told[0]["state"]) == ("connect_four", 1, START)
    assert (told[1]["seconds"], told[1]["increment"], told[1]["played"]) == (5.0, 1.5, [])
    assert (told[2]["seconds"], told[2]["increment"], told[2]["played"]) == (None, None, ["6"])
    assert told[2]["actions"] == list("0123456")


@pytest.mark.parametrize(
    ("command", "patience", "text"),
    [
        (["/nosuch/engine"], 60.0, "could not be started"),
        ([sys.executable, "-c", "import sys; sys.exit(3)"], 60.0, r"it ended \(exit code 3\)"),
        (
            [sys.executable, "-c", "input(); print('= no')"],
            60.0,
            "it said 'no' in place of 'ready'",
        ),
        (
            [sys.executable, "-c", "import time; time.sleep(60)"],
            0.5,
            "gave no answer in .* to start",
        ),
    ],
)
def test_a_program_that_does_not_start_says_so(
    command: list[str], patience: float, text: str
) -> None:
    with pytest.raises(PlayerFault, match=text):
        session(ft.ProcessPlayer(command, patience=patience))


def test_a_stubborn_process_ends_with_all_it_started() -> None:
    play = session(bad("stubborn"))
    with pytest.raises(PlayerFault, match="gave no answer") as fault:
        play.choose(START, Allowance(0.3))
    assert fault.value.reason == "silent"
    child = int(fault.value.output.split("child ")[1].split()[0])
    deadline = time.monotonic() + 10
    while alive(child) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not alive(child)
    play.close()


def alive(process: int) -> bool:
    """Whether it runs; one that has ended and waits to be collected does not."""
    try:
        os.kill(process, 0)
        return "Z" not in Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False


def test_kinds_of_players() -> None:
    assert isinstance(ft.player(ft.MCTS(), nodes=5), SearchPlayer)
    assert isinstance(ft.player(len), FunctionPlayer)
