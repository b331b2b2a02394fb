"""`forethought reproduce`: the published experiments and some of our own, stored as they come."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from forethought.cli.errors import InputError, Stopped
from forethought.cli.inputs import usable_folder
from forethought.cli.output import Json, emit, err, out, table

if TYPE_CHECKING:
    from forethought.experiments.study import Pace, Study, StudyReport


def reproduce(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="ocba-1, ocba-2, ocba-3, ocba-4, or all of these; calibration; defaults; "
            "effort; mgss-table1; mgss-modern; stopping.",
        ),
    ],
    runs: Annotated[
        int | None, typer.Option(min=1, help="Runs of each method; as declared if not given.")
    ] = None,
    budgets: Annotated[
        str | None, typer.Option(metavar="N,N,...", help="Simulations; as declared if not given.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes; one for each CPU if not given.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Another seed than the fixed one.")] = None,
    folder: Annotated[
        Path, typer.Option("--out", metavar="FOLDER", help="Where the output goes.")
    ] = Path("forethought-results"),
    store: Annotated[
        str | None,
        typer.Option(help="SQLite file or SQLAlchemy URL; results.db in --out if not given."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Carry out a published experiment and put its numbers beside the expected ones.

    Some are not from the paper: `calibration` (how honest confidence is), `defaults` (candidates
    for the default search on the paper's problems) and `effort` (how much MGSS* thinks, by kind of
    position; `--runs` are the positions of each). Three are matches, with openings for runs:
    `mgss-table1` (MGSS* against alpha-beta as published) and `mgss-modern` (at equal time), with
    depths and milliseconds for budgets, and `stopping` (when it is not worth it, against a fixed
    budget). Results are kept as they come: the same command again goes on where a stopped one was.
    In `--out` each gets a folder with its tables as CSV, summary.md and its figures.

    Examples of use:

    - `forethought reproduce ocba-2`

    - `forethought reproduce all --workers 2`

    - `forethought reproduce ocba-1 --runs 300 --budgets 1000,2000,5000`
    """
    from forethought.experiments.catalogue import study
    from forethought.experiments.ocba import NAMES, SEED

    usable_folder("--out", folder)
    names = NAMES if name == "all" else (name,)
    totals, start = _budgets(budgets), SEED if seed is None else seed
    wanted = [study(each, runs=runs, budgets=totals, seed=start) for each in names]
    reports = _carry_out(wanted, store or str(folder / "results.db"), workers, folder)
    document = {"out": str(folder), "experiments": [report.to_dict() for report in reports]}
    emit("reproduce", document, as_json, lambda: _show(reports, folder))


def _budgets(text: str | None) -> tuple[int, ...] | None:
    if text is None:
        return None
    try:
        return tuple(int(word.replace("_", "")) for word in text.split(","))
    except ValueError as error:
        raise InputError(f"--budgets {text}: not whole numbers: write --budgets 50,70") from error


def _carry_out(
    wanted: list[Study], store: str, workers: int | None, folder: Path
) -> list[StudyReport]:
    reports = []
    for each in wanted:
        reports.append(each.carry_out(store, workers, partial(_progress, store)))
        try:
            reports[-1].write(folder / each.name)
        except OSError as error:
            raise InputError(
                f"--out {folder}: {error}: give a folder that can be written"
            ) from error
    return reports


@contextmanager
def _progress(store: str, name: str, things: str) -> Iterator[Callable[[Pace], None]]:
    """A bar on stderr; Ctrl-C ends the command with the way to go on."""
    from rich import progress as bars

    columns = (
        bars.TextColumn(name),
        bars.BarColumn(),
        bars.MofNCompleteColumn(),
        bars.TextColumn("{task.fields[left]}"),
    )
    console = err()
    with bars.Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task(name, total=None, left="")
        done = total = 0

        def report(progress: Pace) -> None:
            nonlocal done, total
            done, total = progress.done, progress.total
            bar.update(task, completed=done, total=total, left=_left(progress.eta))

        try:
            yield report
        except KeyboardInterrupt as interrupt:
            raise Stopped(
                f"{done} of {total} {things} of {name} are kept in {store}: "
                "the same command again goes on from there"
            ) from interrupt


def _left(eta: float | None) -> str:
    if eta is None:
        return ""
    minutes, seconds = divmod(round(eta), 60)
    return f"{minutes}:{seconds:02} left"


def _show(reports: list[StudyReport], folder: Path) -> None:
    console = out()
    for section in [section for report in reports for section in report.sections()]:
        if section.rows:
            console.print(table(section.header, section.plain(), title=section.title))
        for remark in section.remarks:
            console.print(remark, markup=False)
    console.print(f"tables, figures and summaries are in {folder}", markup=False)
