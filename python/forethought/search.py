"""Searches, and the decision under a budget."""

import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from forethought import _native
from forethought.arguments import is_number, seed_of, whole
from forethought.decision import ActionStatistics, ActionTable, Decision, Spent
from forethought.errors import BudgetError, Interrupted, ParameterError, StateError, Unsupported
from forethought.game import CHANCE, OVER, Game, NativeGame, sound
from forethought.policies import UCT, Chooser, Policy, describe, is_callable, is_policy
from forethought.rng import Rng

MEMORY = 2**31
"""Bytes that a search may hold unless ``memory=`` says otherwise."""

_PART = {
    "nodes": ("state_and_stage", "afterstate", "state", "path"),
    "backup": ("mixed", "average", "max", "bellman", "contenders"),
    "chance": ("auto", "sampled", "explicit"),
    "choice": ("mean", "visits", "lower_bound"),
}


_POLICY = UCT(weight=0.7, relative=True)


@dataclass(frozen=True)
class Mixed:
    """The backup of Li, Fu and Xu (2020, equations 12 and 13) with another alpha.

    A node is worth (1 - alpha) times the average of what its actions were thought to be worth,
    plus alpha times the mean of its best action, alpha = 1 - 1 / (scale N).
    """

    scale: float = 1.0

    def __post_init__(self) -> None:
        if not (is_number(self.scale) and self.scale > 0):
            raise ParameterError(f"Mixed(scale={self.scale!r}): give a number above 0")


@dataclass(frozen=True, kw_only=True)
class MCTS:
    """Monte Carlo tree search: select, expand, simulate, back up; each with its part.

    As it is it needs no setting for a problem: UCT with a weight relative to the range of what was
    backed up, and nodes worth the mean over those actions that can still be the best.

    Attributes:
        policy: the tree policy, or a callable over counts, means and variances.
        opponents: what the players other than the one who decides do in the tree: None (the same
            policy, each for itself), a policy of their own, "random", or a callable that gives
            the action for a state.
        nodes: which arrivals share a node: those at the same "state_and_stage", the same "state",
            or by the same "path"; with "afterstate" the first of these, and the actions that lead
            to a state share its samples (without chance, and with the backup "average").
        backup: how values go up the tree: "contenders", "bellman", "mixed" (or ``ft.Mixed``), "max"
            or "average".
        chance: "explicit" lists the outcomes and weighs them with their probabilities, "sampled"
            draws them and weighs them by how often they came; "auto" is explicit with the
            backups "bellman" and "contenders" if the game lists its outcomes, else sampled.
        rollout: None for uniformly random play, or a callable ``rollout(state, rng)`` that gives
            the return from a state on: a number, or one per player.
        choice: the rule of the final choice: best "mean", most "visits", or best "lower_bound"
            (mean - 1.96 standard errors).
    """

    policy: Policy | Chooser = _POLICY
    opponents: Policy | Callable[[Any], Any] | str | None = None
    nodes: str = "state_and_stage"
    backup: str | Mixed = "contenders"
    chance: str = "auto"
    rollout: Callable[[Any, Rng], Any] | None = None
    choice: str = "mean"

    def __post_init__(self) -> None:
        for name, known in _PART.items():
            value = getattr(self, name)
            fits = isinstance(value, str) and value in known
            if not fits and not (name == "backup" and isinstance(value, Mixed)):
                self._refuse(name, f"one of {', '.join(known)}")
        if self.nodes == "afterstate" and self.backup != "average":
            self._refuse("nodes", "another sharing, or the backup 'average'")
        if not is_policy(self.policy):
            self._refuse("policy", "a policy such as ft.OCBA(), or a callable that is one")
        if not (self.opponents in (None, "random") or is_policy(self.opponents)):
            self._refuse("opponents", "'random', a policy such as ft.UCT(), or a callable")
        if not (self.rollout is None or is_callable(self.rollout)):
            self._refuse("rollout", "a callable rollout(state, rng)")

    def _refuse(self, name: str, wanted: str) -> None:
        raise ParameterError(f"MCTS({name}={getattr(self, name)!r}): give {wanted}")

    def describe(self, game: Game, budget: int | None) -> dict[str, Any]:
        """The parts as the native search takes them."""
        backup, scale = self.backup, 1.0
        if isinstance(backup, Mixed):
            scale, backup = backup.scale, "mixed"
        elif backup == "max":
            backup, scale = "mixed", float("inf")
        chance = self.chance
        if chance == "auto":
            listed = backup in ("bellman", "contenders") and game.chance != "sampled"
            chance = "explicit" if listed else "sampled"
        opponents = self.opponents
        if isinstance(opponents, Policy):
            opponents = dict(describe(opponents, budget))  # type: ignore[assignment]
        return {
            "policy": describe(self.policy, budget),
            "opponents": opponents,
            "nodes": self.nodes,
            "backup": backup,
            "scale": scale,
            "chance": chance,
            "rollout": self.rollout,
            "choice": self.choice,
        }


