"""Candidates for the default search, on the published problems: which is best everywhere?"""

from __future__ import annotations

from dataclasses import replace

from forethought.experiments.experiment import Experiment, Method
from forethought.experiments.ocba import experiment as published
from forethought.experiments.ocba import solvable
from forethought.experiments.study import Wanted
from forethought.policies import OCBA, UCT
from forethought.search import MCTS

REFERENCES = ("OCBA, paper", "UCT, paper")
"""The published methods; what is to be the default must be at least as good as the better."""

# One line a candidate. It gets nothing a user would have to tune to his problem: so the weight of
# UCT grows or is relative, and sigma0 is the same on all problems.
CANDIDATES: dict[str, MCTS] = {
    "UCT relative 0.7, contenders": MCTS(
        policy=UCT(weight=0.7, relative=True), backup="contenders"
    ),
    "UCT, contenders": MCTS(policy=UCT(), backup="contenders"),
    "OCBA 10, contenders": MCTS(policy=OCBA(sigma0=10), backup="contenders"),
    "UCT relative 0.7, Bellman explicit": MCTS(
        policy=UCT(weight=0.7, relative=True), backup="bellman"
    ),
    "UCT, Bellman sampled": MCTS(policy=UCT(), backup="bellman", chance="sampled"),
    "UCT, Bellman explicit": MCTS(policy=UCT(), backup="bellman"),
    "UCT, average": MCTS(policy=UCT(), backup="average"),
    "UCT, mixed": MCTS(policy=UCT(), backup="mixed"),
    "OCBA 100, Bellman sampled": MCTS(policy=OCBA(sigma0=100), backup="bellman", chance="sampled"),
    "OCBA 100, Bellman explicit": MCTS(policy=OCBA(sigma0=100), backup="bellman"),
    "OCBA 10, Bellman explicit": MCTS(policy=OCBA(sigma0=10), backup="bellman"),
    "OCBA 10 n0 = 1, Bellman explicit": MCTS(policy=OCBA(n0=1, sigma0=10), backup="bellman"),
    "OCBA 10, average": MCTS(policy=OCBA(sigma0=10), backup="average"),
    "OCBA 100, average": MCTS(policy=OCBA(sigma0=100), backup="average"),
}

# Problem: the published experiment, how its opponent is told, and budgets besides the published
# ones. The third comes in both ways a game can have a random opponent.
_PROBLEMS: dict[str, tuple[str, str, tuple[int, ...]]] = {
    "defaults-1": ("ocba-1", "", (1_000, 2_000, 5_000)),
    "defaults-2": ("ocba-2", "", ()),
    "defaults-3": ("ocba-3", "opponents='random'", ()),
    "defaults-3-declared": ("ocba-3", "declared by the game", ()),
    "defaults-4": ("ocba-4", "for the candidates: their own policy", ()),
}


def experiments(wanted: Wanted) -> list[Experiment]:
    """One a problem; raises `ParameterError` if a number is out of range."""
    return [_experiment(name, wanted) for name in _PROBLEMS]


def _experiment(name: str, wanted: Wanted) -> Experiment:
    source, note, budgets = _PROBLEMS[name]
    base = published(source, runs=wanted.runs, budgets=wanted.budgets, seed=wanted.seed)
    paper = {f"{method.name}, paper": method.search for method in base.methods}
    searches = {key: paper[key] for key in REFERENCES} | CANDIDATES
    declared = replace(
        base,
        name=name,
        title=f"{base.title} ({note})" if note else base.title,
        budgets=wanted.budgets or tuple(sorted({*budgets, *base.budgets})),
        methods=tuple(Method(key, search) for key, search in searches.items()),
    )
    if name == "defaults-3":
        return _with(declared, opponents="random")
    if name == "defaults-3-declared":
        # The opponent is chance here, so that a move has no one position it leads to.
        listed = _with(declared, opponents=None, nodes="state_and_stage")
        return replace(listed, game=solvable(source))
    return declared


def _with(experiment: Experiment, **parts: str | None) -> Experiment:
    """The experiment with these parts in all its searches."""
    methods = tuple(
        replace(method, search=replace(method.search, **parts)) for method in experiment.methods
    )
    return replace(experiment, methods=methods)
