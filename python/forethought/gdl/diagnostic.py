"""What there is to say about a rule sheet, a line each."""

from collections.abc import Iterable
from typing import Literal, NamedTuple, Self

Severity = Literal["error", "warning", "note"]


class Diagnostic(NamedTuple):
    """One finding about a rule sheet.

    Attributes:
        severity: "error" where the sheet can't be played, "warning" where it can but may not mean
            what it says, "note" for the rest.
        code: the kind of the finding, in lower case: "unsafe-head".
        message: what is wrong.
        line: where, counted from 1; 0 if it is at no place of the text.
        column: the same, in characters.
        fix: how to mend it.
    """

    severity: Severity
    code: str
    message: str
    line: int
    column: int
    fix: str

    def __str__(self) -> str:
        place = f"{self.line}:{self.column}: " if self.line else ""
        return f"{place}{self.severity}: {self.message}: {self.fix}"

    @classmethod
    def listed(cls, rows: Iterable[tuple[Severity, str, str, int, int, str]]) -> tuple[Self, ...]:
        """The findings of the core."""
        return tuple(cls(*row) for row in rows)
