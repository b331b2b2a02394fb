import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from forethought.errors import (
    ForethoughtError,
    GameError,
    IllegalAction,
    ParameterError,
    Unsupported,
)
from forethought.game import CHANCE, OVER, Game, actions_of, outcomes_of, step
from forethought.rng import Rng
from tests.zoo import bases, broken_asked, broken_followed
from tests.zoo.good import Dice, Inventory, Nim, Stock, Throw, TicTacToe

# Random streams


def test_the_published_numbers() -> None:
    # The first outputs of xoshiro256++ 1.0 for the state 1, 2, 3, 4.
    rng = Rng(0)
    rng.setstate((1, 2, 3, 4, None))
    drawn = [rng.getrandbits(64) for _ in range(4)]
    assert drawn == [41943041, 58720359, 3588806011781223, 3591011842654386]


def test_seeds_and_streams_differ() -> None:
    first = {Rng(seed, name).random() for seed in (0, 1, 2**64 - 1) for name in ("user", "game")}
    assert len(first) == 6
    assert Rng(7).random() == Rng(7, "user").random()


def words(rng: Rng, count: int) -> list[int]:
    twin = copy.copy(rng)
    return [twin.getrandbits(64) for _ in range(count)]


@given(st.integers(0, 2**64 - 1), st.integers(1, 2**63 - 1))
def test_a_whole_number_takes_one_draw(seed: int, n: int) -> None:
    rng = Rng(seed)
    first, second = words(rng, 2)
    assert rng.randrange(n) == first * n >> 64
    assert rng.random() == (second >> 11) * 2.0**-53


@given(st.integers(-(10**30), 10**30), st.integers(1, 10**30), st.integers(-50, 50))
def test_ranges(start: int, length: int, step: int) -> None:
    numbers = range(start, start + length) if step == 0 else range(start, start + step * 9, step)
    assert Rng(1).randrange(numbers.start, numbers.stop, numbers.step) in numbers


@given(st.integers(0, 300))
def test_bits(k: int) -> None:
    rng = Rng(5)
    drawn = [rng.getrandbits(k) for _ in range(30)]
    assert all(0 <= number < 2**k for number in drawn)
    # All 30 miss the top half with probability 2**-30.
    assert k == 0 or max(drawn) >= 2 ** (k - 1)


def test_what_is_inherited_draws_from_the_stream() -> None:
    def draws(rng: random.Random) -> list[object]:
        cards = list(range(10))
        rng.shuffle(cards)
        picked = [rng.sample(range(100), 5), rng.choices("abc", k=4), rng.choice("xyz")]
        return [cards, picked, rng.gauss(0, 1), rng.expovariate(2), rng.randint(1, 6)]

    random.seed(1)
    before = random.getstate()
    assert draws(Rng(3)) == draws(Rng(3))
    assert random.getstate() == before
    assert sorted(draws(Rng(3))[0]) == list(range(10))  # type: ignore[call-overload]


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda rng: pickle.loads(pickle.dumps(rng))]
)
def test_a_copy_goes_on_alike_and_apart(again: Any) -> None:
    rng = Rng(9, "game")
    rng.gauss(0, 1)
    twin = again(rng)
    assert [twin.gauss(0, 1), twin.random()] == [rng.gauss(0, 1), rng.random()]
    rng.random()
    assert twin.random() != rng.random()


def test_state_and_seed() -> None:
    rng = Rng(9, "game")
    state = rng.getstate()
    first = rng.random()
    rng.setstate(state)
    assert rng.random() == first
    rng.seed(9)
    assert rng.random() == first


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, None, "x", True])
def test_other_seeds_are_refused(seed: Any) -> None:
    with pytest.raises(ParameterError, match=r"give a whole number from 0 to 2\*\*64 - 1"):
        Rng(seed)


@pytest.mark.parametrize(
    ("draw", "error"),
    [
        (lambda rng: rng.randrange(0), ValueError),
        (lambda rng: rng.randrange(5, 5), ValueError),
        (lambda rng: rng.randrange(1, 5, 0), ValueError),
        (lambda rng: rng.randrange(1.5), TypeError),
        (lambda rng: rng.choice([]), IndexError),
        (lambda rng: rng.getrandbits(-1), ValueError),
        (lambda rng: rng.setstate((0, 0, 0, 0, None)), ValueError),
    ],
)
def test_wrong_draws(draw: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        draw(Rng(1))


# Errors


def test_an_illegal_action_tells_what_is_legal() -> None:
    error = IllegalAction("Stock", (5, 0), 99, range(16))
    assert str(error).startswith("Stock: action 99 is not legal at state (5, 0): give one of 0, 1")
    assert (error.game, error.state, error.action, error.legal[-1]) == ("Stock", (5, 0), 99, 15)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    assert isinstance(error, ForethoughtError)
    assert str(IllegalAction("G", 0, 0, range(22))).endswith("19 and 2 more")
    assert str(IllegalAction("G", 0, 0, ())).endswith("the play is over there, so no action is")


# Games


def test_chance_follows_from_the_methods() -> None:
    found = [game.chance for game in (Stock(), Inventory(), TicTacToe(), Nim(), Dice())]
    assert found == ["sampled", "explicit", "none", "none", "explicit"]


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (broken_asked.NoStep(), "NoStep defines none of them: define exactly one of apply"),
        (broken_asked.TwoSteps(), "TwoSteps defines apply and sample: define exactly one of apply"),
    ],
)
def test_one_way_to_step_is_needed(game: Game, told: str) -> None:
    with pytest.raises(GameError, match=told):
        _ = game.chance


