"""What may be spent."""

from dataclasses import dataclass

from forethought.arguments import is_number, whole
from forethought.errors import BudgetError
from forethought.search.algorithm import Algorithm

MEMORY = 2**31
"""Bytes that a search may hold unless ``memory=`` says otherwise."""


@dataclass(frozen=True)
class Budget:
    """What may be spent; the first limit to be reached stops the search.

    Attributes:
        simulations: root-to-leaf passes at this root.
        nodes: states generated at this root, in the tree and in rollouts.
        seconds: time of this run.
        memory: bytes that the tree may hold.
        confidence: the probability that the choice is right (APCS) that is enough.
        depth: how many actions from the root are to be searched wholly.
        until: "proven" to go on until the value is proven, which a search stops at in any case.
    """

    simulations: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    memory: int | None = None
    confidence: float | None = None
    depth: int | None = None
    until: str | None = None

    def __post_init__(self) -> None:
        limits = self.__dict__
        for name in ("simulations", "nodes", "memory", "depth"):
            if limits[name] is not None:
                object.__setattr__(self, name, whole(limits[name], name, error=BudgetError))
        seconds, confidence = self.seconds, self.confidence
        if seconds is not None and not (is_number(seconds) and seconds > 0):
            raise BudgetError(f"seconds={seconds!r}: give a number above 0")
        if confidence is not None and not (is_number(confidence) and 0 < confidence < 1):
            raise BudgetError(f"confidence={confidence!r}: give a number between 0 and 1")
        if self.until not in (None, "proven"):
            raise BudgetError(f"until={self.until!r}: give 'proven'")

    @property
    def given(self) -> list[str]:
        """The names of the limits that are given."""
        return [name for name, limit in self.__dict__.items() if limit is not None]

    def check(self, search: Algorithm) -> None:
        """Raises BudgetError if the search does not understand a limit, or needs one."""
        name = type(search).__name__
        known = [limit for limit in self.__dict__ if limit in search.limits]
        for limit in self.given:
            if limit not in search.limits:
                raise BudgetError(
                    f"{limit}= is no limit of {name}: give one of "
                    f"{', '.join(f'{known}=' for known in known)}"
                )
        if not self.given and not search.ends_by_itself:
            raise BudgetError(
                f"no limit is given: give one of {', '.join(f'{limit}=' for limit in known)}"
            )
