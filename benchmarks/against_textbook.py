"""The native searches beside the same algorithms in plain Python, bit for bit the same answers."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import forethought as ft
from benchmarks.games import Drift, FiveInARow, Inventory, TicTacToe
from benchmarks.measure import Pace, Side, race
from benchmarks.result import Result, Target, compared
from forethought import textbook

PEER = "textbook"
UCT = ft.MCTS(policy=ft.UCT(weight=1.0, growing=False), backup="average")
OCBA = ft.MCTS(policy=ft.OCBA(n0=2, root_n0=4, sigma0=100), backup="mixed", chance="sampled")


def python_games(
    pace: Pace, often: tuple[int, ...] = (1000, 10_000), seldom: tuple[int, ...] = (1000,)
) -> Iterator[Result]:
    """The same Python game under both: one whose states come again, two whose states do not."""
    games: dict[str, tuple[ft.Game, tuple[int, ...], Target | None]] = {
        "tic-tac-toe": (TicTacToe(), often, Target(3)),
        "five in a row, 11x11 (states never come again)": (FiveInARow(), seldom, None),
        "drift, a simulator (states never come again)": (Drift(), seldom, None),
    }
    for name, (game, budgets, target) in games.items():
        for n in budgets:
            sides = [
                Side("ours", n, partial(decide, game, UCT, n)),
                Side(PEER, n, partial(uct, game, n)),
            ]
            yield compared(
                race(sides, pace, same_visits),
                "ours",
                PEER,
                group="game in Python",
                name=f"{name}, {n:,} simulations",
                unit="simulations",
                answers="visits and means bit for bit",
                target=target,
            )


def inventory(pace: Pace, n: int = 20_000) -> Iterator[Result]:
    """OCBA on the inventory problem: native, and all of it in Python."""
    native, plain = ft.games.inventory(penalty=10, setup=0), Inventory()
    sides = [
        Side("ours", n, partial(decide, native, OCBA, n)),
        Side(PEER, n, partial(ocba, plain, n)),
    ]
    yield compared(
        race(sides, pace, same_visits),
        "ours",
        PEER,
        group="native search",
        name=f"inventory with OCBA, {n:,} simulations",
        unit="simulations",
        answers="visits and means bit for bit",
        target=Target(60),
    )


def exact(pace: Pace) -> Iterator[Result]:
    """Backward induction over all of tic-tac-toe, native and in Python."""
    plain = TicTacToe()
    states = ft.solve(plain).states
    for name, game in {"native rules": ft.games.tic_tac_toe(), "rules in Python": plain}.items():
        sides = [
            Side("ours", states, partial(solve, game)),
            Side(PEER, states, partial(induction, plain)),
        ]
        yield compared(
            race(sides, pace, same_values),
            "ours",
            PEER,
            group="exact solving",
            name=f"tic-tac-toe, {name}",
            unit="states",
            answers="states, values, best action",
        )


def decide(game: ft.Game, search: ft.MCTS, n: int, seed: int) -> ft.Decision:
    return ft.decide(game, search, simulations=n, seed=seed)


def uct(game: ft.Game, n: int, seed: int) -> textbook.MCTS:
    return simulated(game, textbook.UCT(), "average", n, seed)


def ocba(game: ft.Game, n: int, seed: int) -> textbook.MCTS:
    return simulated(game, textbook.OCBA(n0=2, root_n0=4, sigma0=100.0), "mixed", n, seed)


def simulated(
    game: ft.Game, policy: textbook.TreePolicy, backup: Any, n: int, seed: int
) -> textbook.MCTS:
    search = textbook.MCTS(game, game.initial(), policy, ft.Rng(seed, "search"), backup)
    for _ in range(n):
        search.simulate()
    return search


def solve(game: ft.Game, _seed: int) -> ft.Solution:
    return ft.solve(game)


def induction(game: ft.Game, _seed: int) -> textbook.BackwardInduction:
    solved = textbook.BackwardInduction(game)
    solved.value(game.initial())
    return solved


def same_visits(found: dict[str, Any]) -> None:
    arms = found[PEER].root.arms
    expected = [(arm.action, arm.n, arm.q[0]) for arm in arms]
    assert [(row.action, row.visits, row.mean) for row in found["ours"].actions] == expected


def same_values(found: dict[str, Any]) -> None:
    solution, solved = found["ours"], found[PEER]
    initial = solved.game.initial()
    assert solution.states == len(solved.values)
    assert solution.values == solved.value(initial)
    assert solution.action == solved.best_action(initial)
    assert dict(solution.actions) == {a: v[0] for a, v in solved.action_values(initial).items()}
