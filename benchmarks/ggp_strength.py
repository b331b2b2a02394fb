"""`python -m benchmarks.ggp_strength`: MCTS against random moves, refereed by the GGP protocol.

The matches of a sheet are stored as they are played, so that the same command again goes on.
"""

from __future__ import annotations

import argparse
import asyncio
import csv
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import forethought as ft
from benchmarks.ggp_matches.sheets import sheets_of
from benchmarks.report import machine
from forethought.ggp import (
    Conditions,
    LocalContact,
    ProcessThinker,
    Result,
    Rules,
    Series,
    Session,
    standings,
)

RECORD = Path(__file__).parents[1] / "record" / "ggp-strength"
OURS = "MCTS"
WANTED = 95.0
CLOCKS = (10, 10)
"""So long that the machine does not matter: MCTS is limited by simulations."""

SHEETS = (
    "bidding_tic_tac_toe",
    "breakthrough",
    "checkers",
    "connect_four",
    "nim",
    "reversi",
    "tic_tac_toe",
)
"""Those of the package for two players of whom one can win by playing better."""


@dataclass(frozen=True)
class Line:
    """What came out of a sheet: our mean goal value, the matches we alone won, and faults."""

    sheet: str
    matches: int
    goal: float
    won: int
    lost: int
    faults: int


async def played(name: str, text: str, matches: int, simulations: int, folder: Path) -> Line:
    """Matches of one sheet, the roles in turn."""
    player = ft.player(ft.MCTS(), simulations=simulations, name=OURS)
    contact = LocalContact(Session(OURS, lambda: ProcessThinker(player)))
    series = Series(name, Rules(text), matches, Conditions(*CLOCKS, seed=1), folder / name)
    try:
        results = await series.play([(OURS, contact), ("random", None)])
    finally:
        await contact.close()
    return line(name, results)


def line(name: str, results: Sequence[Result]) -> Line:
    """The results of a sheet, from our side."""
    ours = next(each for each in standings(results) if each.player == OURS)
    other = next(each for each in standings(results) if each.player != OURS)
    return Line(name, ours.matches, ours.goal, ours.wins, other.wins, ours.faults)


def summary(lines: Sequence[Line], simulations: int, command: str) -> str:
    """What came out, for people."""
    host = machine()
    reached = sum(each.goal >= WANTED for each in lines)
    rows = "\n".join(
        f"| {each.sheet} | {each.matches} | {each.goal:.1f} | {each.won} | {each.lost} | "
        f"{each.faults} |"
        for each in lines
    )
    return f"""# MCTS against random moves

`{command}`, forethought {host["commit"]}, on {host["cores"]} shared cores of {host["processor"]}
(load {host["load"]}).

MCTS as it is, {simulations} simulations for each move, refereed by the GGP protocol (clocks
{CLOCKS[0]} and {CLOCKS[1]} s), roles in turn. A goal value of at least {WANTED:g} of 100 in the
mean on {reached} of {len(lines)} sheets.

| sheet | matches | mean goal | won | lost | faults |
|---|---|---|---|---|---|
{rows}
"""


async def _all(
    sheets: Sequence[tuple[str, str]], matches: int, simulations: int, folder: Path
) -> list[Line]:
    lines = []
    for name, text in sheets:
        lines.append(await played(name, text, matches, simulations, folder))
        print(lines[-1], flush=True)
    return lines


def main(words: Sequence[str] | None = None) -> list[Line]:
    """Plays, and writes the record."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ggp_strength", description=__doc__)
    parser.add_argument("--matches", type=int, default=24, help="of each sheet")
    parser.add_argument("--simulations", type=int, default=300, help="for each move of MCTS")
    parser.add_argument("--sheets", type=Path, nargs="*", default=[], help="more, as files")
    parser.add_argument("--out", type=Path, default=RECORD)
    parser.add_argument("--work", type=Path, help="where the matches are stored")
    given = parser.parse_args(words)
    shipped = [each for each in sheets_of(None) if each[0] in SHEETS]
    more = [(path.stem, path.read_text(encoding="utf-8")) for path in given.sheets]
    with tempfile.TemporaryDirectory() as folder:
        work = given.work or Path(folder)
        lines = asyncio.run(_all([*shipped, *more], given.matches, given.simulations, work))
    given.out.mkdir(parents=True, exist_ok=True)
    named = "".join(f" {path.name}" for path in given.sheets)
    command = f"python -m benchmarks.ggp_strength --matches {given.matches}"
    command += f" --sheets{named}" if named else ""
    (given.out / "summary.md").write_text(
        summary(lines, given.simulations, command), encoding="utf-8"
    )
    with (given.out / "table.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(Line.__dataclass_fields__)
        writer.writerows([vars(each).values() for each in lines])
    return lines


if __name__ == "__main__":
    main()
