"""Why a decision of MGSS* came about: its steps told one by one, and its tree drawn."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from forethought.decision import Decision
from forethought.errors import ParameterError, StateError
from forethought.explain.branches import draw
from forethought.explain.growth import Node, Step, grown, planted
from forethought.explain.telling import count, ended, opened, outcome, short, told


@dataclass(frozen=True)
class Story:
    """How MGSS* came to a decision.

    ``str()`` tells it; a notebook shows the drawing. Values are those of the player who decides, in
    the unit of the game's returns.

    Attributes:
        decision: the decision.
        first: the actions with their values before the first step.
        steps: the steps in their order, each with what it changed.
    """

    decision: Decision
    first: tuple[tuple[str, float], ...]
    steps: tuple[Step, ...]
    _root: Node = field(repr=False)

    def svg(self, most: int = 60) -> str:
        """The tree as it was in the end, as SVG, with at most about ``most`` of its nodes.

        The root is on the left, the best child of each node comes first, and the line that is
        expected is bold. Where a step could still change the decision the leaf says what it is
        expected to gain, and is the darker the more that is; what can't change it is grey. Shown
        are the actions at the root, the expected line, the leaves with the largest gains with all
        above them, and the best replies; the rest is counted.
        """
        return draw(self._root, self.decision, (self.summary(), self._ending()), most)

    def summary(self) -> str:
        """The answer in a line."""
        d = self.decision
        value = "" if d.value is None else f": value {short(d.value)}"
        spent = f"{count(len(self.steps), 'step')}, {count(d.spent.nodes, 'node')}"
        return f"{d.action}{value}, by MGSS*; {spent}, stopped by {d.stop_reason}"

    def to_dict(self) -> dict[str, Any]:
        """The story as plain values: the decision, and the steps."""
        return {
            **self.decision.to_dict(),
            "first": [{"action": action, "value": value} for action, value in self.first],
            "steps": [dict(vars(step)) for step in self.steps],
            "ending": self._ending(),
        }

    def __str__(self) -> str:
        steps = told(self.steps)
        return "\n".join(
            [
                opened(self.first, self.decision),
                *steps,
                *outcome(self.decision, self.steps, self._ending()),
            ]
        )

    def __repr__(self) -> str:
        return f"<Story: {self.summary()}>"

    def _ending(self) -> str:
        ahead = self.decision.ahead
        return ended(self.decision, self._root.follow(ahead.line).line() if ahead else [])

    def _repr_svg_(self) -> str:
        return self.svg()


def story(decision: Decision) -> Story:
    """Tells how a decision of ``ft.MGSS`` came about.

    It tells each step, what it was expected to gain and what it gained, and why it stopped.

    Raises ParameterError for a decision of another search; StateError if its search went on since
    (then tell its last decision), or if it is a copy, which has no search.
    """
    if decision.spent.computations is None:
        raise ParameterError(f"{decision!r} can't be told: give a decision of ft.MGSS()")
    if decision.search is None:
        raise StateError("a copy of a decision has no search: tell the decision itself")
    decision.search.refuse_if_later(decision)
    root = planted(decision.search.tree(), decision.player)
    first, steps = grown(root, decision.computations)
    return Story(decision, tuple(first), tuple(steps), root)
