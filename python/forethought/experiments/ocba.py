"""The four published experiments of OCBA as a tree policy (Li, Fu, Xu 2020, section V)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from forethought.experiments.experiment import Experiment, Method, Native
from forethought.policies import OCBA, UCT
from forethought.search import MCTS
from forethought.solve import solve

SEED = 20_200_912
"""The seed of the experiments unless another is given."""


@dataclass(frozen=True)
class _Published:
    """What the paper fixes of one experiment; the optimum is left to be solved for.

    `solved` is the game to solve where it is another: one whose opponent is chance.
    """

    title: str
    game: Native
    methods: tuple[Method, ...]
    budgets: tuple[int, ...]
    runs: int
    state: Any = None
    solved: Native | None = None


def _inventory(title: str, game: Native, root_n0: int, budgets: tuple[int, ...]) -> _Published:
    """sigma0 = 100, and the growing weight for UCT; beside the paper's backup the Bellman one."""
    ocba = OCBA(n0=2, root_n0=root_n0, sigma0=100)
    uct = UCT(weight=1.0, growing=True, n0=2, root_n0=root_n0)
    methods = (
        Method("OCBA", MCTS(policy=ocba, backup="mixed")),
        Method("UCT", MCTS(policy=uct, backup="mixed")),
        Method("OCBA Bellman", MCTS(policy=ocba, backup="bellman", chance="sampled")),
        Method("UCT Bellman", MCTS(policy=uct, backup="bellman", chance="sampled")),
    )
    return _Published(title, game, methods, budgets, runs=1000)


def _tic_tac_toe(title: str, opponents: Any, solved: Mapping[str, str]) -> _Published:
    """X has a corner and O, player 1, replies; returns lie in [0, 1], so the weight stays 1."""
    parameters = {"win": 1, "draw": 0.5, "loss": 0}
    policies = {"OCBA": OCBA(n0=2, sigma0=10), "UCT": UCT(weight=1.0, growing=False, n0=2)}
    return _Published(
        title,
        Native("tic_tac_toe", parameters),
        tuple(
            # Nodes are board positions: so the samples of a move are those of where it leads.
            Method(
                name, MCTS(policy=policy, backup="average", opponents=opponents, nodes="afterstate")
            )
            for name, policy in policies.items()
        ),
        budgets=(300, 400, 500, 600, 700),
        runs=2000,
        state="X........",
        solved=Native("tic_tac_toe", {**parameters, **solved}),
    )


_PUBLISHED: dict[str, _Published] = {
    "ocba-1": _inventory(
        "Inventory, penalty 10, no set-up cost",
        Native("inventory", {"penalty": 10, "setup": 0}),
        root_n0=4,
        budgets=(10_000, 12_500, 15_000, 17_500, 20_000),
    ),
    "ocba-2": _inventory(
        "Inventory, penalty 1, set-up cost 5",
        Native("inventory", {"penalty": 1, "setup": 5}),
        root_n0=2,
        budgets=(50, 70, 90, 110, 130, 150, 170),
    ),
    "ocba-3": _tic_tac_toe(
        "Tic-tac-toe, random opponent", "random", {"opponent": "random", "agent": "O"}
    ),
    "ocba-4": _tic_tac_toe("Tic-tac-toe, UCT opponent", UCT(weight=1.0, growing=False), {}),
}

NAMES = tuple(_PUBLISHED)
"""The names of the experiments, in the order of the paper."""


def experiment(
    name: str,
    *,
    runs: int | None = None,
    budgets: Sequence[int] | None = None,
    seed: int = SEED,
) -> Experiment:
    """A published experiment, as published or with other runs, budgets and seed.

    The optimum is found by exact solution. `name` is one of `NAMES`. Raises `ParameterError` if a
    number is out of range.
    """
    published = _PUBLISHED[name]
    declared = Experiment(
        name=name,
        title=published.title,
        game=published.game,
        state=published.state,
        methods=published.methods,
        optimum=(),
        budgets=published.budgets if budgets is None else tuple(budgets),
        runs=published.runs if runs is None else runs,
        seed=seed,
    )
    return replace(declared, optimum=_optimum(name))


def solvable(name: str) -> Native:
    """The game of a published experiment with its random opponent, if any, declared as chance."""
    published = _PUBLISHED[name]
    return published.solved or published.game


def _optimum(name: str) -> tuple[Hashable, ...]:
    """The best actions at the state, by backward induction."""
    return solve(solvable(name)(), state=_PUBLISHED[name].state).best
