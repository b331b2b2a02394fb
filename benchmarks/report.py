"""The table, and the record of a run with the machine it ran on."""

import json
import os
import platform
import subprocess
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.measure import Spread
from benchmarks.result import Result

HEAD = ("", "unit", "ours", "peer", "", "ratio", "lowest to highest", "target", "met")
PACKAGES = ("forethought", "open_spiel", "numpy")
ROOT = Path(__file__).parents[1]


def machine() -> dict[str, Any]:
    """What the numbers hang on."""
    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "packages": {name: installed(name) for name in PACKAGES},
        "commit": answer("git", "rev-parse", "--short", "HEAD"),
        "rustc": answer("rustc", "--version"),
        "load": load(),
    }


def processor() -> str:
    """The model as Linux tells it, or what Python knows."""
    information = Path("/proc/cpuinfo")
    lines = information.read_text().splitlines() if information.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()


def load() -> list[float] | None:
    """Programs that were running in the last 1, 5 and 15 minutes, this one among them."""
    return [round(mean, 2) for mean in os.getloadavg()] if hasattr(os, "getloadavg") else None


def installed(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def answer(*command: str) -> str | None:
    """The line a program prints; None without the program, or if it fails."""
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.strip()


def cells(result: Result) -> tuple[str, ...]:
    """A row of the table as text, in the order of the head."""
    ratio = result.ratio
    return (
        result.name,
        result.unit,
        number(result.ours),
        result.peer,
        "" if result.theirs is None else number(result.theirs),
        "" if ratio is None else number(ratio.median),
        "" if ratio is None else interval(ratio),
        "" if result.target is None else str(result.target),
        {None: "", True: "yes", False: "no"}[result.met],
    )


def interval(ratio: Spread) -> str:
    """The lowest and the highest; nothing where it was measured once."""
    if ratio.low == ratio.high:
        return ""
    return f"{number(ratio.low)} to {number(ratio.high)}"


def number(figure: float) -> str:
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:.3g}"


def show(results: list[Result]) -> None:
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = 200
    for group, rows in grouped(results).items():
        table = Table(title=group, title_justify="left", box=None, padding=(0, 2, 0, 0))
        for position, head in enumerate(HEAD):
            numeric = position in (2, 4, 5)
            table.add_column(head, justify="right" if numeric else "left", overflow="fold")
        for result in rows:
            table.add_row(*cells(result))
        console.print(table, "", sep="\n")


def grouped(results: list[Result]) -> dict[str, list[Result]]:
    """The results by group, in the order in which groups come first."""
    groups: dict[str, list[Result]] = {}
    for result in results:
        groups.setdefault(result.group, []).append(result)
    return groups


def record(results: list[Result], before: dict[str, Any], folder: Path) -> list[Path]:
    """Writes the results of today, for programs and for people; gives where."""
    today = date.today().isoformat()
    run = {"date": today, "command": "make bench", "machine": {**before, "load after": load()}}
    document = {**run, "results": [result.to_dict() for result in results]}
    text = json.dumps(document, indent=1, ensure_ascii=False) + "\n"
    folder.mkdir(parents=True, exist_ok=True)
    return [
        written(folder / f"{today}.json", text),
        written(folder / f"{today}.md", page(run, results)),
    ]


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def page(run: dict[str, Any], results: list[Result]) -> str:
    """The record for people."""
    facts = {"command": f"`{run['command']}`", **run["machine"]}
    facts["packages"] = ", ".join(f"{name} {v}" for name, v in facts["packages"].items() if v)
    lines = [f"# Benchmarks of {run['date']}", ""]
    lines += [f"- {name}: {fact}" for name, fact in facts.items() if fact is not None]
    for group, rows in grouped(results).items():
        lines += ["", f"## {group.capitalize()}", ""]
        lines += markdown([(*HEAD, "answers checked"), *((*cells(r), r.answers) for r in rows)])
    return "\n".join(lines) + "\n"


def markdown(rows: list[tuple[str, ...]]) -> list[str]:
    head, *lines = [f"| {' | '.join(row)} |" for row in rows]
    return [head, "|" + "---|" * len(rows[0]), *lines]
