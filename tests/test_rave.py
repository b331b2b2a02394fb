"""All moves as first: counted again from whole plays, and with every other part of a search."""

from typing import Any

import pytest

import forethought as ft
from forethought import textbook
from forethought.textbook.tree import Step
from tests.test_textbook_native import GAMES, POLICIES, ROLLOUTS, SIMULATIONS, told, written
from tests.trees import assert_consistent
from tests.zoo.good import Nim, Stock, TicTacToe

RAVE = ft.RAVE(equivalence=30)
Made = list[tuple[Any, int, Any, Any]]
"""Of each step of a play the state, the player, the action and the rewards."""


class NotedNim(Nim):
    made: Made = []  # noqa: RUF012 -- one list, emptied before each play

    def apply(self, s: Any, a: Any) -> Any:
        paid, after = super().apply(s, a)
        self.made.append((s, self.turn(s), a, paid or (0.0,) * self.players))
        return paid, after


class NotedStock(Stock):
    made: Made = []  # noqa: RUF012

    def sample(self, s: Any, a: int, rng: ft.Rng) -> Any:
        paid, after = super().sample(s, a, rng)
        self.made.append((s, 0, a, (paid,)))
        return paid, after


class Noted(textbook.MCTS):
    """Remembers how many of the steps were in the tree."""

    in_tree = 0

    def select(self) -> tuple[list[Step], textbook.Node]:
        path, leaf = super().select()
        self.in_tree = len(path)
        return path, leaf


@pytest.mark.parametrize("game", [NotedNim(), NotedStock()])
@pytest.mark.parametrize("rollouts", [None, textbook.LearnedRollouts()])
def test_each_action_counts_once_a_simulation(game: Any, rollouts: Any) -> None:
    book = Noted(
        game,
        game.initial(),
        textbook.UCT(),
        ft.Rng(3, "search"),
        rollouts=rollouts,
        rave=textbook.Rave(30),
    )
    samples: dict[tuple[Any, int, Any], list[float]] = {}
    for _ in range(200):
        listed = {place for place, node in book.nodes.items() if node.arms}
        game.made.clear()
        book.simulate()
        for at, (state, player, _, _) in enumerate(game.made[: book.in_tree + 1]):
            if at < book.in_tree or (state, at) in listed:
                rest = game.made[at:]
                for action in {a for _, who, a, _ in rest if who == player}:
                    found = samples.setdefault((state, at, action), [])
                    found.append(sum(paid[player] for _, _, _, paid in rest))
    for (state, stage), node in book.nodes.items():
        for arm in node.arms:
            expected = samples.get((state, stage, arm.action), [])
            assert arm.amaf_n == len(expected) >= arm.n > -1
            assert not expected or arm.amaf == pytest.approx(sum(expected) / len(expected))
    assert any(arm.amaf_n > arm.n for node in book.nodes.values() for arm in node.arms)


ROLLING: dict[str, tuple[Any, Any]] = {"uniform": (None, None), **ROLLOUTS}
BACKUPS = {"OCBA": "mixed", "UCT": "average", "growing": "contenders", "relative": "bellman"}


TOGETHER = [(policy, "uniform") for policy in POLICIES] + [("UCT", "MAST"), ("relative", "NST")]


@pytest.mark.parametrize(("policy", "rollout"), TOGETHER)
@pytest.mark.parametrize("game", [game for game in GAMES if GAMES[game][0].chance != "sampled"])
def test_the_textbook_makes_the_same_tree(game: str, rollout: str, policy: str) -> None:
    (rules, state), (learning, numbers) = GAMES[game], ROLLING[rollout]
    backup: Any = BACKUPS[policy]
    native = ft.MCTS(policy=POLICIES[policy][0], backup=backup, rollout=learning, rave=RAVE)
    found = ft.start(rules, native, state=state, seed=5)
    decision = found.run(simulations=SIMULATIONS)
    book = textbook.MCTS(
        rules,
        rules.initial() if state is None else state,
        POLICIES[policy][1],
        ft.Rng(5, "search"),
        backup=backup,
        chance="explicit" if backup in ("contenders", "bellman") else "sampled",
        rollouts=None if numbers is None else textbook.LearnedRollouts(*numbers),
        rave=textbook.Rave(30),
    )
    for _ in range(decision.spent.simulations):
        book.simulate()
    assert told(found.tree()) == written(book)


