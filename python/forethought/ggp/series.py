"""Many matches of one sheet, stored as they go and taken up again after a stop."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from forethought.errors import ParameterError
from forethought.ggp.alone import alone_in
from forethought.ggp.contact import Contact
from forethought.ggp.record import MatchRecord
from forethought.ggp.referee import Conditions, Referee, seated
from forethought.ggp.rules import Rules
from forethought.rng import derived_seed

PLAN = "series.json"
_AGAIN = "the match is played again"

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

        Raises ParameterError if the folder has matches of another series or is in use by another
        process, or if a file in it is damaged.
        """
        with ExitStack() as stack:
            if self.folder is not None:
                _make(self.folder)
                stack.enter_context(alone_in(self.folder))
                self._keep_plan(self.folder, [name for name, _ in players])
            return [await self._one(n, players, watch) for n in range(1, self.matches + 1)]

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
                _write(record, self._path(number))
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
        if self.folder is None or not self._path(number).exists():
            return None
        record = _document(self._path(number), _AGAIN)
        if record.get("isCompleted") is not True and "isCompleted" in record:
            return None
        if not _is_record(record, self.rules.roles):
            raise _damaged(
                self._path(number), "not the record of a match", "the match is played again"
            )
        return record

    def _keep_plan(self, folder: Path, names: Sequence[str]) -> None:
        plan = {"rules": self.rules.text, "players": list(names), **vars(self.conditions)}
        path = folder / PLAN
        if path.exists():
            if _document(path, "the matches are taken to be of this series") != plan:
                raise ParameterError(
                    f"{folder}: it has matches of another series: name another folder"
                )
            return
        beside = path.with_suffix(".part")
        try:
            beside.write_text(json.dumps(plan), encoding="utf-8")
            beside.replace(path)
        except OSError as error:
            raise _unusable(folder, error) from error


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unusable(folder, error) from error


def _write(record: MatchRecord, path: Path) -> None:
    try:
        record.write(path)
    except OSError as error:
        raise ParameterError(
            f"{path}: {error.strerror}: make room for it, and the same again goes on"
        ) from error


def _unusable(folder: Path, error: OSError) -> ParameterError:
    shown = str(folder) if len(str(folder)) < 200 else f"{str(folder)[:100]}..."
    return ParameterError(f"{shown}: {error.strerror}: name a folder that can be written")


def _document(path: Path, then: str) -> dict[str, Any]:
    """What a file of a series holds. Raises ParameterError if that is damaged."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise _damaged(path, str(error.strerror), then) from error
    except (ValueError, RecursionError) as error:
        raise _damaged(path, "no JSON", then) from error
    if not isinstance(found, dict):
        raise _damaged(path, "no JSON object", then)
    return found


def _damaged(path: Path, what: str, then: str) -> ParameterError:
    return ParameterError(f"{path}: it is damaged: {what}: delete it, and {then}")


def _is_record(record: dict[str, Any], roles: Sequence[str]) -> bool:
    """Whether a record has what results are made of."""
    goals, errors, moves = (record.get(key) for key in ("goalValues", "errors", "moves"))
    return (
        record.get("gameRoleNames") == list(roles)
        and _is_row(goals, len(roles), int)
        and isinstance(errors, list)
        and all(_is_row(row, len(roles), str) for row in errors)
        and isinstance(moves, list)
    )


def _is_row(row: object, length: int, kind: type) -> bool:
    return (
        isinstance(row, list) and len(row) == length and all(isinstance(each, kind) for each in row)
    )


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
