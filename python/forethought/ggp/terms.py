"""Terms of the prefix form on the wire: read from a text within limits, and written again."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from forethought.errors import ForethoughtError

Term: TypeAlias = "str | tuple[Term, ...]"
"""A word, or terms in parentheses."""

_TOKEN = re.compile(r"[()]|[^\s()]+")
_COMMENT = re.compile(r";[^\r\n]*")


class MessageError(ForethoughtError):
    """Raised when a message of the protocol can't be read: what is wrong, in one line."""


@dataclass(frozen=True)
class Limits:
    """What a message may be at most.

    Attributes:
        size: characters.
        depth: parentheses inside one another.
        rules: rules of a START.
    """

    size: int = 2_000_000
    depth: int = 200
    rules: int = 20_000


def read_terms(text: str, limits: Limits | None = None) -> list[Term]:
    """All the terms of a text, comments left out.

    Raises MessageError if it is too large, too deep, or its parentheses do not match.
    """
    limits = limits or Limits()
    if len(text) > limits.size:
        raise MessageError(f"the message has {len(text)} characters: at most {limits.size}")
    open_lists: list[list[Term]] = [[]]
    # One by one, so that other threads are not held up by a long text.
    for found in _TOKEN.finditer(_COMMENT.sub("", text)):
        token = found[0]
        if token == "(":
            open_lists.append([])
            if len(open_lists) > limits.depth:
                raise MessageError(f"more than {limits.depth} parentheses inside one another")
        elif token == ")":
            if len(open_lists) == 1:
                raise MessageError("a parenthesis is closed that was not opened")
            inner = tuple(open_lists.pop())
            open_lists[-1].append(inner)
        else:
            open_lists[-1].append(token)
    if len(open_lists) > 1:
        raise MessageError(f"parentheses that are not closed: {len(open_lists) - 1}")
    return open_lists[0]


def read_term(text: str, limits: Limits | None = None) -> Term:
    """The one term of a text. Raises MessageError if there is none or more."""
    found = read_terms(text, limits)
    if len(found) != 1:
        raise MessageError(f"{len(found)} terms where one is expected")
    return found[0]


def written(term: Term) -> str:
    """A term as text, in the spelling of states and actions: ``(mark 1 1)``."""
    if isinstance(term, str):
        return term
    parts: list[str] = []
    # Without recursion: rules may be nested as deep as the limits let them.
    todo: list[Term | None] = [term]
    while todo:
        part = todo.pop()
        if isinstance(part, tuple):
            parts.append("(")
            todo.append(None)
            todo.extend(reversed(part))
        else:
            parts.append(")" if part is None else part)
    return re.sub(r"\( | (?=\))", lambda found: found[0].strip(), " ".join(parts))


def spaced(text: str) -> str:
    """A term as servers write it, with a blank at both sides of each parenthesis."""
    return " ".join(_TOKEN.findall(text))
