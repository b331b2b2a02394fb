"""What a game or an argument does wrong reaches the user as it is, with its reason."""

import gc
import math
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import forethought as ft
from tests.ctrl_c import interrupted


class Walk(ft.Game):
    """Plays of a number of steps, each of which pays."""

    horizon: int | None = None

    def __init__(self, steps: int = 3, pays: Any = 1.0) -> None:
        self.steps, self.pays = steps, pays

    def initial(self) -> Any:
        return 0

    def turn(self, s: Any) -> int:
        return ft.OVER if s >= self.steps else 0

    def actions(self, s: Any) -> Any:
        return (0, 1)

    def apply(self, s: Any, a: Any) -> Any:
        return self.pays, s + 1


def nested(depth: int) -> list[Any]:
    tree: list[Any] = [1]
    for _ in range(depth - 1):
        tree = [tree]
    return tree


def endless_list() -> list[Any]:
    loop: list[Any] = []
    loop.append(loop)
    return loop


@pytest.mark.parametrize("tree", [nested(501), nested(10_000), endless_list()])
def test_lists_nested_too_deep_are_refused(tree: list[Any]) -> None:
    with pytest.raises(ft.ParameterError, match="tree: lists are nested more than 500 deep"):
        ft.games.tree(tree=tree)
    with pytest.raises(ft.StateError, match="nested more than 500 deep"):
        ft.games.tree().turn(tree)


def test_lists_nested_deep_are_read() -> None:
    assert ft.solve(ft.games.tree(tree=nested(500))).value == 1


@pytest.mark.parametrize("number", [np.float32(2), np.float64(2), np.int16(2), Fraction(2), 2.0])
def test_any_type_of_number_is_a_plain_value(number: Any) -> None:
    assert ft.solve(ft.games.tree(tree=[number, 1])).value == 2
    assert ft.games.inventory(holding=number).parameters["holding"] == 2


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (2**63, "9223372036854775808 is too large for 64 bits"),
        (10**5000, "a value of <class 'int'> is too large for 64 bits"),
        (Fraction(10**400), "is too large for 64 bits"),
        ({}, "{} is no plain value: give a number"),
        (np.zeros(2), "is no plain value"),
    ],
    ids=["whole", "long", "fraction", "dictionary", "array"],
)
def test_what_is_no_plain_value_says_why(value: Any, why: str) -> None:
    with pytest.raises(ft.ParameterError, match=f"inventory: stock: .*{why}"):
        ft.games.inventory(stock=value)


class Raises:
    """A state, or an argument, whose methods raise."""

    def __init__(self, error: BaseException, at: str, key: int = 0) -> None:
        self.error, self.at, self.key = error, at, key

    def __hash__(self) -> int:
        if self.at == "hash":
            raise self.error
        return 0

    def __eq__(self, other: object) -> bool:
        if self.at == "eq":
            raise self.error
        return isinstance(other, Raises) and self.key == other.key

    def __index__(self) -> int:
        raise self.error


def test_errors_of_an_argument_pass_through() -> None:
    with pytest.raises(KeyboardInterrupt):
        ft.games.inventory(stock=Raises(KeyboardInterrupt(), "index"))
    with pytest.raises(ZeroDivisionError):
        ft.games.inventory().turn((Raises(ZeroDivisionError(), "index"), 0))


class Keyed(Walk):
    """The states are objects with a key, the number of the step."""

    def __init__(self, state: Callable[[int], Raises]) -> None:
        super().__init__(2)
        self.state = state

    def initial(self) -> Any:
        return self.state(0)

    def turn(self, s: Any) -> int:
        return ft.OVER if s.key >= self.steps else 0

    def apply(self, s: Any, a: Any) -> Any:
        return 0.0, self.state(s.key + 1)


@pytest.mark.parametrize("error", [ValueError("mine"), KeyboardInterrupt()])
def test_errors_of_hash_pass_through(error: BaseException) -> None:
    def state(key: int) -> Raises:
        return Raises(error, "hash" if key == 2 else "none", key)

    with pytest.raises(type(error)):
        ft.decide(Keyed(state), simulations=20, seed=1)
    with pytest.raises(type(error)):
        ft.solve(Keyed(state))


