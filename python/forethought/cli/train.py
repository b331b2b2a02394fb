"""`forethought train`: learns the evaluation of a native game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from forethought.cli.errors import InputError, Stopped
from forethought.cli.output import Json, emit, err, out, table

if TYPE_CHECKING:
    from forethought.training.othello import Progress
    from forethought.training.report import Report


def train(
    game: Annotated[str, typer.Argument(metavar="GAME", help="othello.")],
    games: Annotated[int, typer.Option(help="Plays of all generations together.")],
    seed: Annotated[int, typer.Option(help="The same seed gives the same weights.")],
    path: Annotated[
        Path, typer.Option("--out", metavar="FILE", help="Where the weights go.")
    ] = Path("weights.bin"),
    generations: Annotated[
        int, typer.Option(help="How often to play and fit; each has twice the plays of the last.")
    ] = 3,
    depth: Annotated[int, typer.Option(help="Moves that the players look ahead.")] = 4,
    workers: Annotated[
        int | None, typer.Option(help="Threads; one for each CPU if not given.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Learn the evaluation of a game from plays of the program against itself.

    The weights go to `--out`, their errors on held-out plays beside it as .md and .json. What is
    done is kept in a folder `FILE.parts`: the same command again goes on where a stopped one was.

    Example: `forethought train othello --games 7000 --seed 1 --out weights.bin`
    """
    from forethought.training.othello import Plan
    from forethought.training.othello import train as carry_out

    if game != "othello":
        raise InputError(f"{game}: there is nothing to train: give othello")
    plan = Plan(games=games, seed=seed, generations=generations, depth=depth)
    with _progress(path) as progress:
        report = carry_out(plan, path, workers=workers, progress=progress)
    document = {"out": str(path), **report.to_dict()}
    emit("train", document, as_json, lambda: _show(report, path))


@contextmanager
def _progress(path: Path) -> Iterator[Any]:
    """A bar for each stage on stderr; Ctrl-C ends the command with the way to go on."""
    from rich import progress as bars

    columns = (
        bars.TextColumn("{task.description}"),
        bars.BarColumn(),
        bars.MofNCompleteColumn(),
        bars.TimeRemainingColumn(),
    )
    console = err()
    with bars.Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        tasks: dict[str, bars.TaskID] = {}

        def report(progress: Progress) -> None:
            if progress.stage not in tasks:
                tasks[progress.stage] = bar.add_task(progress.stage)
            bar.update(tasks[progress.stage], completed=progress.done, total=progress.total)

        try:
            yield report
        except KeyboardInterrupt as interrupt:
            raise Stopped(
                f"what is done is kept in {path}.parts: the same command again goes on from there"
            ) from interrupt


def _show(report: Report, path: Path) -> None:
    console = out()
    for title, header, rows in report.tables():
        console.print(table(header, rows, title=title))
    console.print(f"{report.size} bytes of weights are in {path}", markup=False)
