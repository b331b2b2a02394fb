"""How well an error model foresees errors that it was not fitted to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from forethought.error_models import Model, Regression
from forethought.error_models.fitting import (
    FLOOR,
    Array,
    are_steps,
    buckets,
    constant,
    foreseen,
    regression,
)
from forethought.fitting.logistic import mean_error

Mask = npt.NDArray[np.bool_]

STAGES = tuple(tenth / 10 for tenth in range(11))
SIZES = (0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.99)
"""Edges of the groups by stage, and of those by the size of the value in units of the scale."""

WIDTHS = 10
"""Groups by the deviation that is foreseen, of equal numbers of samples."""

BINS = tuple(quarter / 4 for quarter in range(-16, 17))
"""Edges of the histogram of deviations from what is foreseen."""


@dataclass(frozen=True)
class Samples:
    """Samples, and the number of the play that each is of.

    One play in ``one_in`` is held out; ``scale`` is the size of a large value.
    """

    rows: Array
    plays: npt.NDArray[np.int_]
    one_in: int
    scale: float

    @property
    def held_out(self) -> Mask:
        """Which samples are of plays that are held out: the last of each ``one_in``."""
        return np.equal(self.plays % self.one_in, self.one_in - 1)

    def fitted(self) -> Array:
        """The samples that are not held out."""
        return self.rows[~self.held_out]


@dataclass(frozen=True)
class Group:
    """Held-out samples that are alike.

    ``error`` and ``foreseen`` are roots of mean squares: of the error less its foreseen mean, and
    of its foreseen standard deviation. Their quotient sample by sample is z; ``mean`` and ``sd``
    are its own, with standard errors when only the plays are independent (None of a single play).
    Both models and samples have a noise of a hundredth of the scale on top.
    """

    name: str
    samples: int
    error: float
    foreseen: float
    mean: float
    mean_error: float | None
    sd: float
    sd_error: float | None


@dataclass(frozen=True)
class Report:
    """How well a model foresees: its plan, the mean log-likelihoods, and groups of samples.

    ``counts`` has the numbers of plays, steps and looks, fitted and held out. ``likelihoods`` has
    for steps and for looks the mean log-density by kind of model, of errors in units of the scale.
    ``histogram`` has the shares of z of steps between ``BINS``.
    """

    plan: dict[str, Any]
    kind: str
    counts: dict[str, tuple[int, int]]
    likelihoods: dict[str, dict[str, float]]
    groups: dict[str, tuple[Group, ...]]
    histogram: tuple[float, ...]

    @classmethod
    def of(cls, plan: dict[str, Any], model: Model, samples: Samples) -> Self:
        """The report of a model on the samples that are held out."""
        rest = samples.rows[samples.held_out]
        z = _Deviations(model, rest, samples.plays[samples.held_out], samples.scale)
        steps = are_steps(rest)
        groups = {
            "stage": z.grouped(steps, rest[:, 0], STAGES),
            "size of the value": z.grouped(steps, np.abs(rest[:, 1]) / samples.scale, SIZES),
            "foreseen deviation": z.grouped(steps, z.sd, _quantiles(z.sd[steps])),
        }
        if isinstance(model, Regression):
            groups["look"] = z.by_look(rest)
        share = np.histogram(z.z[steps], BINS)[0] / steps.sum()
        return cls(
            plan, model.kind, _counts(samples), _likelihoods(samples), groups, tuple(share.tolist())
        )

    def to_dict(self) -> dict[str, Any]:
        """The report as plain values."""
        return asdict(self)

    def tables(self) -> list[tuple[str, list[str], list[list[str]]]]:
        """The tables with their titles."""
        kinds = list(self.likelihoods["steps"])
        likelihoods = [
            [what, *(f"{found[kind]:.3f}" if kind in found else "-" for kind in kinds)]
            for what, found in self.likelihoods.items()
        ]
        counts = [[what, *map(str, pair)] for what, pair in self.counts.items()]
        return [
            ("Samples", ["", "Fitted", "Held out"], counts),
            ("Mean log-density on held-out plays", ["", *kinds], likelihoods),
            *(
                (f"The {self.kind} by {name}", _HEADER, list(map(_row, groups)))
                for name, groups in self.groups.items()
            ),
        ]

    def markdown(self, figure: str) -> str:
        """The report as a page, with the figure of this name beside it."""
        plan = self.plan
        options = f"--samples {plan['samples']} --seed {plan['seed']} --kind {self.kind}"
        lines = [f"# The error model of {plan['game']}", ""]
        lines += [f"`forethought train error {plan['game']} {options}`", ""]
        lines += [f"![Calibration]({figure}.svg)", "", _WORDS, ""]
        for title, header, rows in self.tables():
            lines += [f"## {title}", "", *_table(header, rows), ""]
        return "\n".join(lines)


_WORDS = (
    "A step is the expansion of a state in a tree of MGSS\\*, a look one with alpha-beta, 1 to 4 "
    "actions deeper than the one before. z is the error less its foreseen mean, in foreseen "
    "standard deviations: it should have mean 0 and deviation 1 in each group. After the ± are "
    "standard errors when only the plays are independent. Noise of a hundredth of the scale is "
    "added to model and errors, since errors that small do not matter."
)

_HEADER = ["", "Samples", "Error", "Foreseen", "z mean", "z deviation"]


def _row(group: Group) -> list[str]:
    return [
        group.name,
        str(group.samples),
        f"{group.error:.3f}",
        f"{group.foreseen:.3f}",
        _measured(f"{group.mean:+.2f}", group.mean_error),
        _measured(f"{group.sd:.2f}", group.sd_error),
    ]


def _measured(text: str, error: float | None) -> str:
    return text if error is None else f"{text} ± {error:.2f}"


def _table(header: list[str], rows: list[list[str]]) -> list[str]:
    rule = [":---", *["---:"] * (len(header) - 1)]
    return [f"| {' | '.join(row)} |" for row in (header, rule, *rows)]


def _quantiles(values: Array) -> tuple[float, ...]:
    return tuple(np.unique(np.quantile(values, np.linspace(0, 1, WIDTHS + 1))).tolist())


def _counts(samples: Samples) -> dict[str, tuple[int, int]]:
    def pair(among: Mask) -> tuple[int, int]:
        return int((among & ~held).sum()), int((among & held).sum())

    held, steps = samples.held_out, are_steps(samples.rows)
    plays = len(np.unique(samples.plays[~held])), len(np.unique(samples.plays[held]))
    return {"plays": plays, "steps": pair(steps), "looks": pair(~steps)}


def _likelihoods(samples: Samples) -> dict[str, dict[str, float]]:
    """Mean log-densities on what is held out, of models fitted to the rest."""
    seen, unseen = samples.fitted(), samples.rows[samples.held_out]
    of_all = regression(seen, samples.scale)
    found: dict[str, dict[str, float]] = {}
    for what, pick in (("steps", are_steps), ("looks", lambda rows: ~are_steps(rows))):
        part, rest = seen[pick(seen)], unseen[pick(unseen)]
        if not len(part) or not len(rest):
            continue
        models: list[Model] = [constant(part), of_all]
        if what == "steps":
            models.insert(1, buckets(part))
        found[what] = {model.kind: _likelihood(model, rest, samples.scale) for model in models}
    return found


def _likelihood(model: Model, rows: Array, scale: float) -> float:
    mean, sd = (each / scale for each in foreseen(model, rows))
    variance = sd**2 + FLOOR**2
    errors = rows[:, 5] / scale - mean
    logs = -0.5 * np.log(2 * np.pi * variance) - 0.5 * errors**2 / variance
    return float(logs.mean())


def _error(values: Array, plays: npt.NDArray[np.int_]) -> float | None:
    return mean_error(values, plays) if len(np.unique(plays)) > 1 else None


class _Deviations:
    """How far the errors of held-out samples are from what is foreseen."""

    def __init__(
        self, model: Model, rows: Array, plays: npt.NDArray[np.int_], scale: float
    ) -> None:
        mean, sd = foreseen(model, rows)
        self.sd = np.sqrt(sd**2 + (FLOOR * scale) ** 2)
        self.off = rows[:, 5] - mean
        self.z = self.off / self.sd
        self.plays = plays

    def group(self, name: str, among: Mask) -> Group:
        z, plays = self.z[among], self.plays[among]
        sd = float(z.std())
        return Group(
            name=name,
            samples=len(z),
            error=float(np.sqrt((self.off[among] ** 2).mean())),
            foreseen=float(np.sqrt((self.sd[among] ** 2).mean())),
            mean=float(z.mean()),
            mean_error=_error(z, plays),
            sd=sd,
            # Of the root of a mean square, by the delta method.
            sd_error=_error((z - z.mean()) ** 2 / (2 * sd), plays) if sd > 0 else None,
        )

    def grouped(self, among: Mask, values: Array, edges: Sequence[float]) -> tuple[Group, ...]:
        """Groups between edges; what is beyond the last belongs to the last."""
        lower = edges[:-1] if values[among].max(initial=0.0) <= edges[-1] else edges
        at = np.searchsorted(lower, values, side="right")
        groups = []
        for number, low in enumerate(lower, 1):
            high = edges[number] if number < len(edges) else None
            name = f"{low:.3g} or more" if high is None else f"{low:.3g} to {high:.3g}"
            groups.append((name, among & (at == number)))
        return tuple(self.group(*each) for each in groups if each[1].sum() > 1)

    def by_look(self, rows: Array) -> tuple[Group, ...]:
        """Groups by how much deeper the look is, and whether the one before had an odd depth."""
        less, deeper = rows[:, 3], rows[:, 4] - rows[:, 3]
        groups = [
            (f"{more} more, from {'odd' if odd else 'even'}", (deeper == more) & (less % 2 == odd))
            for more in range(1, int(deeper.max(initial=0)) + 1)
            for odd in (0, 1)
        ]
        return tuple(self.group(*each) for each in groups if each[1].sum() > 1)
