"""What is to be said of our answers in a match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from benchmarks.ggp_matches.ours import LOST, UNDELIVERED, Heard
from forethought.ggp import MatchRecord, Rules, Scrambler
from forethought.ggp.referee import PLAY_GRACE
from forethought.ggp.terms import MessageError, read_term, written


@dataclass(frozen=True)
class Row:
    """A match in one line of a table.

    Attributes:
        match: its number.
        sheet: the name of the sheet.
        role: ours.
        scrambled: whether the names were scrambled.
        steps: how many it took.
        answers: answers of ours that could arrive.
        late: of these, how many the referee did not wait for: the play clock and a second more.
        over: how many took longer than the play clock.
        illegal: of these, how many were no legal move; without those in doubt.
        in_doubt: answers after a PLAY that never arrived, when nobody can know the state for sure.
        illegal_in_doubt: how many of those were not legal.
        slowest: seconds of the slowest answer.
        faults_between: what happened to our player and between it and the referee.
        faults_of_others: what the opponents did.
        errors: what the referee noted: late (TO), unreachable (CE) and illegal (IL).
        goals: what each role was paid.
    """

    match: int
    sheet: str
    role: str
    scrambled: bool
    steps: int
    answers: int
    late: int
    over: int
    illegal: int
    in_doubt: int
    illegal_in_doubt: int
    slowest: float
    faults_between: str
    faults_of_others: str
    errors: str
    goals: str

    @classmethod
    def header(cls) -> list[str]:
        """The names of the columns."""
        return [field.name for field in fields(cls)]


def judged(
    number: int,
    record: MatchRecord,
    rules: Rules,
    place: int,
    heard: Sequence[Heard],
    faults: tuple[Mapping[str, int], Mapping[str, int]],
) -> Row:
    """The answers of a match against its record. ``place`` is our role, as an index."""
    answers = [each for each in heard if each.fault not in UNDELIVERED]
    wrong = _illegal(record, rules, place, heard)
    doubtful = _in_doubt(heard)
    noted = [error[:2] for errors in record.errors for error in errors if error]
    return Row(
        match=number,
        sheet=record.game,
        role=record.roles[place],
        scrambled=record.scrambled,
        steps=len(record.moves),
        answers=len(answers),
        late=sum(each.seconds > record.play_clock + PLAY_GRACE for each in answers),
        over=sum(each.seconds > record.play_clock for each in answers),
        illegal=len(wrong - doubtful),
        in_doubt=len(doubtful),
        illegal_in_doubt=len(wrong & doubtful),
        slowest=round(max((each.seconds for each in answers), default=0.0), 3),
        faults_between=_listed(faults[0]),
        faults_of_others=_listed(faults[1]),
        errors=_listed(Counter(noted)),
        goals=" ".join(map(str, record.goals or ())),
    )


def _illegal(record: MatchRecord, rules: Rules, place: int, heard: Sequence[Heard]) -> set[int]:
    """The steps whose answers are not legal."""
    names = Scrambler(rules.text, record.seed) if record.scrambled else None
    found = set()
    for step, each in enumerate(heard):
        if each.fault in UNDELIVERED or each.late:
            continue
        move = names.shown(each.text) if names else each.text
        if _plain(move) not in rules.moves(record.states[step])[place]:
            found.add(step)
    return found


def _plain(text: str) -> str:
    try:
        return written(read_term(text))
    except MessageError:
        return ""


def _in_doubt(heard: Sequence[Heard]) -> set[int]:
    """The steps after a PLAY that never arrived, and so told of a move that is not known."""
    lost = [step for step, each in enumerate(heard) if each.fault in LOST]
    first = min(lost, default=len(heard))
    after = range(first + 1, len(heard))
    return {step for step in after if heard[step].fault not in UNDELIVERED}


def _listed(counts: Mapping[str, int]) -> str:
    return "; ".join(f"{name} {count}" for name, count in sorted(counts.items()))


def totals(rows: Sequence[Mapping[str, Any]], name: str) -> Counter[str]:
    """The counts of a column of such lists, added up."""
    found: Counter[str] = Counter()
    for row in rows:
        for part in filter(None, str(row[name]).split("; ")):
            what, _, count = part.rpartition(" ")
            found[what] += int(count)
    return found
