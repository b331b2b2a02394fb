"""`forethought games`: the native games and their parameters, and the rule sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from forethought.cli.errors import InputError
from forethought.cli.inputs import SHIPPED, Parameters, game_from, unknown
from forethought.cli.output import Json, emit, out, table

if TYPE_CHECKING:
    from rich.table import Table

    from forethought.games import Description


def games(
    name: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="One game in detail.")
    ] = None,
    param: Parameters = None,
    as_json: Json = False,
) -> None:
    """List the native games and the rule sheets of the package, or show a native game in detail.

    Examples of use:

    - `forethought games`

    - `forethought games inventory`

    - `forethought games nim --json`
    """
    from forethought.games import catalogue
    from forethought.gdl import names

    if name is None and param:
        raise InputError(
            f"--param {param[0]}: no game is named: write forethought games GAME -p {param[0]}"
        )
    if name is None:
        document = {"games": [_entry(entry) for entry in catalogue().values()], "sheets": _sheets()}
        emit("games", document, as_json, lambda: out().print(_overview(), _overview_of_sheets()))
        return
    if name not in catalogue():
        if name.removeprefix(SHIPPED) in names():
            hint = f"write forethought gdl show {name}"
            raise InputError(f"{name}: this is a rule sheet and no native game: {hint}")
        raise unknown("game", name, list(catalogue()))
    game, found = game_from(name, param), catalogue()[name]
    document = {**_entry(found), **_facts(game)}
    emit("games", document, as_json, lambda: _show(found, game))


def _entry(entry: Description) -> dict[str, Any]:
    parameters = [
        {"name": name, "default": default, "meaning": meaning}
        for name, default, meaning in entry.parameters
    ]
    return {"name": entry.name, "summary": entry.summary, "parameters": parameters}


def _facts(game: Any) -> dict[str, Any]:
    state = game.initial()
    return {
        "players": game.players,
        "chance": game.chance,
        "horizon": game.horizon,
        "returns": game.returns,
        "initial": repr(state),
        "actions": [repr(action) for action in game.actions(state)],
    }


def _overview() -> Table:
    from forethought.games import catalogue

    rows = [
        (entry.name, entry.summary, ", ".join(name for name, _, _ in entry.parameters))
        for entry in catalogue().values()
    ]
    return table(("game", "what it is", "parameters"), rows)


def _sheets() -> list[dict[str, str]]:
    from forethought.gdl.shipped import names, summary

    return [{"name": name, "summary": summary(name)} for name in names()]


def _overview_of_sheets() -> Table:
    rows = [(sheet["name"], sheet["summary"]) for sheet in _sheets()]
    return table(("rule sheet", "what it is"), rows)


def _show(entry: Description, game: Any) -> None:
    console = out()
    console.print(f"{entry.name}: {entry.summary}", markup=False)
    if entry.parameters:
        console.print(table(("parameter", "default", "meaning"), entry.parameters))
    for key, value in _facts(game).items():
        shown = ", ".join(value) if isinstance(value, list) else value
        console.print(f"{key}: {shown}", markup=False)
    console.print(game.render(game.initial()), markup=False)
