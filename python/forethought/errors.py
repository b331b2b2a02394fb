"""The errors of forethought. Each message says what is wrong, where, and how to mend it."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

_LISTED = 20
_LONGEST = 1000


def _shown(thing: object) -> str:
    """A thing in a message: its repr, cut if that is very long."""
    text = repr(thing)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


class ForethoughtError(Exception):
    """The base of every error that forethought raises on purpose; it is never raised itself."""


class GameError(ForethoughtError):
    """Raised when the rules of a game break the contract of ``ft.Game``."""


class RuleError(GameError):
    """Raised when a rule sheet of GDL can't be played, or a play shows a fault of its rules.

    Attributes: ``diagnostics``, all that there is to say about the sheet; none during a play.
    """

    def __init__(self, text: str, diagnostics: Iterable[Any] = ()) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__(text, self.diagnostics)

    def __str__(self) -> str:
        return str(self.args[0])


class IllegalAction(ForethoughtError):  # noqa: N818
    """Raised when an action is given that is not legal at the state it is given for.

    Attributes: ``game`` (its name), ``state``, ``action`` and ``legal`` (the legal actions, a
    tuple that is empty where the play is over).
    """

    def __init__(self, game: str, state: object, action: object, legal: Iterable[object]) -> None:
        self.game, self.state, self.action, self.legal = game, state, action, tuple(legal)
        # All the arguments, so that the error can be pickled; the text is made in __str__.
        super().__init__(game, state, action, self.legal)

    def __str__(self) -> str:
        action, state = _shown(self.action), _shown(self.state)
        where = f"{self.game}: action {action} is not legal at state {state}"
        if not self.legal:
            return f"{where}: the play is over there, so no action is"
        listed = ", ".join(_shown(action) for action in islice(self.legal, _LISTED))
        more = len(self.legal) - _LISTED
        rest = f" and {more} more" if more > 0 else ""
        return f"{where}: give one of {listed}{rest}"


class StateError(ForethoughtError):
    """Raised when a state is given that the game does not have, or that can't be decided."""


class BudgetError(ForethoughtError):
    """Raised when no limit is given to a search, or one that is not a positive number."""


class Unsupported(ForethoughtError):  # noqa: N818
    """Raised when a game lacks what an algorithm needs, such as chance that can be listed."""


class ParameterError(ForethoughtError):
    """Raised when a parameter of a game, a search or a function is unknown or out of range."""


class PolicyError(ForethoughtError):
    """Raised when a policy of the user's own gives no index of an action."""


class InternalError(ForethoughtError):
    """Raised when forethought itself is at fault; please report it with the text."""


class Interrupted(KeyboardInterrupt):
    """Raised when Ctrl-C stops a search: a KeyboardInterrupt that brings the answer so far.

    Attributes: ``decision``, of ``ft.select`` the selection.
    """

    def __init__(self, decision: Any) -> None:
        self.decision = decision
        super().__init__(decision)

    def __str__(self) -> str:
        return f"interrupted; the best so far is in .decision: {self.decision!r}"