def test_what_has_no_hash_is_said() -> None:
    def state(key: int) -> Raises:
        return Raises(TypeError("no hash"), "hash" if key == 2 else "none", key)

    with pytest.raises(ft.GameError, match=r"a state can't be hashed \(no hash\)"):
        ft.solve(Keyed(state))


class Moody:
    """A state that can't be compared with another of its kind, except for the first."""

    def __init__(self, first: bool) -> None:
        self.first = first

    def __hash__(self) -> int:
        return -2 if self.first else -3

    def __eq__(self, other: object) -> bool:
        raise ZeroDivisionError("mine")


class Long(Walk):
    """The first play has more states than are remembered; moody ones come later."""

    def __init__(self) -> None:
        super().__init__(2**14 + 100)
        self.plays = 0

    def turn(self, s: Any) -> int:
        return 0 if isinstance(s, Moody) or s < self.steps else ft.OVER

    def actions(self, s: Any) -> Any:
        return range(5)

    def apply(self, s: Any, a: Any) -> Any:
        if isinstance(s, Moody):
            return 0.0, 1
        if s == 0:
            self.plays += 1
            return 0.0, Moody(first=self.plays == 1)
        return 0.0, s + 1


def test_errors_of_comparing_states_that_are_not_remembered_pass_through() -> None:
    search = ft.start(Long(), seed=1)
    search.run(simulations=2)
    with pytest.raises(ZeroDivisionError, match="mine"):
        search.run(simulations=5)
    assert search.run(simulations=2).visits == 2
    with pytest.raises(ZeroDivisionError, match="mine"):
        search.run(simulations=5)


class Alike(Long):
    """Its moody states are the last ones, after all that is remembered."""

    def turn(self, s: Any) -> int:
        return ft.OVER if isinstance(s, Moody) else 0

    def apply(self, s: Any, a: Any) -> Any:
        return 0.0, Moody(first=False) if s == self.steps else s + 1


def test_errors_of_comparing_solved_states_pass_through() -> None:
    with pytest.raises(ZeroDivisionError, match="mine"):
        ft.solve(Alike())


@pytest.mark.parametrize("pays", [1e101, -1e300, 10**200])
def test_rewards_beyond_all_measure_are_refused(pays: float) -> None:
    for run in (ft.solve, lambda game: ft.decide(game, simulations=5, seed=1)):
        with pytest.raises(ft.GameError, match="too large: scale the rewards to at most 1e100"):
            run(Walk(pays=pays))
    with pytest.raises(ft.ParameterError, match=r"at tree\[0\]: .*too large: scale the rewards"):
        ft.games.tree(tree=[float(pays), 1.0])
    with pytest.raises(ft.GameError, match=r"rollout\(\) gave .*too large"):
        ft.decide(Walk(), ft.MCTS(rollout=lambda s, rng: pays), simulations=5, seed=1)


@pytest.mark.parametrize("backup", ["mixed", "average", "max", "bellman", "contenders"])
@pytest.mark.parametrize("policy", [ft.UCT(), ft.OCBA(), ft.UCB1Tuned(), ft.KG(), ft.Greedy()])
def test_the_largest_rewards_give_finite_numbers(backup: str, policy: Any) -> None:
    game = ft.games.tree(tree=[[1e100, -1e100], [[1e100, 0], -1e100]], players=1)
    assert ft.solve(game).value == 1e100
    search = ft.MCTS(backup=backup, policy=policy)
    found = ft.decide(game, search, simulations=200, seed=1)
    rows = [number for row in found.actions for number in (row.mean, row.stderr)]
    assert all(math.isfinite(number) for number in rows if number is not None)
    assert found.confidence is None or math.isfinite(found.confidence)
    long = ft.decide(Walk(2000, 1e100), search, simulations=50, seed=1)
    assert math.isfinite(long.value or math.nan)


def test_a_reward_for_more_players_than_there_are_says_how_many() -> None:
    with pytest.raises(ft.GameError, match="2 numbers for 1 player: set players = 2"):
        ft.solve(Walk(pays=(1, -1)))
    with pytest.raises(ft.GameError, match="give a finite number"):
        ft.solve(Walk(pays=("a", "b")))


