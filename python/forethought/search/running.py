"""A search at work, and the decision under a budget."""

import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from forethought import _native
from forethought.arguments import check_callable, seed_of
from forethought.cost import Effort
from forethought.decision import (
    ActionStatistics,
    ActionTable,
    Computation,
    Decision,
    Prospect,
    Spent,
)
from forethought.errors import Interrupted, ParameterError, StateError
from forethought.game import CHANCE, OVER, Game, NativeGame, sound
from forethought.rng import Rng
from forethought.search.algorithm import Algorithm
from forethought.search.budget import MEMORY, Budget
from forethought.search.mcts import MCTS


@dataclass(frozen=True)
class Kept:
    """What a search kept when it moved along: nodes, simulations that came there, and bytes."""

    nodes: int
    visits: int
    bytes: int


class Search:
    """A search from one state: run it, look at its decision, run it on, move it along.

    Made by ``ft.start``. It is not for use by two threads at once. A play to its end::

        search = ft.start(game)
        while not search.over:
            decision = search.run(seconds=1)
            search.advance(decision.action)

    Where there is chance, ``advance`` must be told the state that came of the action.
    """

    def __init__(
        self, game: Game, search: Algorithm, state: Any, seed: int, budget: int | None
    ) -> None:
        self.game, self.parts, self.seed = game, search, seed
        spec = {**search.describe(game, budget), "seed": seed, "rng": Rng(seed, "search")}
        native = game.native if isinstance(game, NativeGame) else game
        self._native = _native.Search(native, state, spec)
        # The native search stays where the last decision was: it has no root where nobody decides.
        self._final: tuple[Any] | None = None
        self._effort = Effort()
        self._spent: Spent | None = None
        self._root = 0

    def run(
        self,
        *,
        simulations: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        memory: int | None = None,
        confidence: float | None = None,
        depth: int | None = None,
        until: str | None = None,
    ) -> Decision:
        """Searches until the first limit is reached and gives the decision.

        ``simulations`` and ``nodes`` count from the start of the search at this root, so that
        ``run(simulations=100)`` and then ``run(simulations=300)`` are ``run(simulations=300)``.

        Raises BudgetError without a limit; StateError if the play is over; Interrupted on Ctrl-C,
        with the decision so far; what the game itself raises passes through.
        """
        budget = Budget(simulations, nodes, seconds, memory, confidence, depth, until)
        *_, decision = self.iterate(budget, every=None)
        return decision

    def iterate(self, budget: Budget, every: float | None = 0.1) -> Iterator[Decision]:
        """Runs like ``run``, and gives the decision so far about each ``every`` seconds.

        The last one has the reason of the stop; those before have the stop_reason "running".
        """
        budget.check(self.parts)
        self._refuse_if_over()
        begun = time.perf_counter()
        reason = None
        while reason is None:
            limits = {name: limit for name, limit in budget.__dict__.items() if name != "until"}
            limits["memory"] = budget.memory or MEMORY
            limits["cost"] = self.parts.cost and self.parts.cost.rates(self._effort)
            if budget.seconds is not None:
                left = budget.seconds - (time.perf_counter() - begun)
                limits["seconds"] = max(left, 0.0)
            try:
                reason = self._native.run(limits, every)
                decision = self._decision(reason or "running", begun, budget)
            except KeyboardInterrupt as interrupt:
                so_far = self._decision("interrupted", begun, budget)
                raise Interrupted(so_far) from interrupt
            yield decision

    def advance(self, action: Any, state: Any = None) -> Kept:
        """Moves the root along ``action`` and keeps the tree below it.

        ``state`` says what came of the action; it may be left out where there is no chance. The
        simulations and nodes of the next run count from 0 again. Where the play is over at the new
        state, ``over`` is True from then on, and nothing is kept.

        Raises IllegalAction; StateError if the play was over already, if it is chance's turn at
        the new state, or if the state must be given.
        """
        self._refuse_if_over()
        self._effort.add(self._spent)
        self._spent = None
        self._root += 1
        try:
            return Kept(*self._native.advance(action, state))
        except StateError:
            # Refused with the search where it was; the action is legal, or it were IllegalAction.
            after = self._following(action) if state is None else state
            if after is None or self.game.turn(after) != OVER:
                raise
            self._final = (after,)
            return Kept(0, 0, 0)

    def _following(self, action: Any) -> Any:
        """The state after an action without chance; None where there is chance."""
        return self.game.apply(self.state, action)[1] if self.game.chance == "none" else None

    def _refuse_if_over(self) -> None:
        if self.over:
            raise StateError(
                f"{self.game.name}: the play is over at {self.state!r}: start another search"
            )

    @property
    def over(self) -> bool:
        """Whether the play is over: then there is nothing to run and no move to make."""
        return self._final is not None

    @property
    def state(self) -> Any:
        """The state that the search decides about, or the one in which the play ended."""
        return self._native.state if self._final is None else self._final[0]

    def tree(self) -> list[Any]:
        """The whole tree for study; node 0 is the root. It is empty where the play is over.

        One tuple per node: state, turn, visits, and a list of its actions as (action, visits,
        means, sum of squared deviations, [(node, count, rewards)]). A mean is per player.
        """
        return [] if self.over else self._native.tree()

    def computations(self, decision: Decision) -> tuple[Computation, ...]:
        """The steps that were made before a decision at this root: see ``ft.Computation``.

        Raises StateError if the root was moved since.
        """
        if decision.root != self._root:
            raise StateError("the search was moved along: ask for the computations before that")
        steps = self._native.computations()[: decision.spent.computations]
        return tuple(Computation(*step) for step in steps)

    def refuse_if_later(self, decision: Decision) -> None:
        """Raises StateError if the search went on since a decision: its tree is another one now."""
        if self._spent is not decision.spent:
            raise StateError("the search went on since this decision: take its last one")

    def _decision(self, reason: str, begun: float, budget: Budget) -> Decision:
        seconds = time.perf_counter() - begun
        report = self._native.report()
        rows = [ActionStatistics(*row) for row in report["arms"]]
        best = rows[report["best"]]
        over = 0.0 if budget.seconds is None else max(seconds - budget.seconds, 0.0)
        spent = Spent(
            simulations=report["simulations"],
            nodes=report["nodes"],
            seconds=seconds,
            overrun=over,
            bytes=report["bytes"],
            tree_nodes=report["tree_nodes"],
            depth=report["depth"],
            computations=report.get("computations"),
        )
        self._spent = spent
        return Decision(
            action=best.action,
            value=best.mean,
            actions=ActionTable(rows, report["best"]),
            rule=getattr(self.parts, "choice", "value"),
            confidence=report["confidence"],
            bound=report["bound"],
            pv=tuple(report["pv"]),
            spent=spent,
            visits=report["visits"],
            stop_reason=reason,
            proven=report["proven"],
            seed=self.seed,
            player=self.game.turn(self.state),
            root=self._root,
            ahead=Prospect(*report["ahead"]) if "ahead" in report else None,
            search=self,
        )


