"""One match as its player sees it: what was played, what is thought about, and by when."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from zlib import crc32

from forethought.errors import ForethoughtError, ParameterError
from forethought.ggp.belief import Follower
from forethought.ggp.child import Thought
from forethought.ggp.clocks import Cushion, of_the_player
from forethought.ggp.lane import Lane
from forethought.ggp.log import MatchLog
from forethought.ggp.messages import Joint, Start
from forethought.ggp.rules import spelled
from forethought.ggp.thinker import Part, Step, Thinker
from forethought.rng import Rng

GUESS = "noop"
"""The answer where not even the legal moves can be had."""

PATIENCE = 3.0
"""How many play clocks the legal moves of a state may take: what is late may still be heard."""

STOP_SECONDS = 1.0
"""What the end of a match may take until it is answered."""

IDLE_SECONDS = 60.0

LONGEST_CLOCK = 3600.0
"""Seconds: a longer clock is taken for this, so that nothing is held for one that is gone."""

SECRETS = "the sheet says what roles see: here all are taken to see, and are told, every move"


@dataclass
class Pending:
    """An answer in the making.

    Attributes:
        until: the reading of the clock when it has to be given.
        begin: what has to be done for it; it may take long. Gives what to wait for, if anything.
        settle: gives the answer, at any time, whatever has been done by then.
        last: until when ``begin`` is waited for in any case: without it no legal move is known.
        lane: in which ``begin`` can be done, after what the same match has to do before.
    """

    until: float
    begin: Callable[[], Future[Any] | None]
    settle: Callable[[], str]
    last: float = 0.0
    lane: Lane = field(default_factory=Lane)


@dataclass
class _Turn:
    """A move that is asked for."""

    until: float
    step: int = -1
    legal: tuple[str, ...] = ()
    thought: Thought | None = None


@dataclass
class Match:
    """A match, from the moves that the server tells and from nothing else.

    What was sent is never taken for what was played: the server may have replaced it.

    Attributes:
        start: the message that began it.
        thinker: who thinks about the moves.
        log: where it is written down.
        clock: the time in seconds.
        way: what is kept back of its clocks for the way to the server.
    """

    start: Start
    thinker: Thinker
    log: MatchLog
    clock: Callable[[], float]
    way: Cushion
    heard: float = 0.0
    fault: str = ""
    closed: bool = False
    lane: Lane = field(default_factory=Lane)
    _inbox: list[Joint] = field(default_factory=list)
    _heard: list[Joint] = field(default_factory=list)
    _untold: list[Step] = field(default_factory=list)
    _player: Cushion = field(default_factory=of_the_player)
    _lock: Any = field(default_factory=threading.Lock)
    _belief: Follower | None = None
    _part: Part | None = None
    _role: int = 0
    _step: int = 0
    _sent: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.heard = self.clock()
        self._seed = crc32(self.start.match.encode())
        self._rng = Rng(self._seed, "fallback")

    @property
    def patience(self) -> float:
        """Seconds without a message after which it may be given up."""
        start, play = _bounded(self.start.start_clock), _bounded(self.start.play_clock)
        return min(IDLE_SECONDS + 2 * (start + play), LONGEST_CLOCK)

    @property
    def goals(self) -> tuple[int, ...] | None:
        """What each role was paid, once that is known."""
        return None if self._belief is None else self._belief.goals

    def begin(self, at: float) -> Pending:
        """Gets ready in the start clock."""
        self.heard = at
        clock = _bounded(self.start.start_clock)
        until = at + clock - self.way.seconds(clock)
        ready = partial(self._do, lambda: self._get_ready(until))
        return Pending(until, ready, self._ready, lane=self.lane)

    def take_up(self, joints: Sequence[Joint], sent: Mapping[int, str]) -> None:
        """Goes on where a log ends: the joint moves so far, and what was sent last, at its step."""
        self._inbox.extend(joints)
        self._heard.extend(joints)
        self._sent = dict(sent)

    def play(self, moves: Joint | None, at: float) -> Pending:
        """Hears of the step before, and is asked for a move."""
        self.heard = at
        self._hear(moves)
        clock = _bounded(self.start.play_clock)
        turn = _Turn(at + clock - self.way.seconds(clock))
        last = at + PATIENCE * (clock + 1)
        think = partial(self._do, lambda: self._think(turn))
        return Pending(turn.until, think, lambda: self._answer(turn), last, self.lane)

    def stop(self, moves: Joint | None, at: float) -> Pending:
        """Hears of the last step."""
        self.heard = at
        self._hear(moves)
        self.log.write("stop", moves=moves)
        until = at + min(self.start.play_clock, STOP_SECONDS)
        return Pending(until, lambda: self._do(self._end), lambda: "done", lane=self.lane)

    def release(self) -> bool:
        """Ends the match; whether its thinker is free for another one."""
        self.closed = True
        if not self._lock.acquire(blocking=False):
            return False
        self._lock.release()
        self.thinker.rest()
        return True

    def _hear(self, moves: Joint | None) -> None:
        self.log.write("play", moves=moves)
        if moves is not None:
            self._inbox.append(moves)
            self._heard.append(moves)

    def _ready(self) -> str:
        return "busy" if self.fault else "ready"

    def _do(self, work: Callable[[], Future[Any] | None]) -> Future[Any] | None:
        """Does one thing after the other; what goes wrong goes to the log alone."""
        with self._lock:
            if self.closed:
                return None
            try:
                return work()
            except ForethoughtError as error:
                self._failed(error)
                return None

    def _failed(self, error: ForethoughtError) -> None:
        # What is at work when the match ends fails because its processes are ended.
        if not self.closed:
            self.fault = " ".join(str(error).split())
            self.log.write("fault", text=self.fault)

    def _get_ready(self, until: float) -> Future[Any]:
        self._know()
        begun = self.thinker.begin(self._known_part, None, self._seconds(until))
        begun.add_done_callback(self._note_fault)
        return begun

    def _note_fault(self, begun: Future[Any]) -> None:
        fault = None if begun.cancelled() else begun.exception()
        if fault is not None and not self.closed:
            self.log.write("note", text=f"the player can't begin: {str(fault)[:300]}")

    def _know(self) -> Follower:
        """The rules, read when they are needed first."""
        if self._belief is None:
            belief = self.thinker.read(self.start.rules)
            role = spelled(self.start.role, belief.roles)
            if role is None:
                raise ParameterError(
                    f"the role {self.start.role} is none of {' '.join(belief.roles)}"
                )
            if belief.has_secrets:
                self.log.write("note", text=SECRETS)
            self._role, self._belief = belief.roles.index(role), belief
            self._part = Part(belief.text, role, self._seed)
        return self._belief

    @property
    def _known_part(self) -> Part:
        assert self._part is not None
        return self._part

    def _catch_up(self) -> Follower:
        """Follows the joint moves that were heard of and not followed yet."""
        if self._belief is not None and self._belief.lost:
            self._belief, self._step, self._inbox = None, 0, list(self._heard)
        begun = self._belief is not None
        belief = self._know()
        while self._inbox:
            self._follow(belief, self._inbox.pop(0))
        if not begun:
            self.thinker.begin(self._known_part, belief.state, 0.0)
            self._untold.clear()
        return belief

    def _follow(self, belief: Follower, joint: Joint) -> None:
        was_sure, known = belief.sure, belief.follow(joint)
        if known is None:
            self.log.write("note", text=f"step {self._step}: {' '.join(joint)} can't be followed")
            return
        if belief.skipped:
            self.log.write("note", text=f"step {self._step}: a message was missed")
            self._sent.clear()
            self._step += 1
        if belief.sure != was_sure:
            text = "known again" if belief.sure else "not known for sure"
            self.log.write("note", text=f"step {self._step}: the state is {text}")
        self._compare(known[self._role])
        self._untold.append((known, belief.state))
        self._step += 1

    def _compare(self, played: str) -> None:
        """Learns whether the move that was sent is the one that was played."""
        sent = self._sent.pop(self._step, None)
        if sent is None:
            return
        self.way.taken(sent == played)
        if sent != played:
            text = f"step {self._step}: {played} was played in place of {sent}"
            self.log.write("note", text=text)

    def _seconds(self, until: float) -> float:
        """What the player may take of the time that is left."""
        left = max(until - self.clock(), 0.0)
        return left - self._player.seconds(left)

    def _think(self, turn: _Turn) -> Future[Any] | None:
        belief = self._catch_up()
        turn.step, turn.legal = self._step, belief.moves(self._role)
        if len(turn.legal) < 2:
            return None
        seconds = self._seconds(turn.until)
        due = self.clock() + seconds
        turn.thought = self.thinker.think(self._untold, belief.state, seconds)
        self._untold = []
        turn.thought.add_done_callback(lambda thought: self._learn(thought, due))
        return turn.thought

    def _learn(self, thought: Future[Any], due: float) -> None:
        """Learns how well the player keeps to its time, where it has a move at all."""
        if not thought.exception():
            self._player.came(self.clock() - due)

    def _answer(self, turn: _Turn) -> str:
        move, source = self._chosen(turn)
        overrun = self.clock() - turn.until
        self.way.came(overrun)
        self._sent = {turn.step: move}
        left = round(-overrun, 3)
        self.log.write("answer", move=move, source=source, step=turn.step, left=left)
        return move

    def _chosen(self, turn: _Turn) -> tuple[str, str]:
        """The move to send, and where it comes from."""
        legal, thought = turn.legal, turn.thought
        if len(legal) == 1:
            return legal[0], "only move"
        if thought is not None:
            if thought.done() and (move := self._final(turn, thought)):
                return move, "player"
            if thought.so_far and (move := spelled(thought.so_far, legal)):
                return move, "so far"
        return (self._rng.choice(legal), "fallback") if legal else (GUESS, "guess")

    def _final(self, turn: _Turn, thought: Thought) -> str | None:
        """The move that the player gave; None if that is none, which is noted."""
        fault = thought.exception()
        move = None if fault else spelled(str(thought.result()), turn.legal)
        if move is None:
            text = str(fault) if fault else f"the player gave {thought.result()}"
            self.log.write("note", text=f"step {turn.step}: {text[:300]}")
        return move

    def _end(self) -> None:
        goals = self._catch_up().goals
        if goals is not None:
            self.log.write("goals", goals=goals)


def _bounded(clock: float) -> float:
    return min(clock, LONGEST_CLOCK)
