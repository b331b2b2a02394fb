"""Asking a game, and keeping what it did wrong."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from traceback import TracebackException
from typing import Any, Final

from forethought.check.content import Snapshot, same_snapshot, snapshot, text_of
from forethought.check.promises import BREACHES
from forethought.check.report import Problem
from forethought.game import Game

NOWHERE: Final = object()
"""In place of a state or an action where there is none."""
FAILED: Final = object()
"""What asking gives where a method raised."""
MOST_LISTED: Final = 100_000
"""A longer list of actions or outcomes is taken to have no end."""

_TRIED_BY: Final = {
    "initial": ("initial",),
    "turn": ("turn",),
    "actions": ("actions",),
    "apply": ("steps",),
    "sample": ("steps",),
    "outcomes": ("steps", "chance"),
    "canonical": ("images",),
}
_OWN_FILES = Path(__file__).parent


class Ledger:
    """The problems found so far, and the one way to ask a method, which guards against it.

    ``tried`` has the promises that something was asked about.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.watching = True
        self.tried: set[str] = {"class"}
        self._problems: dict[tuple[str, str | None], Problem] = {}

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What was found, in this order."""
        return tuple(self._problems.values())

    def has(self, code: str) -> bool:
        """Whether a breach of this kind was found."""
        return any(problem.code == code for problem in self._problems.values())

    def note(
        self,
        code: str,
        message: str,
        method: str | None = None,
        state: object = NOWHERE,
        action: object = NOWHERE,
    ) -> None:
        """Adds a problem; one that was found before in the method is only counted."""
        known = self._problems.get((code, method))
        if known is None:
            breach = BREACHES[code]
            places = _place(state), _place(action)
            known = Problem(code, message, breach.fix, method, *places, 0, breach.warning)
        self._problems[code, method] = replace(known, count=known.count + 1)

    def ask(self, method: str, *arguments: Any) -> Any:
        """What a method gives (a list in place of an iterable for actions and outcomes).

        Gives FAILED where it raises, and notes that, and whether it changed the state.
        """
        before = snapshot(arguments[0]) if arguments and self.watching else None
        place = (before or arguments[0], *arguments[1:2]) if arguments else ()
        self.tried.add("raises")
        try:
            given = getattr(self.game, method)(*arguments)
            if method in ("actions", "outcomes"):
                self._note_set(method, given, arguments)
                given = listed(given)
            self.tried.update(_TRIED_BY[method])
        except Exception as error:  # whatever the user's method raises
            self.note("raises", _story(error), method, *place)
            given = FAILED
        if before is not None and not same_snapshot(before, after := snapshot(arguments[0])):
            self.note("state-changed", _change(before, after), method, *place)
        return given

    def _note_set(self, method: str, given: object, arguments: tuple[Any, ...]) -> None:
        if method == "actions" and isinstance(given, set | frozenset):
            self.note("actions-in-a-set", "the actions come in a set", method, *arguments[:1])


def listed(given: Any) -> Any:
    """The items of an iterable, at most one more than MOST_LISTED; what is none, as it is."""
    return list(islice(given, MOST_LISTED + 1)) if isinstance(given, Iterable) else given


def _place(value: object) -> str | None:
    # A snapshot tells how a state was before the method got it.
    if isinstance(value, Snapshot):
        return value.text
    return None if value is NOWHERE else text_of(value)


def _change(before: Snapshot, after: Snapshot) -> str:
    if before.text != after.text:
        return f"the state was changed: it is {after.text} now"
    return "the state was changed: its hash or what it holds is not what it was"


def _story(error: Exception) -> str:
    """The last lines of the traceback, without those of the check itself."""
    trace = TracebackException.from_exception(error)
    frames = [frame for frame in trace.stack if Path(frame.filename).parent != _OWN_FILES]
    told = "".join(trace.format_exception_only()).strip()
    if not frames:
        return f"it raised {told}"
    last = frames[-1]
    return f'it raised {told}\n  File "{last.filename}", line {last.lineno}, in {last.name}' + (
        f"\n    {last.line}" if last.line else ""
    )
