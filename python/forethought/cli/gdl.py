"""`forethought gdl`: what is wrong with a rule sheet, and what one is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from forethought.cli.errors import FAULT
from forethought.cli.inputs import sheet_from
from forethought.cli.output import Json, emit, out, table

if TYPE_CHECKING:
    from forethought.gdl import Diagnostic, Outline

app = typer.Typer(
    name="gdl",
    help="Games written in the Game Description Language: check a rule sheet, or describe one.",
    rich_markup_mode="markdown",
    no_args_is_help=True,
)

_Rules = Annotated[
    str, typer.Argument(metavar="RULES", help="A rule sheet: its file, or a name of the package.")
]
_SHOWN = 12


@app.command()
def check(rules: _Rules, as_json: Json = False) -> None:
    """Say what is wrong with a rule sheet: where, what, and how to mend it.

    Exit code 1 if it can't be played.

    Example: `forethought gdl check tic_tac_toe.kif`
    """
    from forethought.gdl import check as findings_of

    found = findings_of(sheet_from(rules))
    wrong = any(finding.severity == "error" for finding in found)
    document = {"file": rules, "ok": not wrong, "findings": [f._asdict() for f in found]}
    emit("gdl check", document, as_json, lambda: _show_findings(rules, found))
    if wrong:
        raise typer.Exit(FAULT)


def _show_findings(rules: str, found: tuple[Diagnostic, ...]) -> None:
    for finding in found:
        # Not by rich, which would break long lines: editors read them.
        print(f"{rules}:{finding}")
    if not found:
        print(f"{rules}: nothing to say against it")


@app.command()
def show(
    rules: _Rules,
    plays: Annotated[int, typer.Option(help="Random plays to watch for the turn order.")] = 20,
    seed: Annotated[int, typer.Option(help="Seed of the plays.")] = 0,
    as_json: Json = False,
) -> None:
    """Describe a rule sheet: roles, turn order, terms, relations, first moves, symmetries.

    Example: `forethought gdl show tic_tac_toe.kif`
    """
    from forethought.gdl import load, outline

    found = outline(load(sheet_from(rules)), plays=plays, seed=seed)
    emit("gdl show", {"file": rules, **found.to_dict()}, as_json, lambda: _show(found))


def _show(found: Outline) -> None:
    console = out()
    for name, text in _facts(found).items():
        console.print(f"{name}: {text}", markup=False)
    rows = [(*relation[:3], "yes" if relation.static else "no") for relation in found.relations]
    if rows:
        console.print(table(("relation", "terms", "rules", "static"), rows))


def _facts(found: Outline) -> dict[str, str]:
    moves = {f"moves of {role} at the start": m for role, m in found.first_moves.items()}
    return {
        **({"fault": f"{found.fault}; a play went no further"} if found.fault else {}),
        "roles": ", ".join(found.roles),
        "at once": "yes" if found.simultaneous else "no",
        "turn order": _order(found),
        "goal values at the end": _ends(found),
        "fluents": _shapes(found.fluents),
        "moves": _shapes(found.moves),
        f"at the start {len(found.initial)} fluents hold": _listed(found.initial),
        **{f"{len(texts)} {name}": _listed(texts) for name, texts in moves.items()},
        **_found_in_the_net(found),
    }


def _found_in_the_net(found: Outline) -> dict[str, str]:
    """Latches and symmetries."""
    if found.stay is None or found.go is None or found.symmetries is None:
        return {"latches and symmetries": "not looked for: the rules could not be compiled"}
    symmetries = found.symmetries
    more = "" if symmetries.complete else " found, and there may be more"
    return {
        "fluents that stay once they hold": _counted(found.stay),
        "fluents that never come back": _counted(found.go),
        "symmetries that leave the start and each role alone": f"{symmetries.count:g}{more}",
        **{
            f"moves of {role} that are alike by symmetry": "; ".join(map(_listed, kinds))
            for role, kinds in symmetries.kinds.items()
        },
    }


def _counted(fluents: tuple[str, ...]) -> str:
    return f"{len(fluents)}: {_listed(fluents)}" if fluents else "none"


def _order(found: Outline) -> str:
    seen = f"in {found.plays} random plays, {found.steps} steps"
    if found.turns is None:
        return f"none that repeats, {seen}"
    return f"{', '.join(' with '.join(c) or 'nobody' for c in found.turns)}, {seen}"


def _ends(found: Outline) -> str:
    if not found.ended:
        return f"not seen: none of {found.plays} random plays ended"
    if not found.odd_ends:
        return "one for each player"
    told = f"none or several for a player in {found.odd_ends} of {found.plays} random plays"
    return f"{told}: none pays 0, of several the largest is paid"


def _shapes(shapes: tuple[tuple[str, int], ...]) -> str:
    return ", ".join(f"{name}/{arity}" for name, arity in shapes) or "none that is named"


def _listed(texts: tuple[Any, ...]) -> str:
    rest = len(texts) - _SHOWN
    more = f" and {rest} more" if rest > 0 else ""
    return " ".join(texts[:_SHOWN]) + more
