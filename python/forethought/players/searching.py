"""A search that plays: with a limit for each move or a clock to manage, and a tree that is kept."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from forethought.decision import Decision
from forethought.errors import BudgetError, IllegalAction, ParameterError, StateError, Unsupported
from forethought.game import CHANCE, OVER, Game
from forethought.players.clock import Allowance, Deadline, allotted, for_one_move
from forethought.players.player import Player, Session
from forethought.players.pondering import Pondering
from forethought.rng import derived_seed
from forethought.search import Algorithm, Budget, Search, start

TOLD_EVERY = 0.1
"""Seconds from one best action so far to the next."""


@dataclass(frozen=True, kw_only=True)
class SearchPlayer(Player):
    """A search with its time management; made by ``ft.player``."""

    search: Algorithm
    budget: Budget = field(default_factory=Budget)
    ponder: bool = False
    keep: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "seconds", self.budget.seconds)
        super().__post_init__()
        for name in ("ponder", "keep"):
            if not isinstance(getattr(self, name), bool):
                raise ParameterError(f"{name}={getattr(self, name)!r}: give True or False")
        if self.clock is None:
            self.budget.check(self.search)
        if self.clock is not None or self.ponder:
            self._refuse_without_time()
        if self.ponder and not self.keep:
            raise ParameterError("ponder=True needs keep=True: what is found must not be lost")

    def _refuse_without_time(self) -> None:
        if "seconds" not in self.search.limits:
            what = "ponder=True" if self.clock is None else "clock="
            raise BudgetError(
                f"{what}: {type(self.search).__name__} can't be stopped by time: leave it out"
            )

    def called(self) -> str:
        """The search with the parts that are not as usual, then the limits."""
        counts = [n for n in self.budget.given if n != "seconds"]
        limits = [f"{name}={getattr(self.budget, name)}" for name in counts]
        return ", ".join(filter(None, [_short(self.search), *limits, self.limits_text()]))

    def check(self, game: Game) -> None:
        """Raises Unsupported if the search can't search this game."""
        self.search.check(game)

    def open(self, game: Game, state: Any, seat: int, seed: int) -> Session:
        """Begins a game; what the search needs at its start is made now."""
        return _Searching(self, game, state, seat, seed)


def _short(search: Any) -> str:
    """The search without the parts that are as usual."""
    usual = type(search)() if _can_be_made(type(search)) else None
    shown = [
        f"{each.name}={getattr(search, each.name)!r}"
        for each in fields(search)
        if each.repr and getattr(search, each.name) != getattr(usual, each.name, None)
    ]
    return f"{type(search).__name__}({', '.join(shown)})" if shown else type(search).__name__


def _can_be_made(kind: type) -> bool:
    try:
        kind()
    except (TypeError, ParameterError):
        return False
    return True


class _Searching(Session):
    def __init__(self, player: SearchPlayer, game: Game, state: Any, seat: int, seed: int) -> None:
        self._player, self._game, self._seat, self._seed = player, game, seat, seed
        self._ply = 0
        self._news: list[tuple[Any, Any]] = []
        self._pondering: Pondering | None = None
        # Tables are made here, before the clock runs.
        self._search: Search | None = self._fresh(state) if game.turn(state) >= 0 else None

    def choose(self, state: Any, allowance: Allowance) -> Any:
        deadline = Deadline(self._seconds(allowance))
        self._stop_pondering()
        search = self._at(state)
        limits = {name: getattr(self._player.budget, name) for name in self._player.budget.given}
        if deadline.left is not None:
            # To stop what was thought about meanwhile and to move a large tree along takes time.
            limits["seconds"] = deadline.left
        decision = self._decided(search, Budget(**limits))
        self.spent = decision.spent
        return decision.action

    def _decided(self, search: Search, budget: Budget) -> Decision:
        every = None if self.tell is None else TOLD_EVERY
        for decision in search.iterate(budget, every):
            if self.tell is not None and decision.spent.simulations != 0:
                self.tell(decision.action)
        return decision

    def _seconds(self, allowance: Allowance) -> float | None:
        """The share of a game clock, or the time for this move if that is less than its own."""
        share = allotted(allowance, self._moves_left())
        if share is not None or "seconds" not in self._player.search.limits:
            return share
        return for_one_move(allowance, self._player.seconds)

    def wait(self, seconds: float) -> None:
        if self._player.ponder and self._search is not None:
            search = self._search
            self._pondering = Pondering(lambda: search, seconds)

    def follow(self, action: Any, state: Any) -> None:
        self._stop_pondering()
        self._ply += 1
        self._news.append((action, state))
        if self._player.ponder and self._game.turn(state) not in (self._seat, CHANCE, OVER):
            self._pondering = Pondering(lambda: self._at(state))

    def close(self) -> None:
        self._stop_pondering()

    def _stop_pondering(self) -> None:
        if self._pondering is not None:
            self._pondering.stop()
            self._pondering = None

    def _moves_left(self) -> int | None:
        horizon = self._game.horizon
        return None if horizon is None else -(-(horizon - self._ply) // self._game.players)

    def _at(self, state: Any) -> Search:
        """A search whose root is at the state: the former one moved along, or a new one."""
        moved = self._moved(state) if self._player.keep else None
        self._news.clear()
        self._search = moved or self._fresh(state)
        return self._search

    def _moved(self, state: Any) -> Search | None:
        search = self._search
        if search is None:
            return None
        try:
            for action, after in self._news:
                search.advance(action, after)
        except (StateError, IllegalAction, Unsupported):
            # It does not know the way there: after chance, for one.
            return None
        return None if search.over or search.state != state else search

    def _fresh(self, state: Any) -> Search:
        return start(
            self._game,
            self._player.search,
            state=state,
            seed=derived_seed(self._seed, self._ply),
            budget=self._player.budget.simulations,
        )
