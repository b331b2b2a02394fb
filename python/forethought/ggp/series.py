"""Many matches of one sheet, stored as they go and taken up again after a stop."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from forethought.errors import ParameterError
from forethought.ggp.contact import Contact
from forethought.ggp.record import MatchRecord
from forethought.ggp.referee import Conditions, Referee, seated
from forethought.ggp.rules import Rules
from forethought.rng import derived_seed

PLAN = "series.json"

Players = Sequence[tuple[str, Contact | None]]
"""What each player is called, and how to reach it; None for moves that the referee draws."""


@dataclass(frozen=True)
class Result:
    """How a match of a series went.

    Attributes:
        number: which one, from 1.
        players: the name of the player of each role that is played, in order.
        goals: what each was paid.
        faults: how many answers of each the referee replaced.
        steps: how many steps it took.
    """

    number: int
    players: tuple[str, ...]
    goals: tuple[int, ...]
    faults: tuple[int, ...]
    steps: int


@dataclass(frozen=True)
class Standing:
    """What a player got in a series: matches, mean goal value, wins alone, and faults."""

    player: str
    matches: int
    goal: float
    wins: int
    faults: int


@dataclass(frozen=True)
class Series:
    """Matches of one sheet between the same players, who change roles from match to match.

    Attributes:
        game: the name of the sheet.
        rules: the sheet.
        matches: how many.
        conditions: clocks, scrambling, and the seed from which those of the matches are made.
        folder: where the records are stored, and found again; None for nowhere.
    """

    game: str
    rules: Rules
    matches: int
    conditions: Conditions
    folder: Path | None = None

    async def play(
        self, players: Players, watch: Callable[[int, MatchRecord], None] = lambda *_: None
    ) -> list[Result]:
        """Plays the matches that are not stored yet; ``watch`` sees each after each step.

        Raises ParameterError if the folder has matches of another series.
        """
        self._keep_plan([name for name, _ in players])
        return [await self._one(number, players, watch) for number in range(1, self.matches + 1)]

    async def _one(
        self, number: int, players: Players, watch: Callable[[int, MatchRecord], None]
    ) -> Result:
        shift = (number - 1) % len(players) if players else 0
        turned = [*players[shift:], *players[:shift]]
        names = tuple(name for name, _ in turned)
        stored = self._stored(number)
        if stored is None:
            stored = (await self._played(number, turned, watch)).to_dict()
        return _result(number, names, stored)

    async def _played(
        self, number: int, players: Players, watch: Callable[[int, MatchRecord], None]
    ) -> MatchRecord:
        conditions = self.conditions
        seed = derived_seed(conditions.seed, number)

        def seen(record: MatchRecord) -> None:
            if self.folder is not None:
                record.write(self._path(number))
            watch(number, record)

        referee = Referee(
            self.rules,
            seated(self.rules, [contact for _, contact in players]),
            replace(conditions, seed=seed),
            match=f"{self.game}.{number}.{seed % 10**10:010d}",
            game=self.game,
            watch=seen,
        )
        return await referee.play()

    def _path(self, number: int) -> Path:
        assert self.folder is not None
        return self.folder / f"match-{number:04d}.json"

    def _stored(self, number: int) -> dict[str, Any] | None:
        """The record of a match that was played to its end."""
        if self.folder is None or not self._path(number).is_file():
            return None
        record: dict[str, Any] = json.loads(self._path(number).read_text(encoding="utf-8"))
        return record if record["isCompleted"] else None

    def _keep_plan(self, names: Sequence[str]) -> None:
        if self.folder is None:
            return
        plan = {"rules": self.rules.text, "players": list(names), **vars(self.conditions)}
        path = self.folder / PLAN
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if path.is_file() and json.loads(path.read_text(encoding="utf-8")) != plan:
                raise ParameterError(
                    f"{self.folder}: it has matches of another series: name another folder"
                )
            path.write_text(json.dumps(plan), encoding="utf-8")
        except OSError as error:
            raise ParameterError(
                f"{self.folder}: {error.strerror}: name a folder that can be written"
            ) from error


def _result(number: int, names: tuple[str, ...], record: dict[str, Any]) -> Result:
    played = [p for p, role in enumerate(record["gameRoleNames"]) if role.lower() != "random"]
    faults = [sum(bool(errors[place]) for errors in record["errors"]) for place in played]
    goals = tuple(record["goalValues"][place] for place in played)
    return Result(number, names, goals, tuple(faults), len(record["moves"]))


def standings(results: Sequence[Result]) -> list[Standing]:
    """What each player got, the best first. Who alone got the most in a match has won it."""
    return sorted(_standings(results), key=lambda standing: -standing.goal)


def _standings(results: Sequence[Result]) -> Iterator[Standing]:
    names = dict.fromkeys(name for result in results for name in result.players)
    for name in names:
        places = [(r, p) for r in results for p, player in enumerate(r.players) if player == name]
        goals = [result.goals[place] for result, place in places]
        wins = sum(
            result.goals[place] > max((*_others(result.goals, place), -1))
            for result, place in places
        )
        faults = sum(result.faults[place] for result, place in places)
        yield Standing(name, len(places), sum(goals) / len(goals), wins, faults)


def _others(goals: tuple[int, ...], place: int) -> tuple[int, ...]:
    return goals[:place] + goals[place + 1 :]
