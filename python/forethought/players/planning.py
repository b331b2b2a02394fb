"""Sequential planning: one plan, executed step by step."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from forethought.arguments import is_number
from forethought.errors import BudgetError
from forethought.game import Game
from forethought.players.clock import Deadline
from forethought.players.player import Player, Session
from forethought.players.thoughtful import Seat, Thoughtful, cautious
from forethought.textbook.course import check_alone, result

NAME = "sequential_planning"


@dataclass(frozen=True, kw_only=True)
class SequentialPlanning(Player):
    """Searches once for the best plan, and then does what it says.

    Before each step it compares the state with the one that the plan expects, and plans anew where
    they differ: a referee may have played another move when an answer came late.

    Attributes:
        start: seconds to plan before the play begins, which are not charged to its clock. If it is
            not given the plan is made at the first move.

    It is for one player without chance (``ft.textbook.bestplan``). Raises BudgetError for a
    ``start`` that is not above 0.
    """

    start: float | None = None

    def __post_init__(self) -> None:
        if self.start is not None and not (is_number(self.start) and self.start > 0):
            raise BudgetError(f"start={self.start!r}: give a number above 0")
        super().__post_init__()

    def called(self) -> str:
        """Its name, with its limits."""
        return ", ".join(filter(None, [NAME, self.limits_text()]))

    def check(self, game: Game) -> None:
        """Raises Unsupported unless one player plays alone, without chance."""
        check_alone(game, NAME)

    def open(self, game: Game, state: Any, seat: int, seed: int) -> Session:
        """Begins a game, with a plan if there is time for it."""
        self.check(game)
        session = PlanningSession(self, Seat(game, seat, seed))
        if self.start is not None:
            session.plan(state, Deadline(self.start))
        return session


class Line:
    """Actions to be done one after the other, each with the state that it is meant for."""

    def __init__(self) -> None:
        self._rest: deque[tuple[Any, Any]] = deque()

    def lay(self, game: Game, state: Any, actions: Iterable[Any]) -> None:
        """Takes other actions, which lead on from a state."""
        self._rest.clear()
        for action in actions:
            self._rest.append((state, action))
            state = result(game, state, action)[1]

    def fits(self, state: Any) -> bool:
        """Whether its next action is meant for this state."""
        return bool(self._rest) and self._rest[0][0] == state

    @property
    def action(self) -> Any:
        """The next action."""
        return self._rest[0][1]

    def follow(self) -> None:
        """An action was done."""
        if self._rest:
            self._rest.popleft()


class PlanningSession(Thoughtful):
    """A plan at work.

    Attributes:
        plans: how many plans were made.
    """

    def __init__(self, player: Player, seat: Seat) -> None:
        super().__init__(player, seat)
        self.plans, self._line = 0, Line()

    def plan(self, state: Any, deadline: Deadline) -> None:
        """Makes a plan from a state on."""
        limits = {"seconds": deadline.left, "until": "proven"}
        found = self.searched(state, cautious(self.game), **limits)
        self._line.lay(self.game, state, found.pv)
        self.plans += 1

    def think(self, state: Any, deadline: Deadline) -> Any:
        """The next step of the plan; of a new one where another state was expected."""
        if not self._line.fits(state):
            self.plan(state, deadline)
        return self._line.action

    def follow(self, action: Any, state: Any) -> None:
        """Is one step further in the plan."""
        super().follow(action, state)
        self._line.follow()
