"""`forethought doctor`: what is installed, and whether it works."""

from __future__ import annotations

import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, requires, version
from re import match
from typing import Any

import typer

from forethought.cli.errors import FAULT
from forethought.cli.output import Json, emit, out

_SIMULATIONS = 5_000


def doctor(as_json: Json = False) -> None:
    """Show versions and machine, and check a small search against the exact answer.

    Exit code 1 if the answer is wrong. Examples: `forethought doctor` · `forethought doctor --json`
    """
    document = {**_installed(), **_machine(), "search": _trial()}
    emit("doctor", document, as_json, lambda: _show(document))
    if not document["search"]["ok"]:
        raise typer.Exit(FAULT)


def _installed() -> dict[str, Any]:
    from forethought import _native

    return {
        "version": _native.__version__,
        "native": _native.__file__,
        "python": sys.version.split()[0],
        "dependencies": {name: _version(name) for name in _dependencies()},
    }


def _dependencies() -> list[str]:
    """The names in the requirements of the installed package, without those of extras."""
    try:
        lines = requires("forethought") or []
    except PackageNotFoundError:
        return []
    names = [match(r"[A-Za-z0-9._-]+", line) for line in lines if "extra ==" not in line]
    return [name.group() for name in names if name]


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _machine() -> dict[str, Any]:
    return {
        "system": platform.platform(),
        "cpu": platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
    }


def _trial() -> dict[str, Any]:
    """A problem whose best order is plain: this search finds it, or something is wrong."""
    from forethought import games
    from forethought.search import decide
    from forethought.solve import solve

    game = games.inventory(penalty=1, setup=5)
    best = list(solve(game).best)
    decision = decide(game, simulations=_SIMULATIONS, seed=1)
    return {
        "ok": decision.action in best,
        "action": decision.action,
        "best": best,
        "simulations": _SIMULATIONS,
        "per_second": round(_SIMULATIONS / max(decision.spent.seconds, 1e-9)),
    }


def _show(document: dict[str, Any]) -> None:
    console = out()
    dependencies = ", ".join(f"{name} {found}" for name, found in document["dependencies"].items())
    trial = document["search"]
    lines = [
        f"forethought {document['version']} ({document['native']})",
        f"Python {document['python']}; {dependencies}",
        f"{document['system']}, {document['cpu']}, {document['cores']} cores",
        f"search {'ok' if trial['ok'] else 'WRONG'}: chose {trial['action']}, "
        f"best {trial['best']}; {trial['per_second']:,} simulations a second",
    ]
    for line in lines:
        console.print(line, markup=False)
