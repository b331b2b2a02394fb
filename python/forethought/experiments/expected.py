"""The numbers the published experiments should give, with where each comes from: data only."""

from __future__ import annotations

from dataclasses import dataclass

PAPER = "Li, Fu, Xu 2020, section V"
TRIAL = "independent trial"
TARGET = "target of this package"


@dataclass(frozen=True)
class Expected:
    """A number one method should reach at one budget, as an interval.

    The number is the PCS, or the mean visits of `action` at the root. `runs` are those of the trial
    that measured it, whose own error counts too; None for a requirement that is met or not.
    """

    experiment: str
    method: str
    budget: int
    low: float
    high: float
    source: str
    runs: int | None = None
    action: str | None = None

    @property
    def quantity(self) -> str:
        """What the number is, in words."""
        return "PCS" if self.action is None else f"visits of {self.action}"


# Optimal action at the root of each experiment, as published.
OPTIMUM = {"ocba-1": 4, "ocba-2": 0, "ocba-3": 4, "ocba-4": 4}

_Range = float | tuple[float, float]

# (experiment, method, runs of the trial): {budget: PCS, or the range of it over repetitions of the
# trial}
_TRIAL_PCS: dict[tuple[str, str, int], dict[int, _Range]] = {
    ("ocba-1", "OCBA", 400): {10_000: (0.70, 0.72), 15_000: 0.81, 20_000: (0.86, 0.89)},
    ("ocba-1", "UCT", 400): {10_000: (0.64, 0.68), 15_000: (0.71, 0.74), 20_000: (0.76, 0.77)},
    ("ocba-1", "OCBA Bellman", 300): {
        1_000: 0.38, 2_000: 0.61, 5_000: 0.78, 10_000: 0.92, 15_000: 0.94, 20_000: 0.98,
    },
    ("ocba-1", "UCT Bellman", 300): {
        1_000: 0.46, 2_000: 0.52, 5_000: 0.62, 10_000: 0.75, 15_000: 0.80, 20_000: 0.86,
    },
    ("ocba-2", "OCBA", 400): {
        50: (0.85, 0.87), 70: (0.93, 0.94), 90: (0.95, 0.96), 110: (0.97, 0.98), 170: (0.985, 0.99),
    },
    ("ocba-2", "UCT", 400): {
        50: (0.70, 0.71), 70: (0.79, 0.85), 90: (0.89, 0.92), 110: (0.94, 0.96), 170: 1.0,
    },
    ("ocba-2", "OCBA Bellman", 300): {
        50: 0.84, 70: 0.89, 90: 0.92, 110: 0.93, 130: 0.94, 170: 0.95,
    },
    ("ocba-2", "UCT Bellman", 300): {50: 0.65, 70: 0.86, 90: 0.95, 110: 1.0, 130: 1.0, 170: 1.0},
    ("ocba-3", "OCBA", 1000): {300: 0.752, 400: 0.805, 500: 0.855, 600: 0.898, 700: 0.936},
    ("ocba-3", "UCT", 1000): {300: 0.673, 400: 0.733, 500: 0.796, 600: 0.845, 700: 0.875},
    ("ocba-4", "OCBA", 1000): {300: 0.772, 400: 0.851, 500: 0.889, 600: 0.927, 700: 0.948},
    ("ocba-4", "UCT", 1000): {300: 0.690, 400: 0.772, 500: 0.832, 600: 0.860, 700: 0.900},
}  # fmt: skip

# (experiment, method, budget, runs of the trial): {action: mean visits at the root}
_TRIAL_VISITS: dict[tuple[str, str, int, int], dict[str, float]] = {
    ("ocba-1", "OCBA", 20_000, 400): {"0": 86, "1": 183, "2": 800, "3": 9030, "4": 8700, "5": 615},
    ("ocba-1", "UCT", 20_000, 400): {"3": 2920, "4": 2970},
}

_PRINTED = f"{PAPER}, within 10 %"
_REQUIRED = [
    Expected("ocba-1", "OCBA", 20_000, 0.85, 1.0, TARGET),
    Expected("ocba-1", "UCT", 20_000, 0.72, 0.80, TARGET),
    Expected("ocba-1", "OCBA Bellman", 10_000, 0.89, 1.0, TARGET),
    Expected("ocba-1", "OCBA Bellman", 20_000, 0.95, 1.0, TARGET),
    Expected("ocba-1", "OCBA", 20_000, 0.9 * 8486, 1.1 * 8486, _PRINTED, action="3"),
    Expected("ocba-1", "OCBA", 20_000, 0.9 * 8468, 1.1 * 8468, _PRINTED, action="4"),
]


def expectations(experiment: str) -> list[Expected]:
    """What is expected of one experiment; empty for one that was never published."""
    known = [*_trial_pcs(), *_trial_visits(), *_REQUIRED]
    return [expected for expected in known if expected.experiment == experiment]


def _trial_pcs() -> list[Expected]:
    return [
        Expected(experiment, method, budget, *_ends(share), f"{TRIAL}, {runs} runs", runs)
        for (experiment, method, runs), shares in _TRIAL_PCS.items()
        for budget, share in shares.items()
    ]


def _trial_visits() -> list[Expected]:
    return [
        Expected(experiment, method, budget, mean, mean, f"{TRIAL}, {runs} runs", runs, action)
        for (experiment, method, budget, runs), means in _TRIAL_VISITS.items()
        for action, mean in means.items()
    ]


def _ends(share: _Range) -> tuple[float, float]:
    return share if isinstance(share, tuple) else (share, share)
