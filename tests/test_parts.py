"""The parts of a search, one by one."""

from typing import Any

import numpy as np
import pytest

import forethought as ft
from forethought.policies import Array
from tests.trees import assert_consistent
from tests.zoo.good import Dice, Inventory, Nim, Stock, TicTacToe


def table(game: ft.Game, search: ft.MCTS, *, simulations: int = 400, state: Any = None) -> Any:
    decision = ft.decide(game, search, state=state, simulations=simulations, seed=7)
    return list(decision.actions)


# Opponents


@pytest.mark.parametrize("game", [ft.games.tic_tac_toe(), TicTacToe()])
def test_a_fixed_opponent_does_what_it_is_told(game: ft.Game) -> None:
    def last(state: str) -> int:
        return state.rindex(".")

    search = ft.start(game, ft.MCTS(opponents=last), seed=1)
    search.run(simulations=300)
    assert_consistent(search)
    for state, turn, _, arms in search.tree():
        if turn == 1:
            assert {arm[0] for arm in arms if arm[1]} <= {last(state)}


def test_an_opponent_may_play_by_chance() -> None:
    search = ft.start(ft.games.tic_tac_toe(), ft.MCTS(opponents="random"), seed=1)
    search.run(simulations=4000)
    replies = [node for node in search.tree() if node[1] == 1 and node[2] > 200]
    for _, _, visits, arms in replies:
        counts = [arm[1] for arm in arms]
        # Five standard deviations of a binomial count; 9 nodes of 8 arms: error below 1e-4.
        assert max(abs(n - visits / len(counts)) for n in counts) < 5 * (visits / 8) ** 0.5
    assert len(replies) > 3


def test_an_opponent_may_have_a_policy_of_its_own() -> None:
    parts = ft.MCTS(policy=ft.UCT(), opponents=ft.Uniform())
    search = ft.start(ft.games.nim(heaps=(2, 3), players=3), parts, seed=1)
    search.run(simulations=2000)
    others = [node for node in search.tree() if node[1] in (1, 2) and node[3]]
    assert len(others) > 5
    for node in others:
        counts = [arm[1] for arm in node[3]]
        assert max(counts) - min(counts) <= 1
    own = [arm[1] for arm in search.tree()[0][3]]
    assert max(own) - min(own) > 100


def test_an_opponent_that_cheats_is_named() -> None:
    with pytest.raises(ft.IllegalAction, match="action 99 is not legal at state '"):
        ft.decide(
            ft.games.tic_tac_toe(),
            ft.MCTS(opponents=lambda _: 99),
            simulations=100,
            seed=1,
        )


# Rollouts


@pytest.mark.parametrize("game", [ft.games.inventory(), Inventory(), Stock()])
def test_a_rollout_of_ones_own(game: ft.Game) -> None:
    seen = []

    def guess(state: tuple[int, int], rng: ft.Rng) -> float:
        seen.append(state)
        return -100.0 + rng.random() if state[1] < 3 else 0.0

    rows = table(game, ft.MCTS(rollout=guess, backup="average"), state=(5, 1), simulations=16)
    assert len(seen) == 16
    assert {state[1] for state in seen} == {2}
    assert max(row.mean for row in rows if row.visits) < -90
    again = table(game, ft.MCTS(rollout=guess, backup="average"), state=(5, 1), simulations=16)
    assert rows == again


def test_a_rollout_for_several_players_and_for_nobody() -> None:
    rows = table(Nim((2, 3), 3), ft.MCTS(rollout=lambda s, rng: (0.25, 0.5, 0.5)), simulations=5)
    assert {row.mean for row in rows} == {0.25}
    rows = table(Nim((2, 3), 3), ft.MCTS(rollout=lambda s, rng: 0), simulations=5)
    assert {row.mean for row in rows} == {0.0}


@pytest.mark.parametrize("given", [None, "x", (1.0, 2.0), float("nan"), True])
def test_a_rollout_must_give_returns(given: Any) -> None:
    wanted = "set players = 2" if isinstance(given, tuple) else "give a finite number"
    with pytest.raises(ft.GameError, match=rf"rollout\(\) gave the reward .*{wanted}"):
        table(ft.games.inventory(), ft.MCTS(rollout=lambda s, rng: given))


def test_what_a_rollout_raises_passes_through() -> None:
    def broken(state: Any, rng: ft.Rng) -> float:
        raise LookupError(state)

    with pytest.raises(LookupError) as raised:
        table(ft.games.inventory(), ft.MCTS(rollout=broken))
    assert raised.traceback[-1].name == "broken"


