"""The native games: ``ft.games.inventory(penalty=10, setup=0)``, and so on.

Every game of the library is a function here that takes its parameters by name and gives a
``ft.Game``. ``dir(ft.games)`` names them, ``help(ft.games.inventory)`` describes one.
"""

from collections.abc import Callable
from functools import cache
from inspect import Parameter, Signature
from typing import Any, NamedTuple

from forethought import _native
from forethought.errors import ParameterError
from forethought.game import NativeGame


class GameParameter(NamedTuple):
    """A parameter of a native game: its name, its default, and what it means."""

    name: str
    default: Any
    meaning: str


class Description(NamedTuple):
    """A native game: its name, what it is in one line, and its parameters."""

    name: str
    summary: str
    parameters: tuple[GameParameter, ...]


@cache
def catalogue() -> dict[str, Description]:
    """All native games by name."""
    return {
        name: Description(name, summary, tuple(GameParameter(*row) for row in parameters))
        for name, summary, parameters in _native.games()
    }


def make(game: str, /, **parameters: Any) -> NativeGame:
    """The native game of this name.

    Raises ParameterError for an unknown name, and for a parameter that is unknown or out of range.
    """
    if game not in catalogue():
        raise ParameterError(f"there is no game '{game}': {_hint(game)}")
    return NativeGame(game, parameters)


def _hint(game: str) -> str:
    """The names nearest to one that there is not, or all names."""
    from difflib import get_close_matches

    close = " or ".join(get_close_matches(game, catalogue()))
    return f"did you mean {close}?" if close else f"give one of {', '.join(catalogue())}"


@cache
def _maker(description: Description) -> Callable[..., NativeGame]:
    def maker(**parameters: Any) -> NativeGame:
        return make(description.name, **parameters)

    rows = "\n".join(f"    {p.name}: {p.meaning}" for p in description.parameters)
    maker.__name__ = maker.__qualname__ = description.name
    maker.__doc__ = f"{description.summary.capitalize()}.\n\nParameters:\n{rows}\n"
    maker.__signature__ = Signature(  # type: ignore[attr-defined]
        [
            Parameter(p.name, Parameter.KEYWORD_ONLY, default=p.default)
            for p in description.parameters
        ],
        return_annotation=NativeGame,
    )
    return maker


def __getattr__(name: str) -> Callable[..., NativeGame]:
    description = catalogue().get(name)
    if description is None:
        raise AttributeError(f"forethought.games has no game '{name}': {_hint(name)}")
    return _maker(description)


def __dir__() -> list[str]:
    return sorted({*catalogue(), "catalogue", "make"})
