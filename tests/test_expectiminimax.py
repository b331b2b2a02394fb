"""Expectiminimax from Python, against the textbook, exact solving and brute force."""

import random
from collections.abc import Callable
from math import exp
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import forethought as ft
from forethought import textbook
from tests.explicit import trees, value
from tests.minimax import attaining, ragged, transformed
from tests.zoo import bases
from tests.zoo.good import Dice, Throw

PRUNING = (None, "star1", "star2")


def at_once(depth: int = 50, evaluation: Any = None, pruning: str | None = None) -> Any:
    return ft.Expectiminimax(depth, evaluation, pruning=pruning, iterative=False)


def test_random_trees_have_their_value() -> None:
    rng = random.Random(1)
    nodes = dict.fromkeys(PRUNING, 0)
    for nth in range(1000):
        tree = ragged(rng, 5, chance=True, rewards=nth % 2 == 0)
        sign = 1 if tree[0] == "max" else -1
        for pruning in PRUNING:
            d = ft.decide(ft.games.tree(tree=tree), at_once(pruning=pruning), seed=nth)
            assert d.value == sign * value(tree)
            assert d.action in attaining(tree)
            assert d.proven
            nodes[pruning] += d.spent.nodes
    assert nodes["star1"] < nodes[None]
    assert nodes["star2"] < nodes[None]


@given(trees(), st.integers(1, 5))
def test_the_textbook_counts_the_same_nodes(tree: Any, depth: int) -> None:
    game = ft.games.tree(tree=tree)

    def judge(state: Any) -> float:
        return float(sum(state) % 3) - len(state) / 4

    plain = textbook.expectiminimax(game, depth=depth, evaluation=judge)
    d = ft.decide(game, at_once(depth, judge))
    assert d.value == (plain.value if tree[0] == "max" else -plain.value)
    assert (d.action, d.spent.nodes) == (plain.action, plain.nodes)


class Lots(ft.Game):
    """A game of tables: what follows is drawn once, with odd probabilities, some of them 0."""

    def __init__(self, seed: int, players: int) -> None:
        self.rng = random.Random(seed)
        self.players = players
        self.rows: dict[Any, Any] = {}
        self.returns = (-20.0, 20.0)

    def initial(self) -> Any:
        return ()

    def turn(self, s: Any) -> int:
        if len(s) == 4:
            return ft.OVER
        turn: int = self.row(s)[0]
        return turn

    def actions(self, s: Any) -> Any:
        return range(len(self.row(s)[1]))

    def outcomes(self, s: Any, a: Any) -> Any:
        return self.row(s)[1][a or 0]

    def row(self, s: Any) -> Any:
        if s not in self.rows:
            turn = self.rng.randrange(self.players)
            if s and self.rng.random() < 0.3:
                turn = ft.CHANCE
            actions = 1 if turn == ft.CHANCE else self.rng.randint(1, 3)
            self.rows[s] = turn, [self.drawn(s) for _ in range(actions)]
        return self.rows[s]

    def drawn(self, s: Any) -> Any:
        weights = [self.rng.choice([0, 1, 2, 5]) for _ in range(self.rng.randint(1, 3))] + [1]
        key = self.rng.random()
        return [(w / sum(weights), self.paid(), (*s, (key, nth))) for nth, w in enumerate(weights)]

    def paid(self) -> Any:
        paid = self.rng.randint(-5, 5)
        return paid if self.players == 1 else (paid, -paid)


@pytest.mark.parametrize("players", [1, 2])
def test_random_games_in_python_are_as_they_are_solved(players: int) -> None:
    for seed in range(100):
        game = Lots(seed, players)
        exact = ft.solve(game)
        later = game.outcomes((), exact.action)[-1][2]
        for state in [(), later]:
            if game.turn(state) == ft.CHANCE:
                continue
            exact = ft.solve(game, state=state)
            for pruning in PRUNING:
                search = ft.Expectiminimax(pruning=pruning)
                d = ft.decide(game, search, state=state, until="proven", seed=seed)
                assert d.value == pytest.approx(exact.value, abs=1e-9) or len(d.actions) == 1
                assert d.action in exact.best


