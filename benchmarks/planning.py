"""`python -m benchmarks.planning FOLDER --seconds 60 --out FOLDER` plans for rule sheets.

Every sheet of the folder that has one role is planned for in turn, and what came of it is stored at
once, a line of `plans.jsonl` for each: after a stop the same command goes on where it was, and a
sheet that was changed is done again. `table.md` shows all. Seconds are those of the clock, the time
to read and compile the rules included; CPU seconds stand beside them.
"""

import argparse
import hashlib
import json
import os
import time
from pathlib import Path
from typing import Any

import forethought as ft

KNOWN = {"rubiksCube": 100}
"""The best that can be had where no plan of ours proves it. Every position of the cube can be
solved in 20 turns (Rokicki, Kociemba, Davidson and Dethridge 2014), and the sheet allows 50."""

_HEAD = (
    "sheet",
    "best",
    "bound",
    "proved",
    "known best",
    "method",
    "plan",
    "seconds",
    "CPU s",
    "nodes",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="with rule sheets, NAME.kif")
    parser.add_argument("--seconds", type=float, default=60, help="for each sheet")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("record/planning"))
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    stored = given.out / "plans.jsonl"
    rows = _read(stored)
    for path in sorted(given.folder.glob("*.kif")):
        key = {
            "sheet": path.stem,
            "sha256": hashlib.sha256(path.read_bytes()).hexdigest()[:12],
            "limit": given.seconds,
            "seed": given.seed,
        }
        if not any(key.items() <= row.items() for row in rows):
            row = _planned(path, key)
            _store(stored, row)
            rows.append(row)
    (given.out / "table.md").write_text(_table(rows), encoding="utf-8")


def _read(path: Path) -> list[dict[str, Any]]:
    """The rows that are stored; a line that a stop cut short is none."""
    rows = []
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            rows.append(json.loads(line))
        except ValueError:
            continue
    return rows


def _store(path: Path, row: dict[str, Any]) -> None:
    with path.open("a", encoding="utf-8") as file:
        # A new line first: the last one may have been cut short.
        file.write("\n" + json.dumps(row))
        file.flush()
        os.fsync(file.fileno())


def _planned(path: Path, key: dict[str, Any]) -> dict[str, Any]:
    game = ft.gdl.load(path)
    if len(game.roles) != 1 or game.players != 1:
        return key | {"roles": len(game.roles)}
    print(path.stem, flush=True)
    begun = time.process_time()
    plan = ft.plan(game, seconds=key["limit"], seed=key["seed"])
    cpu = time.process_time() - begun
    print(f"  {plan!r}", flush=True)
    found = plan.to_dict()
    return key | {"roles": 1, "version": ft.__version__, "cpu_seconds": cpu, **found}


def _table(rows: list[dict[str, Any]]) -> str:
    """All plans, the last of each sheet."""
    last = {row["sheet"]: row for row in rows if row["roles"] == 1}
    lines = [_line(last[name]) for name in sorted(last)]
    best = sum(_is_best(row) for row in last.values())
    proved = sum(row["optimal"] for row in last.values())
    limits = ", ".join(f"{limit:g}" for limit in sorted({row["limit"] for row in last.values()}))
    head = [
        f"Plans for {len(last)} rule sheets of one role, {limits} seconds each at most.",
        f"Proved to be the best: {proved}. Proved, or as good as the best known: {best}.",
    ]
    rule = "|".join(["---"] * len(_HEAD))
    table = [f"| {' | '.join(_HEAD)} |", f"|{rule}|", *lines]
    return "\n".join([*head, "", *table, ""])


def _known(row: dict[str, Any]) -> float | None:
    return row["value"] if row["optimal"] else KNOWN.get(row["sheet"])


def _is_best(row: dict[str, Any]) -> bool:
    known = _known(row)
    return row["value"] is not None and known is not None and row["value"] >= known


def _line(row: dict[str, Any]) -> str:
    cells = (
        row["sheet"],
        _number(row["value"]),
        _number(row["bound"]),
        "yes" if row["optimal"] else "no",
        _number(_known(row)),
        row["method"],
        len(row["actions"]),
        f"{row['seconds']:.2f}",
        f"{row['cpu_seconds']:.2f}",
        row["nodes"],
    )
    return f"| {' | '.join(map(str, cells))} |"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:g}"


if __name__ == "__main__":
    main()
