"""Proof-number search from Python, against exact solving."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import forethought as ft
from tests.explicit import mirrored, value
from tests.zoo.good import Inventory, TicTacToe

PLAYS = st.recursive(
    st.integers(-1, 1),
    lambda children: st.builds(
        lambda name, rest: (name, *rest),
        st.sampled_from(("max", "min")),
        st.lists(children, min_size=1, max_size=4),
    ),
    max_leaves=40,
).filter(lambda tree: isinstance(tree, tuple))


def prove(game: ft.Game, *goal: Any, **named: Any) -> ft.Decision:
    limits = {name: named.pop(name) for name in ("state", "nodes") if name in named}
    return ft.decide(game, ft.ProofNumber(*goal, **named), until="proven", seed=1, **limits)


def sign(number: float) -> int:
    return (number > 0) - (number < 0)


@given(PLAYS)
def test_trees_of_wins_draws_and_losses(tree: Any) -> None:
    worth = value(tree) if tree[0] == "max" else value(mirrored(tree))
    decision = prove(ft.games.tree(tree=tree), at_least=1)
    assert decision.proven
    assert decision.value is not None
    assert (decision.value >= 1) == (worth >= 1)
    for row, child in zip(decision.actions, tree[1:], strict=True):
        true = value(child) if tree[0] == "max" else value(mirrored(child))
        assert {
            "exact": row.mean == true,
            "lower": row.mean is not None and row.mean <= true,
            "upper": row.mean is not None and row.mean >= true,
        }.get(row.kind or "", True)


@cache
def board() -> ft.Game:
    return ft.games.connect_four(width=4, height=4)


@pytest.mark.parametrize("moves", range(0, 12, 2))
def test_small_boards_are_as_they_are_solved(moves: int) -> None:
    rng, game = ft.Rng(moves, "test"), board()
    for _ in range(20):
        state = game.initial()
        for _ in range(moves):
            if game.turn(state) != ft.OVER:
                state = game.apply(state, rng.choice(list(game.actions(state))))[1]
        if game.turn(state) == ft.OVER:
            continue
        exact = ft.solve(game, state=state)
        decision = prove(game, "outcome", state=state)
        assert decision.stop_reason == "proven"
        assert decision.value is not None
        assert sign(decision.value) == sign(exact.value)
        worth = dict(exact.actions)[decision.action]
        assert sign(worth) == sign(exact.value)
        kind = decision.actions.of(decision.action).kind
        assert kind in {1: ("lower", "exact"), 0: ("exact",), -1: ("upper", "exact")}[sign(worth)]


def test_a_win_is_told_from_a_draw() -> None:
    game = ft.games.tic_tac_toe()
    assert prove(game, "draw").value == 0
    refuted = prove(game)
    assert refuted.proven
    assert {row.kind for row in refuted.actions} <= {"upper", "exact"}
    won = prove(game, state="XX.OO....")
    assert (won.action, won.value) == (2, 1)
    assert won.pv == (2,)
    assert won.spent.depth == 0
    assert "depth" not in repr(won)


def test_a_game_of_ones_own_is_proven_alike() -> None:
    game = Signed()
    with pytest.raises(ft.Unsupported, match=r"give ProofNumber\(at_least=...\)"):
        prove(game)
    native = prove(ft.games.tic_tac_toe(), at_least=0)
    own = prove(game, at_least=0)
    assert (own.action, own.value, own.spent.nodes) == (
        native.action,
        native.value,
        native.spent.nodes,
    )


class Signed(TicTacToe):
    """What the winner gets the loser pays, and a draw pays nothing."""

    returns: tuple[int, int] | None = None  # type: ignore[assignment]

    def apply(self, s: str, a: int) -> Any:
        rewards, after = super().apply(s, a)
        return ([2 * x - 1 for x in rewards] if isinstance(rewards, tuple) else 0), after


class Round(ft.Game):
    """Two players go round a table of five; the first may leave it at one place, for `prize`."""

    players = 2

    def __init__(self, prize: float, toll: float = 0) -> None:
        self.prize, self.toll = prize, toll

    def initial(self) -> Any:
        return (0, 0)

    def turn(self, s: Any) -> int:
        return ft.OVER if s is None else s[1]

    def actions(self, s: Any) -> Any:
        return ("on", "leave") if s == (3, 0) else ("on",)

    def apply(self, s: Any, a: Any) -> Any:
        if a == "leave":
            return (self.prize, -self.prize), None
        return (-self.toll, self.toll), ((s[0] + 1) % 5, 1 - s[1])


@pytest.mark.parametrize("table", [0, 10_000])
def test_going_round_for_ever_pays_nothing(table: int) -> None:
    for prize, at_least, can in [(1, 1, True), (1, 2, False), (-1, 0, True), (-1, 0.5, False)]:
        decision = prove(Round(prize), at_least=at_least, table=table)
        row = decision.actions[0]
        assert decision.proven
        assert (row.kind in ("lower", "exact")) == can
    with pytest.raises(ft.Unsupported, match="be paid on the way round"):
        prove(Round(1, toll=1), at_least=2, table=table)


def test_nodes_are_kept_to_and_a_search_runs_on() -> None:
    search = ft.start(board(), ft.ProofNumber("outcome"), seed=1)
    half = search.run(nodes=1000)
    assert (half.spent.nodes, half.stop_reason, half.proven) == (1000, "nodes", False)
    whole = search.run(until="proven")
    once = prove(board(), "outcome")
    assert whole.to_dict()["actions"] == once.to_dict()["actions"]
    assert whole.spent.nodes == once.spent.nodes
    search.advance(whole.action)
    assert search.run(until="proven").spent.nodes < whole.spent.nodes


def test_what_can_not_be_proven_is_refused() -> None:
    for game, told in [
        (Inventory(), "games without chance"),
        (ft.games.nim(players=3), r"for two players, and this game has 3"),
        (TicTacToe(), r"do not sum to 0.*ft.MaxN"),
    ]:
        with pytest.raises(ft.Unsupported, match=told):
            prove(game, at_least=1)
    makers: list[tuple[Callable[[], object], str]] = [
        (lambda: ft.ProofNumber("lose"), "give one of win, draw, outcome"),
        (lambda: ft.ProofNumber("draw", at_least=1), "give one of them"),
        (lambda: ft.ProofNumber(at_least="1"), "give a number"),  # type: ignore[arg-type]
        (lambda: ft.ProofNumber(table=-1), r"ProofNumber\(table\)=-1: give a whole number from 0"),
    ]
    for make, told in makers:
        with pytest.raises(ft.ParameterError, match=told):
            make()
    with pytest.raises(ft.BudgetError, match="no limit is given: give one of nodes="):
        ft.decide(board(), ft.ProofNumber())
    with pytest.raises(ft.BudgetError, match="depth= is no limit of ProofNumber"):
        ft.decide(board(), ft.ProofNumber(), depth=3)
