"""`forethought tournament`: who is better, by how much, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from forethought.cli.errors import InputError, Stopped
from forethought.cli.inputs import GameName, Parameters, game_from, usable_folder
from forethought.cli.output import Json, emit, err, out, table
from forethought.cli.players import player_from

if TYPE_CHECKING:
    from forethought.arena import Progress, Tournament

_Players = Annotated[
    list[str],
    typer.Option(
        "--player",
        metavar="[NAME=]SPEC",
        help="A player, repeatable: a search and its limits as in ft.player(...); random; "
        "FILE.py:FUNCTION; ProcessPlayer('program').",
    ),
]
_Seconds = Annotated[
    float | None, typer.Option(help="For each move, of players without a limit of their own.")
]
_Clock = Annotated[
    str | None,
    typer.Option(metavar="SECONDS+INC", help="For each game, in place of --seconds: 60+0.5."),
]
_Sprt = Annotated[
    str | None,
    typer.Option(
        metavar="ELO0,ELO1[,A,B]",
        help="End the games of two players when this test is decided; A and B are its error "
        "rates, 0.05 if not given.",
    ),
]


def tournament(
    game: GameName,
    player: _Players,
    param: Parameters = None,
    games: Annotated[int, typer.Option(help="Of every two players, an even number.")] = 100,
    gauntlet: Annotated[
        bool,
        typer.Option(
            "--gauntlet/--round-robin", help="Only the first player against each other one."
        ),
    ] = False,
    seconds: _Seconds = None,
    clock: _Clock = None,
    openings: Annotated[int, typer.Option(help="Random actions before each game.")] = 4,
    sprt: _Sprt = None,
    anchor: Annotated[str | None, typer.Option(help="The player whose rating is to be 0.")] = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes that play.")] = 1,
    seed: Annotated[int | None, typer.Option(help="Another seed than that of the name.")] = None,
    name: Annotated[str, typer.Option(help="Under which the games are stored.")] = "tournament",
    folder: Annotated[
        Path, typer.Option("--out", metavar="FOLDER", help="Where the output goes.")
    ] = Path("forethought-results"),
    store: Annotated[
        str | None,
        typer.Option(help="SQLite file or SQLAlchemy URL; results.db in --out if not given."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Let players play one another, and say who is better, by how much, and how sure that is.

    Games are kept as they end: the same command again goes on where a stopped one was, and with
    more games or players it adds to what is there. A folder of the tournament's name in `--out`
    gets the tables as CSV, the games, and a figure of the ratings.

    Examples of use:

    - `forethought tournament connect_four --player "MCTS(), simulations=200" --player random`

    - `forethought tournament connect_four --player "a=MCTS()" --player "b=bots.py:clever"
      --seconds 0.1 --sprt 0,20`
    """
    from forethought.arena import tournament as carry_out

    if not name or name == ".." or Path(name).name != name:
        raise InputError(f"--name {name or repr(name)}: give a name that a folder can have")
    usable_folder("--out", folder)
    usable_folder("--name", folder / name)
    rules, place = game_from(game, param), store or str(folder / "results.db")
    entered = [player_from(text, _common(seconds, clock)) for text in player]
    with _progress(name, place) as progress:
        found = carry_out(
            entered,
            rules,
            games=games,
            gauntlet=gauntlet,
            openings=openings,
            seed=seed,
            workers=workers,
            sprt=_sprt(sprt),
            anchor=anchor,
            store=place,
            name=name,
            progress=progress,
        )
    try:
        found.write(folder / name)
    except OSError as error:
        raise InputError(f"--out {folder}: {error}: give a folder that can be written") from error
    document = {"out": str(folder / name), **found.to_dict()}
    emit("tournament", document, as_json, lambda: _show(found, folder / name))


def _common(seconds: float | None, clock: str | None) -> dict[str, Any]:
    from forethought.players import Clock

    if clock is None:
        return {} if seconds is None else {"seconds": seconds}
    if seconds is not None:
        raise InputError("--seconds and --clock are both given: give one of them")
    return {"clock": Clock(*_numbers("--clock", clock, "+", (1, 2), "60+0.5"))}


def _sprt(text: str | None) -> Any:
    from forethought.arena import SPRT

    return None if text is None else SPRT(*_numbers("--sprt", text, ",", (2, 4), "0,10"))


def _numbers(option: str, text: str, mark: str, counts: Sequence[int], example: str) -> list[float]:
    try:
        found = [float(word) for word in text.split(mark)]
    except ValueError:
        found = []
    if len(found) not in counts:
        raise InputError(f"{option} {text}: not of that form: write {option} {example}")
    return found


@contextmanager
def _progress(name: str, store: str) -> Iterator[Any]:
    """A bar on stderr; Ctrl-C ends the command with the way to go on."""
    from rich import progress as bars

    columns = (
        bars.TextColumn("{task.description}"),
        bars.BarColumn(),
        bars.MofNCompleteColumn(),
        bars.TimeRemainingColumn(),
    )
    console = err()
    with bars.Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task(f"games of {name}", total=None)
        done = 0

        def report(progress: Progress) -> None:
            nonlocal done
            done = progress.done
            bar.update(task, completed=done, total=progress.total)

        try:
            yield report
        except KeyboardInterrupt as interrupt:
            raise Stopped(
                f"{done} games of {name} are kept in {store}: "
                "the same command again goes on from there"
            ) from interrupt


def _show(found: Tournament, folder: Path) -> None:
    from forethought.arena.results import reasons_text

    console = out()
    console.print(table(*_standings(found), title=f"{found.name}: {found.game}"))
    names, cells = found.cross_table
    numbered = [f"{place}" for place in range(1, len(names) + 1)]
    rows = [[n, name, *row] for n, name, row in zip(numbered, names, cells, strict=True)]
    if len(names) > 2:
        console.print(table(["", "points against", *numbered], rows))
    for match in found.matches:
        if len(names) == 2 or match.sprt is not None:
            console.print(str(match), markup=False)
    if len(names) > 2:
        console.print(f"ended: {reasons_text(found.games)}", markup=False)
    for record in [record for match in found.matches for record in match.faults][:3]:
        loser = record.players[record.loser or 0]
        console.print(f"a fault of {loser}: {record.detail}", markup=False)
    console.print(f"tables, games and the figure are in {folder}", markup=False)


def _standings(found: Tournament) -> tuple[list[str], list[list[Any]]]:
    header = [
        "",
        "player",
        "Elo",
        "low",
        "high",
        "points",
        "games",
        "won",
        "drawn",
        "lost",
        "faults",
    ]
    rows = [
        [
            place,
            row.name,
            *(f"{value:+.0f}" for value in (row.elo, row.low, row.high)),
            f"{row.points:g}",
            row.games,
            row.wins,
            row.draws,
            row.losses,
            row.faults,
        ]
        for place, row in enumerate(found.standings, 1)
    ]
    return header, rows
