"""The rules of a match, read and followed in a process of their own, which can be ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from forethought.ggp.belief import Belief
from forethought.ggp.child import Child, Worker, serve
from forethought.ggp.messages import Joint
from forethought.ggp.rules import Goals, Rules, State

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


class _View(NamedTuple):
    """What is known after a step."""

    state: State
    sure: bool
    goals: Goals | None
    skipped: bool


class Clerk(Worker):
    """The process's side: reads a sheet, and follows the match; nothing here looks at a time."""

    def __init__(self) -> None:
        self._belief: Belief | None = None

    def read(self, text: str, until: float) -> tuple[str, tuple[str, ...], bool, _View]:  # noqa: ARG002
        """The sheet in prefix form, its roles, whether it has secrets, and what is known."""
        self._belief = None
        self._belief = Belief(Rules(text))
        return self._belief.text, self._belief.roles, self._belief.has_secrets, self._view

    def follow(self, joint: Joint, until: float) -> tuple[Joint | None, _View]:  # noqa: ARG002
        """As ``Belief.follow``, and what is known then."""
        return self._known.follow(joint), self._view

    def moves(self, role: int, until: float) -> tuple[str, ...]:  # noqa: ARG002
        """As ``Belief.moves``."""
        return self._known.moves(role)

    def rest(self, until: float) -> None:  # noqa: ARG002
        """Forgets the match."""
        self._belief = None

    def wait(self) -> None:
        """There is nothing to do until it is asked again."""

    @property
    def _known(self) -> Belief:
        if self._belief is None:
            raise RuntimeError("no rules were read")
        return self._belief

    @property
    def _view(self) -> _View:
        known = self._known
        return _View(known.state, known.sure, known.goals, known.skipped)


def work(connection: Connection) -> None:
    """Runs in the process."""
    serve(connection, Clerk())


class RemoteBelief:
    """A belief in another process. What it is asked it waits for, until the process is ended.

    Raises ThinkerError where the sheet can't be played, and everywhere if the process ends.
    """

    def __init__(self, child: Child, rules: str) -> None:
        self._child = child
        self.text: str
        self.roles: tuple[str, ...]
        self.has_secrets: bool
        self._view: _View
        self.text, self.roles, self.has_secrets, self._view = self._asked("read", rules)

    @property
    def lost(self) -> bool:
        """Whether the process has ended."""
        return self._child.ended

    @property
    def state(self) -> State:
        """The most likely state."""
        return self._view.state

    @property
    def sure(self) -> bool:
        """Whether there is one possible state only."""
        return self._view.sure

    @property
    def goals(self) -> Goals | None:
        """What each role was paid, if the play is over."""
        return self._view.goals

    @property
    def skipped(self) -> bool:
        """Whether the last step came after one that was missed."""
        return self._view.skipped

    def moves(self, role: int) -> tuple[str, ...]:
        """As ``Belief.moves``."""
        found: tuple[str, ...] = self._asked("moves", role)
        return found

    def follow(self, joint: Joint) -> Joint | None:
        """As ``Belief.follow``."""
        followed: Joint | None
        followed, self._view = self._asked("follow", joint)
        return followed

    def _asked(self, what: str, content: Any) -> Any:
        return self._child.ask(what, 0.0, content).result()
