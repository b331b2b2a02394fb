"""`forethought plan`: the best course of a game of one player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from forethought.cli.errors import INTERRUPTED
from forethought.cli.inputs import GameName, Parameters, State, game_from, state_from
from forethought.cli.output import Json, emit, err, number, out
from forethought.errors import Interrupted

if TYPE_CHECKING:
    from forethought.planning import Plan


def plan(
    game: GameName,
    param: Parameters = None,
    state: State = None,
    seconds: Annotated[float | None, typer.Option(help="Most seconds; 10 without --nodes.")] = None,
    nodes: Annotated[int | None, typer.Option(help="Most states generated.")] = None,
    memory: Annotated[int | None, typer.Option(help="Most bytes held; 2 GiB if not given.")] = None,
    seed: Annotated[
        int | None, typer.Option(help="Same seed and nodes, same plan; drawn if not given.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Plan a game of one player without chance: the best course, and whether it is proved.

    Examples of use:

    - `forethought plan hanoi --seconds 5`

    - `forethought plan lights.py:Lights --nodes 100000 --seed 1 --json`

    At a terminal the best plan so far is shown while the search runs. Ctrl-C ends the search early
    with the best plan so far.
    """
    from forethought.planning import plan as search

    rules = game_from(game, param)
    place = state_from(rules, state)
    limit = 10.0 if seconds is None and nodes is None else seconds
    status = err().status("planning")
    found, interrupted = None, False
    with status:
        try:
            found = search(
                rules,
                place,
                seconds=limit,
                nodes=nodes,
                memory=memory,
                seed=seed,
                progress=lambda so_far: status.update(_line(so_far)),
            )
        except Interrupted as stopped:
            found, interrupted = stopped.decision, True
    emit("plan", {"game": game, **found.to_dict()}, as_json, lambda: _show(found))
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _line(found: Plan) -> str:
    """The best so far, in one line."""
    value = "nothing yet" if found.value is None else f"{number(found.value)}"
    return f"best {value} of at most {number(found.bound)}; {found.nodes} nodes"


def _show(found: Plan) -> None:
    console = out()
    for action in found.actions:
        console.print(str(action), markup=False)
    if found.is_hopeless:
        console.print("no play comes to its end: all that can be reached was seen")
    elif found.value is None:
        console.print("no play came to its end")
    else:
        proof = "proved to be the best" if found.optimal else f"at most {number(found.bound)}"
        count = len(found.actions)
        console.print(f"value {number(found.value)}, {proof}; {count} actions, by {found.method}")
    spent = f"{found.nodes} nodes, {found.seconds:.2f} s"
    console.print(f"{spent}; stopped: {found.stop_reason}; seed {found.seed}")