@dataclass(frozen=True)
class Budget:
    """What may be spent; the first limit to be reached stops the search.

    Attributes:
        simulations: root-to-leaf passes at this root.
        nodes: states generated at this root, in the tree and in rollouts.
        seconds: time of this run.
        memory: bytes that the tree may hold.
        confidence: the probability that the choice is right (APCS) that is enough.
    """

    simulations: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    memory: int | None = None
    confidence: float | None = None

    def __post_init__(self) -> None:
        limits = self.__dict__
        if all(limit is None for limit in limits.values()):
            raise BudgetError(
                f"no limit is given: give one of {', '.join(f'{n}=' for n in limits)}"
            )
        for name in ("simulations", "nodes", "memory"):
            if limits[name] is not None:
                object.__setattr__(self, name, whole(limits[name], name, error=BudgetError))
        seconds, confidence = self.seconds, self.confidence
        if seconds is not None and not (is_number(seconds) and seconds > 0):
            raise BudgetError(f"seconds={seconds!r}: give a number above 0")
        if confidence is not None and not (is_number(confidence) and 0 < confidence < 1):
            raise BudgetError(f"confidence={confidence!r}: give a number between 0 and 1")


@dataclass(frozen=True)
class Kept:
    """What a search kept when it moved along: nodes, simulations that came there, and bytes."""

    nodes: int
    visits: int
    bytes: int


class Search:
    """A search from one state: run it, look at its decision, run it on, move it along.

    Made by ``ft.start``. It is not for use by two threads at once.
    """

    def __init__(self, game: Game, search: MCTS, state: Any, seed: int, budget: int | None) -> None:
        self.game, self.parts, self.seed = game, search, seed
        spec = {**search.describe(game, budget), "seed": seed, "rng": Rng(seed, "search")}
        native = game.native if isinstance(game, NativeGame) else game
        self._native = _native.Search(native, state, spec)

    def run(
        self,
        *,
        simulations: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        memory: int | None = None,
        confidence: float | None = None,
    ) -> Decision:
        """Searches until the first limit is reached and gives the decision.

        ``simulations`` and ``nodes`` count from the start of the search at this root, so that
        ``run(simulations=100)`` and then ``run(simulations=300)`` are ``run(simulations=300)``.

        Raises BudgetError without a limit; Interrupted on Ctrl-C, with the decision so far; what
        the game itself raises passes through.
        """
        budget = Budget(simulations, nodes, seconds, memory, confidence)
        *_, decision = self.iterate(budget, every=None)
        return decision

    def iterate(self, budget: Budget, every: float | None = 0.1) -> Iterator[Decision]:
        """Runs like ``run``, and gives the decision so far about each ``every`` seconds.

        The last one has the reason of the stop; those before have the stop_reason "running".
        """
        begun = time.perf_counter()
        reason = None
        while reason is None:
            limits = dict(budget.__dict__)
            limits["memory"] = budget.memory or MEMORY
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
        simulations and nodes of the next run count from 0 again.

        Raises IllegalAction; StateError if nobody decides at the new state, or if it must be given.
        """
        return Kept(*self._native.advance(action, state))

    @property
    def state(self) -> Any:
        """The state that the search decides about."""
        return self._native.state

    def tree(self) -> list[Any]:
        """The whole tree for study; node 0 is the root.

        One tuple per node: state, turn, visits, and a list of its actions as (action, visits,
        means, sum of squared deviations, [(node, count, rewards)]). A mean is per player.
        """
        return self._native.tree()

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
        )
        return Decision(
            action=best.action,
            value=best.mean,
            actions=ActionTable(rows, report["best"]),
            rule=self.parts.choice,
            confidence=report["confidence"],
            bound=report["bound"],
            pv=tuple(report["pv"]),
            spent=spent,
            visits=report["visits"],
            stop_reason=reason,
            seed=self.seed,
            player=self.game.turn(self.state),
            search=self,
        )


def start(
    game: Game,
    search: MCTS | None = None,
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
    if not isinstance(search, MCTS):
        raise ParameterError(f"{search!r} is no search: give one such as ft.MCTS()")
    game = sound(game)
    if search.chance == "explicit" and game.chance == "sampled":
        raise Unsupported(
            f"{game.name}: MCTS(chance='explicit') needs outcomes(), and this game has sample(): "
            "define outcomes(), or search with chance='sampled'"
        )
    state = game.initial() if state is None else state
    if game.turn(state) in (OVER, CHANCE):
        what = "the play is over" if game.turn(state) == OVER else "it is chance's turn"
        raise StateError(f"{game.name}: at {state!r} {what}: give a state where a player decides")
    seed = secrets.randbits(63) if seed is None else seed_of(seed)
    return Search(game, search, state, seed, budget)


def decide(
    game: Game,
    search: MCTS | None = None,
    *,
    state: Any = None,
    simulations: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    confidence: float | None = None,
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
        seed: the seed of all random numbers, from 0 to 2**64 - 1; drawn if it is not given. The
            same seed and limits in counts give the same decision, bit for bit.
        progress: is called about ten times a second with the decision so far.

    Raises BudgetError, StateError, Unsupported, ParameterError; Interrupted on Ctrl-C, with the
    decision so far; what the game itself raises passes through.
    """
    budget = Budget(simulations, nodes, seconds, memory, confidence)
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
