"""The steps of a search on a small tree, in the words of a lecture."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf

from forethought.explain.plan import Node, Plan
from forethought.explain.sheet import Path
from forethought.game import CHANCE, OVER
from forethought.textbook.adversarial import MAX, Event

_LISTED = 8


def shown(number: float) -> str:
    """A value, short."""
    if number in (inf, -inf):
        return "+inf" if number > 0 else "-inf"
    return f"{number + 0.0:.6g}"


def window(alpha: float, beta: float) -> str:
    """A window as [alpha, beta]."""
    return f"[{shown(alpha)}, {shown(beta)}]"


@dataclass
class Mark:
    """What the search left at a node.

    Attributes:
        alpha, beta: the window with which it was entered.
        value: what it is worth, or a bound on it; None while it is open.
        bound: "" if the value is exact, else "at most" or "at least".
        best: the best value so far of the children.
        move: the child that gave it.
        whole: whether nothing below was cut.
        cut: whether it was never looked at.
        best_play: whether the principal variation leads to it.
        window: the window as it is now.
    """

    alpha: float = -inf
    beta: float = inf
    value: float | None = None
    bound: str = ""
    best: float | None = None
    move: Path | None = None
    whole: bool = True
    cut: bool = False
    best_play: bool = False
    window: tuple[float, float] = (-inf, inf)

    @property
    def worth(self) -> str:
        """Its value in words, with the kind of bound."""
        assert self.value is not None
        return f"{self.bound} {shown(self.value)}".lstrip()


@dataclass
class Lecturer:
    """Hears the trace of a search and tells it step by step.

    ``pruning`` says whether there are windows to tell of.
    """

    plan: Plan
    pruning: bool
    steps: list[str] = field(default_factory=list)
    marks: dict[Path, Mark] = field(default_factory=dict)
    _last: Path = ()

    def hear(self, event: Event) -> None:
        """Takes one event of the trace."""
        node = self.plan.at[event.state]
        mark = self.marks.setdefault(node.path, Mark())
        match event.kind:
            case "enter":
                self._enter(node, mark, event)
            case "leaf":
                mark.value = event.value
                self._last = node.path
            case "child":
                self._child(node, mark, event)
            case "cut":
                self._cut(node, mark, event)
            case "leave":
                self._leave(node, mark, event)

    def _enter(self, node: Node, mark: Mark, event: Event) -> None:
        mark.alpha, mark.beta = mark.window = event.alpha, event.beta
        decides = "chance decides" if node.turn == CHANCE else f"{node.who} to move"
        leads = f"pays {shown(node.paid)} and leads" if node.paid else "leads"
        way = f"{node.label} {leads} to {node.name}" if node.path else f"Start at {node.name}"
        about = f": window {window(event.alpha, event.beta)}" if self.pruning else ""
        self.steps.append(f"{way}, {decides}{about}.")

    def _leave(self, node: Node, mark: Mark, event: Event) -> None:
        mark.value = event.value
        mark.whole = all(
            child.path in self.marks and self.marks[child.path].whole for child in node.children
        )
        assert event.value is not None
        if not mark.whole and event.value <= event.alpha:
            mark.bound = "at most"
        elif not mark.whole and event.value >= event.beta:
            mark.bound = "at least"
        self._last = node.path
        if not node.path:
            self.steps.append(f"{self._is_worth(node, mark)}{self._conclusion(node, mark)}.")

    def _conclusion(self, node: Node, mark: Mark) -> str:
        if mark.move is None:
            return ""
        return f": {node.who} takes {self.plan.at[mark.move].label}"

    def _child(self, node: Node, mark: Mark, event: Event) -> None:
        child = self.plan.at[self._last]
        seen = self._seen(child, self.marks[child.path])
        before, mark.best = mark.best, event.best
        if node.turn == CHANCE:
            effect = _share(child, event)
        else:
            better = before is None or event.best != before
            mark.move = child.path if better else mark.move
            effect = self._effect(node, event, better)
            mark.window = event.alpha, event.beta
        self.steps.append(f"{seen}: {effect}.")

    def _seen(self, child: Node, mark: Mark) -> str:
        """What was learnt of a child."""
        if child.turn != OVER:
            return self._is_worth(child, mark)
        what = f"{child.name}, a leaf" if child.name else "a leaf"
        return f"{child.label} leads to {what} worth {mark.worth}"

    def _is_worth(self, node: Node, mark: Mark) -> str:
        """What a node is worth, with the reckoning where everything was looked at."""
        values = [self.marks[child.path].value for child in node.children if not self.pruning]
        if not values or len(values) > _LISTED:
            return f"{node.name} is worth {mark.worth}"
        return f"{node.name} is worth {_reckoning(node, values)} = {mark.worth}"

    def _effect(self, node: Node, event: Event, better: bool) -> str:
        """What a value changes for the player who moves."""
        assert event.best is not None
        best, name = shown(event.best), node.name
        if not better:
            return f"no better for {node.who}, who has {best} at {name}"
        if not self.pruning:
            return f"the {'most' if node.turn == MAX else 'least'} at {name} so far"
        now = event.alpha, event.beta
        edge = ("alpha", "beta")[node.turn]
        if now == self.marks[node.path].window:
            side = ("above alpha", "below beta")[node.turn]
            return f"the best at {name} so far, but not {side} = {shown(now[node.turn])}"
        shut = ", which is empty" if event.alpha >= event.beta else ""
        sure = f"{node.who} has {best} for sure at {name}"
        return f"{sure}: {edge} = {best}, window {window(*now)}{shut}"

    def _cut(self, node: Node, mark: Mark, event: Event) -> None:
        rest = [child for child in node.children if child.path not in self.marks]
        if not rest:
            return
        for below in (below for child in rest for below in child.all()):
            self.marks[below.path] = Mark(whole=False, cut=True)
        assert mark.best is not None
        leaves = sum(child.leaves() for child in rest)
        why = self._why(node, mark.best, event)
        self.steps.append(f"Cut at {node.name}: {why} {_skip(rest, leaves)}")

    def _why(self, node: Node, best: float, event: Event) -> str:
        """Why the other children of a node can't matter."""
        if node.turn == MAX:
            where = self._origin(node, event.beta)
            return (
                f"it is worth at least {shown(best)}, and MIN can hold MAX to "
                f"{shown(event.beta)} at {where}, so MIN never lets it come to more."
            )
        where = self._origin(node, event.alpha)
        return (
            f"it is worth at most {shown(best)}, and MAX has {shown(event.alpha)} for sure at "
            f"{where}, so MAX gains nothing here."
        )

    def _origin(self, node: Node, edge: float) -> str:
        """The nearest node above where the other player is sure of the edge of the window."""
        above = (self.plan.at[node.path[:n]] for n in reversed(range(len(node.path))))
        rivals = (at for at in above if at.turn not in (node.turn, CHANCE))
        return next(at.name for at in rivals if self.marks[at.path].best == edge)


def _share(child: Node, event: Event) -> str:
    """What an outcome adds to the mean."""
    assert event.value is not None
    assert event.best is not None
    share = child.probability * event.value
    product = f"{shown(child.probability)} x {shown(event.value)} = {shown(share)}"
    return f"{product}, which makes {shown(event.best)} so far"


def _reckoning(node: Node, values: Sequence[float | None]) -> str:
    numbers = [shown(value) for value in values if value is not None]
    if node.turn != CHANCE:
        return f"{'max' if node.turn == MAX else 'min'}({', '.join(numbers)})"
    shares = (shown(child.probability) for child in node.children)
    return " + ".join(f"{p} x {value}" for p, value in zip(shares, numbers, strict=True))


def _skip(rest: Sequence[Node], leaves: int) -> str:
    labels = [child.label for child in rest]
    named = labels[0] if len(labels) == 1 else f"{', '.join(labels[:-1])} and {labels[-1]}"
    many = "1 leaf" if leaves == 1 else f"{leaves} leaves"
    return f"{named} {'needs' if len(rest) == 1 else 'need'} no look ({many})."
