"""What is spent before the first simulation: by the import, and by a decision."""

import subprocess
import sys
from collections.abc import Iterator
from statistics import median
from typing import Any

import forethought as ft
from benchmarks.measure import Pace, Side, Spread, race
from benchmarks.result import Result, Target

IMPORT = """
import sys, time
begun = time.thread_time()
import {module}
print(time.thread_time() - begun, *({heavy} & sys.modules.keys()))
"""
HEAVY = {"numpy", "typer", "rich", "matplotlib", "sqlalchemy"}


def imports(rounds: int = 5) -> Iterator[Result]:
    """Milliseconds to import forethought in a new interpreter, beside numpy."""
    ours, numpy = [], []
    for _ in range(rounds):
        milliseconds, loaded = imported("forethought")
        assert not loaded, f"import forethought loads {', '.join(loaded)}"
        ours.append(milliseconds)
        numpy.append(imported("numpy")[0])
    yield Result(
        group="overhead",
        name="import forethought",
        unit="ms",
        ours=median(ours),
        answers=f"does not load {', '.join(sorted(HEAVY))}",
        target=Target(most=60),
    )
    yield Result(
        group="overhead",
        name="import forethought, of the time of import numpy",
        unit="ms",
        ours=median(ours),
        answers="",
        peer="import numpy",
        theirs=median(numpy),
        ratio=Spread.of([mine / theirs for mine, theirs in zip(ours, numpy, strict=True)]),
    )


def imported(module: str) -> tuple[float, list[str]]:
    """Milliseconds of an import in a new interpreter, and which heavy packages it loaded."""
    code = IMPORT.format(module=module, heavy=HEAVY)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    seconds, *loaded = done.stdout.split()
    return 1000 * float(seconds), loaded


def decisions(pace: Pace) -> Iterator[Result]:
    """Microseconds of a decision that simulates once."""
    game = ft.games.tic_tac_toe()
    side = Side("ours", 1, lambda seed: ft.decide(game, simulations=1, seed=seed))
    yield Result(
        group="overhead",
        name="ft.decide on tic_tac_toe, 1 simulation",
        unit="microseconds",
        ours=1e6 / race([side], pace, check).speed("ours"),
        answers="simulations",
    )


def check(found: dict[str, Any]) -> None:
    assert found["ours"].spent.simulations == 1
