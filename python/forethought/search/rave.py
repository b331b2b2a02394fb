"""All moves as first: actions are also judged by simulations in which they were taken later."""

from dataclasses import dataclass

from forethought.arguments import is_number
from forethought.errors import ParameterError


@dataclass(frozen=True, kw_only=True)
class RAVE:
    """Rapid action value estimation (Gelly and Silver 2007 and 2011).

    At a state the policy sees as the mean of an action (1 - beta) times the mean of its own samples
    plus beta times the mean of all simulations through the state in which the player who chooses
    there took the action, there or later, in the tree or in the rollout: what they paid from the
    state on. After n samples of the action beta is sqrt(k / (3 n + k)). An action without samples
    is seen as sampled once, with the other mean alone; one with neither is sampled first.

    So an action may have few samples of its own, whose mean is luck: with the choice "visits" the
    search does not name one of them.

    Attributes:
        equivalence: k, the samples after which both means count the same, a number above 0.
    """

    equivalence: float = 100.0

    def __post_init__(self) -> None:
        if not (is_number(self.equivalence) and self.equivalence > 0):
            raise ParameterError(f"RAVE(equivalence={self.equivalence!r}): give a number above 0")
        object.__setattr__(self, "equivalence", float(self.equivalence))
