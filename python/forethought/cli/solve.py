"""`forethought solve`: the exact values of a game."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from forethought.cli.inputs import GameName, Parameters, State, game_from, state_from
from forethought.cli.output import Json, emit, err, number, out, table


def solve(
    game: GameName,
    param: Parameters = None,
    state: State = None,
    max_states: Annotated[int | None, typer.Option(help="Most states to visit.")] = None,
    as_json: Json = False,
) -> None:
    """Solve a game by backward induction over the states that can be reached.

    Examples: `forethought solve inventory -p penalty=10 -p setup=0` ·
    `forethought solve tic_tac_toe --state X........` · `forethought solve stock.py:Stock --json`
    """
    from forethought.solve import solve as solve_exactly

    rules = game_from(game, param)
    place = state_from(rules, state)
    limits = {} if max_states is None else {"max_states": max_states}
    with err().status("solving"):
        solution = solve_exactly(rules, state=place, **limits)
    root = rules.initial() if place is None else place
    document = {"game": game, "state": repr(root), **_answer(solution, root)}
    emit("solve", document, as_json, lambda: _show(document))


def _answer(solution: Any, root: Any) -> dict[str, Any]:
    return {
        "values": list(solution.value(root)),
        "best": list(solution.best(root)),
        "actions": [
            {"action": action, "value": value} for action, value in solution.q(root).items()
        ],
        "states": solution.states,
    }


def _show(document: dict[str, Any]) -> None:
    console = out()
    best = ", ".join(map(str, document["best"])) or "none, the play is over"
    values = ", ".join(map(number, document["values"]))
    console.print(f"best action {best}; value {values}", markup=False)
    if document["actions"]:
        rows = [(row["action"], row["value"]) for row in document["actions"]]
        console.print(table(("action", "value"), rows))
    console.print(f"{document['states']} states")