# Which arrivals share a node


class Climb(ft.Game):
    """One or two steps up at a time, to the fifth; each costs 1."""

    def initial(self) -> int:
        return 0

    def turn(self, s: int) -> int:
        return 0 if s < 5 else ft.OVER

    def actions(self, s: int) -> tuple[int, int]:
        return (1, 2)

    def apply(self, s: int, a: int) -> tuple[float, int]:
        return -1.0, min(s + a, 5)


@pytest.mark.parametrize(
    ("nodes", "count"),
    [
        ("state", 6),
        # After 0, 1, 2, 3, 4, 5 steps: 1, 2, 3, 3, 2, 1 different states.
        ("state_and_stage", 12),
        # A path is a way of writing a number below 5, or at last 5 or 6, as a sum of ones and
        # twos: 1 + 1 + 2 + 3 + 5 go on, and each of these 12 has two children.
        ("path", 25),
    ],
)
def test_nodes(nodes: str, count: int) -> None:
    search = ft.start(Climb(), ft.MCTS(policy=ft.Uniform(), nodes=nodes), seed=1)
    decision = search.run(simulations=1000)
    assert decision.spent.tree_nodes == len(search.tree()) == count
    assert_consistent(search)


# The final choice


@pytest.mark.parametrize("rule", ["mean", "visits", "lower_bound"])
def test_choices(rule: str) -> None:
    measure = {
        "mean": lambda row: row.mean,
        "visits": lambda row: (row.visits, row.mean),
        "lower_bound": lambda row: row.mean - 1.96 * row.stderr,
    }[rule]
    chosen = set()
    for seed in range(30):
        parts = ft.MCTS(policy=ft.UCT(n0=2), backup="average", choice=rule)
        decision = ft.decide(ft.games.inventory(), parts, simulations=80, seed=seed)
        best = max(decision.actions, key=measure)
        assert (decision.rule, decision.action, decision.value) == (rule, best.action, best.mean)
        chosen.add(decision.action)
    assert len(chosen) > 3


# A policy of the user's


def test_a_callable_over_arrays_is_a_policy() -> None:
    def least(counts: Array, means: Array, variances: Array) -> int:
        assert counts.dtype == means.dtype == variances.dtype == np.float64
        assert counts.shape == means.shape == variances.shape
        return int(np.argmin(counts))

    game = ft.games.inventory()
    assert table(game, ft.MCTS(policy=least)) == table(game, ft.MCTS(policy=ft.Uniform()))
    assert table(game, ft.MCTS(policy=lambda n, m, v: np.argmin(n))) == table(
        game, ft.MCTS(policy=ft.Uniform())
    )


@pytest.mark.parametrize(
    ("given", "error", "told"),
    [
        (99, ft.PolicyError, "the policy chose index 99: give an index from 0 to 15"),
        (-1, ft.PolicyError, "the policy gave -1: give an index from 0 to 15"),
        (None, ft.PolicyError, "the policy gave None"),
        (0.5, ft.PolicyError, r"the policy gave 0\.5"),
    ],
)
def test_a_callable_must_give_an_index(given: Any, error: type[Exception], told: str) -> None:
    with pytest.raises(error, match=told):
        table(ft.games.inventory(), ft.MCTS(policy=lambda n, m, v: given))


# Players


def test_each_player_looks_at_its_own() -> None:
    game = ft.games.nim(heaps=(1, 2, 3), players=3)
    first = ft.start(game, seed=1)
    first.run(simulations=3000)
    assert first.run(simulations=3001).player == 0
    first.advance((2, 1))
    later = first.run(simulations=3000)
    assert later.player == 1
    means = first.tree()[0][3]
    assert [row.mean for row in later.actions] == [arm[2][1] for arm in means]


@pytest.mark.parametrize(
    "backup", ["mixed", "average", "max", "bellman", "contenders", ft.Mixed(3.0)]
)
@pytest.mark.parametrize("chance", ["explicit", "sampled"])
@pytest.mark.parametrize("nodes", ["state", "path"])
def test_every_combination_stays_consistent(backup: Any, chance: str, nodes: str) -> None:
    parts = ft.MCTS(policy=ft.OCBA(), backup=backup, chance=chance, nodes=nodes)
    for game in (Dice(), ft.games.pig(target=8), ft.games.tic_tac_toe(opponent="random")):
        search = ft.start(game, parts, seed=4)
        decision = search.run(simulations=300)
        assert_consistent(search)
        assert decision.spent.simulations == 300
