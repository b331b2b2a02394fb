"""Where the time of MGSS* on Othello goes, by the functions of a profile (Linux, with perf).

`python -m benchmarks.mgss_profile` builds the example `mgss_overhead` and lets perf look on while
it searches. What the compiler put into another function counts there: some of the rules stand under
storing, which is what makes the successors of a leaf.
"""

import json
import re
import subprocess
from collections import defaultdict
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory

MODEL = "python/forethought/error_models/shipped/othello-patterns.json"
RUNS, PLAYS, COST = 5, "200", "1e-4"

PARTS = {
    "evaluation": r"othello::patterns|Evaluation<.*evaluate",
    "error model": r"error_model|ErrorModel|\blog@|_log_|\bexp@|_exp_",
    "rules": r"games::othello",
    "control": r"mgss::(relevance|worth|memo)|Tree<.*(back_up|top)|erfc|Meter::search",
    "storing": r"mgss|memmove|malloc|free|realloc",
}
"""The parts with what the names of their functions hold; the first that fits counts."""


def part(kind: str, symbol: str) -> str:
    """The part that a function belongs to."""
    if kind == "k":
        return "memory from the system"
    fitting = (name for name, names in PARTS.items() if re.search(names, symbol))
    return next(fitting, "beginning and end")


def built() -> str:
    """The path of the example, compiled."""
    command = "cargo build --release -q -p forethought-core --example mgss_overhead"
    told = subprocess.run(
        [*command.split(), "--message-format", "json"], check=True, capture_output=True, text=True
    )
    messages = map(json.loads, told.stdout.splitlines())
    return str(next(m["executable"] for m in messages if m.get("executable")))


def profile(example: str, folder: Path) -> dict[str, float]:
    """The shares of the parts in one run, in percent."""
    data = str(folder / "perf.data")
    record = ["perf", "record", "-q", "-F", "4000", "-o", data]
    subprocess.run(
        [*record, example, MODEL, PLAYS, COST, "search"], check=True, capture_output=True
    )
    report = ["perf", "report", "-i", data, "--no-children", "--stdio", "-F", "overhead,symbol"]
    told = subprocess.run(report, check=True, capture_output=True, text=True).stdout
    shares: defaultdict[str, float] = defaultdict(float)
    for percent, kind, symbol in re.findall(r"^ *([\d.]+)% +\[(.)\] (.*)$", told, re.MULTILINE):
        shares[part(kind, symbol)] += float(percent)
    return shares


def main() -> None:
    """Prints the mean share of each part, and the least and the most of all runs."""
    example = built()
    with TemporaryDirectory() as folder:
        runs = [profile(example, Path(folder)) for _ in range(RUNS)]
    for name in sorted({name for run in runs for name in run}):
        found = [run[name] for run in runs]
        print(f"{name:25}{mean(found):5.1f} %  ({min(found):.1f} to {max(found):.1f})")


if __name__ == "__main__":
    main()
