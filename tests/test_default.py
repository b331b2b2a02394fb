"""The default search: ``ft.MCTS()``, the contenders backup under UCT with a relative weight."""

import random
from dataclasses import replace
from typing import Any

import pytest

import forethought as ft
from forethought.game import OVER
from tests.test_converge import CASES
from tests.zoo.good import Dice, Inventory, Nim, Stock, TicTacToe

# Exact values


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", CASES)
def test_small_games_become_exact(name: str, seed: int) -> None:
    case = CASES[name]
    parts = ft.MCTS(nodes="state") if case.cyclic else ft.MCTS()
    decision = ft.decide(case.game, parts, state=case.state, simulations=20_000, seed=seed)
    solution = ft.solve(case.game, state=case.state)
    assert decision.value == pytest.approx(solution.value, abs=1e-6)
    assert decision.action in solution.best


@pytest.mark.parametrize("game", [ft.games.inventory(), ft.games.inventory(penalty=1, setup=5)])
def test_the_inventory_problem_becomes_exact(game: ft.Game) -> None:
    solution = ft.solve(game)
    for seed in range(10):
        decision = ft.decide(game, simulations=20_000, seed=seed)
        assert decision.value == pytest.approx(solution.value, abs=1e-6)
        assert decision.action in solution.best


def test_connect_four_opens_in_the_centre() -> None:
    # It did so at 100 of 100 other seeds.
    game = ft.games.connect_four()
    chosen = [ft.decide(game, simulations=5000, seed=seed).action for seed in range(30)]
    assert chosen.count(3) >= 29


def test_an_action_that_always_pays_the_same_is_not_taken_for_ever() -> None:
    # To stop at once pays 0, and a throw can pay 0 too: at first nothing differs.
    for seed in range(30):
        decision = ft.decide(Dice(), simulations=200, seed=seed)
        assert decision.action == "throw"


def test_nothing_differs() -> None:
    class Nothing(Stock):
        def sample(self, s: Any, a: int, rng: ft.Rng) -> Any:
            return 7, super().sample(s, a, rng)[1]

    decision = ft.decide(Nothing(), simulations=160, seed=1)
    assert {(row.visits, row.mean) for row in decision.actions} == {(10, 21)}


# Where zero is, and what the unit is


class Other(ft.Game):
    """A game with all rewards multiplied, and a number added to what the last step pays."""

    def __init__(self, game: ft.Game, factor: float = 1.0, shift: float = 0.0) -> None:
        self.game, self.factor, self.shift = game, factor, shift
        self.players, self.step_methods = game.players, game.step_methods[-1:]

    def initial(self) -> Any:
        return self.game.initial()

    def turn(self, s: Any) -> int:
        return self.game.turn(s)

    def actions(self, s: Any) -> Any:
        return self.game.actions(s)

    def apply(self, s: Any, a: Any) -> Any:
        return self._paid(*self.game.apply(s, a))

    def sample(self, s: Any, a: Any, rng: ft.Rng) -> Any:
        return self._paid(*self.game.sample(s, a, rng))

    def outcomes(self, s: Any, a: Any) -> Any:
        return [(p, *self._paid(r, after)) for p, r, after in self.game.outcomes(s, a)]

    def _paid(self, reward: Any, after: Any) -> Any:
        last = self.shift if self.turn(after) == OVER else 0.0
        each = [reward] * self.players if isinstance(reward, float | int) else reward
        paid = [self.factor * number + last for number in each]
        return paid[0] if self.players == 1 else paid, after


RELATIVE = ft.UCT(weight=0.7, relative=True)
GAMES = [Stock(), Inventory(), TicTacToe(), Nim(), Dice(), ft.games.sailing(size=3)]


def searched(game: ft.Game, parts: ft.MCTS, seed: int = 1) -> ft.Search:
    search = ft.start(game, parts, seed=seed)
    search.run(simulations=1000)
    return search


def visits(search: ft.Search) -> Any:
    return [(state, n, [arm[1] for arm in arms]) for state, _, n, arms in search.tree()]


@pytest.mark.parametrize("factor", [2.0, 0.125])
@pytest.mark.parametrize("backup", ["contenders", "mixed", "bellman", "average"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_unit_of_returns_changes_nothing(game: ft.Game, backup: str, factor: float) -> None:
    # A power of two changes no digit.
    parts = ft.MCTS(policy=RELATIVE, backup=backup)
    search, other = searched(Other(game), parts), searched(Other(game, factor), parts)
    assert visits(search) == visits(other)
    pairs = zip(search.run(simulations=1).actions, other.run(simulations=1).actions, strict=True)
    for row, scaled in pairs:
        assert scaled.mean == (row.mean if row.mean is None else factor * row.mean)
        assert scaled.stderr == (row.stderr if row.stderr is None else factor * row.stderr)


class Leaves(ft.Game):
    """Three turns of three actions with two outcomes; what the last one pays are any numbers."""

    def initial(self) -> tuple[int, ...]:
        return ()

    def turn(self, s: tuple[int, ...]) -> int:
        return OVER if len(s) == 6 else 0

    def actions(self, s: tuple[int, ...]) -> tuple[int, ...]:
        return (0, 1, 2)

    def outcomes(self, s: tuple[int, ...], a: int) -> Any:
        return [(0.5, self._paid((*s, a, i)), (*s, a, i)) for i in range(2)]

    def _paid(self, s: tuple[int, ...]) -> float:
        return random.Random(str(s)).random() if len(s) == 6 else 0.0


@pytest.mark.parametrize("shift", [-8.0, 0.3, 16.0])
@pytest.mark.parametrize("chance", ["explicit", "sampled"])
@pytest.mark.parametrize("backup", ["contenders", "mixed", "bellman", "average"])
@pytest.mark.parametrize("policy", [RELATIVE, ft.OCBA(sigma0=0)])
def test_a_number_added_to_all_returns_changes_nothing(
    policy: ft.policies.Policy, backup: str, chance: str, shift: float
) -> None:
    # But for rounding: where two actions are exactly equal it can turn the scale, so these are not.
    parts = ft.MCTS(policy=policy, backup=backup, chance=chance)
    search, other = searched(Other(Leaves()), parts), searched(Other(Leaves(), 1, shift), parts)
    assert visits(search) == visits(other)
    pairs = zip(search.run(simulations=1).actions, other.run(simulations=1).actions, strict=True)
    for row, shifted in pairs:
        assert row.mean is not None
        assert shifted.mean == pytest.approx(row.mean + shift)
        assert shifted.stderr == pytest.approx(row.stderr)


def test_it_does_not_matter_which_player_is_paid() -> None:
    class Second(Stock):
        players = 2

        def turn(self, s: Any) -> int:
            return OVER if super().turn(s) == OVER else 1

        def sample(self, s: Any, a: int, rng: ft.Rng) -> Any:
            reward, after = super().sample(s, a, rng)
            return (0, reward), after

    def told(search: ft.Search, player: int) -> Any:
        arms = [arm for _, _, _, arms in search.tree() for arm in arms]
        return [(action, n, means[player], squares) for action, n, means, squares, _ in arms]

    for policy in (RELATIVE, ft.UCT(growing=True), ft.OCBA()):
        parts = ft.MCTS(policy=policy)
        assert told(searched(Stock(), parts), 0) == told(searched(Second(), parts), 1)


def test_the_parts_are_those_that_were_measured() -> None:
    assert ft.MCTS() == ft.MCTS(policy=RELATIVE, backup="contenders", chance="auto")
    assert replace(ft.MCTS(), backup="mixed") != ft.MCTS()
