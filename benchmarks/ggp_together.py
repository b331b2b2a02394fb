"""`python -m benchmarks.ggp_together`: the player `general` against MCTS where both choose at once.

Both search with the same simulations for each move, refereed by the GGP protocol, the roles in
turn. The matches of a sheet are stored as they are played, so that the same command again goes on.
"""

from __future__ import annotations

import argparse
import asyncio
import csv
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, stdev

import forethought as ft
from benchmarks.ggp_matches.sheets import sheets_of
from benchmarks.ggp_strength import CLOCKS
from benchmarks.report import machine
from forethought.ggp import Conditions, LocalContact, ProcessThinker, Result, Rules, Series, Session
from forethought.players import Player

RECORD = Path(__file__).parents[1] / "record" / "ggp-together"
OURS, OTHER = "general", "MCTS"
SHEETS = ("bidding_tic_tac_toe", "meeting", "prisoners_dilemma", "rock_paper_scissors")
"""Those of the package in which two players choose at once."""

NORMAL = 1.96
"""Standard errors on each side of a 95 % interval."""


@dataclass(frozen=True)
class Line:
    """A sheet: mean goal values, and the mean of ours less the other's with its 95 % interval."""

    sheet: str
    matches: int
    general: float
    mcts: float
    difference: float
    half: float
    faults: int


async def played(name: str, text: str, given: argparse.Namespace, work: Path) -> Line:
    """Matches of one sheet."""
    conditions = Conditions(*CLOCKS, seed=given.seed)
    series = Series(name, Rules(text), given.matches, conditions, work / name)
    made = (
        ft.player(OURS, simulations=given.simulations, name=OURS),
        ft.player(ft.MCTS(), simulations=given.simulations, name=OTHER),
    )
    async with AsyncExitStack() as stack:
        contacts = [(player.name, _contact(player)) for player in made]
        for _, contact in contacts:
            stack.push_async_callback(contact.close)
        return line(name, await series.play(contacts))


def _contact(player: Player) -> LocalContact:
    return LocalContact(Session(player.name, lambda: ProcessThinker(player)))


def line(name: str, results: Sequence[Result]) -> Line:
    """The results of a sheet, from our side."""
    pairs = [dict(zip(each.players, each.goals, strict=True)) for each in results]
    less = [pair[OURS] - pair[OTHER] for pair in pairs]
    half = NORMAL * stdev(less) / len(less) ** 0.5 if len(less) > 1 else float("inf")
    ours, other = (fmean(pair[player] for pair in pairs) for player in (OURS, OTHER))
    faults = sum(sum(each.faults) for each in results)
    return Line(name, len(results), ours, other, fmean(less), half, faults)


def summary(lines: Sequence[Line], given: argparse.Namespace, command: str) -> str:
    """What came out, for people."""
    host = machine()
    rows = "\n".join(
        f"| {each.sheet} | {each.matches} | {each.general:.1f} | {each.mcts:.1f} | "
        f"{each.difference:+.1f} ± {each.half:.1f} | {each.faults} |"
        for each in lines
    )
    return f"""# Choosing at once: `general` against MCTS

`{command}`, forethought {host["commit"]}, on {host["cores"]} shared cores of {host["processor"]}
(load {host["load"]}).

`general` searches these sheets with `MCTS(decoupled=True, backup="average")`, the other with
`MCTS()`, which takes who is asked later to know what was chosen before. {given.simulations}
simulations for each move, roles in turn, seed {given.seed}, refereed by the GGP protocol (clocks
{CLOCKS[0]} and {CLOCKS[1]} s). Mean goal values, and the mean of their difference with its 95 %
interval.

| sheet | matches | general | MCTS | difference | faults |
|---|---|---|---|---|---|
{rows}
"""


async def _all(
    sheets: Sequence[tuple[str, str]], given: argparse.Namespace, work: Path
) -> list[Line]:
    lines = []
    for name, text in sheets:
        lines.append(await played(name, text, given, work))
        print(lines[-1], flush=True)
    return lines


def main(words: Sequence[str] | None = None) -> list[Line]:
    """Plays, and writes the record."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ggp_together", description=__doc__)
    parser.add_argument("--matches", type=int, default=200, help="of each sheet")
    parser.add_argument("--simulations", type=int, default=300, help="for each move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sheets", type=Path, nargs="*", default=[], help="more, as files")
    parser.add_argument("--out", type=Path, default=RECORD)
    parser.add_argument("--work", type=Path, help="where the matches are stored")
    given = parser.parse_args(words)
    shipped = [each for each in sheets_of(None) if each[0] in SHEETS]
    more = [(path.stem, path.read_text(encoding="utf-8")) for path in given.sheets]
    with tempfile.TemporaryDirectory() as folder:
        lines = asyncio.run(_all([*shipped, *more], given, given.work or Path(folder)))
    given.out.mkdir(parents=True, exist_ok=True)
    command = f"python -m benchmarks.ggp_together --matches {given.matches}"
    if given.sheets:
        command += f" --sheets {' '.join(path.name for path in given.sheets)}"
    (given.out / "summary.md").write_text(summary(lines, given, command), encoding="utf-8")
    with (given.out / "table.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(Line.__dataclass_fields__)
        writer.writerows([vars(each).values() for each in lines])
    return lines


if __name__ == "__main__":
    main()
