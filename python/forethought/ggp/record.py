"""What is kept of a match, in the form of the JSON that GGP servers publish."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from forethought.ggp.messages import Joint
from forethought.ggp.rules import Goals, State
from forethought.ggp.terms import spaced

Errors = tuple[str, ...]
"""What went wrong with the answer of each role: TO, CE, IL with the text, or nothing."""


@dataclass
class MatchRecord:
    """A match as far as it was played.

    Attributes:
        match: its name.
        game: the name of the sheet.
        rules: the sheet.
        roles: the roles in order.
        players: who played each role.
        start_clock: seconds before the first move.
        play_clock: seconds for each move.
        scrambled: whether the players were told other names.
        seed: of the scrambling, and of moves that the referee drew.
        begun: the time of day in seconds when it began.
        start_errors: what went wrong with the answers to START.
        states: the states so far, the first one included.
        state_times: when they came about, in seconds of the time of day.
        moves: the joint moves.
        errors: what went wrong at each step.
        seconds: how long each answer took; None where the referee moved.
        goals: what each role was paid; None until the match is over.
        aborted: whether it was ended before its end.
    """

    match: str
    game: str
    rules: str
    roles: tuple[str, ...]
    players: tuple[str, ...]
    start_clock: int
    play_clock: int
    scrambled: bool
    seed: int
    begun: float
    start_errors: Errors = ()
    states: list[State] = field(default_factory=list)
    state_times: list[float] = field(default_factory=list)
    moves: list[Joint] = field(default_factory=list)
    errors: list[Errors] = field(default_factory=list)
    seconds: list[tuple[float | None, ...]] = field(default_factory=list)
    goals: Goals | None = None
    aborted: bool = False

    @property
    def faults(self) -> tuple[int, ...]:
        """How many answers of each role the referee replaced."""
        return tuple(
            sum(bool(errors[place]) for errors in self.errors) for place in range(len(self.roles))
        )

    def to_dict(self) -> dict[str, Any]:
        """The record as plain values, times in milliseconds."""
        return {
            "matchId": self.match,
            "gameName": self.game,
            "gameRulesheet": self.rules,
            "gameRoleNames": list(self.roles),
            "playerNamesFromHost": list(self.players),
            "startTime": _milliseconds(self.begun),
            "startClock": self.start_clock,
            "playClock": self.play_clock,
            "previewClock": -1,
            "scrambled": self.scrambled,
            "randomToken": f"{self.seed:x}",
            "seed": self.seed,
            "isCompleted": self.goals is not None,
            "isAborted": self.aborted,
            "states": [f"( {' '.join(map(spaced, state))} )" for state in self.states],
            "stateTimes": [_milliseconds(moment) for moment in self.state_times],
            "moves": [[spaced(move) for move in joint] for joint in self.moves],
            "errors": [list(errors) for errors in self.errors],
            "startErrors": list(self.start_errors),
            "answerTimes": [[_rounded(s) for s in row] for row in self.seconds],
            **({} if self.goals is None else {"goalValues": list(self.goals)}),
        }

    def write(self, path: Path) -> None:
        """Stores it; whoever reads finds the former record or this one, never half of one."""
        beside = path.with_suffix(".part")
        with beside.open("w", encoding="utf-8") as file:
            json.dump(self.to_dict(), file, indent=1)
        beside.replace(path)


def _milliseconds(seconds: float) -> int:
    return round(seconds * 1000)


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 3)
