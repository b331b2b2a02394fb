"""A match between players that are asked by the GGP protocol, refereed as GGP servers do."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from forethought.errors import ParameterError, RuleError
from forethought.ggp.contact import Contact, NoConnectionError
from forethought.ggp.messages import Abort, Joint, Message, Play, Start, Stop, write_message
from forethought.ggp.record import MatchRecord
from forethought.ggp.rules import RANDOM, Rules
from forethought.ggp.scramble import Scrambler
from forethought.ggp.terms import MessageError, read_term, written
from forethought.rng import Rng

PLAY_GRACE = 1.0
"""Seconds that a server waits beyond the play clock."""

ABORT_SECONDS = 1.0
_SHOWN = 200

Watch = Callable[[MatchRecord], None]


@dataclass(frozen=True)
class Conditions:
    """How a match is played.

    Attributes:
        start_clock: whole seconds before the first move.
        play_clock: whole seconds for each move.
        scramble: whether the players are told other names.
        seed: of the scrambling, and of the moves that the referee draws.
    """

    start_clock: int = 10
    play_clock: int = 5
    scramble: bool = False
    seed: int = 0


@dataclass(frozen=True)
class _Answer:
    text: str = ""
    error: str = ""
    seconds: float | None = None


def seated(rules: Rules, players: Sequence[Contact | None]) -> list[Contact | None]:
    """The player of each role: the referee itself, None, for ``random``, the others in order.

    Raises ParameterError if there are too few or too many.
    """
    places = [place for place, role in enumerate(rules.roles) if role.lower() != RANDOM]
    if len(players) != len(places):
        roles = ", ".join(rules.roles[place] for place in places)
        raise ParameterError(
            f"{len(players)} players for {len(places)} roles: give one for each of {roles}"
        )
    found: list[Contact | None] = [None] * len(rules.roles)
    for place, player in zip(places, players, strict=True):
        found[place] = player
    return found


class Referee:
    """Plays one match.

    The rules are those of the servers in use: all players are asked at the same time; one that does
    not answer within the start clock is noted only; for a move there is the play clock and a
    second more. For an answer that comes too late (TO), a player that can't be reached (CE), and
    one that says what is no legal move (IL), a legal move is drawn, each with the same probability.

    Args:
        rules: the rules.
        players: the player of each role in order; None for moves that the referee draws.
        conditions: clocks, scrambling and seed.
        match: the name of the match.
        game: the name of the sheet.
        watch: is called with the record after the start and after each step.
        now: the time of day in seconds.
    """

    def __init__(
        self,
        rules: Rules,
        players: Sequence[Contact | None],
        conditions: Conditions,
        *,
        match: str,
        game: str = "rules",
        watch: Watch = lambda _: None,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._rules, self._players, self._conditions = rules, players, conditions
        self._watch, self._now = watch, now
        self._rng = Rng(conditions.seed, "referee")
        self._names = Scrambler(rules.text, conditions.seed) if conditions.scramble else None
        self.record = MatchRecord(
            match=match,
            game=game,
            rules=rules.text,
            roles=rules.roles,
            players=tuple(RANDOM if player is None else player.name for player in players),
            start_clock=conditions.start_clock,
            play_clock=conditions.play_clock,
            scrambled=conditions.scramble,
            seed=conditions.seed,
            begun=now(),
        )

    async def play(self) -> MatchRecord:
        """Plays to the end. Where it is cancelled, the players are told that it is aborted."""
        try:
            await self._start()
            while not self._rules.over(self.record.states[-1]):
                await self._step()
            await self._stop()
        except BaseException:
            self.record.aborted = True
            try:
                self._watch(self.record)
            finally:
                await self._all([Abort(self.record.match)] * len(self._players), ABORT_SECONDS)
            raise
        return self.record

    async def _start(self) -> None:
        start, play = self._conditions.start_clock, self._conditions.play_clock
        rules = self._hidden(self._rules.text)
        roles = map(self._hidden, self._rules.roles)
        messages = [Start(self.record.match, role, rules, start, play) for role in roles]
        answers = await self._all(messages, start)
        self.record.start_errors = tuple(answer.error for answer in answers)
        self._reach(self._rules.initial)
        self._watch(self.record)

    async def _step(self) -> None:
        record, state = self.record, self.record.states[-1]
        message = Play(record.match, self._last())
        seconds = self._conditions.play_clock + PLAY_GRACE
        moves = self._rules.moves(state)
        if () in moves:
            role = record.roles[moves.index(())]
            raise RuleError(f"{record.game}: {role} has no legal move at step {len(record.moves)}")
        answers = await self._all([message] * len(self._players), seconds)
        chosen = [self._move(answer, legal) for answer, legal in zip(answers, moves, strict=True)]
        joint = tuple(move for move, _ in chosen)
        after, goals = self._rules.after(state, joint)
        record.moves.append(joint)
        record.errors.append(tuple(error for _, error in chosen))
        record.seconds.append(tuple(answer.seconds for answer in answers))
        self._reach(after)
        record.goals = goals
        self._watch(record)

    async def _stop(self) -> None:
        message = Stop(self.record.match, self._last())
        await self._all([message] * len(self._players), self._conditions.play_clock)

    def _reach(self, state: tuple[str, ...]) -> None:
        self.record.states.append(state)
        self.record.state_times.append(self._now())

    def _last(self) -> Joint | None:
        moves = self.record.moves
        return tuple(map(self._hidden, moves[-1])) if moves else None

    def _hidden(self, text: str) -> str:
        return text if self._names is None else self._names.hidden(text)

    def _move(self, answer: _Answer, legal: tuple[str, ...]) -> tuple[str, str]:
        """The move that is played for an answer, and what was wrong with it."""
        if answer.seconds is not None and not answer.error:
            move = self._read(answer.text)
            if move in legal:
                return move, ""
        drawn = self._rng.choice(legal)
        if answer.seconds is None and not answer.error:
            return drawn, ""
        return drawn, answer.error or f"IL {' '.join(answer.text.split())[:_SHOWN]}".strip()

    def _read(self, text: str) -> str:
        try:
            move = written(read_term(text))
        except MessageError:
            return ""
        return move if self._names is None else self._names.shown(move)

    async def _all(self, messages: Sequence[Message], seconds: float) -> list[_Answer]:
        asked = zip(self._players, messages, strict=True)
        return list(await asyncio.gather(*(_asked(p, m, seconds) for p, m in asked)))


async def _asked(player: Contact | None, message: Message, seconds: float) -> _Answer:
    if player is None:
        return _Answer()
    begun = time.monotonic()
    text = error = ""
    try:
        text = await player.ask(write_message(message), seconds)
    except TimeoutError:
        error = "TO"
    except NoConnectionError:
        error = "CE"
    return _Answer(text, error, time.monotonic() - begun)