GAMES: dict[str, ft.Game] = {
    "inventory": ft.games.inventory(),
    "tic-tac-toe": ft.games.tic_tac_toe(),
    "tic-tac-toe against chance": ft.games.tic_tac_toe(opponent="random"),
    "dice": Dice(),
}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("pruning", PRUNING)
def test_games_are_as_they_are_solved(name: str, pruning: str | None) -> None:
    game = GAMES[name]
    if game.returns is None:
        pruning = None
    exact = ft.solve(game)
    d = ft.decide(game, at_once(pruning=pruning))
    assert d.value == pytest.approx(exact.value)
    assert d.action in exact.best
    assert d.stop_reason == "proven"


@pytest.mark.parametrize("pruning", PRUNING)
def test_pig_judged_exactly_is_worth_what_it_is(pruning: str | None) -> None:
    # Plays have no end, so what is deeper is judged: rightly, and so the value is right too.
    game = ft.games.pig(target=8, sides=4)

    def worth(state: Any) -> float:
        exact = ft.solve(game, state=state).value
        return exact if game.turn(state) == 0 else -exact

    known: dict[Any, float] = {}
    for state in (game.initial(), ((3, 5), 2, 1), ((6, 0), 0, 0)):
        exact = ft.solve(game, state=state)
        search = ft.Expectiminimax(3, lambda s: known.setdefault(s, worth(s)), pruning=pruning)
        d = ft.decide(game, search, state=state, seed=1)
        assert d.value == pytest.approx(exact.value, abs=1e-9)
        assert d.action in exact.best
        assert {row.kind for row in d.actions} <= {"estimate", "upper"}


def test_star2_cuts_more_than_star1_within_a_play_too() -> None:
    game = ft.games.pig(target=30)
    # The random plays that bound the returns are part of the nodes.
    nodes = [
        ft.decide(game, at_once(5, pruning=p), state=((14, 12), 4, 1), seed=1).spent.nodes
        for p in PRUNING
    ]
    assert nodes[1] < nodes[0]
    assert nodes[2] < nodes[0]


# What the scale of an evaluation does


def decided(tree: Any, change: Callable[[float], float]) -> set[Any]:
    game = ft.games.tree(tree=transformed(tree, change))
    return {ft.decide(game, at_once(pruning=pruning)).action for pruning in PRUNING}


def test_a_nonlinear_change_of_the_evaluation_changes_the_decision() -> None:
    # Russell and Norvig, figure 5.12: the order of the leaves stays, the decision does not.
    tree = (
        "max",
        ("chance", (0.9, ("min", 2, 2)), (0.1, ("min", 3, 3))),
        ("chance", (0.9, ("min", 1, 1)), (0.1, ("min", 4, 4))),
    )
    assert decided(tree, lambda x: x) == {0}
    assert decided(tree, lambda x: {1: 1, 2: 20, 3: 30, 4: 400}[int(x)]) == {1}
    assert decided(tree, lambda x: exp(3 * x)) == {1}


@given(trees().filter(lambda tree: "reward" not in repr(tree)), st.integers(1, 9))
def test_positive_linear_changes_never_do(tree: Any, factor: int) -> None:
    def changed(x: float) -> float:
        return factor * x / 4 + 3

    best = attaining(tree)
    assert decided(tree, lambda x: x) <= best
    assert decided(tree, changed) <= best


# Limits and refusals


