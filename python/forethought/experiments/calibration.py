"""How honest confidence is: stated probabilities of being right, beside how often that was so."""

from __future__ import annotations

from dataclasses import dataclass, replace

from forethought.experiments.arms import Arms, start_selection
from forethought.experiments.experiment import Experiment, Method
from forethought.experiments.ocba import experiment as published
from forethought.experiments.stopping import Stopping, start_stopping
from forethought.experiments.study import Wanted
from forethought.policies import OCBA, UCT, Uniform
from forethought.search import MCTS

TARGETS = (0.8, 0.9, 0.95)
"""Confidences to stop at."""


@dataclass(frozen=True)
class Problem:
    """One problem with its runs to a fixed budget, and those that stop when confident."""

    fixed: Experiment
    stopping: Experiment


# Published experiment: the title here, and a small, a middle and a large budget.
_TREES: dict[str, tuple[str, tuple[int, ...]]] = {
    "ocba-1": ("Inventory, penalty 10", (1_000, 5_000, 20_000)),
    "ocba-2": ("Inventory, penalty 1, set-up 5", (50, 110, 170)),
    "ocba-3": ("Tic-tac-toe, random opponent", (300, 500, 700)),
    "ocba-4": ("Tic-tac-toe, UCT opponent", (300, 500, 700)),
}

# Both have the best arm last: means that climb by a tenth of the deviation, and the least
# favourable configuration, in which all rivals are equally close.
_ARMS: dict[str, tuple[str, Arms]] = {
    "steps": ("Ten arms, means 0 to 0.9", Arms(tuple(index / 10 for index in range(10)))),
    "slippage": ("Ten arms, one 0.5 ahead", Arms((*[0.0] * 9, 0.5))),
}
_ARM_BUDGETS = (100, 400, 1600)
_ARM_METHODS = (
    Method("OCBA, n0 = 2", OCBA(n0=2)),
    Method("OCBA, n0 = 10", OCBA(n0=10)),
    Method("equal allocation", Uniform(n0=2)),
)


def problems(wanted: Wanted) -> list[Problem]:
    """All problems; raises `ParameterError` if a number is out of range."""
    return [*(_tree(name, wanted) for name in _TREES), *(_arms(name, wanted) for name in _ARMS)]


def _tree(name: str, wanted: Wanted) -> Problem:
    """The paper's OCBA and UCT, UCT with the Bellman backup, and `MCTS()`.

    The last two are told of a random opponent only.
    """
    title, budgets = _TREES[name]
    base = published(name, runs=wanted.runs, budgets=wanted.budgets or budgets, seed=wanted.seed)
    paper = [method for method in base.methods if method.name in ("OCBA", "UCT")]
    opponents = "random" if paper[0].search.opponents == "random" else None
    others = (
        Method("UCT Bellman", MCTS(policy=UCT(), backup="bellman", opponents=opponents)),
        Method("MCTS()", MCTS(opponents=opponents)),
    )
    fixed = replace(base, name=f"calibration-{name[-1]}", title=title, methods=(*paper, *others))
    return Problem(fixed, replace(_stopping(fixed), start=start_stopping))


def _arms(name: str, wanted: Wanted) -> Problem:
    title, arms = _ARMS[name]
    fixed = Experiment(
        name=f"calibration-{name}",
        title=title,
        game=arms,
        methods=_ARM_METHODS,
        optimum=(len(arms.means) - 1,),
        budgets=wanted.budgets or _ARM_BUDGETS,
        runs=1000 if wanted.runs is None else wanted.runs,
        seed=wanted.seed,
        start=start_selection,
    )
    return Problem(fixed, _stopping(fixed))


def _stopping(fixed: Experiment) -> Experiment:
    """Each method with each target, for at most the largest budget."""
    methods = tuple(
        Method(f"{method.name} to {target:g}", Stopping(method.search, target))
        for method in fixed.methods
        for target in TARGETS
    )
    budgets = (max(fixed.budgets),)
    return replace(fixed, name=f"{fixed.name}-stopping", methods=methods, budgets=budgets)
