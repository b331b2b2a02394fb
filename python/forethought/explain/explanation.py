"""A search of a small tree, told step by step and drawn."""

from dataclasses import dataclass
from typing import Any, Literal, get_args

from forethought.errors import ParameterError
from forethought.explain.drawing import draw
from forethought.explain.lecture import Lecturer, Mark, shown
from forethought.explain.plan import Plan
from forethought.explain.sheet import Path, read
from forethought.explain.unfolding import unfolded
from forethought.game import Game
from forethought.textbook.adversarial import Evaluation
from forethought.textbook.alpha_beta import alpha_beta
from forethought.textbook.expectiminimax import expectiminimax
from forethought.textbook.minimax import minimax

Name = Literal["alpha-beta", "minimax", "expectiminimax"]
_SEARCHES: dict[str, Any] = {
    "alpha-beta": alpha_beta,
    "minimax": minimax,
    "expectiminimax": expectiminimax,
}


@dataclass(frozen=True)
class Explanation:
    """How a search by depth finds its answer on a small tree.

    ``str()`` is the whole lecture; a notebook shows the drawing.

    Attributes:
        algorithm: "alpha-beta", "minimax" or "expectiminimax".
        value: what MAX (player 0) gets.
        action: the label of the best action; None where chance decides at the root.
        pv: the labels of the principal variation: best play for both, up to a node of chance.
        nodes: nodes that were looked at, of ``all_nodes``.
        leaves: leaves that were looked at, of ``all_leaves``.
        cuts: how many times the rest of a node was not looked at.
        steps: the steps, one line each.
    """

    algorithm: str
    value: float
    action: str | None
    pv: tuple[str, ...]
    nodes: int
    all_nodes: int
    leaves: int
    all_leaves: int
    cuts: int
    steps: tuple[str, ...]
    _plan: Plan
    _marks: dict[Path, Mark]

    def svg(self) -> str:
        """The drawing: triangles for MAX (up) and MIN (down), circles for chance.

        Each node holds its value and has its window above; what was cut is grey and struck
        through; the principal variation is bold.
        """
        return draw(self._plan.root, self._marks, self.summary(), self.algorithm == "alpha-beta")

    def summary(self) -> str:
        """The answer in a line."""
        move = "" if self.action is None else f"{self._plan.root.who} takes {self.action}: "
        return (
            f"{move}value {shown(self.value)}, by {self.algorithm}; "
            f"{self.leaves} of {self.all_leaves} leaves looked at"
        )

    def to_dict(self) -> dict[str, Any]:
        """The explanation as plain values, without the drawing."""
        plain = {name: value for name, value in vars(self).items() if not name.startswith("_")}
        return {**plain, "pv": list(self.pv), "steps": list(self.steps)}

    def __str__(self) -> str:
        width = len(str(len(self.steps)))
        lines = [f"{i:>{width}}. {step}" for i, step in enumerate(self.steps, 1)]
        return "\n".join([*lines, "", *self._results()])

    def __repr__(self) -> str:
        return f"<Explanation: {self.summary()}; {len(self.steps)} steps>"

    def _repr_svg_(self) -> str:
        return self.svg()

    def _results(self) -> list[str]:
        cuts = "1 cut" if self.cuts == 1 else f"{self.cuts} cuts"
        pruning = f", {cuts}" if self.algorithm == "alpha-beta" else ""
        return [
            f"Value {shown(self.value)} for MAX; best play: {' '.join(self.pv) or '-'}.",
            f"Looked at {self.leaves} of {self.all_leaves} leaves and {self.nodes} of "
            f"{self.all_nodes} nodes{pruning}.",
        ]


def explain(
    tree: Any,
    *,
    algorithm: Name = "alpha-beta",
    state: Any = None,
    depth: int | None = None,
    evaluation: Evaluation | None = None,
) -> Explanation:
    """Walks through a search by depth on a small tree, step by step.

    Args:
        tree: nested lists as ``ft.games.tree`` takes them, or with dictionaries for nodes with
            names: ``{"name": "A", "turn": "max", "children": [...]}``, ``"children"`` a list or a
            dictionary by action, ``{"name": "x", "value": 3}`` for a leaf. Or a game of one or
            two players whose returns sum to 0.
        algorithm: "alpha-beta", "minimax" or "expectiminimax", those of the textbook.
        state: of a game, where to start; the initial state if it is not given.
        depth: of a game, how many actions to look ahead; to the end if it is not given.
        evaluation: of a game, what a state at depth 0 is worth to player 0; 0 if not given.

    Raises ParameterError for what is no such tree, and for one with more than 1000 nodes or 50
    levels; StateError if nobody decides at the state; Unsupported for another game, and for chance
    with another algorithm than expectiminimax.
    """
    if algorithm not in get_args(Name):
        known = ", ".join(get_args(Name))
        raise ParameterError(f"algorithm={algorithm!r}: give one of {known}")
    if isinstance(tree, Game):
        tree = unfolded(tree, state, depth, evaluation)
    plan = Plan(read(tree))
    lecturer = Lecturer(plan, algorithm == "alpha-beta")
    answer = _SEARCHES[algorithm](plan.game, trace=lecturer.hear)
    line = _line(lecturer.marks)
    labels = tuple(plan.at[path].label for path in line)
    for path in line:
        lecturer.marks[path].best_play = True
    return Explanation(
        algorithm=algorithm,
        value=answer.value,
        action=labels[0] if labels else None,
        pv=labels,
        nodes=answer.nodes,
        all_nodes=len(plan.at),
        leaves=answer.leaves,
        all_leaves=plan.root.leaves(),
        cuts=sum(step.startswith("Cut") for step in lecturer.steps),
        steps=tuple(lecturer.steps),
        _plan=plan,
        _marks=lecturer.marks,
    )


def _line(marks: dict[Path, Mark]) -> list[Path]:
    """The principal variation below the root."""
    line = []
    path: Path | None = marks[()].move
    while path is not None:
        line.append(path)
        path = marks[path].move
    return line
