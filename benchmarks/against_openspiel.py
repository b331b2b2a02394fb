"""Monte Carlo tree search beside the C++ MCTSBot of OpenSpiel.

Both sides make one uniformly random playout per simulation and back up the mean of the returns.
UCB1 is mean + sqrt(2 ln N / n) on both: OpenSpiel's is mean + c sqrt(ln N / n), c = sqrt(2).
"""

from collections.abc import Iterator
from functools import partial
from math import sqrt
from typing import Any

import open_spiel.python.games  # noqa: F401 -- registers the games that are written in Python
import pyspiel

import forethought as ft
from benchmarks.games import TicTacToe
from benchmarks.measure import Pace, Side, race
from benchmarks.result import Result, Target, compared

PEER = "OpenSpiel MCTSBot"
UCT = ft.UCT(weight=1.0, growing=False)
SHARED = ft.MCTS(policy=UCT, backup="average")
PLAIN = ft.MCTS(policy=UCT, backup="average", nodes="path")

TARGETS = {
    "tic_tac_toe": Target(3),
    "connect_four": Target(8),
    "othello": Target(50),
    "breakthrough": Target(20),
    "checkers": Target(40),
}
# A larger budget would take the peer minutes for the games with long plays. In checkers each jump
# is an action of its own there, and all jumps of a move together are one here.
MOST = {"othello": 10_000, "breakthrough": 10_000, "checkers": 10_000}
# The means that both sides hold of the action they chose differ by no more than this at 100 000
# simulations: they are means over different samples, and ours pool those of transpositions.
TOLERANCE = 0.1
MEGABYTES = 1000


def native_games(pace: Pace, budgets: tuple[int, ...]) -> Iterator[Result]:
    """Our native rules and OpenSpiel's."""
    for name, target in TARGETS.items():
        for n in (n for n in budgets if n <= MOST.get(name, n)):
            game = getattr(ft.games, name)()
            sides = [
                ours("states shared", game, SHARED, n),
                ours("plain tree", game, PLAIN, n),
                peer(name, n),
            ]
            run = race(sides, pace, partial(check, n, name))
            for side in ("states shared", "plain tree"):
                yield compared(
                    run,
                    side,
                    PEER,
                    group="native search",
                    name=f"{name}, {n:,} simulations, {side}",
                    unit="simulations",
                    answers=answers(n),
                    target=target if side == "states shared" else None,
                )


def python_game(pace: Pace, budgets: tuple[int, ...]) -> Iterator[Result]:
    """A tic-tac-toe in Python, on each side under its native search."""
    for n in budgets:
        sides = [ours("Python game", TicTacToe(), SHARED, n), peer("python_tic_tac_toe", n)]
        run = race(sides, pace, partial(check, n, "tic_tac_toe"))
        yield compared(
            run,
            "Python game",
            PEER,
            group="game in Python",
            name=f"tic-tac-toe, {n:,} simulations",
            unit="simulations",
            answers=answers(n),
            target=Target(15),
        )


def ours(name: str, game: ft.Game, search: ft.MCTS, n: int) -> Side:
    return Side(name, n, lambda seed: ft.decide(game, search, simulations=n, seed=seed))


def peer(name: str, n: int) -> Side:
    game = pyspiel.load_game(name)

    def search(seed: int) -> Any:
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(game, evaluator, sqrt(2), n, MEGABYTES, False, seed, False)
        return bot.mcts_search(game.new_initial_state())

    return Side(PEER, n, search)


def answers(n: int) -> str:
    counts = "simulations, root visits"
    return f"{counts}, action, value within {TOLERANCE}" if n >= 100_000 else counts


def check(n: int, game: str, found: dict[str, Any]) -> None:
    """Both did the work; with many simulations both found the same."""
    root = found[PEER]
    # The first simulation of OpenSpiel evaluates the root and goes to no child.
    assert (root.explore_count, sum(c.explore_count for c in root.children)) == (n, n - 1)
    best = root.best_child()
    for side, decision in found.items():
        if side == PEER:
            continue
        assert decision.spent.simulations == n == sum(row.visits for row in decision.actions)
        assert len(decision.actions) == len(root.children)
        if n >= 100_000:
            value = best.total_reward / best.explore_count
            assert abs(decision.value - value) <= TOLERANCE, (side, decision.value, value)
            assert decision.action == best.action == 3 or game == "tic_tac_toe"
            assert abs(decision.value) <= TOLERANCE or game == "connect_four"
