"""`forethought explain`: a search on a small tree step by step, or a decision of MGSS*."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from forethought.cli.errors import INTERRUPTED, InputError
from forethought.cli.inputs import Parameters, State, game_from, state_from, unknown
from forethought.cli.output import Json, emit, err
from forethought.errors import Interrupted

if TYPE_CHECKING:
    from forethought.decision import Decision

_ON_TREES = ("alpha-beta", "minimax", "expectiminimax")
_MGSS = "mgss"
_LARGEST = 1_000_000
_NODES = 10_000


def explain(
    what: Annotated[
        str,
        typer.Argument(
            metavar="TREE.json|GAME",
            help="A file with a tree, lists within lists; or with mgss a game, as in decide.",
        ),
    ],
    algorithm: Annotated[
        str,
        typer.Option(
            "--search", "--algorithm", metavar="NAME", help=f"{', '.join(_ON_TREES)}; or {_MGSS}."
        ),
    ] = "alpha-beta",
    param: Parameters = None,
    state: State = None,
    cost: Annotated[
        float | None,
        typer.Option(min=0, help="mgss: what a state that it looks at costs, in units of value."),
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(min=1, help=f"mgss: most states; {_NODES} if not given.")
    ] = None,
    svg: Annotated[
        str | None, typer.Option(metavar="FILE", help="Draw the tree into this file.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Walk through a search on a small game tree, step by step, and draw it.

    `[[3, 12, 8], [2, 4, 6], [14, 5, 2]]` is a tree: a number is a leaf, what MAX gets; a list a
    node; the players alternate and MAX begins.

    With `--search mgss` it decides at a state of a game instead, and tells why it looked where it
    looked, what came of it, and why it stopped.

    Examples of use:

    - `forethought explain tree.json`

    - `forethought explain tree.json --search minimax --svg tree.svg`

    - `forethought explain checkers --search mgss --cost 1e-3 --svg checkers.svg`
    """
    if algorithm == _MGSS:
        _decision(what, param, state, cost, nodes, svg, as_json)
        return
    if algorithm not in _ON_TREES:
        raise unknown("--search", algorithm, (*_ON_TREES, _MGSS))
    given = {"--param": param, "--state": state, "--cost": cost, "--nodes": nodes}
    for option, value in given.items():
        if value is not None:
            raise InputError(f"{option}: it is for a game: give --search mgss, or leave it out")
    _tree(what, algorithm, svg, as_json)


def _tree(file: str, algorithm: str, svg: str | None, as_json: bool) -> None:
    """Explains a search by depth on the tree of a file."""
    from forethought.errors import ParameterError, Unsupported
    from forethought.explain import explain as explain_tree

    written = _read(file)
    try:
        explanation = explain_tree(written, algorithm=algorithm)  # type: ignore[arg-type]
    except ParameterError as error:
        raise InputError(f"{file}: {error}") from error
    except Unsupported as error:
        _refuse(file, "there are nodes of chance: give --search expectiminimax", error)
    if svg is not None:
        _write(svg, explanation.svg())
    emit("explain", explanation.to_dict(), as_json, lambda: print(explanation))


def _decision(
    name: str,
    param: list[str] | None,
    state: str | None,
    cost: float | None,
    nodes: int | None,
    svg: str | None,
    as_json: bool,
) -> None:
    """Decides by MGSS* and tells how."""
    from forethought.explain import story

    game = game_from(name, param)
    try:
        decision = _decided(game, state_from(game, state), cost, nodes or _NODES)
    except Interrupted as interrupt:
        decision = interrupt.decision
    found = story(decision)
    if svg is not None:
        _write(svg, found.svg())
    emit("explain", {"game": name, **found.to_dict()}, as_json, lambda: print(found))
    if decision.stop_reason == "interrupted":
        raise typer.Exit(INTERRUPTED)


def _decided(game: Any, state: Any, cost: float | None, nodes: int) -> Decision:
    from forethought.cost import per_node
    from forethought.search import MGSS, decide

    search = MGSS(cost=None if cost is None else per_node(cost))
    with err().status("thinking"):
        return decide(game, search, state=state, nodes=nodes)


def _read(file: str) -> Any:
    """What the file holds."""
    path = Path(file)
    if not path.is_file():
        raise InputError(
            f"{file}: there is no such file: give the path of a JSON file{_hint(file)}"
        )
    if path.stat().st_size > _LARGEST:
        raise InputError(f"{file}: it has more than {_LARGEST} bytes, too many to read: cut it")
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        where = f"line {error.lineno} column {error.colno}"
        _refuse(file, f"{where}: {error.msg}: mend it there, to be JSON", error)
    except UnicodeDecodeError as error:
        _refuse(file, f"byte {error.start} is no UTF-8: save it as UTF-8", error)
    except RecursionError as error:
        _refuse(file, "it has far too many levels to read: cut it", error)
    except OSError as error:
        _refuse(file, f"it could not be read: {error.strerror}: mend its permissions", error)


def _hint(file: str) -> str:
    """What to do if it is a game that was meant."""
    from forethought.games import catalogue

    return ", or --search mgss for the game" if file in catalogue() else ""


def _write(file: str, text: str) -> None:
    try:
        Path(file).write_text(text, encoding="utf-8")
    except OSError as error:
        _refuse(f"--svg {file}", f"it could not be written: {error.strerror}: give another", error)


def _refuse(where: str, what: str, cause: BaseException) -> NoReturn:
    raise InputError(f"{where}: {what}") from cause
