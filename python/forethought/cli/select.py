"""`forethought select`: the best of several simulators."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from forethought.cli.decide import policies, show
from forethought.cli.errors import InputError
from forethought.cli.inputs import load, policy_from
from forethought.cli.output import Json, emit, err


def select(
    simulators: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE.py:FUNC...", help="Functions that return one noisy sample each."
        ),
    ],
    budget: Annotated[int, typer.Option(help="Samples in all.")],
    policy: Annotated[
        str | None, typer.Option(metavar="NAME[:k=v,...]", help="How to spread the samples.")
    ] = None,
    confidence: Annotated[
        float | None, typer.Option(help="Stop when so sure, between 0 and 1.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="Same seed, same answer; drawn if not given.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Find the simulator with the greatest mean, sampling where it still matters.

    Example: `forethought select plans.py:small plans.py:large plans.py:none --budget 1000 --seed 1`
    """
    if len(simulators) < 2:
        raise InputError(
            f"select {simulators[0]}: nothing to select from: give at least two simulators"
        )
    functions = [_function(text) for text in simulators]
    options = {"confidence": confidence, "seed": seed}
    if policy is not None:
        options["policy"] = policy_from(policy, policies())
    from forethought.selection import select as select_best

    with err().status("sampling"):
        selection = select_best(functions, budget=budget, **options)
    document = {"simulators": simulators, **selection.to_dict()}
    emit("select", document, as_json, lambda: show(selection))


def _function(text: str) -> Any:
    function = load(text, "FUNC")
    if not callable(function):
        raise InputError(f"{text}: not a function: give one that returns a number")
    return function
