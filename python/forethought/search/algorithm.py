"""What a search is to those that run it."""

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from forethought.cost import Cost
from forethought.game import Game


class Algorithm(ABC):
    """An algorithm with its parts: it turns a state and a budget into a decision.

    Attributes:
        limits: the names of the limits that it understands, of those in ``ft.Budget``.
        cost: what thinking costs it; None where it does not weigh that.
    """

    limits: ClassVar[frozenset[str]]
    cost: Cost | None = None

    @abstractmethod
    def describe(self, game: Game, budget: int | None) -> dict[str, Any]:
        """The parts as the native search takes them; under "search" its name.

        ``budget`` is the number of simulations there will be, if that is known.
        """

    @abstractmethod
    def check(self, game: Game) -> None:
        """Raises Unsupported if the game lacks what the search needs, and names it."""

    @property
    def ends_by_itself(self) -> bool:
        """Whether it comes to an end without any limit."""
        return False
