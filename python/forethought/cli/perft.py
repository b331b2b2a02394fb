"""`forethought perft`: the number of paths of a game."""

from __future__ import annotations

from time import perf_counter
from typing import Annotated

import typer

from forethought.cli.inputs import GameName, Parameters, State, game_from, state_from
from forethought.cli.output import Json, emit, err, out


def perft(
    game: GameName,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", help="Plies of each path.")],
    param: Parameters = None,
    state: State = None,
    ended: Annotated[
        bool, typer.Option("--ended", help="Count plays that end earlier too, as in Othello.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Count the paths of a game, to compare its rules with those of other programs.

    Examples of use:

    - `forethought perft connect_four 8`

    - `forethought perft othello 9 --ended`
    """
    from forethought.perft import perft as count

    rules = game_from(game, param)
    place = state_from(rules, state)
    start = perf_counter()
    with err().status("counting"):
        paths = count(rules, depth, state=place, ended=ended)
    seconds = perf_counter() - start
    document = {"game": game, "depth": depth, "ended": ended, "paths": paths, "seconds": seconds}
    text = f"{paths} paths of {depth} plies in {seconds:.3g} s"
    emit("perft", document, as_json, lambda: out().print(text, markup=False))
