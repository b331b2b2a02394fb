"""`python -m benchmarks.ggp_together`: the player `general` against MCTS where both choose at once.

Both search with the same simulations for each move and are asked as in a match, the roles in turn;
there are no clocks, so that the machine does not matter.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, stdev

import forethought as ft
from benchmarks.ggp_matches.sheets import sheets_of
from benchmarks.report import machine
from forethought.ggp import Rules
from forethought.ggp.thinker import Part, Step
from forethought.ggp.thinking import Head
from forethought.players import Player
from forethought.rng import derived_seed

RECORD = Path(__file__).parents[1] / "record" / "ggp-together"
SHEETS = ("bidding_tic_tac_toe", "meeting", "prisoners_dilemma", "rock_paper_scissors")
"""Those of the package in which two players choose at once."""

UNLIMITED = 3600.0
"""Seconds for a move; the simulations end it."""

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


class Seated:
    """A player in a role of a match."""

    def __init__(self, player: Player, rules: Rules, place: int, seed: int) -> None:
        self._head, self._steps = Head(player), list[Step]()
        part = Part(rules.text, rules.roles[place], derived_seed(seed, place))
        self._head.begin(part, None, 0.0)

    def move(self, state: tuple[str, ...], legal: Sequence[str]) -> str:
        """Its move, asked for if there are several."""
        if len(legal) == 1:
            return legal[0]
        steps, self._steps = self._steps, []
        return self._head.think(steps, state, time.time() + UNLIMITED)

    def hear(self, joint: tuple[str, ...], after: tuple[str, ...]) -> None:
        """Is told of a step."""
        self._steps.append((joint, after))


def goals(rules: Rules, players: Sequence[Player], seed: int) -> tuple[int, ...]:
    """What a match pays each role."""
    seats = [Seated(player, rules, place, seed) for place, player in enumerate(players)]
    state, paid = rules.initial, None
    while paid is None:
        asked = zip(seats, rules.moves(state), strict=True)
        joint = tuple(seat.move(state, legal) for seat, legal in asked)
        state, paid = rules.after(state, joint)
        for seat in seats:
            seat.hear(joint, state)
    return paid


def played(name: str, text: str, matches: int, simulations: int, seed: int) -> Line:
    """Matches of one sheet: the same two seeds with the roles in both orders."""
    rules = Rules(text)
    ours = ft.player("general", simulations=simulations)
    other = ft.player(ft.MCTS(), simulations=simulations)
    pairs = []
    for number in range(matches):
        own = derived_seed(seed, number // 2)
        if number % 2:
            pairs.append(goals(rules, (other, ours), own)[::-1])
        else:
            pairs.append(goals(rules, (ours, other), own))
    return line(name, pairs)


def line(name: str, pairs: Sequence[tuple[int, ...]]) -> Line:
    """The results of a sheet, ours first in each pair."""
    less = [pair[0] - pair[1] for pair in pairs]
    half = NORMAL * stdev(less) / len(less) ** 0.5
    ours, other = (fmean(pair[place] for pair in pairs) for place in range(2))
    return Line(name, len(pairs), ours, other, fmean(less), half)


def summary(lines: Sequence[Line], given: argparse.Namespace) -> str:
    """What came out, for people."""
    host = machine()
    command = f"python -m benchmarks.ggp_together --matches {given.matches}"
    if given.sheets:
        command += f" --sheets {' '.join(path.name for path in given.sheets)}"
    rows = "\n".join(
        f"| {each.sheet} | {each.matches} | {each.general:.1f} | {each.mcts:.1f} | "
        f"{each.difference:+.1f} ± {each.half:.1f} |"
        for each in lines
    )
    return f"""# Choosing at once: `general` against MCTS

`{command}`, forethought {host["commit"]}.

On these sheets the search of `general` is decoupled; the other is `MCTS()`, which takes whoever is
asked later to know what was chosen before, and is asked first. {given.simulations} simulations for
each move, roles in turn, seed {given.seed}. Mean goal values, and the mean of their difference with
its 95 % interval.

| sheet | matches | general | MCTS | difference |
|---|---|---|---|---|
{rows}
"""


def main(words: Sequence[str] | None = None) -> list[Line]:
    """Plays, and writes the record."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ggp_together", description=__doc__)
    parser.add_argument("--matches", type=int, default=200, help="of each sheet, 2 at least")
    parser.add_argument("--simulations", type=int, default=300, help="for each move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sheets", type=Path, nargs="*", default=[], help="more, as files")
    parser.add_argument("--out", type=Path, default=RECORD)
    given = parser.parse_args(words)
    shipped = [each for each in sheets_of(None) if each[0] in SHEETS]
    more = [(path.stem, path.read_text(encoding="utf-8")) for path in given.sheets]
    lines = []
    for name, text in [*shipped, *more]:
        lines.append(played(name, text, given.matches, given.simulations, given.seed))
        print(lines[-1], flush=True)
    given.out.mkdir(parents=True, exist_ok=True)
    (given.out / "summary.md").write_text(summary(lines, given), encoding="utf-8")
    with (given.out / "table.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(Line.__dataclass_fields__)
        writer.writerows([vars(each).values() for each in lines])
    return lines


if __name__ == "__main__":
    main()