def test_more_bits_than_there_can_be_are_refused() -> None:
    rng = ft.Rng(1)
    for bits in (2**31, 2**62, 2**70):
        with pytest.raises(OverflowError):
            rng.getrandbits(bits)


def test_a_play_beyond_its_horizon_is_an_error() -> None:
    game = Walk(10**9)
    game.horizon = 5
    with pytest.raises(ft.GameError, match="more than 5 actions, its horizon"):
        ft.decide(game, simulations=5, seed=1)
    game = Walk(5)
    game.horizon = 5
    assert ft.decide(game, simulations=50, seed=1).value == 5


ALL_REMEMBERED = """
import forethought as ft

class Circle(ft.Game):
    def initial(self): return 0
    def turn(self, s): return 0
    def actions(self, s): return (0, 1)
    def apply(self, s, a): return 0.0, (s + 1) % 3

print("begun", flush=True)
while True:
    try:
        ft.decide(Circle(), simulations=1)
    except ft.GameError:
        continue
    except KeyboardInterrupt:
        print("interrupted", flush=True)
        break
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to a child")
def test_ctrl_c_is_answered_within_a_long_play() -> None:
    assert interrupted(ALL_REMEMBERED) == "interrupted\n"


def test_a_search_that_runs_can_not_be_used() -> None:
    told = []

    class Curious(Walk):
        search: Any

        def apply(self, s: Any, a: Any) -> Any:
            try:
                self.search.tree()
            except ft.Unsupported as error:
                told.append(str(error))
            return super().apply(s, a)

    game = Curious()
    game.search = ft.start(game, seed=1)
    game.search.run(simulations=2)
    assert told
    assert all("this search is running: give each thread its own" in text for text in told)


def test_a_search_of_another_thread_can_not_be_used() -> None:
    search = ft.start(ft.games.connect_four(), seed=1)
    thread = threading.Thread(target=lambda: search.run(seconds=0.5))
    thread.start()
    time.sleep(0.2)
    with pytest.raises(ft.Unsupported, match="give each thread its own"):
        search.run(simulations=1)
    thread.join()
    assert search.run(simulations=1).visits > 0


NO_MEMORY = """
import resource, forethought as ft
in_use = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (in_use + 2**25, in_use + 2**25))
try:
    ft.solve(ft.games.connect_four(), max_states=10**9)
except ft.Unsupported as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits the memory of a process")
def test_memory_that_can_not_be_had_is_an_error() -> None:
    done = subprocess.run(
        [sys.executable, "-c", NO_MEMORY], capture_output=True, text=True, check=True
    )
    assert "connect_four: there is no memory for more than the" in done.stdout


class Holder(Walk):
    """Holds its search, and is held by it in every way there is."""

    def __init__(self, way: str) -> None:
        super().__init__()
        parts: dict[str, dict[str, Any]] = {
            "rollout": {"rollout": lambda s, rng: float(self.steps)},
            "policy": {"policy": lambda counts, means, variances: len(counts) - self.steps + 2},
            "opponents": {"opponents": lambda s: self.steps - 3},
        }
        self.way = way
        self.search = ft.start(self, ft.MCTS(**parts.get(way, {})), seed=1)
        self.search.run(simulations=20)

    def initial(self) -> Any:
        return State(self, 0) if self.way == "states" else 0

    def apply(self, s: Any, a: Any) -> Any:
        return 1.0, State(self, s + 1) if self.way == "states" else s + 1


class State(int):
    """A state that knows its game."""

    game: Holder

    def __new__(cls, game: Holder, step: int) -> "State":
        state = super().__new__(cls, step)
        state.game = game
        return state


@pytest.mark.parametrize("way", ["methods", "rollout", "policy", "opponents", "states"])
def test_a_game_that_holds_its_search_is_collected(way: str) -> None:
    game = Holder(way)
    gone = weakref.ref(game)
    gc.collect()
    assert game.search.run(simulations=30).visits >= 20
    del game
    gc.collect()
    assert gone() is None
