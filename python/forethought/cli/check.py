"""`forethought check`: whether a game of one's own keeps its promises."""

from __future__ import annotations

from typing import Annotated

import typer

from forethought.cli.errors import FAULT
from forethought.cli.inputs import GameName, Parameters, game_from
from forethought.cli.output import Json, emit, out


def check(
    game: GameName,
    param: Parameters = None,
    plays: Annotated[int, typer.Option(help="Random plays to walk.")] = 100,
    seed: Annotated[int, typer.Option(help="Seed of the plays.")] = 0,
    as_json: Json = False,
) -> None:
    """Play a game at random and name every broken promise with its fix.

    Exit code 1 if there is one.

    Examples of use:

    - `forethought check stock.py:Stock`

    - `forethought check stock.py:Stock -p capacity=5`
    """
    from forethought.check import check as check_game

    report = check_game(game_from(game, param), plays=plays, seed=seed)
    emit("check", report.to_dict(), as_json, lambda: out().print(repr(report), markup=False))
    if not report.ok:
        raise typer.Exit(FAULT)