def start(
    game: Game,
    search: Algorithm | None = None,
    *,
    state: Any = None,
    seed: int | None = None,
    budget: int | None = None,
) -> Search:
    """A search of ``state`` (the initial one if it is not given) that has not run yet.

    ``budget`` tells a policy that must know it how many simulations there will be. Without a
    ``seed`` one is drawn, and kept in ``Search.seed``.

    Raises StateError if no player decides at the state, Unsupported if the game lacks what the
    search needs, GameError if it breaks its contract.
    """
    search = MCTS() if search is None else search
    if not isinstance(search, Algorithm):
        raise ParameterError(f"{search!r} is no search: give one such as ft.MCTS()")
    game = sound(game)
    search.check(game)
    state = game.initial() if state is None else state
    if game.turn(state) in (OVER, CHANCE):
        what = "the play is over" if game.turn(state) == OVER else "it is chance's turn"
        raise StateError(f"{game.name}: at {state!r} {what}: give a state where a player decides")
    seed = secrets.randbits(63) if seed is None else seed_of(seed)
    return Search(game, search, state, seed, budget)


def decide(
    game: Game,
    search: Algorithm | None = None,
    *,
    state: Any = None,
    simulations: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    confidence: float | None = None,
    depth: int | None = None,
    until: str | None = None,
    seed: int | None = None,
    progress: Callable[[Decision], object] | None = None,
) -> Decision:
    """Decides what to do at ``state`` (the initial one if it is not given) within a budget.

    Args:
        game: the game.
        search: how to search; ``MCTS()`` if it is not given.
        state: where the decision is to be made.
        simulations: root-to-leaf passes. At least one limit must be given; the first to be
            reached stops the search.
        nodes: states generated, in the tree and in rollouts.
        seconds: time.
        memory: bytes that the tree may hold; 2 GiB if it is not given.
        confidence: the probability that the choice is right (APCS) that is enough.
        depth: how many actions from the root are to be searched wholly.
        until: "proven" to go on until the value is proven, which a search stops at in any case.
        seed: the seed of all random numbers, from 0 to 2**64 - 1; drawn if it is not given. The
            same seed and limits in counts give the same decision, bit for bit.
        progress: is called about ten times a second with the decision so far.

    Raises BudgetError, StateError, Unsupported, ParameterError; Interrupted on Ctrl-C, with the
    decision so far; what the game itself raises passes through.
    """
    budget = Budget(simulations, nodes, seconds, memory, confidence, depth, until)
    check_callable(progress, "progress")
    started = start(game, search, state=state, seed=seed, budget=budget.simulations)
    decision = None
    for decision in started.iterate(budget, every=None if progress is None else 0.1):
        _report(progress, decision)
    assert decision is not None
    return decision


def _report(progress: Callable[[Decision], object] | None, decision: Decision) -> None:
    """Tells the caller; Ctrl-C while he is told brings the decision too."""
    if progress is None:
        return
    try:
        progress(decision)
    except KeyboardInterrupt as interrupt:
        raise Interrupted(replace(decision, stop_reason="interrupted")) from interrupt
