"""What the players of the course on general game playing share when they think about a move."""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import count
from typing import Any

from forethought.decision import Decision
from forethought.errors import Unsupported
from forethought.game import Game, actions_of
from forethought.players.clock import Allowance, Deadline, thinking_time
from forethought.players.player import Player, Session
from forethought.rng import derived_seed
from forethought.search import Algorithm, MaxN, Paranoid, start
from forethought.solve import Solution, solve
from forethought.textbook.bounded_depth import Heuristic, bounded_depth
from forethought.textbook.course import before_choices, is_between
from forethought.textbook.deliberation import Score

_FIRST_STATES, _MORE, _MOST_STATES = 256, 4, 10_000_000


@dataclass(frozen=True)
class Seat:
    """A player's place in a game: the game, the index of the player, and the seed of the session.

    ``returns`` are the least and the most that a play pays, as far as that is known.
    """

    game: Game
    index: int
    seed: int

    @property
    def returns(self) -> tuple[float, float]:
        """The least and the most that a play pays; goals if the game does not say."""
        return self.game.returns or (0.0, 100.0)


class Thoughtful(Session):
    """A session that is asked only where there is a choice, and is told until when."""

    def __init__(self, player: Player, seat: Seat) -> None:
        self.player, self.seat, self.game = player, seat, seat.game
        self.ply = 0

    def choose(self, state: Any, allowance: Allowance) -> Any:
        """The action; at once if there is but one."""
        self.spent = None
        actions = actions_of(self.game, state)
        if len(actions) == 1:
            return actions[0]
        seconds = thinking_time(allowance, self._moves_left(), self.player.seconds)
        return self.think(state, Deadline(seconds))

    def think(self, state: Any, deadline: Deadline) -> Any:
        """The action for a state with several."""
        raise NotImplementedError

    def follow(self, action: Any, state: Any) -> None:  # noqa: ARG002
        """Counts what was done."""
        self.ply += 1

    def _moves_left(self) -> int | None:
        horizon = self.game.horizon
        return None if horizon is None else -(-(horizon - self.ply) // self.game.players)

    def searched(self, state: Any, search: Algorithm, **limits: Any) -> Decision:
        """The decision of a search that begins anew."""
        seed = derived_seed(self.seat.seed, self.ply)
        found = start(self.game, search, state=state, seed=seed).run(**limits)
        self.spent = found.spent
        return found


def cautious(game: Game, depth: int | None = None, evaluation: Any = None) -> Algorithm:
    """The native search that is the course's minimax where players take turns.

    All others are against the one who decides, which is paranoid search; alone that is max-n.
    """
    kind = MaxN if game.players == 1 else Paranoid
    return kind(depth=depth, evaluation=evaluation)


def solved(game: Game, state: Any, deadline: Deadline) -> Solution | None:
    """The exact solution; None if it takes more than half of the time, or states come again.

    The solver knows no clock: it is given more states each time it had too few, as long as what it
    took until then leaves the time for it.
    """
    most, last = _FIRST_STATES, 0.0
    while most <= _MOST_STATES and (deadline.left is None or last * 2 * _MORE < deadline.left / 2):
        begun = time.perf_counter()
        try:
            solution = solve(game, state=state, max_states=most)
        except Unsupported:
            last, most = time.perf_counter() - begun, most * _MORE
        else:
            return None if solution.horizon is None else solution
    return None


def check_listed(game: Game, what: str) -> None:
    """Raises Unsupported if the game only samples its chance."""
    if game.chance == "sampled":
        raise Unsupported(
            f"{game.name}: {what} needs every outcome with its probability, and this game only "
            "samples them: define outcomes(), or play monte_carlo or mcts"
        )


def chosen_at_once(game: Game, state: Any) -> bool:
    """Whether several roles of a rule sheet choose in the step of this state."""
    if game.chance != "none":
        return is_between(game, state)
    first = actions_of(game, state)[0]
    return is_between(game, state) or is_between(game, game.apply(state, first)[1])


def looked_ahead(
    seat: Seat, state: Any, depth: int | None, evaluation: Heuristic | None, deadline: Deadline
) -> Any:
    """The action of the textbook's ``bounded_depth``, one step deep, then two, and so on.

    It is for steps in which several choose at once: the textbook lets none know of the others.
    """
    begun, best, nodes = before_choices(seat.game, state), None, 0
    for each in count(1) if depth is None else range(1, depth + 1):
        found = _to_depth(seat, begun, each, evaluation, deadline)
        if found.complete or best is None:
            best = found.action
        if not found.complete or found.nodes == nodes:
            break
        nodes = found.nodes
    return actions_of(seat.game, state)[0] if best is None else best


def _to_depth(
    seat: Seat, state: Any, depth: int, evaluation: Heuristic | None, deadline: Deadline
) -> Score:
    return bounded_depth(
        seat.game,
        seat.index,
        state,
        depth,
        evaluation,
        returns=seat.returns,
        enough=deadline.passed,
    )
