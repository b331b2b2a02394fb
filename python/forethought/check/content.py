"""Seeing what is in a state without knowing its class."""

from collections.abc import Callable
from copy import deepcopy
from types import ModuleType
from typing import Any, NamedTuple

_LONGEST_TEXT = 300


def text_of(value: object) -> str:
    """The repr of a value, cut where it is very long, also where the repr itself fails."""
    try:
        text = repr(value)
    except Exception as error:  # the repr is the user's
        return f"<{type(value).__name__} whose repr raises {type(error).__name__}>"
    return text if len(text) <= _LONGEST_TEXT else f"{text[:_LONGEST_TEXT]}..."


def content(value: Any) -> Any:
    """A copy of what a value holds that compares by content, whatever its class says.

    Where a class defines a sound ==, a deep copy; where it does not, its attributes.
    """
    if isinstance(value, tuple | list):
        return type(value), [content(item) for item in value]
    if isinstance(value, dict):
        return dict, [(content(key), content(item)) for key, item in value.items()]
    if _is_compared_by_content(value):
        return deepcopy(value)
    if callable(value) or isinstance(value, ModuleType):
        return value
    return type(value), content(_attributes(value))


def alike(a: Any, b: Any) -> bool:
    """Whether two values are equal, or hold the same."""
    try:
        return bool(a == b) or bool(content(a) == content(b))
    except Exception:  # == and the copy are the user's
        return text_of(a) == text_of(b)


def _is_compared_by_content(value: Any) -> bool:
    equals: object = type(value).__eq__
    return equals is not object.__eq__ and bool(value == value)


class Snapshot(NamedTuple):
    """What is known of a state at one moment."""

    text: str
    hash: int | None
    content: Any


def snapshot(state: Any) -> Snapshot:
    """What is known of a state now."""
    return Snapshot(text_of(state), _tried(_steady_hash, state), _tried(content, state))


def same_snapshot(a: Snapshot, b: Snapshot) -> bool:
    """Whether nothing has changed between the two."""
    return (a.text, a.hash) == (b.text, b.hash) and alike(a.content, b.content)


def _attributes(value: Any) -> dict[str, Any]:
    slots = (name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ()))
    found = {name: getattr(value, name) for name in slots if hasattr(value, name)}
    return {**found, **getattr(value, "__dict__", {})}


def _steady_hash(state: Any) -> int | None:
    first = hash(state)
    return first if first == hash(state) else None


def _tried(function: Callable[[Any], Any], value: Any) -> Any:
    try:
        return function(value)
    except Exception:  # hash and copy are the user's
        return None
