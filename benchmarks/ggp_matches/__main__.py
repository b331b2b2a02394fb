"""`python -m benchmarks.ggp_matches` plays the matches and keeps a record of them.

A match is stored as it ends, so that the same command again goes on after a stop.
"""

from __future__ import annotations

import argparse
import asyncio
import csv
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.ggp_matches.judged import Row, judged, totals
from benchmarks.ggp_matches.opponents import opponent
from benchmarks.ggp_matches.ours import Ours
from benchmarks.ggp_matches.sheets import sheets_of
from benchmarks.report import machine
from forethought.ggp import Conditions, Contact, Referee, Rules, seated
from forethought.rng import Rng, derived_seed

RECORD = Path(__file__).parents[2] / "record" / "ggp-matches"
PLAYERS = ("MCTS()", *("MCTS(), simulations=100",) * 3)
"""Ours, one for each lane in turn: the first thinks as long as it may, the others answer soon."""

START_CLOCK, PLAY_CLOCK = 10, 2
RATE = 0.1
"""How often something goes wrong, on each side."""

SCRAMBLED = 0.5
"""How often the names are scrambled."""


@dataclass(frozen=True)
class Study:
    """The matches to be played.

    Attributes:
        sheets: rule sheets, taken in turn: their names and texts.
        matches: how many.
        lanes: how many at once.
        out: where the record goes.
        seed: of the faults and of the draws.
        players: ours, one for each lane in turn.
    """

    sheets: Sequence[tuple[str, str]]
    matches: int
    lanes: int
    out: Path
    seed: int
    players: Sequence[str] = PLAYERS

    @property
    def table(self) -> Path:
        """A line for each match."""
        return self.out / "matches.csv"

    def rows(self) -> list[dict[str, str]]:
        """The matches that have been played."""
        if not self.table.is_file():
            return []
        with self.table.open(newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    async def play(self) -> list[dict[str, str]]:
        """Plays what is not stored yet, several matches at once."""
        done = {int(row["match"]) for row in self.rows()}
        left = [number for number in range(1, self.matches + 1) if number not in done]
        await asyncio.gather(*(self._lane(lane, left) for lane in range(self.lanes)))
        return self.rows()

    async def _lane(self, lane: int, left: list[int]) -> None:
        """Plays with one server of ours, which goes on from match to match unless it is killed."""
        with tempfile.TemporaryDirectory() as folder:
            ours = Ours(self.players[lane % len(self.players)], Path(folder), RATE)
            try:
                while left:
                    self._keep(await self._match(left.pop(0), ours))
            finally:
                await ours.close()

    async def _match(self, number: int, ours: Ours) -> Row:
        name, text = self.sheets[number % len(self.sheets)]
        rng = Rng(derived_seed(self.seed, number), "match")
        rules = Rules(text)
        roles = [p for p, role in enumerate(rules.roles) if role.lower() != "random"]
        place = rng.choice(roles)
        seed = derived_seed(self.seed, number, 1)
        conditions = Conditions(START_CLOCK, PLAY_CLOCK, rng.random() < SCRAMBLED, seed)
        async with AsyncExitStack() as stack:
            ours.begin(rng)
            others = [await stack.enter_async_context(opponent(rng, RATE)) for _ in roles[1:]]
            waiting: list[Contact] = list(others)
            players = [ours if role == place else waiting.pop() for role in roles]
            seats = seated(rules, players)
            referee = Referee(rules, seats, conditions, match=f"fault.{number}", game=name)
            record = await referee.play()
            done = sum((other.done for other in others), start=Counter[str]())
            return judged(number, record, rules, place, ours.heard, (ours.done, done))

    def _keep(self, row: Row) -> None:
        self.out.mkdir(parents=True, exist_ok=True)
        fresh = not self.table.is_file()
        with self.table.open("a", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, Row.header())
            if fresh:
                writer.writeheader()
            writer.writerow(asdict(row))
        print(
            f"{row.match:>4} {row.sheet}: {row.steps} steps, {row.late} late, "
            f"{row.illegal} illegal; {row.faults_between}",
            flush=True,
        )


def summary(rows: Sequence[Mapping[str, Any]], command: str) -> str:
    """What came out, for people."""

    def total(name: str) -> int:
        return sum(int(row[name]) for row in rows)

    scrambled = sum(str(row["scrambled"]) == "True" for row in rows)
    slowest = max(float(row["slowest"]) for row in rows)
    host = machine()
    return f"""# Matches with faults on all sides

`{command}`, forethought {host["commit"]}, on {host["cores"]} shared cores of {host["processor"]}
(load {host["load"]}).

{len(rows)} matches of {len({row["sheet"] for row in rows})} sheets, {scrambled} of them scrambled,
{total("steps")} steps, unattended. Clocks: {START_CLOCK} s to
start and {PLAY_CLOCK} s for each move. On each side one answer in {round(1 / RATE)} went wrong.

| our answers | |
|---|---|
| that could arrive | {total("answers")} |
| late for the referee, who waits the play clock and a second | {total("late")} |
| over the play clock | {total("over")} |
| illegal | {total("illegal")} |
| slowest | {slowest:.2f} s |
| after a PLAY that never arrived | {total("in_doubt")} |
| of these illegal | {total("illegal_in_doubt")} |

After a PLAY that never arrived nobody can know the state for sure: the move that it told of is told
once. Those answers are counted apart.

| what happened to our player, and between it and the referee | |
|---|---|
{_lines(totals(rows, "faults_between"))}

| what opponents did | |
|---|---|
{_lines(totals(rows, "faults_of_others"))}

| what the referee noted | |
|---|---|
{_lines(totals(rows, "errors"))}
"""


def _lines(counts: Mapping[str, int]) -> str:
    return "\n".join(f"| {name} | {count} |" for name, count in sorted(counts.items()))


def main(words: Sequence[str] | None = None) -> bool:
    """Plays, writes the summary, and says whether no answer of ours was late or illegal."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ggp_matches", description=__doc__)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--lanes", type=int, default=2, help="matches at once")
    parser.add_argument("--sheets", type=Path, help="a folder; those of the package if not given")
    parser.add_argument("--out", type=Path, default=RECORD)
    parser.add_argument("--seed", type=int, default=2026)
    given = parser.parse_args(words)
    sheets = sheets_of(given.sheets)
    study = Study(sheets, given.matches, given.lanes, given.out, given.seed)
    rows = asyncio.run(study.play())
    command = f"python -m benchmarks.ggp_matches --matches {given.matches} --seed {given.seed}"
    (given.out / "summary.md").write_text(summary(rows, command), encoding="utf-8")
    return not any(int(row["late"]) or int(row["illegal"]) for row in rows)


if __name__ == "__main__":
    raise SystemExit(0 if main() else 1)
