"""The commands under one name, and the way in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from forethought.cli.check import check
from forethought.cli.decide import decide
from forethought.cli.doctor import doctor
from forethought.cli.errors import guarded
from forethought.cli.explain import explain
from forethought.cli.games import games
from forethought.cli.gdl import app as gdl
from forethought.cli.ggp import app as ggp
from forethought.cli.perft import perft
from forethought.cli.plan import plan
from forethought.cli.play import play
from forethought.cli.reproduce import reproduce
from forethought.cli.select import select
from forethought.cli.solve import solve
from forethought.cli.tournament import tournament
from forethought.cli.train import app as train

app = typer.Typer(
    name="forethought",
    help="Choose an action when thinking costs something: search and allocation under a budget.",
    epilog="Start with `forethought games` and `forethought decide inventory --simulations 20000`.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
for _command in (
    games,
    play,
    decide,
    solve,
    plan,
    perft,
    explain,
    check,
    select,
    tournament,
    reproduce,
    doctor,
):
    app.command()(_command)
app.add_typer(train)
app.add_typer(gdl)
app.add_typer(ggp)


def _show_version(wanted: bool) -> None:
    if wanted:
        from forethought._native import __version__

        print(f"forethought {__version__}")
        raise typer.Exit


_Version = Annotated[
    bool,
    typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
]


@app.callback(invoke_without_command=True)
def _options(context: typer.Context, version: _Version = False) -> None:  # noqa: ARG001
    if context.invoked_subcommand is None:
        print(context.get_help())


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command.

    Returns the exit code: 0 done, 1 a fault of a game, of an answer or of ours, 2 bad input,
    130 interrupted. `arguments` are those of the process if not given.
    """
    given = None if arguments is None else list(arguments)
    return guarded(lambda: app(args=given, prog_name="forethought", standalone_mode=False))
