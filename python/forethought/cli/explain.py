"""`forethought explain`: a search on a small tree, step by step."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from forethought.cli.errors import InputError
from forethought.cli.inputs import unknown
from forethought.cli.output import Json, emit

_ALGORITHMS = ("alpha-beta", "minimax", "expectiminimax")
_LARGEST = 1_000_000


def explain(
    tree: Annotated[
        str, typer.Argument(metavar="TREE.json", help="A file with a tree, lists within lists.")
    ],
    algorithm: Annotated[
        str, typer.Option(metavar="NAME", help=f"One of {', '.join(_ALGORITHMS)}.")
    ] = "alpha-beta",
    svg: Annotated[
        str | None, typer.Option(metavar="FILE", help="Draw the tree into this file.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Walk through a search on a small game tree, step by step, and draw it.

    `[[3, 12, 8], [2, 4, 6], [14, 5, 2]]` is a tree: a number is a leaf, what MAX gets; a list a
    node; the players alternate and MAX begins.

    Examples of use:

    - `forethought explain tree.json`

    - `forethought explain tree.json --algorithm minimax --svg tree.svg`
    """
    from forethought.errors import ParameterError, Unsupported
    from forethought.explain import explain as explain_tree

    if algorithm not in _ALGORITHMS:
        raise unknown("--algorithm", algorithm, _ALGORITHMS)
    written = _read(tree)
    try:
        explanation = explain_tree(written, algorithm=algorithm)  # type: ignore[arg-type]
    except ParameterError as error:
        raise InputError(f"{tree}: {error}") from error
    except Unsupported as error:
        _refuse(tree, "there are nodes of chance: give --algorithm expectiminimax", error)
    if svg is not None:
        _write(svg, explanation.svg())
    emit("explain", explanation.to_dict(), as_json, lambda: print(explanation))


def _read(file: str) -> Any:
    """What the file holds."""
    path = Path(file)
    if not path.is_file():
        raise InputError(f"{file}: there is no such file: give the path of a JSON file")
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


def _write(file: str, text: str) -> None:
    try:
        Path(file).write_text(text, encoding="utf-8")
    except OSError as error:
        _refuse(f"--svg {file}", f"it could not be written: {error.strerror}: give another", error)


def _refuse(where: str, what: str, cause: BaseException) -> NoReturn:
    raise InputError(f"{where}: {what}") from cause
