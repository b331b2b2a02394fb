"""One-stage selection among normal arms as a problem for experiments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from forethought.decision import ActionStatistics
from forethought.experiments.experiment import Answer, LiveSearch
from forethought.experiments.stopping import Stopping
from forethought.policies import Policy
from forethought.rng import Rng
from forethought.selection import Simulator, select


@dataclass(frozen=True)
class Arms:
    """Independent normal arms with these means and one standard deviation.

    It stands where an experiment has its game, with one state whose actions are the arms.
    """

    means: tuple[float, ...]
    deviation: float = 1.0

    def __call__(self) -> Arms:
        """Builds the problem, which is its own description."""
        return self

    def initial(self) -> None:
        """The only state."""

    def actions(self, state: None) -> range:  # noqa: ARG002 - the face of a game
        """The arms by number."""
        return range(len(self.means))

    def simulators(self, seed: int) -> list[Simulator]:
        """A sampler for each arm, whose samples are a function of the seed and their number."""
        streams = [Rng(seed, f"arm {index}") for index in range(len(self.means))]
        return [
            partial(stream.gauss, mean, self.deviation)
            for stream, mean in zip(streams, self.means, strict=True)
        ]


def start_selection(
    game: Arms,
    search: Policy | Stopping,
    *,
    state: None,  # noqa: ARG001 - there is but one
    seed: int,
    budget: int | None,  # noqa: ARG001 - told by run()
) -> LiveSearch:
    """Opens a selection by a policy, or a `Stopping` around one; the `start` of an experiment."""
    if isinstance(search, Stopping):
        return _Selecting(game, search.search, seed, search.confidence)
    return _Selecting(game, search, seed, None)


@dataclass(frozen=True)
class _Selected:
    action: int
    value: float | None
    actions: Sequence[ActionStatistics]
    confidence: float | None
    bound: None = None


@dataclass(frozen=True)
class _Selecting:
    """Selections are not continued: each total starts anew, from the same samples."""

    arms: Arms
    policy: Policy
    seed: int
    confidence: float | None

    def run(self, *, simulations: int) -> Answer:
        made = select(
            self.arms.simulators(self.seed),
            budget=simulations,
            policy=self.policy,
            seed=self.seed,
            confidence=self.confidence,
        )
        return _Selected(made.index, made.value, made.alternatives, made.confidence)