def test_choices_at_the_same_time() -> None:
    rules = ft.gdl.load("rock_paper_scissors")
    parts = ft.MCTS(policy=POLICIES["UCT"][0], backup="average", decoupled=True, rave=RAVE)
    found = ft.start(rules, parts, seed=5)
    found.run(simulations=SIMULATIONS)
    book = textbook.MCTS(
        rules,
        rules.initial(),
        POLICIES["UCT"][1],
        ft.Rng(5, "search"),
        backup="average",
        decoupled=True,
        rave=textbook.Rave(30),
    )
    for _ in range(SIMULATIONS):
        book.simulate()
    assert told(found.tree()) == written(book)


PARTS: dict[str, dict[str, Any]] = {
    "afterstates": {"nodes": "afterstate", "backup": "average"},
    "states": {"nodes": "state"},
    "paths": {"nodes": "path"},
    "a random opponent": {"opponents": "random"},
    "an opponent with a policy": {"opponents": ft.UCT()},
    "KG": {"policy": ft.KG(), "backup": "average"},
    "sequential halving": {"policy": ft.SequentialHalving()},
    "EXP3": {"policy": ft.EXP3(low=0, high=1), "backup": "average"},
}


@pytest.mark.parametrize("parts", PARTS)
@pytest.mark.parametrize("game", [TicTacToe(), ft.games.tic_tac_toe()])
def test_it_goes_with_every_part(game: ft.Game, parts: str) -> None:
    search = ft.start(game, ft.MCTS(rave=RAVE, **PARTS[parts]), seed=1, budget=400)
    decision = search.run(simulations=400)
    assert sum(row.visits for row in decision.actions) == 400
    if parts != "afterstates":
        assert_consistent(search)


def test_the_solver_proves_the_same() -> None:
    game = ft.games.tic_tac_toe()
    found = ft.decide(
        game, ft.MCTS(solver=True, rave=RAVE), state="XX.OO....", simulations=2000, seed=1
    )
    assert found.proven
    assert found.action == 2


def test_a_policy_sees_no_arm_without_samples() -> None:
    seen: list[list[float]] = []

    def policy(counts: Any, means: Any, _variances: Any) -> int:
        seen.append(list(counts))
        assert all(mean == mean for mean in means)
        return max(range(len(means)), key=means.__getitem__)

    found = ft.start(ft.games.othello(), ft.MCTS(policy=policy, rave=RAVE), seed=1)
    found.run(simulations=400)
    assert min(min(counts) for counts in seen) == 1
    # What is known by later moves takes the place of first samples.
    sampled = [[arm[1] for arm in node[3]] for node in found.tree()]
    assert any(0 in counts and sum(counts) > len(counts) for counts in sampled)


def test_an_arm_below_its_first_samples_ends_the_way_down() -> None:
    search = ft.MCTS(policy=ft.UCT(n0=5, root_n0=5), rave=RAVE)
    found = ft.start(ft.games.connect_four(), search, seed=1)
    found.run(simulations=300)
    nodes = found.tree()
    for _, _, visits, arms in nodes[1:]:
        assert (sum(arm[1] for arm in arms) > 0) == (visits > 5)


def test_what_it_keeps_is_counted_and_moves_along() -> None:
    game = ft.games.othello()
    plain = ft.decide(game, ft.MCTS(), simulations=300, seed=1)
    search = ft.start(game, ft.MCTS(rave=RAVE), seed=1)
    decision = search.run(simulations=300)
    assert decision.spent.bytes > plain.spent.bytes
    kept = search.advance(decision.action)
    assert kept.visits > 0
    again = search.run(simulations=300)
    assert sum(row.visits for row in again.actions) >= 300


def test_actions_that_cannot_be_hashed_are_named() -> None:
    class Lists(TicTacToe):
        def actions(self, s: str) -> Any:
            return [[cell] for cell in super().actions(s)]

        def apply(self, s: str, a: Any) -> Any:
            return super().apply(s, a[0])

    with pytest.raises(ft.GameError, match="RAVE and rollouts that learn need actions"):
        ft.decide(Lists(), ft.MCTS(rave=RAVE), simulations=10, seed=1)
