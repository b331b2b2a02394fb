"""MGSS* of the core and of the textbook: step for step the same.

The textbook values every leaf anew before each step; the core remembers what it can.
"""

import random
from collections.abc import Callable
from math import inf
from typing import Any

import pytest

import forethought as ft
from forethought.textbook import Candidate, Outlook
from forethought.textbook.mgss import Deliberation
from tests.minimax import ragged
from tests.places import late
from tests.zoo.good import TicTacToe

ROUNDING = 1e-12
ENDS = {"not_worth_it", "proven", "single_action"}
"""Why the core may stop before the limit: the textbook must stop there too."""


class Signed(TicTacToe):
    """Tic-tac-toe in Python whose returns sum to 0."""

    returns = (-1, 1)

    def apply(self, s: str, a: int) -> tuple[Any, str]:
        board = super().apply(s, a)[1]
        winner = self.winner(board)
        return 0 if winner is None else (1, -1) if winner == 0 else (-1, 1), board


class Race(ft.Game):
    """First to ten points: a safe step, or a die of four sides; the other may answer each."""

    players = 2

    def initial(self) -> tuple[int, int, int]:
        return 0, 0, 0

    def turn(self, s: tuple[int, int, int]) -> int:
        return ft.OVER if max(s[:2]) >= 10 else s[2]

    def actions(self, s: tuple[int, int, int]) -> list[str]:
        return ["step", "throw", "dare"]

    def outcomes(self, s: tuple[int, int, int], a: str) -> list[tuple[float, Any, Any]]:
        gains = {"step": [2], "throw": [0, 1, 4, 4], "dare": [-3, 8]}[a]
        return [(1 / len(gains), *self.after(s, gain)) for gain in gains]

    def after(self, s: tuple[int, int, int], gain: int) -> tuple[Any, Any]:
        points = [*s[:2]]
        points[s[2]] = max(points[s[2]] + gain, 0)
        won = 1 if points[s[2]] >= 10 else 0
        return (won, -won) if s[2] == 0 else (-won, won), (*points, 1 - s[2])


def guess(state: Any) -> float:
    """An evaluation that knows nothing of the rules, in eighths; ties are common."""
    return random.Random(repr(state)).randint(-24, 24) / 8


def smooth(state: Any) -> float:
    """One without ties."""
    return random.Random(repr(state)).gauss(0, 2)


def spread(state: Any, value: float) -> tuple[float, float]:
    """An error that depends on the state and on its value; for some states there is none."""
    return value / 4 + 0.25, random.Random(f"sd {state!r}").choice((0.0, 0.5, 1.0, 2.0))


def wide(state: Any, value: float) -> tuple[float, float]:
    return 0.125, 2.0


ERRORS: dict[str, tuple[Any, Callable[[Any, float], tuple[float, float]]]] = {
    "function": (spread, spread),
    "constant": (ft.error_models.Constant(0.125, 2.0), wide),
}
EINSTEIN = ft.games.einstein(size=4, rows=2)
PIG = ft.games.pig(target=20, sides=4)
GAMES: dict[str, tuple[ft.Game, Any]] = {
    "tic-tac-toe": (ft.games.tic_tac_toe(), "........."),
    "the other to move": (ft.games.tic_tac_toe(), "....X...."),
    "tic-tac-toe by chance": (ft.games.tic_tac_toe(opponent="random"), "X.......O"),
    "connect four": (ft.games.connect_four(width=5, height=4), None),
    "nim": (ft.games.nim(heaps=(2, 3, 4)), None),
    "othello": (ft.games.othello(), late(ft.games.othello(), 10)),
    "checkers": (ft.games.checkers(), None),
    "breakthrough": (ft.games.breakthrough(width=4, height=5), None),
    "pig": (PIG, None),
    "einstein": (EINSTEIN, late(EINSTEIN, 0)),
    "in Python": (Signed(), "X........"),
    "in Python by chance": (Race(), None),
}


def assert_same(
    game: ft.Game,
    state: Any,
    evaluation: Any,
    error: str,
    cost: float,
    nodes: int,
    trust: float = inf,
) -> ft.Decision:
    """Searches by the core, and has the textbook take its steps and agree with each."""
    state = game.initial() if state is None else state
    native, function = ERRORS[error]
    parts = ft.MGSS(
        evaluation=evaluation,
        error=native,
        cost=ft.cost.per_node(cost),
        centred=False,
        trust=None if trust == inf else trust,
    )
    decision = ft.start(game, parts, state=state).run(nodes=nodes)
    book = Deliberation(game, state, evaluation, function, cost, trust)
    for computation in decision.computations:
        assert_same_step(computation, book)
    assert_same_end(decision, book)
    return decision


def assert_same_step(computation: ft.Computation, book: Deliberation) -> None:
    """The steps of equal worth may be worth unequally much by rounding: any of these will do."""
    outlook = book.look()
    equal = [c for c in outlook.candidates if is_chosen(c, outlook)]
    assert computation.line in [c.leaf.line for c in equal]
    chosen = next(c for c in equal if c.leaf.line == computation.line)
    step = book.step(book.believed(chosen))
    assert computation.nodes == step.nodes
    told = (computation.expected, computation.net, computation.gained)
    assert told == pytest.approx((step.expected, step.net, step.gained), rel=1e-9, abs=ROUNDING)


def is_chosen(candidate: Candidate, outlook: Outlook) -> bool:
    """Whether no step is worth more, beyond rounding."""
    return candidate.net >= max(c.net for c in outlook.candidates) - ROUNDING


def assert_same_end(decision: ft.Decision, book: Deliberation) -> None:
    choice = book.choice([])
    assert (decision.action, decision.spent.nodes) == (choice.action, choice.nodes)
    assert decision.value == pytest.approx(choice.value)
    assert [row.mean for row in decision.actions] == pytest.approx(choice.values)
    if decision.stop_reason in ENDS:
        chosen = book.look().chosen
        assert chosen is None or chosen.net <= ROUNDING


@pytest.mark.parametrize("cost", [0.0, 1e-4, 0.01])
@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("evaluation", [guess, smooth])
@pytest.mark.parametrize("game", GAMES)
def test_games(game: str, evaluation: Any, error: str, cost: float) -> None:
    assert_same(*GAMES[game], evaluation, error, cost, 800)


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("chance", [False, True])
def test_random_trees(chance: bool, error: str) -> None:
    rng = random.Random(f"{chance} {error}")
    for _ in range(500):
        game = ft.games.tree(tree=ragged(rng, 6, chance=chance))
        evaluation, cost = rng.choice([guess, smooth]), rng.choice([0.0, 1e-3, 0.02])
        assert_same(game, (), evaluation, error, cost, 10_000)


@pytest.mark.parametrize("chance", [False, True])
def test_trust(chance: bool) -> None:
    rng, steps, fewer = random.Random(f"trust {chance}"), 0, 0
    for _ in range(300):
        game = ft.games.tree(tree=ragged(rng, 6, chance=chance))
        parts = (game, (), rng.choice([guess, smooth]), "constant", 1e-3, 10_000)
        doubted = assert_same(*parts, trust=rng.choice([0.5, 2.0]))
        believed = assert_same(*parts)
        steps += len(believed.computations)
        fewer += len(doubted.computations) < len(believed.computations)
    assert steps > 1000
    assert fewer > 10


def test_some_searches_end_for_each_reason() -> None:
    reasons = {assert_same(*GAMES[g], guess, "function", 0.001, 100).stop_reason for g in GAMES}
    assert reasons >= {"not_worth_it", "nodes"}
