"""Planning: the best course of a deterministic game of one player."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from math import isclose
from time import monotonic
from typing import Any

from forethought import _native
from forethought.arguments import check_callable, is_number, seed_of, whole
from forethought.errors import (
    BudgetError,
    InternalError,
    Interrupted,
    ParameterError,
    StateError,
    Unsupported,
)
from forethought.game import OVER, Game, NativeGame, actions_of, sound, step
from forethought.gdl import GDLGame
from forethought.rng import Rng

_PAUSE = 0.5
"""Seconds between two calls of ``progress``."""


@dataclass(frozen=True)
class Plan:
    """The best course that was found.

    Attributes:
        actions: what to do, step by step, from the state on to the end of the play; nothing if no
            play came to its end.
        value: what the player is paid in all; None if no play came to its end.
        bound: a number that no plan exceeds; infinite where nothing is known.
        optimal: whether it is proved that no plan pays more.
        method: which of the methods found it.
        nodes: states generated.
        seconds: time it took.
        stop_reason: "proven", "seconds", "nodes", "memory" or "interrupted".
        seed: of the random numbers that some methods draw.
    """

    actions: tuple[Any, ...]
    value: float | None
    bound: float
    optimal: bool
    method: str
    nodes: int
    seconds: float
    stop_reason: str
    seed: int

    def __len__(self) -> int:
        return len(self.actions)

    @property
    def is_hopeless(self) -> bool:
        """Whether it is proved that no play comes to its end."""
        return self.value is None and self.stop_reason == "proven"

    def __repr__(self) -> str:
        if self.value is None:
            head = "no play comes to its end" if self.is_hopeless else "no play came to its end"
        else:
            proof = "optimal" if self.optimal else f"at most {self.bound:.6g} is possible"
            head = f"{len(self.actions)} actions pay {self.value:.6g}, {proof}"
        spent = f"{self.nodes} nodes, {self.seconds:.2f} s"
        return f"<Plan: {head}; {self.method}, {spent}, {self.stop_reason}>"

    def to_dict(self) -> dict[str, Any]:
        """The plan as plain values."""
        return {**asdict(self), "actions": list(self.actions)}


def plan(
    game: Game,
    state: Any = None,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    seed: int | None = None,
    progress: Callable[[Plan], object] | None = None,
) -> Plan:
    """Looks for the course of actions that pays most, from ``state`` on.

    The game has one player and no chance. Several methods take turns, the best plan of all is kept,
    and the search ends when that is proved to be the best or a limit is reached. The same seed and
    ``nodes`` give the same plan. What is returned was replayed with the rules themselves.

    Args:
        game: the game. The rules of a sheet are compiled first, as far as they can be.
        state: where to begin; the initial state if not given. The play must not be over there.
        seconds: the most time.
        nodes: the most states to generate.
        memory: the most bytes to hold; 2 GiB if not given.
        seed: of the random numbers that some methods draw; drawn if not given.
        progress: called about twice a second with the best plan so far.

    Raises:
        BudgetError: without ``seconds`` and ``nodes``.
        StateError: if the play is over at ``state``.
        Unsupported: for a game of several players or with chance.
        Interrupted: on Ctrl-C, with the best plan so far as ``decision``. What the game raises
            itself passes through.
    """
    game = sound(game)
    _refuse(game)
    limits = _limits(seconds, nodes, memory)
    check_callable(progress, "progress")
    seed = secrets.randbits(63) if seed is None else seed_of(seed)
    state = game.initial() if state is None else state
    if game.turn(state) == OVER:
        raise StateError(f"{game.name}: the play is over at state {state!r}: give an earlier one")
    return _Run(game, state, seed).until(limits, progress)


class _Run:
    """One search, and what it has spent."""

    def __init__(self, game: Game, state: Any, seed: int) -> None:
        self.game, self.state, self.seed = game, state, seed
        self.began = monotonic()
        self.planner = _planner(game, state, seed)

    def until(
        self,
        limits: tuple[int | None, float | None, int | None],
        progress: Callable[[Plan], object] | None,
    ) -> Plan:
        nodes, seconds, memory = limits
        reason = None
        try:
            while reason is None:
                left = None if seconds is None else max(seconds - self._spent(), 0.0)
                reason = self.planner.run(nodes, left, memory, _PAUSE if progress else None)
                if reason is None and progress is not None:
                    progress(self._plan("running"))
        except KeyboardInterrupt as interrupt:
            raise Interrupted(self._plan("interrupted")) from interrupt
        return _replayed(self.game, self.state, self._plan(reason))

    def _spent(self) -> float:
        return monotonic() - self.began

    def _plan(self, reason: str) -> Plan:
        found = self.planner.report()
        value, bound = found["value"], found["bound"]
        return Plan(
            actions=tuple(found["actions"]),
            value=value,
            bound=bound,
            optimal=value is not None and value >= bound,
            method=found["method"],
            nodes=found["nodes"],
            seconds=self._spent(),
            stop_reason=reason,
            seed=self.seed,
        )


def _refuse(game: Game) -> None:
    if game.players != 1:
        raise Unsupported(
            f"{game.name}: a plan is for one player, and the game has {game.players}: "
            "use ft.decide for each move"
        )
    if game.chance != "none":
        raise Unsupported(
            f"{game.name}: a plan is for a game without chance: use ft.decide for each move"
        )


def _limits(
    seconds: object, nodes: object, memory: object
) -> tuple[int | None, float | None, int | None]:
    if seconds is None and nodes is None:
        raise BudgetError("no limit is given: give seconds=, nodes= or both")
    if seconds is not None and not (is_number(seconds) and 0 < float(seconds) <= 1e9):  # type: ignore[arg-type]
        raise ParameterError(f"seconds={seconds!r}: give a number above 0, at most 1e9")
    return (
        None if nodes is None else whole(nodes, "nodes"),
        None if seconds is None else float(seconds),  # type: ignore[arg-type]
        None if memory is None else whole(memory, "memory"),
    )


def _planner(game: Game, state: Any, seed: int) -> _native.Planner:
    if isinstance(game, GDLGame):
        made = _native.Planner.of_sheet(game.rules, list(state), seed)
        if made is not None:
            return made
    native = game.native if isinstance(game, NativeGame) else game
    return _native.Planner(native, state, seed)


def _replayed(game: Game, state: Any, found: Plan) -> Plan:
    """The plan, if the rules say that it is one and pays what it should.

    A sheet is read again for it, so that nothing but its interpreter answers.
    """
    if found.value is None:
        return found
    rules = GDLGame(game.rules, game.name) if isinstance(game, GDLGame) else game
    paid, rng = 0.0, Rng(0, "unused")
    for action in found.actions:
        if rules.turn(state) == OVER or action not in actions_of(rules, state):
            raise _wrong(game, f"{action!r} is not legal at {state!r}")
        rewards, state = step(rules, state, action, rng)
        paid += rewards[0]
    if rules.turn(state) != OVER or not isclose(paid, found.value, rel_tol=1e-9, abs_tol=1e-9):
        raise _wrong(game, f"it pays {paid}, not {found.value}, and ends at {state!r}")
    return replace(found, value=paid)


def _wrong(game: Game, why: str) -> InternalError:
    return InternalError(f"{game.name}: a plan does not hold when replayed: {why}: report this")
