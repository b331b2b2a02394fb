"""One game between two players, with a clock, and an end whatever they do."""

from __future__ import annotations

import contextlib
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from forethought.arena.openings import Opening
from forethought.arena.record import GameRecord
from forethought.decision import Spent
from forethought.game import CHANCE, OVER, Game, actions_of, step
from forethought.players import Allowance, Player, PlayerFault, Session, text_of
from forethought.rng import Rng, derived_seed

MARGIN = 0.1
"""Seconds by which a player may be late: what the system may take between it and the clock."""

MOST_PLIES = 1000
"""Actions after which a game is drawn, unless said otherwise."""

_SHOWN = 200


@dataclass(frozen=True)
class Bout:
    """A game to be played: everything it depends on.

    ``players`` are in the order of their indices in the game.
    """

    game: Game
    players: tuple[Player, Player]
    opening: Opening
    pair: int
    leg: int
    seed: int
    max_plies: int = MOST_PLIES
    margin: float = MARGIN


def play(bout: Bout, now: Callable[[], float] = time.perf_counter) -> GameRecord:
    """Plays a game and says how it went.

    What a player does wrong loses it the game. What the game itself raises passes through.
    ``now`` is the clock, in seconds.
    """
    referee = _Referee(bout, now)
    try:
        referee.open()
        referee.play()
    except _Lost as lost:
        return referee.record(lost)
    finally:
        referee.close()
    return referee.record(None)


class _Lost(Exception):  # noqa: N818
    def __init__(self, seat: int, reason: str, detail: str) -> None:
        self.seat, self.reason, self.detail = seat, reason, detail
        super().__init__(detail)


class _Timer:
    """The time of one player."""

    def __init__(self, player: Player, margin: float) -> None:
        self._move, self._clock, self._margin = player.seconds, player.clock, margin
        self.left = None if self._clock is None else self._clock.seconds

    def allowance(self) -> Allowance:
        if self._clock is not None:
            return Allowance(self.left, self._clock.increment)
        return Allowance(self._move)

    def charge(self, seconds: float) -> str | None:
        """Takes off what a move took; says what is wrong if it was too much."""
        most = self._move if self._clock is None else self.left
        if most is None:
            return None
        if seconds > most + self._margin:
            return f"it took {seconds:.3f} s and had {most:.3f} s"
        if self._clock is not None:
            self.left = max(most - seconds, 0.0) + self._clock.increment
        return None


class _Referee:
    def __init__(self, bout: Bout, now: Callable[[], float]) -> None:
        self._bout, self._game, self._now = bout, bout.game, now
        self._rng = Rng(bout.seed, "chance")
        self._sessions: dict[int, Session] = {}
        self._timers = [_Timer(player, bout.margin) for player in bout.players]
        self._state = bout.opening.state
        self._returns = list(bout.opening.returns)
        self._actions: list[str | None] = []
        self._seconds: list[float | None] = []
        self._movers: list[int | None] = []
        self._spent: list[Spent | None] = []
        self._output = ""

    def open(self) -> None:
        """Lets the players get ready; their clocks do not run yet."""
        for seat, player in enumerate(self._bout.players):
            seed = derived_seed(self._bout.seed if player.seed is None else player.seed, seat)
            if player.seed is not None:
                seed = derived_seed(seed, self._bout.pair, self._bout.leg)
            with self._blaming(seat):
                self._sessions[seat] = player.open(self._game, self._state, seat, seed)

    def play(self) -> None:
        """Plays to the end, or until there were too many actions."""
        while self._game.turn(self._state) != OVER and not self._too_long():
            seat = self._game.turn(self._state)
            if seat == CHANCE:
                self._take(None, None, None)
            else:
                self._take(seat, *self._chosen(seat))

    def _too_long(self) -> bool:
        return len(self._actions) >= self._bout.max_plies

    def _chosen(self, seat: int) -> tuple[Any, float]:
        timer = self._timers[seat]
        allowance = timer.allowance()
        begun = self._now()
        with self._blaming(seat):
            answer = self._sessions[seat].choose(self._state, allowance)
        seconds = self._now() - begun
        late = timer.charge(seconds)
        if late is not None:
            raise self._lost(seat, "time", late)
        return self._legal(seat, answer), seconds

    def _legal(self, seat: int, answer: Any) -> Any:
        """The action of the game that the answer is."""
        legal = actions_of(self._game, self._state)
        # An answer may be anything: some refuse to be compared, and True is not the action 1.
        with contextlib.suppress(Exception):
            for action in legal:
                if answer is action or (type(answer) is not bool and bool(action == answer)):
                    return action
        raise self._lost(seat, "illegal", f"it played {_cut(answer)} at {_cut(self._state)}")

    def _take(self, mover: int | None, action: Any, seconds: float | None) -> None:
        rewards, self._state = step(self._game, self._state, action, self._rng)
        self._returns = [a + b for a, b in zip(self._returns, rewards, strict=True)]
        self._actions.append(None if action is None else text_of(action))
        self._seconds.append(seconds)
        self._movers.append(mover)
        self._spent.append(None if mover is None else self._sessions[mover].spent)
        for seat, session in self._sessions.items():
            with self._blaming(seat):
                session.follow(action, self._state)

    @contextlib.contextmanager
    def _blaming(self, seat: int) -> Any:
        """Whatever a player raises loses it the game."""
        try:
            yield
        except PlayerFault as fault:
            self._output = fault.output
            raise _Lost(seat, fault.reason, fault.detail) from fault
        except Exception as error:
            lines = traceback.format_exception(error)
            self._output = "".join(lines)[-4000:]
            text = f"{type(error).__name__}: {_cut(error, str)}"
            raise self._lost(seat, "crash", text) from error

    def _lost(self, seat: int, reason: str, detail: str) -> _Lost:
        if not self._output and seat in self._sessions:
            self._output = self._sessions[seat].output
        return _Lost(seat, reason, detail)

    def close(self) -> None:
        """Lets the players go; what goes wrong now can't change the game any more."""
        for session in self._sessions.values():
            with contextlib.suppress(Exception):
                session.close()

    def record(self, lost: _Lost | None) -> GameRecord:
        """The game as it went."""
        over = self._game.turn(self._state) == OVER
        ended = "over" if over else "plies"
        first, second = self._bout.players
        return GameRecord(
            game=self._game.name,
            players=(first.name, second.name),
            pair=self._bout.pair,
            leg=self._bout.leg,
            seed=self._bout.seed,
            opening=self._bout.opening.actions,
            start=text_of(self._bout.opening.state),
            actions=tuple(self._actions),
            seconds=tuple(map(_rounded, self._seconds)),
            movers=tuple(self._movers),
            nodes=tuple(None if s is None else s.nodes for s in self._spent),
            thought=tuple(_rounded(None if s is None else s.seconds) for s in self._spent),
            points=_points(self._returns, lost) if lost or over else (0.5, 0.5),
            returns=tuple(self._returns),
            reason=ended if lost is None else lost.reason,
            loser=None if lost is None else lost.seat,
            detail="" if lost is None else lost.detail,
            output=self._output,
        )


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 6)


def _points(returns: list[float], lost: _Lost | None) -> tuple[float, float]:
    if lost is not None:
        return (0.0, 1.0) if lost.seat == 0 else (1.0, 0.0)
    first, second = returns
    points = (first > second) + (first == second) / 2
    return (float(points), 1.0 - points)


def _cut(thing: Any, how: Callable[[Any], str] = repr) -> str:
    """As text in one line of readable length, whatever its own methods do."""
    try:
        text = how(thing)
    except Exception:
        text = object.__repr__(thing)
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]}..."
