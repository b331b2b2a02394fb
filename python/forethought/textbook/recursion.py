"""Recursion as deep as a play is long, which Python's own stack does not bear.

A rule sheet may allow plays of hundreds of steps, and Python gives up after some thousand calls of
functions within functions. So the searches that go to the end of a play are written as generators:
where the pseudo-code calls itself they say ``value = yield self.maxscore(state)``. ``run`` keeps
the calls in a list of its own. But for the word ``yield`` they read as the pseudo-code does.
"""

from collections.abc import Generator
from typing import Any, TypeVar

T = TypeVar("T")

Call = Generator[Any, Any, T]
"""A call that has not returned yet; it yields the calls it waits for."""


def run(call: Call[T]) -> T:
    """What a call returns, after all the calls within it."""
    waiting: list[Call[Any]] = [call]
    value: Any = None
    while waiting:
        try:
            waiting.append(waiting[-1].send(value))
            value = None
        except StopIteration as returned:
            waiting.pop()
            value = returned.value
    return value  # type: ignore[no-any-return]
