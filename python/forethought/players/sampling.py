"""Monte Carlo: the action after which plays at random pay most in the mean."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import Any

from forethought.game import Game, actions_of, step
from forethought.players.clock import Deadline
from forethought.players.player import Player, Session
from forethought.players.thoughtful import Seat, Thoughtful, chosen_at_once
from forethought.policies import Uniform
from forethought.rng import Rng, derived_seed
from forethought.search import MCTS, Budget
from forethought.textbook.course import before_choices, is_between
from forethought.textbook.monte_carlo import depth_charge

NAME = "monte_carlo"

FLAT = MCTS(policy=Uniform(n0=2**32 - 1, root_n0=1), nodes="path", backup="average")
"""Monte Carlo without a tree: each action of the root as often as the others, and below it, where
no action ever has its first samples, each with the same probability."""


@dataclass(frozen=True, kw_only=True)
class MonteCarlo(Player):
    """Samples plays at random after each of its actions, and takes the one that pays most.

    That is ``textbook.monte_carlo``, by a native search. It needs a limit.

    Attributes:
        simulations: plays at random before each move, of all actions together.

    Roles of a rule sheet that choose at once do not know of each other; such steps are sampled in
    Python, which is slower. Raises BudgetError without a limit.
    """

    simulations: int | None = None
    budget: Budget = field(init=False, repr=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "budget", Budget(self.simulations, seconds=self.seconds))
        if self.clock is None:
            self.budget.check(FLAT)

    def called(self) -> str:
        """Its name, with its limits."""
        count = "" if self.simulations is None else f"simulations={self.simulations}"
        return ", ".join(filter(None, [NAME, count, self.limits_text()]))

    def open(self, game: Game, state: Any, seat: int, seed: int) -> Session:  # noqa: ARG002
        """Begins a game; nothing is kept from one move to the next."""
        return _Sampling(self, Seat(game, seat, seed))


class _Sampling(Thoughtful):
    def __init__(self, player: MonteCarlo, seat: Seat) -> None:
        super().__init__(player, seat)
        self._simulations = player.simulations

    def think(self, state: Any, deadline: Deadline) -> Any:
        if chosen_at_once(self.game, state):
            return self._sampled(state, deadline)
        limits = {"simulations": self._simulations, "seconds": deadline.left}
        return self.searched(state, FLAT, **limits).action

    def _sampled(self, state: Any, deadline: Deadline) -> Any:
        """The action by plays at random in which the others do not choose before it is known."""
        actions = actions_of(self.game, state)
        begun = before_choices(self.game, state)
        rng = Rng(derived_seed(self.seat.seed, self.ply), "monte carlo")
        totals, counts = dict.fromkeys(actions, 0.0), dict.fromkeys(actions, 0)
        while sum(counts.values()) < (self._simulations or inf):
            action = min(actions, key=counts.__getitem__)
            paid, after = self._step_with(action, begun, rng)
            totals[action] += paid + depth_charge(self.game, after, rng)[self.seat.index]
            counts[action] += 1
            if deadline.passed():
                break
        return max(actions, key=lambda action: totals[action] / max(counts[action], 1))

    def _step_with(self, action: Any, state: Any, rng: Rng) -> tuple[float, Any]:
        """What comes of an action when all others choose at random."""
        paid, inside = 0.0, True
        while inside:
            own = self.game.turn(state) == self.seat.index
            move = action if own else rng.choice(actions_of(self.game, state))
            rewards, state = step(self.game, state, move, rng)
            paid += rewards[self.seat.index]
            inside = is_between(self.game, state)
        return paid, state
