"""What a search answers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from itertools import islice
from math import sqrt
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Z95 = 1.959963984540054
"""Standard errors on either side of a mean that hold 95 % of a normal distribution."""


@dataclass(frozen=True)
class ActionStatistics:
    """What is known of one action: a row of the table.

    Attributes:
        action: the action.
        visits: the samples of it.
        mean: mean return of the samples to the player who decides, or None without any.
        variance: unbiased variance of the samples, or None below two.
        kind: what the mean is: the "mean" of samples; or, from a search by depth, whose visits are
            the nodes below the action, an "estimate" of limited depth, the "exact" value, or a
            "lower" or "upper" bound on it; None where nothing is known.
    """

    action: Any
    visits: int
    mean: float | None
    variance: float | None
    kind: str | None = "mean"

    @property
    def stderr(self) -> float | None:
        """Standard error of the mean, or None below two samples."""
        return None if self.variance is None else sqrt(self.variance / self.visits)

    @property
    def low(self) -> float | None:
        """Lower end of the 95 % interval of the mean, if it has one."""
        return self._bound(-Z95)

    @property
    def high(self) -> float | None:
        """Upper end of the 95 % interval of the mean, if it has one."""
        return self._bound(Z95)

    def _bound(self, z: float) -> float | None:
        if self.mean is None or self.stderr is None:
            return None
        return self.mean + z * self.stderr

    def to_dict(self) -> dict[str, Any]:
        """The row as plain values."""
        names = ("action", "visits", "mean", "stderr", "low", "high", "kind")
        return {name: getattr(self, name) for name in names}


class ActionTable(Sequence[ActionStatistics]):
    """The actions in the order of the game; ``table[i]`` is a row, ``table.of(action)`` its row."""

    def __init__(self, rows: Sequence[ActionStatistics], chosen: int) -> None:
        self._rows = tuple(rows)
        self._chosen = chosen

    def __getitem__(self, index: Any) -> Any:
        return self._rows[index]

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[ActionStatistics]:
        return iter(self._rows)

    def of(self, action: Any) -> ActionStatistics:
        """The row of an action. Raises KeyError, with the actions that there are, if none is."""
        for row in self._rows:
            if row.action == action:
                return row
        listed = ", ".join(repr(row.action) for row in islice(self._rows, _LISTED))
        more = "" if len(self) <= _LISTED else f" and {len(self) - _LISTED} more"
        raise KeyError(f"there is no action {action!r}: give one of {listed}{more}")

    def __repr__(self) -> str:
        cells = [("", *_HEAD), *self._cells()]
        widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
        return "\n".join(
            "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in cells
        )

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{name}</th>" for name in ("", *_HEAD))
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>"
            for cells in self._cells()
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def _cells(self) -> list[tuple[str, ...]]:
        marks = (">" if index == self._chosen else "" for index in range(len(self)))
        return [
            (mark, str(row.action), str(row.visits), *map(_short, numbers))
            for mark, row, numbers in zip(marks, self._rows, rounded(self._rows), strict=True)
        ]


_HEAD = ("action", "visits", "mean", "stderr", "low", "high")
_LISTED = 20
_ROUNDING = 1e-12


def _short(number: float | None) -> str:
    return "-" if number is None else f"{number:.4g}"


def rounded(rows: Sequence[ActionStatistics]) -> list[list[float | None]]:
    """Mean, stderr, low and high of every row, for people.

    What rounding alone leaves of a 0 is 0: a number below 1e-12 of the largest one of the table.
    """
    numbers = [[row.mean, row.stderr, row.low, row.high] for row in rows]
    scale = max((abs(x) for row in numbers for x in row if x is not None), default=0.0)
    return [[_rounded(x, scale) for x in row] for row in numbers]


def _rounded(number: float | None, scale: float) -> float | None:
    return 0.0 if number is not None and abs(number) < _ROUNDING * scale else number


@dataclass(frozen=True)
class Spent:
    """What a search has spent at this root.

    Attributes:
        simulations: root-to-leaf passes.
        nodes: states generated, in the tree and in rollouts.
        seconds: time of the run, and ``overrun`` the part of it beyond the limit in time.
        bytes: memory that the tree or table holds; ``tree_nodes`` in the tree.
        depth: how many actions from the root a search by depth has searched wholly, 0 for a proof;
            None for other searches.
        computations: the steps of a search that chooses each of them (MGSS); None for others.
    """

    simulations: int
    nodes: int
    seconds: float
    overrun: float
    bytes: int
    tree_nodes: int
    depth: int | None
    computations: int | None


@dataclass(frozen=True)
class Prospect:
    """A step that a search could make, which chooses its steps by what they are expected to gain.

    Attributes:
        line: the actions from the root to the state that is looked at more deeply; where chance
            decides, the number of the outcome.
        depth: how many actions ahead of that state the step looks; 1 for an expansion.
        expected: what it is expected to gain, in the unit of the game's returns.
        net: that, less what it is expected to cost.
    """

    line: tuple[Any, ...]
    depth: int
    expected: float
    net: float

    @property
    def cost(self) -> float:
        """What it is expected to cost."""
        return self.expected - self.net


@dataclass(frozen=True)
class Computation(Prospect):
    """A step that was made, with what was expected of it.

    Attributes:
        gained: what it gained: the value of the action that was best after it less the value of the
            action that was best before, both as they are valued after it; 0 if that is the same.
        nodes: the states it generated.
        value: what the state that was looked at is worth after it, to the player who decides.
    """

    gained: float
    nodes: int
    value: float


@dataclass(frozen=True)
class Decision:
    """The answer of a search.

    Attributes:
        action: the action to take.
        value: its mean return to the player who decides; None if nothing was sampled.
        actions: the table of all actions.
        rule: what picked the action: "mean", "visits" or "lower_bound"; "value" by depth.
        confidence: approximate probability that the action is the best (APCS: Li, Fu and Xu 2020,
            equation 4); None while some action has fewer than two samples.
        bound: the lower bound on it of their Theorem 4, which assumes sampling by OCBA; or None.
        pv: the principal variation: the action, then what is most likely to follow.
        spent: what was spent.
        visits: simulations at the root, with those kept from an earlier search.
        stop_reason: the limit that stopped it, or "confidence", "proven", "single_action",
            "interrupted", or "not_worth_it" where more thinking was not worth its cost.
        proven: whether the action is proven to be one of the best.
        seed: the seed, given or drawn.
        player: the player who decides.
        root: how many actions the search was moved along before.
        ahead: the step that MGSS would have made next; None where no step could change the
            decision, and of other searches.
        search: the search itself: run it on, or move it along with ``search.advance(action)``;
            None in a copy (``copy``, ``deepcopy``, ``pickle``, another process), as a search can't
            be copied.
    """

    action: Any
    value: float | None
    actions: ActionTable
    rule: str
    confidence: float | None
    bound: float | None
    pv: tuple[Any, ...]
    spent: Spent
    visits: int
    stop_reason: str
    proven: bool
    seed: int
    player: int
    root: int
    ahead: Prospect | None
    search: Any

    @cached_property
    def computations(self) -> tuple[Computation, ...]:
        """The steps that MGSS made at this root, in their order; none of other searches.

        They are taken from the search when first asked for. Raises StateError if it was moved along
        meanwhile; a copy has none.
        """
        return () if self.search is None else self.search.computations(self)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "search": None}

    def __repr__(self) -> str:
        sure = "" if self.confidence is None else f", confidence {self.confidence:.3f}"
        return (
            f"<Decision: {self.action!r}, value {_short(self.value)} by {self.rule}{sure}; "
            f"{self.effort} in {self.spent.seconds:.3g} s, stopped by "
            f"{self.stop_reason}, seed {self.seed}>"
        )

    @property
    def effort(self) -> str:
        """What was spent, in words."""
        spent = self.spent
        if spent.computations is not None:
            return f"{spent.computations} steps, {spent.nodes} nodes"
        if spent.depth is None:
            return f"{spent.simulations} simulations"
        return f"{spent.nodes} nodes" + (f" to depth {spent.depth}" if spent.depth else "")

    def _repr_html_(self) -> str:
        return f"<p>{escape(repr(self)[1:-1])}</p>{self.actions._repr_html_()}"

    def to_dict(self) -> dict[str, Any]:
        """The decision as plain values, all but the search."""
        plain = ("action", "value", "rule", "confidence", "bound", "visits", "stop_reason")
        return {
            **{name: getattr(self, name) for name in plain},
            "proven": self.proven,
            "seed": self.seed,
            "player": self.player,
            "pv": list(self.pv),
            "actions": [row.to_dict() for row in self.actions],
            "spent": dict(self.spent.__dict__),
            "ahead": None if self.ahead is None else dict(self.ahead.__dict__),
        }

    def plot(self) -> "Figure":
        """A figure of the visits of each action and of its mean with the 95 % interval."""
        from matplotlib.figure import Figure

        labels = [str(row.action) for row in self.actions]
        chosen = [row.action == self.action for row in self.actions]
        figure = Figure(figsize=(7, 5), layout="constrained")
        upper, lower = figure.subplots(2, 1, sharex=True)
        colours = ["#0072b2" if best else "#9ecae1" for best in chosen]
        upper.bar(labels, [row.visits for row in self.actions], color=colours)
        upper.set_ylabel("visits")
        seen = [row for row in self.actions if row.mean is not None]
        lower.errorbar(
            [str(row.action) for row in seen],
            [row.mean for row in seen],
            yerr=[Z95 * (row.stderr or 0.0) for row in seen],
            fmt="o",
            color="#0072b2",
            capsize=3,
        )
        lower.set_ylabel("mean return, 95 %")
        lower.set_xlabel("action")
        figure.suptitle(
            f"Action {self.action} is chosen by {self.rule} after {self.visits} simulations"
        )
        return figure
