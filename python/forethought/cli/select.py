"""`forethought select`: the best of several simulators."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from forethought.cli.decide import (
    Confidence,
    Policy,
    Seed,
    policies,
    show_confidence,
    show_statistics,
)
from forethought.cli.errors import INTERRUPTED, InputError
from forethought.cli.inputs import load, policy_from
from forethought.cli.output import Json, emit, err, number, out
from forethought.errors import Interrupted, ParameterError

if TYPE_CHECKING:
    from forethought.selection import Selection

_Simulators = Annotated[
    list[str],
    typer.Argument(metavar="FILE.py:FUNC...", help="Functions that return one noisy sample each."),
]


def select(
    simulators: _Simulators,
    budget: Annotated[int, typer.Option(help="Samples in all.")],
    policy: Policy = None,
    confidence: Confidence = None,
    seed: Seed = None,
    as_json: Json = False,
) -> None:
    """Find the simulator with the greatest mean, sampling where it still matters.

    Examples of use:

    - `forethought select plans.py:small plans.py:large plans.py:none --budget 1000`

    Ctrl-C ends the sampling early with the best selection so far.
    """
    functions = [_function(text) for text in simulators]
    chosen = None if policy is None else policy_from(policy, policies())
    try:
        selection = _sample(functions, chosen, budget=budget, confidence=confidence, seed=seed)
    except Interrupted as interrupt:
        selection = interrupt.decision
    except ParameterError as error:
        raise InputError(_named(str(error), simulators)) from error
    best = simulators[selection.index]
    document = {"simulators": simulators, "best": best, **selection.to_dict()}
    emit("select", document, as_json, lambda: _show(selection, simulators))
    if selection.stop_reason == "interrupted":
        raise typer.Exit(INTERRUPTED)


def _named(text: str, simulators: list[str]) -> str:
    """The message with the names of the simulators in place of their numbers."""
    return re.sub(r"^simulator (\d+)", lambda found: simulators[int(found[1])], text)


def _function(text: str) -> Any:
    function = load(text, "FUNC")
    if not callable(function):
        raise InputError(f"{text}: not a function: give one that returns a number")
    return function


def _sample(functions: list[Any], policy: Any, **limits: Any) -> Selection:
    from forethought.selection import select as select_best

    with err().status("sampling"):
        return select_best(functions, policy=policy, **limits)


def _show(selection: Selection, simulators: list[str]) -> None:
    console = out()
    best = f"{simulators[selection.index]}, mean {number(selection.value)}"
    console.print(best, markup=False)
    show_confidence(selection.confidence)
    named = [replace(row, action=simulators[row.action]) for row in selection.alternatives]
    show_statistics("simulator", named)
    console.print(
        f"stopped by {selection.stop_reason}; {selection.spent} samples, "
        f"{selection.seconds:.3g} s; seed {selection.seed}"
    )
