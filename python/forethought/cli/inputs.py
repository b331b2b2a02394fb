"""From the words of the command line to games, states and searches."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

import typer

from forethought.cli.errors import InputError

GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A native game (see `forethought games`), a class of yours, FILE.py:CLASS, or a "
        "rule sheet, FILE.kif; one of the package by its name, or as gdl:NAME.",
    ),
]
Parameters = Annotated[
    list[str] | None,
    typer.Option(
        "--param", "-p", metavar="NAME=VALUE", help="A parameter of the game; repeatable."
    ),
]
SHEETS = (".kif", ".gdl", ".hrf")
"""How the names of rule sheets end."""
SHIPPED = "gdl:"
"""What stands before the name of a rule sheet of the package."""

State = Annotated[
    str | None,
    typer.Option(
        "--state", metavar="STATE", help="Where to decide; the initial state if not given."
    ),
]


def literal(text: str) -> Any:
    """A value of Python if the text is one, and the text itself if not."""
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text


def usable_folder(option: str, folder: Path) -> None:
    """Refuses what can be no folder: a file or something in it, or a name that is too long."""
    try:
        there = next((path for path in (folder, *folder.parents) if path.exists()), None)
    except OSError as error:
        shown = f"{str(folder)[:60]}..." if len(str(folder)) > 100 else str(folder)
        raise InputError(f"{option} {shown}: {error.strerror}: name another folder") from error
    if there is not None and not there.is_dir():
        this = "this" if there == folder else str(there)
        raise InputError(f"{option} {folder}: {this} is a file: name a folder")


def pairs(words: Iterable[str], option: str) -> dict[str, Any]:
    """NAME=VALUE words as a dictionary."""
    found: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name.strip().isidentifier():
            raise InputError(
                f"{option} {word}: not of the form NAME=VALUE: write {option} penalty=10"
            )
        if name.strip() in found:
            raise InputError(f"{option} {word}: {name.strip()} is given twice: give it once")
        found[name.strip()] = literal(value.strip())
    return found


def unknown(kind: str, name: str, known: Sequence[str]) -> InputError:
    """The error for a name that does not exist, with the nearest that does."""
    near = get_close_matches(name, known, 1, 0.5) or get_close_matches(name.lower(), known, 1, 0.5)
    listed = f"give one of {', '.join(known)}" if known else "nothing is named there"
    hint = f"did you mean {near[0]}?" if near else listed
    return InputError(f"{kind} {name}: there is none of this name: {hint}")


def game_from(text: str, words: Sequence[str] | None) -> Any:
    """The game of this name with these parameters."""
    parameters = pairs(words or (), "--param")
    if text.lower().endswith(SHEETS) or text.startswith(SHIPPED):
        return _game_of_sheet(text, parameters)
    if ":" in text or text.endswith(".py"):
        return _own_game(text, parameters)
    from forethought.games import catalogue, make
    from forethought.gdl import names

    if text in catalogue():
        return make(text, **parameters)
    if text in names():
        return _game_of_sheet(SHIPPED + text, parameters)
    raise unknown("game", text, [*catalogue(), *names()])


def _game_of_sheet(text: str, parameters: Mapping[str, Any]) -> Any:
    from forethought.gdl import load as load_sheet

    wrong = [name for name in parameters if name != "score"]
    if wrong:
        raise unknown(f"{text}: parameter", wrong[0], ["score"])
    return load_sheet(sheet_from(text), **parameters)


def sheet_from(text: str) -> Path:
    """The file of a rule sheet; one of the package by its name."""
    from forethought.gdl.shipped import names, path_of

    if Path(text).is_file():
        return Path(text)
    name = text.removeprefix(SHIPPED)
    if own := path_of(name):
        return own
    if text.startswith(SHIPPED):
        raise unknown("rule sheet", name, names())
    hint = "give the path of a rule sheet, or the name of one of the package"
    raise InputError(f"{text}: there is no such file: {hint}")


def _own_game(text: str, parameters: Mapping[str, Any]) -> Any:
    from forethought.game import Game

    found = load(text, "CLASS")
    if not (isinstance(found, type) and issubclass(found, Game)):
        raise InputError(f"{text}: not a class of games: derive it from forethought.Game")
    try:
        inspect.signature(found).bind(**parameters)
    except TypeError as error:
        raise InputError(f"{text}: {error}: give its parameters as --param NAME=VALUE") from error
    return found(**parameters)


def load(text: str, kind: str) -> Any:
    """What FILE.py:NAME names; the file may import its neighbours, as when Python runs it."""
    file, _, name = text.rpartition(":")
    if not file or not name:
        raise InputError(f"{text}: not of the form FILE.py:{kind}: write stock.py:Stock")
    path = Path(file)
    if not path.is_file():
        raise InputError(f"{file}: there is no such file: give the path of a Python file")
    module = _module(path.resolve())
    if not hasattr(module, name):
        raise unknown(f"{file}: {kind.lower()}", name, _defined(module, kind))
    return getattr(module, name)


def _defined(module: Any, kind: str) -> list[str]:
    """The classes of games that a file defines, or its functions."""
    from forethought.game import Game

    own = {k: v for k, v in vars(module).items() if getattr(v, "__module__", "") == module.__name__}
    if kind == "CLASS":
        return [k for k, v in own.items() if isinstance(v, type) and issubclass(v, Game)]
    return [k for k, v in own.items() if callable(v) and not isinstance(v, type)]


def _module(path: Path) -> Any:
    if path.stem in sys.modules and getattr(sys.modules[path.stem], "__file__", "") == str(path):
        return sys.modules[path.stem]
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise InputError(f"{path}: not a Python file: its name should end in .py")
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(path.parent))
    sys.modules[path.stem] = module
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        raise InputError(
            f"{error.filename} line {error.lineno}: {error.msg}: mend the file"
        ) from error
    except ImportError as error:
        raise InputError(f"{path}: {error}: install it or mend the import") from error
    return module


def state_from(game: Any, text: str | None) -> Any:
    """The state that the text means: text itself if the states of the game are texts."""
    if text is None:
        return None
    return text if isinstance(game.initial(), str) else literal(text)


def policy_from(
    text: str, policies: Mapping[str, type], option: str = "--policy", others: Sequence[str] = ()
) -> Any:
    """The policy of NAME or NAME:parameter=value,parameter=value.

    An unknown name is answered with those of the policies and with ``others``.
    """
    name, _, rest = text.partition(":")
    if name not in policies:
        raise unknown(option, name, [*others, *policies])
    made = policies[name]
    parameters = pairs(filter(None, rest.split(",")), f"{option} {name}:")
    wrong = [key for key in parameters if key not in inspect.signature(made).parameters]
    if wrong:
        raise unknown(
            f"{option} {name}: parameter", wrong[0], list(inspect.signature(made).parameters)
        )
    return made(**parameters)


def searches() -> dict[str, type]:
    """Every search by the name it has on the command line."""
    from forethought import search as module

    made = [getattr(module, name) for name in module.__all__]
    return {
        _snake(each.__name__): each
        for each in made
        if isinstance(each, type)
        and issubclass(each, module.Algorithm)
        and each is not module.Algorithm
    }


def _snake(name: str) -> str:
    """AlphaBeta as alpha_beta, MCTS as mcts, MaxN as max_n."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


def search_from(text: str, option: str = "--search") -> Any:
    """The search of NAME or NAME:parameter=value,parameter=value."""
    return policy_from(text, searches(), option)
