"""What a check found."""

from dataclasses import asdict, dataclass
from typing import Any

from forethought.check.promises import BREACHES, PROMISES
from forethought.errors import GameError


@dataclass(frozen=True)
class Problem:
    """A broken promise, at the first place where it was found.

    Attributes:
        code: the kind of breach, one of ``check.promises.BREACHES``.
        message: what is wrong.
        fix: how to mend it.
        method: the method that broke the promise, or None.
        state, action: where, as texts, or None.
        count: how often it was found.
        warning: whether the searches work all the same.
    """

    code: str
    message: str
    fix: str
    method: str | None
    state: str | None
    action: str | None
    count: int
    warning: bool

    @property
    def where(self) -> str:
        """Method, state and action in one line, as far as there are any."""
        places = (self.method, self.state and f"state {self.state}")
        action = self.action and f"action {self.action}"
        return ", ".join(place for place in (*places, action) if place)

    def __str__(self) -> str:
        where = f"{self.where}: " if self.where else ""
        often = f" ({self.count} times)" if self.count > 1 else ""
        return f"[{self.code}] {where}{self.message}{often}\nFix: {self.fix}"


@dataclass(frozen=True, repr=False)
class Report:
    """Which promises a game kept.

    Attributes:
        game: its name.
        problems: what was found, each kind once per method; empty if there is nothing.
        tried: the promises that could be tried, of ``check.promises.PROMISES``: without chance,
            for one, there is no probability to look at.
        plays, steps: how much was played.
        seed: the seed of the plays.
    """

    game: str
    problems: tuple[Problem, ...]
    tried: tuple[str, ...]
    plays: int
    steps: int
    seed: int

    @property
    def ok(self) -> bool:
        """Whether every promise was kept; warnings do not count."""
        return all(problem.warning for problem in self.problems)

    def to_dict(self) -> dict[str, Any]:
        """The report in plain values that JSON can hold."""
        return {"ok": self.ok, **asdict(self)}

    def raise_if_broken(self) -> None:
        """Raises GameError with the report as its text if a promise was broken."""
        if not self.ok:
            raise GameError(str(self))

    def __repr__(self) -> str:
        lines = [f"{self.game}: {self._summary()}"]
        for promise, text in PROMISES.items():
            found = [p for p in self.problems if BREACHES[p.code].promise == promise]
            open_still = not found and promise not in self.tried
            lines.append(f"  · {text}: not checked" if open_still else f"  {_mark(found)} {text}")
            lines += [f"      {line}" for p in found for line in str(p).splitlines()]
        return "\n".join(lines)

    def _summary(self) -> str:
        broken = {BREACHES[p.code].promise for p in self.problems if not p.warning}
        verdict = f"{len(broken)} of {len(PROMISES)} promises broken" if broken else "ok"
        return f"{verdict} ({self.plays} plays, {self.steps} steps, seed {self.seed})"


def _mark(problems: list[Problem]) -> str:
    if not problems:
        return "✓"
    return "!" if all(problem.warning for problem in problems) else "✗"
