"""`forethought train`: learns what a native game comes with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from forethought.cli.errors import InputError, Stopped
from forethought.cli.output import Json, emit, err, out, table

if TYPE_CHECKING:
    from forethought.training.progress import Progress

app = typer.Typer(
    name="train",
    help="Learn what a native game comes with: its evaluation, or the errors of that.",
    rich_markup_mode="markdown",
    no_args_is_help=True,
)

Workers = Annotated[int | None, typer.Option(help="Threads; one for each CPU if not given.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same result.")]


@app.command()
def evaluation(
    game: Annotated[str, typer.Argument(metavar="GAME", help="othello.")],
    games: Annotated[int, typer.Option(help="Plays of all generations together.")],
    seed: Seed,
    path: Annotated[
        Path, typer.Option("--out", metavar="FILE", help="Where the weights go.")
    ] = Path("weights.bin"),
    generations: Annotated[
        int, typer.Option(help="How often to play and fit; each has twice the plays of the last.")
    ] = 3,
    depth: Annotated[int, typer.Option(help="Moves that the players look ahead.")] = 4,
    workers: Workers = None,
    as_json: Json = False,
) -> None:
    """Learn the evaluation of a game from plays of the program against itself.

    The weights go to `--out`, their errors on held-out plays beside it as .md and .json. What is
    done is kept in a folder `FILE.parts`: the same command again goes on where a stopped one was.

    Example: `forethought train evaluation othello --games 7000 --seed 1 --out weights.bin`
    """
    from forethought.training.othello import Plan, train

    if game != "othello":
        raise InputError(f"{game}: there is nothing to train: give othello")
    plan = Plan(games=games, seed=seed, generations=generations, depth=depth)
    with _progress(path) as progress:
        report = train(plan, path, workers=workers, progress=progress)
    document = {"out": str(path), **report.to_dict()}
    last = f"{report.size} bytes of weights are in {path}"
    emit("train evaluation", document, as_json, lambda: _show(report.tables(), last))


class Kind(StrEnum):
    """The kinds of error models that are learned."""

    REGRESSION = "regression"
    BUCKETS = "buckets"


@app.command()
def error(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game with an evaluation.")],
    seed: Seed,
    samples: Annotated[int, typer.Option(help="Errors of one step to collect.")] = 35_000,
    path: Annotated[
        Path, typer.Option("--out", metavar="FILE", help="Where the model goes.")
    ] = Path("error.json"),
    kind: Annotated[Kind, typer.Option(help="The kind of the model.")] = Kind.REGRESSION,
    workers: Workers = None,
    as_json: Json = False,
) -> None:
    """Learn how far deeper looks move what a game's evaluation says.

    MGSS* plays against itself, and the errors of its own steps are the samples. The model goes to
    `--out`, to be read with `ft.error_models.read`; beside it how well it foresees the errors of
    held-out plays: `FILE-report` as .md and .json, drawn as .png and .svg. What is done is kept in
    a folder `FILE.parts`: the same command again goes on where a stopped one was.

    Example: `forethought train error othello --samples 35000 --seed 1 --out othello.json`
    """
    from forethought.training.error_model import Plan, train

    plan = Plan(game=game, samples=samples, seed=seed)
    with _progress(path) as progress:
        report = train(plan, path, kind=kind.value, workers=workers, progress=progress)
    document = {"out": str(path), **report.to_dict()}
    emit(
        "train error", document, as_json, lambda: _show(report.tables(), f"the model is in {path}")
    )


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


def _show(tables: list[tuple[str, list[str], list[list[str]]]], last: str) -> None:
    console = out()
    for title, header, rows in tables:
        console.print(table(header, rows, title=title))
    console.print(last, markup=False)
