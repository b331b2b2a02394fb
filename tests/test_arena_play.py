"""A game ends whatever its players do, and the one at fault loses it."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import forethought as ft
from forethought.arena import Bout, Openings, play
from forethought.players import Allowance, Player, Session
from tests.arena_help import GAME, bad
from tests.zoo.players import first

GOOD = ft.player(first, name="good")


def bout(one: Any, other: Any = GOOD, game: ft.Game = GAME, **named: Any) -> Bout:
    players = tuple(p if isinstance(p, Player) else ft.player(p) for p in (one, other))
    opening = Openings(game, 0, 1)[0]
    return Bout(game, players, opening, 0, 0, 1, **named)  # type: ignore[arg-type]


def test_a_game_is_played_to_its_end() -> None:
    record = play(bout(ft.RandomPlayer()))
    assert (record.reason, record.loser, record.detail, record.output) == ("over", None, "", "")
    state = GAME.initial()
    for action in record.actions:
        assert action is not None
        reward, state = GAME.apply(state, int(action))
    assert GAME.turn(state) == ft.OVER
    assert record.returns == reward
    assert len(record.seconds) == len(record.actions)


ZOO = [
    ("silent", "silent", "it gave no answer in"),
    ("busy", "silent", "it gave no answer in"),
    ("slow", "time", "and had 0.300 s"),
    ("illegal", "illegal", "it played 'column 9' at"),
    ("nothing", "illegal", "it played 'None' at"),
    ("crashing", "crash", "it ended (exit code 1)"),
    ("leaving", "crash", "it ended (exit code 7)"),
    ("rubbish", "silent", "it gave no answer in"),
    ("stubborn", "silent", "it gave no answer in"),
]


@pytest.mark.parametrize(("name", "reason", "detail"), ZOO)
def test_a_bad_player_loses_and_the_reason_is_kept(
    name: str, reason: str, detail: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "slow":
        monkeypatch.setattr("forethought.players.process.GRACE", 20)
    record = play(bout(bad(name, seconds=0.3 if reason in ("silent", "time") else 20)))
    assert (record.reason, record.loser, record.points) == (reason, 0, (0.0, 1.0))
    assert detail in record.detail
    assert "\n" not in record.detail


@pytest.mark.parametrize(
    ("name", "said"),
    [("crashing", "no idea what to do at"), ("leaving", "that is enough"), ("rubbish", "blah")],
)
def test_its_last_output_is_kept(name: str, said: str) -> None:
    record = play(bout(GOOD, bad(name, seconds=0.5 if name == "rubbish" else 20)))
    assert said in record.output
    assert len(record.output) <= 4000
    assert (record.loser, record.points) == (1, (1.0, 0.0))


def test_a_player_that_prints_megabytes_plays_on() -> None:
    record = play(bout(bad("flooding")))
    assert record.reason == "over"


class Answer:
    """Cannot be compared, nor shown."""

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("no")

    def __hash__(self) -> int:
        return 0

    def __repr__(self) -> str:
        raise RuntimeError("no")


@pytest.mark.parametrize(
    "answer", [None, 7, True, 3.5, [], np.arange(3), "3", Answer(), float("nan")]
)
def test_an_illegal_answer_of_any_kind_loses(answer: Any) -> None:
    record = play(bout(lambda state: answer))
    assert (record.reason, record.loser) == ("illegal", 0)
    assert record.detail.startswith("it played ")


def test_an_exception_loses_with_its_traceback() -> None:
    record = play(bout(GOOD, lambda state: 1 // 0))
    assert (record.reason, record.loser) == ("crash", 1)
    assert record.detail == "ZeroDivisionError: integer division or modulo by zero"
    assert "Traceback" in record.output


class Breaking(Player):
    def called(self) -> str:
        return "breaking"

    def open(self, game: ft.Game, state: Any, seat: int, seed: int) -> Session:
        return Breaks()


class Breaks(Session):
    def choose(self, state: Any, allowance: Allowance) -> Any:
        return first(state)

    def close(self) -> None:
        raise RuntimeError("too late to matter")


def test_a_fault_after_the_end_changes_nothing() -> None:
    assert play(bout(Breaking())).reason == "over"


class FakeClock:
    """Time passes only when a player takes it."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time

    def taking(self, *seconds: float) -> Callable[[Any], int]:
        turns = iter(seconds)

        def player(state: Any) -> int:
            self.time += next(turns, 0.0)
            return first(state)

        return player


@pytest.mark.parametrize(("took", "reason"), [(1.09, "over"), (1.11, "time")])
def test_a_move_may_be_late_by_the_margin(took: float, reason: str) -> None:
    clock = FakeClock()
    record = play(bout(ft.player(clock.taking(took), seconds=1.0)), clock)
    assert record.reason == reason
    assert record.seconds[:1] == ((took,) if reason == "over" else ())


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        ((4.0, 1.5, 0.5), "over"),
        ((4.0, 2.2), "time"),
        ((5.05, 0.9, 1.05), "over"),
        ((5.05, 1.2), "time"),
        ((5.2,), "time"),
    ],
)
def test_a_clock_runs_down_and_is_incremented(moves: tuple[float, ...], reason: str) -> None:
    clock = FakeClock()
    player = ft.player(clock.taking(*moves), clock=ft.Clock(5.0, 1.0))
    assert play(bout(player), clock).reason == reason


def test_a_process_that_is_silent_without_a_limit_is_stopped_too() -> None:
    record = play(bout(bad("silent", seconds=None, patience=1.5)))
    assert record.reason == "silent"


class Endless(ft.Game[int, int]):
    players = 2

    def initial(self) -> int:
        return 0

    def turn(self, state: int) -> int:
        return state % 2

    def actions(self, state: int) -> list[int]:
        return [1]

    def apply(self, state: int, action: int) -> tuple[int, int]:
        return 0, (state + action) % 10


def test_a_game_without_end_is_drawn() -> None:
    record = play(bout(lambda s: 1, lambda s: 1, Endless(), max_plies=7))
    assert (record.reason, record.points, len(record.actions)) == ("plies", (0.5, 0.5), 7)


class Broken(Endless):
    def apply(self, state: int, action: int) -> tuple[int, int]:
        raise KeyError("the game is broken")


def test_a_fault_of_the_game_is_no_fault_of_the_player() -> None:
    with pytest.raises(KeyError, match="the game is broken"):
        play(bout(lambda s: 1, lambda s: 1, Broken()))


class Race(ft.Game[tuple[int, int], int]):
    """Two players throw a coin in turn; chance has a turn of its own."""

    players = 2

    def initial(self) -> tuple[int, int]:
        return (0, 0)

    def turn(self, state: tuple[int, int]) -> int:
        ply, _ = state
        return ft.OVER if ply == 8 else ft.CHANCE if ply % 2 else (ply // 2) % 2

    def actions(self, state: tuple[int, int]) -> list[int]:
        return [1, 2]

    def outcomes(self, state: tuple[int, int], action: int | None) -> Any:
        ply, sum_ = state
        if action is not None:
            return [(1.0, 0, (ply + 1, sum_))]
        return [(0.5, (1, -1), (ply + 1, sum_ + 1)), (0.5, (-1, 1), (ply + 1, sum_ - 1))]


def test_chance_is_drawn_from_the_seed_of_the_game() -> None:
    search = ft.player(ft.MCTS(), simulations=20)
    records = [play(bout(search, lambda s: 1, Race())) for _ in range(2)]
    assert records[0].returns == records[1].returns
    assert records[0].actions[1::2] == (None,) * 4
    assert records[0].seconds[1] is None
    assert records[0].reason == "over"
