"""`python -m benchmarks` measures everything and keeps a record; `--quick` only tries it."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from benchmarks import (
    against_openspiel,
    against_openspiel_alpha_beta,
    against_textbook,
    alpha_beta,
    expectiminimax,
    gdl,
    memory,
    overhead,
    report,
    selection,
)
from benchmarks.measure import Pace
from benchmarks.result import Result

RECORD = Path(__file__).with_name("record")


def everything() -> Iterator[Result]:
    """A few minutes on one core."""
    pace = Pace()
    yield from against_openspiel.native_games(pace, (1_000, 10_000, 100_000))
    yield from against_textbook.inventory(pace)
    yield from against_openspiel.python_game(pace, (1_000, 10_000))
    yield from expectiminimax.pig(pace, 6)
    yield from against_textbook.python_games(pace)
    yield from against_textbook.exact(pace)
    yield from against_openspiel_alpha_beta.speed(pace, {"connect_four": 10, "othello": 10})
    yield from alpha_beta.features(8, 50)
    yield from gdl.playouts(pace)
    yield from selection.selection(pace)
    yield from memory.per_node()
    yield from memory.counted()
    yield from overhead.imports()
    yield from overhead.decisions(pace)


def smoke() -> Iterator[Result]:
    """The same in a few seconds: the answers are checked, the numbers mean little."""
    pace = Pace(rounds=2, seconds=0.0)
    yield from against_openspiel.native_games(pace, (1_000,))
    yield from against_textbook.inventory(pace, 1_000)
    yield from against_openspiel.python_game(pace, (200,))
    yield from expectiminimax.pig(pace, 4)
    yield from against_textbook.python_games(pace, often=(200,), seldom=(150,))
    yield from against_textbook.exact(pace)
    yield from against_openspiel_alpha_beta.speed(pace, {"connect_four": 5, "othello": 5})
    yield from alpha_beta.features(4, 5)
    yield from gdl.playouts(pace, ("tic_tac_toe",))
    yield from selection.selection(pace, 1_000)
    yield from memory.per_node(1_000)
    yield from memory.counted(in_python=100)
    yield from overhead.imports(rounds=1)
    yield from overhead.decisions(pace)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="try it: small sizes, no record")
    quick = parser.parse_args().quick
    before = report.machine()
    results = list(smoke() if quick else everything())
    report.show(results)
    if not quick:
        for path in report.record(results, before, RECORD):
            print(path)


if __name__ == "__main__":
    main()
