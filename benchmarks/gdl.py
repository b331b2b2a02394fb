"""Rule sheets, interpreted and compiled.

`python -m benchmarks.gdl FOLDER` measures all sheets of a folder and keeps a table of them; what is
in the table already is left as it is, so that it can be stopped and started again.
"""

import argparse
import csv
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

import forethought as ft
from benchmarks import report
from benchmarks.measure import Pace, Side, race
from benchmarks.result import Result, Target, compared

COLUMNS = {
    "sheet": "",
    "first_move_s": "seconds to the first legal moves, reading and checking included",
    "build_s": "seconds to build the net",
    "fluents": "that can hold",
    "bits": "of a state",
    "moves": "of all roles",
    "rules": "without variables",
    "gates": "",
    "inputs": "of all gates",
    "interpreter_plays": "random plays a second",
    "interpreter_steps": "steps a second",
    "net_plays": "the same plays, one after the other",
    "net_steps": "",
    "together_plays": "many plays at once",
    "together_steps": "",
    "note": "why there is no net, or what it is not asked",
}
FIRST, BUILD = 1, 5
"""Seconds above which a sheet is named."""
HEAD = """# Rule sheets, interpreted and compiled

`python -m benchmarks.gdl FOLDER`, one thread, in seconds of the processor ({machine}). A play goes
from the start to the end, each role makes any of its legal moves, and the goals are computed. "One
by one" are the same plays by the net; "together" are 64 or 256 plays at a time.
The figures of ggp-base (its prover) and Sancho 1.61c (its propositional net) were measured by their
own programs on a machine like this, likewise in seconds of the processor.

"""
SHOWN = ("sudoku", "checkers", "reversi", "breakthrough", "connect_four", "tic_tac_toe")
"""The sheets in the table of all benchmarks."""


def playouts(pace: Pace, names: tuple[str, ...] = SHOWN) -> Iterator[Result]:
    """Random plays of sheets of the package: the same ones by both reasoners, and many at once."""
    for name in names:
        game = ft.gdl.load(name)
        assert game.compile()
        count = 5
        sides = [Side(by, count, _plays(game, count, by)) for by in ("interpreter", "net")]
        many = Side("together", 1024, _plays(game, 1024, "together"))
        run = race([*sides, many], pace, same)
        for ours, target in (("net", None), ("together", Target(least=20))):
            yield compared(
                run,
                ours,
                "interpreter",
                group="rule sheets",
                name=f"random plays of {name}, {ours}",
                unit="plays",
                answers="plays",
                target=target,
            )


def _plays(game: ft.gdl.GDLGame, count: int, by: Any) -> Callable[[int], ft.gdl.Playouts]:
    return lambda seed: game.playouts(count, seed, by)


def same(found: dict[str, ft.gdl.Playouts]) -> None:
    """The net makes the plays of the interpreter, and all of its own come to an end."""
    assert found["net"] == found["interpreter"]
    assert found["together"].stuck == 0


def measured(path: Path, seconds: float) -> dict[str, Any]:
    """The row of a sheet; times are those of the processor, in this process."""
    begun = time.process_time()
    game = ft.gdl.load(path)
    game.actions(game.initial())
    row: dict[str, Any] = {"sheet": path.stem, "first_move_s": time.process_time() - begun}
    begun = time.process_time()
    there = game.compile()
    row["build_s"] = time.process_time() - begun
    row |= dict(game.net_sizes or {}) | {"note": game.reasoner_note}
    for by in ("interpreter", "net", "together") if there else ("interpreter",):
        row[f"{by}_plays"], row[f"{by}_steps"] = speed(game, by, seconds)
    if there:
        assert game.playouts(3, 1, "net") == game.playouts(3, 1, "interpreter"), path
    return row


def speed(game: ft.gdl.GDLGame, by: Any, seconds: float) -> tuple[float, float]:
    """Plays and steps a second."""
    count, begun = 1, time.process_time()
    while True:
        found = game.playouts(count, 1, by)
        spent = time.process_time() - begun
        if spent >= seconds:
            return found.plays / spent, found.steps / spent
        count = max(2 * count, found.plays)
        begun = time.process_time()


