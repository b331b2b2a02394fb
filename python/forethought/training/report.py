"""How good trained weights are: errors on plays that were held out, by phase of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Self

import numpy as np

_BINS = 10


@dataclass(frozen=True)
class PhaseErrors:
    """The errors of one phase.

    ``discs`` are the first and the last number of discs on the board, ``fitted`` and ``tested`` the
    numbers of samples. ``fit_error`` and ``error`` are roots of mean squared errors in discs, on
    what was fitted and on what was held out, and ``spread`` that of expecting nothing. ``log_loss``
    is that of P(win), a draw being half a win, in nats; a coin has 0.693. ``calibration`` has for
    each tenth of the chances the samples, the mean chance and the mean result, from -1 to 1.
    """

    discs: tuple[int, int]
    fitted: int
    tested: int
    fit_error: float
    error: float
    spread: float
    log_loss: float
    calibration: tuple[tuple[int, float, float], ...]

    @classmethod
    def of(
        cls, discs: tuple[int, int], fitted: int, fit_error: float, test: Sequence[Sequence[float]]
    ) -> Self:
        """The errors on ``test``: for each sample the margin expected, the chance, the margin."""
        expected, chances, margins = np.array(test, dtype=float).reshape(-1, 3).T
        return cls(
            discs=discs,
            fitted=fitted,
            tested=len(margins),
            fit_error=fit_error,
            error=_root_mean_square(expected - margins),
            spread=_root_mean_square(margins),
            log_loss=_log_loss(chances, np.sign(margins)),
            calibration=_calibration(chances, np.sign(margins)),
        )


def _root_mean_square(errors: np.ndarray[Any, np.dtype[np.float64]]) -> float:
    return float(np.sqrt(np.mean(errors**2))) if len(errors) else 0.0


def _log_loss(chances: Any, results: Any) -> float:
    if not len(chances):
        return 0.0
    wins = np.clip((1 + chances) / 2, 1e-9, 1 - 1e-9)
    shares = (1 + results) / 2
    return float(-np.mean(shares * np.log(wins) + (1 - shares) * np.log(1 - wins)))


def _calibration(chances: Any, results: Any) -> tuple[tuple[int, float, float], ...]:
    bins = np.minimum(((chances + 1) / 2 * _BINS).astype(int), _BINS - 1)
    found = [bins == each for each in range(_BINS)]
    return tuple(
        (int(each.sum()), float(chances[each].mean()), float(results[each].mean()))
        for each in found
        if each.any()
    )


@dataclass(frozen=True)
class Duel:
    """Plays of a generation against the one before: from each opening two, colours swapped."""

    wins: int
    draws: int
    losses: int
    margin: float

    @classmethod
    def of(cls, pairs: Sequence[Sequence[int]]) -> Self:
        """The duel with these margins of the newer side."""
        margins = np.array(pairs, dtype=float)
        wins, draws, losses = (int((np.sign(margins) == sign).sum()) for sign in (1, 0, -1))
        return cls(wins, draws, losses, float(margins.mean()))


@dataclass(frozen=True)
class Report:
    """What came of a training: its plan, the errors by phase, the duels, the bytes of the file."""

    plan: dict[str, int]
    phases: tuple[PhaseErrors, ...]
    duels: tuple[Duel, ...]
    size: int

    def to_dict(self) -> dict[str, Any]:
        """The report as plain values."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """The inverse of ``to_dict``, also after it was JSON."""
        phases = [
            PhaseErrors(
                **{
                    **each,
                    "discs": tuple(each["discs"]),
                    "calibration": tuple(map(tuple, each["calibration"])),
                }
            )
            for each in values["phases"]
        ]
        duels = [Duel(**each) for each in values["duels"]]
        return cls(values["plan"], tuple(phases), tuple(duels), values["size"])

    def errors(self) -> tuple[list[str], list[list[str]]]:
        """Header and rows of the table of errors."""
        header = ["Discs", "Fitted", "Held out", "Spread", "Error", "Fit", "Log-loss"]
        rows = [
            [
                f"{each.discs[0]}-{each.discs[1]}",
                str(each.fitted),
                str(each.tested),
                f"{each.spread:.2f}",
                f"{each.error:.2f}",
                f"{each.fit_error:.2f}",
                f"{each.log_loss:.4f}",
            ]
            for each in self.phases
        ]
        return header, rows

    def chances(self) -> tuple[list[str], list[list[str]]]:
        """Header and rows of the calibration over all phases."""
        rows = []
        for low in range(_BINS):
            bounds = (2 * low / _BINS - 1, 2 * (low + 1) / _BINS - 1)
            found = [
                entry
                for phase in self.phases
                for entry in phase.calibration
                if bounds[0] <= entry[1] < bounds[1] or (low == _BINS - 1 and entry[1] == 1)
            ]
            count = sum(entry[0] for entry in found)
            if count:
                means = [sum(e[0] * e[at] for e in found) / count for at in (1, 2)]
                rows.append([str(count), *(f"{mean:+.3f}" for mean in means)])
        return ["Held out", "Chance", "Result"], rows

    def matches(self) -> tuple[list[str], list[list[str]]]:
        """Header and rows of the duels."""
        rows = [
            [str(generation), str(d.wins), str(d.draws), str(d.losses), f"{d.margin:+.2f}"]
            for generation, d in enumerate(self.duels)
        ]
        return ["Generation", "Won", "Drawn", "Lost", "Discs"], rows

    def tables(self) -> list[tuple[str, list[str], list[list[str]]]]:
        """The tables with their titles."""
        return [
            ("Errors on held-out plays, in discs", *self.errors()),
            ("P(win) - P(loss), expected and found", *self.chances()),
            ("Each generation against the one before", *self.matches()),
        ]

    def markdown(self) -> str:
        """The report as a page."""
        options = " ".join(f"--{name} {value}" for name, value in self.plan.items())
        lines = [
            "# Weights of Othello",
            "",
            f"`forethought train evaluation othello {options}`",
            "",
        ]
        for title, header, rows in self.tables():
            lines += [f"## {title}", "", *_table(header, rows), ""]
        return "\n".join([*lines, f"The file has {self.size} bytes.", ""])


def _table(header: list[str], rows: list[list[str]]) -> list[str]:
    return [f"| {' | '.join(row)} |" for row in (header, ["---:"] * len(header), *rows)]
