"""What a fit found, as values."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from forethought.evaluations import Linear


@dataclass(frozen=True)
class Bin:
    """The positions of which about the same was said.

    Attributes:
        low, high: what was said of them lies between these: P(win) - P(loss) for player 0.
        positions: how many they are.
        said: the mean of what was said.
        came: the mean of the results, which should be near.
        stderr: the standard error of the latter; nan below two plays.
    """

    low: float
    high: float
    positions: int
    said: float
    came: float
    stderr: float


@dataclass(frozen=True)
class FeatureWorth:
    """What a feature is worth: a row of the table.

    Attributes:
        name: the feature.
        weight: its weight.
        stderr: the standard error of the weight, with plays as the independent units.
        z: weight / stderr.
        growth: how much the log-loss of the held-out positions grows, in nats a position, when
            the feature is left out and the others are fitted again.
        growth_stderr: the standard error of that.
    """

    name: str
    weight: float
    stderr: float
    z: float
    growth: float
    growth_stderr: float


@dataclass(frozen=True)
class Fit:
    """The outcome of a fit.

    Attributes:
        evaluation: the evaluation with its new weights.
        features: what each feature is worth.
        loss: mean log-loss of the held-out positions, in nats; log 2 = 0.693 is a guess.
        fitted_loss: the same of the positions that the weights were fitted to.
        plays, held_out_plays: plays fitted to, plays held out.
        positions, held_out_positions: the same of positions.
        calibration: what was said of the held-out positions beside how they ended.
    """

    evaluation: Linear
    features: tuple[FeatureWorth, ...]
    loss: float
    fitted_loss: float
    plays: int
    held_out_plays: int
    positions: int
    held_out_positions: int
    calibration: tuple[Bin, ...]

    def to_dict(self) -> dict[str, Any]:
        """The fit as plain values."""
        plain = ("loss", "fitted_loss", "plays", "held_out_plays", "positions")
        return {
            "weights": dict(self.evaluation.weights),
            "features": [asdict(row) for row in self.features],
            **{name: getattr(self, name) for name in plain},
            "held_out_positions": self.held_out_positions,
            "calibration": [asdict(row) for row in self.calibration],
        }

    def __repr__(self) -> str:
        head = (
            f"<Fit: log-loss {self.loss:.4f} in {self.held_out_positions} positions of "
            f"{self.held_out_plays} plays held out; {self.fitted_loss:.4f} in {self.positions} of "
            f"{self.plays} fitted to>"
        )
        names = ("feature", "weight", "stderr", "z", "growth of loss", "stderr")
        worth = [tuple(asdict(row).values()) for row in self.features]
        bins = ("from", "to", "positions", "said", "came", "stderr")
        came = [tuple(asdict(row).values()) for row in self.calibration]
        return "\n\n".join([head, _table(names, worth), _table(bins, came)])


def _table(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """A table as text, the numbers to four digits."""
    cells = [tuple(names), *(tuple(map(_short, row)) for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(names))]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        for row in cells
    )


def _short(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)