def table(folder: Path, out: Path, seconds: float) -> None:
    """Adds the sheets that the table lacks."""
    rows = read(out)
    known = {row["sheet"] for row in rows}
    out.parent.mkdir(parents=True, exist_ok=True)
    for path in sorted(folder.glob("*.kif")):
        if path.stem not in known:
            row = measured(path, seconds)
            rows.append({name: shown(row.get(name, "")) for name in COLUMNS})
            rows.sort(key=lambda row: row["sheet"])
            with out.open("w", encoding="utf-8", newline="") as file:
                writer = csv.DictWriter(file, COLUMNS)
                writer.writeheader()
                writer.writerows(rows)
            print(path.stem, flush=True)


def summary(out: Path) -> str:
    """What the table says, with the figures of other programs from reference.csv beside it."""
    rows = read(out)
    nets = [row for row in rows if row["gates"]]
    late = [row for row in rows if float(row["first_move_s"]) > FIRST]
    long = [row for row in rows if float(row["build_s"]) > BUILD]
    build = sorted(float(row["build_s"]) for row in nets)
    lines = [
        f"{len(rows)} sheets; {len(nets)} have a net.",
        "",
        f"Longer than {FIRST} s to the first legal moves: {named(late, 'first_move_s')}.",
        f"Longer than {BUILD} s to build the net, or to find that there is none: "
        f"{named(long, 'build_s')}. The median is {median(build):.3g} s, the longest "
        f"{build[-1]:.3g} s.",
        *(f"No net for {row['sheet']}: {row['note']}." for row in rows if not row["gates"]),
        "Searches ask the interpreter, which is quicker for one state at a time, in spite of a "
        "net: "
        f"{', '.join(row['sheet'] for row in nets if row['note']) or 'none'}.",
    ]
    return "\n".join([*lines, "", *beside(rows, out.with_name("reference.csv"))]) + "\n"


def named(rows: list[dict[str, str]], column: str) -> str:
    return ", ".join(f"{row['sheet']} ({row[column]})" for row in rows) or "none"


def beside(rows: list[dict[str, str]], file: Path) -> Iterator[str]:
    """A table of random plays a second, for the sheets of which others are known."""
    known = {row["sheet"]: row for row in read(file)}
    times: dict[str, list[float]] = {"prover": [], "net": []}
    names = ("interpreter", "net, one by one", "net, together", "ggp-base", "Sancho")
    yield "| sheet | " + " | ".join(names) + " | together / Sancho |"
    yield "|---" * (len(names) + 2) + "|"
    for row in rows:
        other = known.get(row["sheet"])
        if other is None or not row["together_plays"]:
            continue
        own = [row[f"{by}_plays"] for by in ("interpreter", "net", "together")]
        ratio = {
            by: float(own[2]) / float(other[column])
            for by, column in (("prover", "prover_plays"), ("net", "propnet_plays"))
            if other[column]
        }
        for by, times_as_fast in ratio.items():
            times[by].append(times_as_fast)
        cells = [row["sheet"], *own, other["prover_plays"], other["propnet_plays"]]
        yield "| " + " | ".join([*cells, f"{ratio['net']:.3g}" if "net" in ratio else ""]) + " |"
    yield ""
    if times["net"] and times["prover"]:
        yield (
            f"Plays together are at least 1.5 times as fast as Sancho's net on "
            f"{sum(ratio >= 1.5 for ratio in times['net'])} of {len(times['net'])} sheets, and in "
            f"the median {median(times['net']):.3g} times; {median(times['prover']):.3g} times as "
            f"fast as the interpreter of ggp-base."
        )


def read(file: Path) -> list[dict[str, str]]:
    """The rows of a table; none if there is no such file."""
    if not file.is_file():
        return []
    with file.open(encoding="utf-8", newline="") as rows:
        return list(csv.DictReader(rows))


def shown(value: Any) -> str:
    """A number with four figures at least."""
    if not isinstance(value, float):
        return str(value)
    return f"{value:.0f}" if value >= 1000 else f"{value:.4g}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gdl", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the sheets are, *.kif")
    parser.add_argument("--out", type=Path, default=Path("record/gdl/table.csv"), help="the table")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each kind of plays")
    given = parser.parse_args()
    table(given.folder, given.out, given.seconds)
    given.out.with_name("summary.md").write_text(
        HEAD.format(machine=report.processor()) + summary(given.out), encoding="utf-8"
    )


if __name__ == "__main__":
    main()
