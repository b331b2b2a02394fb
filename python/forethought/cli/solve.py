"""`forethought solve`: the exact values of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from forethought.cli.inputs import GameName, Parameters, State, game_from, state_from
from forethought.cli.output import Json, emit, err, number, out, table

if TYPE_CHECKING:
    from forethought.solve import Solution


def solve(
    game: GameName,
    param: Parameters = None,
    state: State = None,
    max_states: Annotated[int | None, typer.Option(help="Most states to visit.")] = None,
    as_json: Json = False,
) -> None:
    """Solve a game by backward induction over the states that can be reached.

    Examples of use:

    - `forethought solve inventory -p penalty=10 -p setup=0`

    - `forethought solve tic_tac_toe --state X........`

    - `forethought solve stock.py:Stock --json`
    """
    from forethought.solve import solve as solve_exactly

    rules = game_from(game, param)
    place = state_from(rules, state)
    limits = {} if max_states is None else {"max_states": max_states}
    with err().status("solving"):
        solution = solve_exactly(rules, state=place, **limits)
    emit("solve", {"game": game, **solution.to_dict()}, as_json, lambda: _show(solution))


def _show(solution: Solution) -> None:
    console = out()
    best = ", ".join(map(str, solution.best)) or "none, no player decides"
    values = ", ".join(map(number, solution.values))
    console.print(f"best action {best}; value for each player {values}", markup=False)
    if solution.actions:
        console.print(table(("action", "value"), solution.actions))
    console.print(f"{solution.states} states")
