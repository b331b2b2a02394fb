"""Sequential planning: one plan, executed step by step."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from forethought.arguments import is_number
from forethought.errors import BudgetError
from forethought.game import Game
from forethought.planning import Plan, plan
from forethought.players.clock import Deadline
from forethought.players.player import Player, Session
from forethought.players.thoughtful import Seat, Thoughtful
from forethought.rng import derived_seed
from forethought.textbook.course import check_alone, legal, result

NAME = "sequential_planning"

_SHARE, _MOST_NODES = 0.9, 10**12


@dataclass(frozen=True, kw_only=True)
class SequentialPlanning(Player):
    """Searches once for the best plan, and then does what it says.

    The plan is that of ``ft.plan``. Before each step it compares the state with the one that the
    plan expects, and plans anew where they differ: a referee may have played another move when an
    answer came late. While the plan is not proved to be the best, the time of each move goes into
    looking for a better one. Without a limit of time it looks until there is a proof, or no memory.

    Attributes:
        start: seconds to plan before the play begins, which are not charged to its clock. If it is
            not given the plan is made at the first move.

    It is for one player without chance. Raises BudgetError for a ``start`` that is not above 0.
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
        self._rest: deque[tuple[Any, Any, float]] = deque()

    def lay(self, game: Game, state: Any, actions: Iterable[Any]) -> None:
        """Takes other actions, which lead on from a state."""
        self._rest.clear()
        for action in actions:
            reward, after = result(game, state, action)
            self._rest.append((state, action, reward))
            state = after

    def fits(self, state: Any) -> bool:
        """Whether its next action is meant for this state."""
        return bool(self._rest) and self._rest[0][0] == state

    @property
    def action(self) -> Any:
        """The next action."""
        return self._rest[0][1]

    @property
    def worth(self) -> float:
        """What the actions to come pay."""
        return sum(reward for _, _, reward in self._rest)

    def follow(self) -> None:
        """An action was done."""
        if self._rest:
            self._rest.popleft()


class PlanningSession(Thoughtful):
    """A plan at work.

    Attributes:
        plans: how often a plan was looked for.
    """

    def __init__(self, player: Player, seat: Seat) -> None:
        super().__init__(player, seat)
        self.plans, self._line, self._proved = 0, Line(), False

    def plan(self, state: Any, deadline: Deadline) -> None:
        """Looks for a plan from a state on, and takes it if it is better than the one there is."""
        found = planned(self.seat, self.ply, state, deadline)
        self.plans += 1
        fits = self._line.fits(state)
        if found.value is not None and not (fits and found.value <= self._line.worth):
            self._line.lay(self.game, state, found.actions)
        self._proved = found.optimal

    def think(self, state: Any, deadline: Deadline) -> Any:
        """The next step of the plan, after a look for a better one where that may exist."""
        fits = self._line.fits(state)
        if not fits or (not self._proved and deadline.left is not None):
            self.plan(state, deadline)
        # Where no play came to its end there is no plan.
        return self._line.action if self._line.fits(state) else legal(self.game, state)

    def follow(self, action: Any, state: Any) -> None:
        """Is one step further in the plan."""
        super().follow(action, state)
        self._line.follow()


def planned(seat: Seat, ply: int, state: Any, deadline: Deadline, nodes: int = _MOST_NODES) -> Plan:
    """The best plan that is found in nine tenths of the time; the rest is for its last step."""
    seconds = None if deadline.left is None else deadline.left * _SHARE
    seed = derived_seed(seat.seed, ply)
    return plan(seat.game, state, seconds=seconds, nodes=nodes, seed=seed)
