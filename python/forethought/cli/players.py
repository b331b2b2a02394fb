"""Players as words of the command line: what would stand inside ``ft.player(...)``."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from forethought.cli.errors import InputError
from forethought.cli.inputs import unknown

if TYPE_CHECKING:
    from forethought.players import Player

FORM = 'write --player "quick=MCTS(), seconds=0.1"'


def player_from(text: str, common: Mapping[str, Any]) -> Player:
    """The player of NAME=SPEC or SPEC; ``common`` are limits for players that name none.

    SPEC is a search with the arguments of ``ft.player``, as in ``AlphaBeta(depth=6), seconds=1``;
    a name that it knows, such as ``random``, or a player such as ``BoundedDepth(focus=1)``;
    ``FILE.py:FUNCTION``, a function that runs in a process of its own; or
    ``ProcessPlayer('program --option')``. Nothing is evaluated: names are looked up in a fixed
    table, and values are literals.
    """
    name, spec = _named(text)
    is_file = ".py:" in spec and "(" not in spec
    try:
        made = _from_file(spec, common) if is_file else _from_call(text, spec, common)
    except TypeError as error:
        said = str(error).replace(".__init__()", "()")
        raise InputError(f"--player {text}: {said}: {FORM}") from error
    return replace(made, name=name) if name else made


def _named(text: str) -> tuple[str, str]:
    """NAME=SPEC in its parts; a name is a word before the first bracket or comma."""
    head, equals, rest = text.partition("=")
    if equals and rest.strip() and not set(head) & set("(,'\":"):
        return head.strip(), rest.strip()
    return "", text.strip()


def _from_file(spec: str, common: Mapping[str, Any]) -> Player:
    from forethought.players import ProcessPlayer

    file, *options = spec.split(",", 1)
    if not Path(file.rpartition(":")[0]).is_file():
        raise InputError(f"--player {spec}: there is no such file: give that of a Python function")
    named = _keywords(spec, f"f({options[0]})") if options else {}
    return ProcessPlayer(file.strip(), **_limited(named, _times(common)))


def _from_call(text: str, spec: str, common: Mapping[str, Any]) -> Player:
    from forethought.players import NAMED, player

    call = _parsed(text, f"player({spec})")
    if len(call.args) != 1:
        raise InputError(f"--player {text}: give one search, then its limits: {FORM}")
    named = {str(k.arg): _value(text, k.value) for k in call.keywords}
    head = call.args[0]
    if isinstance(head, ast.Name) and head.id in NAMED:
        return player(head.id, **(named if head.id in _AT_ONCE else _limited(named, common)))
    if isinstance(head, ast.Call) and _name(head) in players():
        named |= {str(k.arg): _value(text, k.value) for k in head.keywords}
        given = [_value(text, argument) for argument in head.args]
        made: Player = players()[_name(head)](*given, **_limited(named, _times(common)))
        return made
    return player(_value(text, head), **_limited(named, common))


_AT_ONCE = ("legal", "random")
"""Players that take no time."""

_LIMITS = ("seconds", "clock", "simulations", "nodes", "depth", "memory", "confidence")


def _limited(named: Mapping[str, Any], common: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a player; the common limits only if it has none of its own."""
    return {**({} if set(named) & set(_LIMITS) else common), **named}


def _times(common: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in common.items() if name in ("seconds", "clock")}


def _parsed(text: str, source: str) -> ast.Call:
    try:
        tree = ast.parse(source, mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise InputError(f"--player {text}: it can't be read: {FORM}") from error
    if not isinstance(tree, ast.Call) or any(k.arg is None for k in tree.keywords):
        raise InputError(f"--player {text}: it can't be read: {FORM}")
    return tree


def _keywords(text: str, source: str) -> dict[str, Any]:
    call = _parsed(text, source)
    if call.args:
        raise InputError(f"--player {text}: after the function give NAME=VALUE, as seconds=1")
    return {str(k.arg): _value(text, k.value) for k in call.keywords}


def _value(text: str, node: ast.expr) -> Any:
    """A literal, or a part of the library that is called with literals and with such parts."""
    if isinstance(node, ast.Name):
        node = ast.Call(node, [], [])
    if isinstance(node, ast.Call):
        keywords = {str(k.arg): _value(text, k.value) for k in node.keywords}
        return _made(text, _name(node), node, keywords)
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError) as error:
        raise InputError(
            f"--player {text}: {ast.unparse(node)} is no plain value: {FORM}"
        ) from error


def _name(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else ast.unparse(node.func)


def _made(text: str, name: str, node: ast.Call, keywords: dict[str, Any]) -> Any:
    known = parts()
    if name not in known:
        raise unknown(f"--player {text}: part", name, list(known))
    return known[name](*(_value(text, argument) for argument in node.args), **keywords)


def players() -> dict[str, Any]:
    """The kinds of players that may be called, by name."""
    from forethought import players as module

    kinds = {name: getattr(module, name) for name in module.__all__}
    left_out = ("Player", "SearchPlayer", "FunctionPlayer", "GeneralPlayer")
    return {
        name: kind
        for name, kind in kinds.items()
        if isinstance(kind, type) and issubclass(kind, module.Player) and name not in left_out
    }


def parts() -> dict[str, Any]:
    """What a player may be made of, by name: players, searches and their parts, and clocks."""
    from forethought import policies, search
    from forethought.players import Clock
    from forethought.policies import Policy
    from forethought.search import MAST, NST, RAVE, Algorithm, Mixed

    own = {"Clock": Clock, "MAST": MAST, "Mixed": Mixed, "NST": NST, "RAVE": RAVE}
    found: dict[str, Any] = {**own, **players()}
    for module, base in ((search, Algorithm), (policies, Policy)):
        for name in dir(module):
            thing = getattr(module, name)
            if isinstance(thing, type) and issubclass(thing, base) and thing is not base:
                found[name] = thing
    return found