def test_a_method_that_is_missing_is_named() -> None:
    with pytest.raises(GameError, match=r"does not define initial\(self\)"):
        broken_asked.NoInitial().initial()
    with pytest.raises(Unsupported, match="Stock does not define outcomes: it has sample"):
        outcomes_of(Stock(), (5, 0), 1)


def test_names() -> None:
    class Named(Stock):
        name = "a named game"

    class Unnamed(Named):
        pass

    assert (Stock().name, Named().name, Unnamed().name) == ("Stock", "a named game", "Unnamed")


def test_actions() -> None:
    assert actions_of(Stock(), (19, 0)) == [0, 1]
    assert actions_of(Dice(), Throw(0, 2, thrown=True)) == [None]
    with pytest.raises(GameError, match="no action at state 3, and the play is not over"):
        actions_of(broken_asked.NoActions(), 3)
    with pytest.raises(GameError, match="the game only has apply"):
        actions_of(broken_asked.ApplyAtChance(), 4)


def test_step_of_each_kind() -> None:
    assert step(TicTacToe(), "XX.OO....", 2, Rng(1)) == ((1.0, 0.0), "XXXOO....")
    assert step(TicTacToe(), ".........", 2, Rng(1)) == ((0.0, 0.0), "..X......")
    demand = Rng(1).randrange(10)
    assert step(Stock(), (5, 0), 9, Rng(1)) == ((float(demand - 14),), (14 - demand, 1))
    demand = int(Rng(1).random() * 10)
    assert step(Inventory(), (5, 0), 9, Rng(1)) == ((float(demand - 14),), (14 - demand, 1))


def test_the_last_outcome_takes_what_rounding_leaves() -> None:
    class Leaky(bases.Chancy):
        def outcomes(self, s: int, a: int) -> Any:
            return [(0.0, 1, s), (0.0, 2, s - 1)]

    assert step(Leaky(), 4, 1, Rng(1)) == ((2.0,), 3)


def test_outcomes() -> None:
    assert outcomes_of(TicTacToe(), ".........", 0) == [(1.0, (0.0, 0.0), "X........")]
    assert len(outcomes_of(Dice(), Throw(0, 2, thrown=True), None)) == 6


@pytest.mark.parametrize(
    ("players", "reward", "rewards"),
    [
        (1, 2, (2.0,)),
        (1, [2], (2.0,)),
        (1, np.float32(2), (2.0,)),
        (2, 0, (0.0, 0.0)),
        (2, np.array([1, 2]), (1.0, 2.0)),
        (2, (1, 2.5), (1.0, 2.5)),
    ],
)
def test_rewards(players: int, reward: Any, rewards: tuple[float, ...]) -> None:
    game = broken_followed.Rewarding()
    game.players, game.reward = players, reward
    assert step(game, 4, 1, Rng(1)) == (rewards, 3)


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        (
            broken_followed.WordReward,
            "at state 4, action 1 the reward is 'won', of type str: give a finite",
        ),
        (broken_followed.TruthReward, "the reward is True, a truth value"),
        (broken_followed.ShortReward, r"the reward is \(1, 0\), not 3 numbers"),
        (broken_followed.OneForThree, "the reward is 1, not 3 numbers"),
        (broken_followed.InfiniteReward, "the reward is -inf"),
        (broken_followed.HugeReward, r"beyond 1e\+100: scale the rewards"),
        (broken_followed.EndlessReward, r"the reward is 10{59}\.\.\.: give"),
        (broken_followed.ForgottenPlayers, "2 numbers for 1 player: set players = 2"),
    ],
)
def test_rewards_that_are_refused(kind: type[Game], told: str) -> None:
    with pytest.raises(GameError, match=told):
        step(kind(), 4, 1, Rng(1))


def test_no_outcome_is_refused() -> None:
    with pytest.raises(GameError, match="outcomes gives nothing at state 4, action 1"):
        step(broken_followed.NoOutcomes(), 4, 1, Rng(1))


def test_the_two_turns_that_are_no_player() -> None:
    assert (OVER, CHANCE) == (-1, -2)