def test_limits() -> None:
    game = ft.games.pig(target=50)
    d = ft.decide(game, ft.Expectiminimax(), nodes=12_345)
    assert d.stop_reason == "nodes"
    assert d.spent.nodes <= 12_345
    d = ft.decide(game, ft.Expectiminimax(), depth=4)
    assert (d.stop_reason, d.spent.depth, d.rule) == ("depth", 4, "value")
    assert ft.decide(game, ft.Expectiminimax(depth=3)).spent.depth == 3
    assert ft.decide(game, ft.Expectiminimax(), seconds=0.05).stop_reason == "seconds"
    assert not d.proven
    with pytest.raises(ft.BudgetError, match="simulations= is no limit of Expectiminimax"):
        ft.decide(game, ft.Expectiminimax(), simulations=5)
    with pytest.raises(ft.BudgetError, match="no limit is given"):
        ft.decide(game, ft.Expectiminimax())
    search = ft.start(game, ft.Expectiminimax())
    search.run(depth=2)
    search.advance("roll", ((0, 0), 4, 0))
    assert search.run(depth=3).spent.depth == 3
    with pytest.raises(ft.StateError, match="this action has chance"):
        search.advance("roll")


def test_the_same_seed_gives_the_same_answer() -> None:
    game, state = ft.games.pig(target=30), ((14, 12), 4, 1)
    one, two = (
        ft.decide(game, ft.Expectiminimax(5), state=state, seed=3).to_dict() for _ in range(2)
    )
    for told in (one, two):
        told["spent"].update(seconds=0, overrun=0)
    assert one == two


class Unbounded(bases.Chancy):
    """Without ``returns``."""


def test_what_can_not_be_searched_is_refused() -> None:
    with pytest.raises(ft.Unsupported, match=r"returns = \(low, high\).*pruning=None"):
        ft.decide(Unbounded(), ft.Expectiminimax(3))
    assert ft.decide(Unbounded(), ft.Expectiminimax(9, pruning=None)).proven
    with pytest.raises(ft.Unsupported, match=r"define outcomes\(\)"):
        ft.decide(bases.Simulated(), ft.Expectiminimax(3))
    with pytest.raises(ft.Unsupported, match=r"ft\.MaxN\(\)"):
        ft.decide(ft.games.nim(players=3), ft.Expectiminimax(3))
    unfair = ft.games.tree(tree=(("leaf", (1, 1)), 2))
    with pytest.raises(ft.Unsupported, match=r"do not sum to 0.*ft\.MaxN\(\)"):
        ft.decide(unfair, ft.Expectiminimax(3))
    makers: list[tuple[Callable[[], object], str]] = [
        (lambda: ft.Expectiminimax(depth=0), r"Expectiminimax\(depth\)=0"),
        (lambda: ft.Expectiminimax(pruning="star3"), "give 'star1', 'star2' or None"),
        (lambda: ft.Expectiminimax(iterative=False), "give depth= too"),
        (lambda: ft.Expectiminimax(3, iterative=1), "give True or False"),  # type: ignore[arg-type]
        (lambda: ft.Expectiminimax(3, evaluation=5), "give a function"),  # type: ignore[arg-type]
    ]
    for make, told in makers:
        with pytest.raises(ft.ParameterError, match=told):
            make()


def test_an_evaluation_must_keep_to_the_returns() -> None:
    game = ft.games.pig()
    far = r"expects 1.5 for player 0 at state .*leave -1 to 1.*pruning=None"
    with pytest.raises(ft.GameError, match=far):
        ft.decide(game, ft.Expectiminimax(2, lambda s: 1.5))
    assert ft.decide(game, ft.Expectiminimax(2, lambda s: 1.5, pruning=None)).value == 1.5
    with pytest.raises(ft.GameError, match="do not sum to 0"):
        ft.decide(game, ft.Expectiminimax(2, lambda s: (1, 1)))
    with pytest.raises(ZeroDivisionError):
        ft.decide(game, ft.Expectiminimax(2, lambda s: 1 / 0))

    class Wrong(bases.Chancy):
        returns = (0.0, 1.0)

    with pytest.raises(ft.GameError, match=r"pays player 0 .*correct returns"):
        ft.decide(Wrong(), at_once(9, pruning="star1"))


def test_a_position_of_dice_rolled_by_chance() -> None:
    exact = textbook.BackwardInduction(Dice())
    state = Throw(6, 1)
    d = ft.decide(Dice(), ft.Expectiminimax(pruning=None), state=state, until="proven")
    assert d.action == exact.best_action(state)
