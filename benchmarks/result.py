"""A row of the table: what was measured, beside what, and whether it is as it should be."""

from dataclasses import asdict, dataclass
from typing import Any

from benchmarks.measure import Race, Spread


@dataclass(frozen=True)
class Target:
    """What the ratio should be, or the number itself where there is no peer."""

    least: float = 0.0
    most: float = float("inf")

    def __str__(self) -> str:
        if self.most == float("inf"):
            return f">= {self.least:g}"
        return f"{self.least:g} to {self.most:g}" if self.least else f"<= {self.most:g}"


@dataclass(frozen=True)
class Result:
    """What was measured.

    ``answers`` says what was checked while measuring; ``ratio`` is ours over the peer's.
    """

    group: str
    name: str
    unit: str
    ours: float
    answers: str
    peer: str = ""
    theirs: float | None = None
    ratio: Spread | None = None
    target: Target | None = None

    @property
    def met(self) -> bool | None:
        """Whether the target is met; None where there is none."""
        if self.target is None:
            return None
        figure = self.ours if self.ratio is None else self.ratio.median
        return self.target.least <= figure <= self.target.most

    def to_dict(self) -> dict[str, Any]:
        target = None if self.target is None else str(self.target)
        return {**asdict(self), "target": target, "met": self.met}


def compared(
    race: Race,
    ours: str,
    peer: str,
    *,
    group: str,
    name: str,
    unit: str,
    answers: str,
    target: Target | None = None,
) -> Result:
    """The result of two sides of a race."""
    return Result(
        group=group,
        name=name,
        unit=f"{unit}/s",
        ours=race.speed(ours),
        answers=answers,
        peer=peer,
        theirs=race.speed(peer),
        ratio=race.ratio(ours, peer),
        target=target,
    )
