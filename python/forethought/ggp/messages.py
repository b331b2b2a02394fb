"""The messages of the GGP protocol, read from what servers send and written as they do."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from forethought.ggp.terms import Limits, MessageError, Term, read_terms, spaced, written

Joint = tuple[str, ...]
"""A move of each role, in the order of the roles."""


@dataclass(frozen=True)
class Info:
    """Asks who the player is, and whether it is free."""


@dataclass(frozen=True)
class Ping:
    """Asks whether the player is there: an empty message, or the word ``ping``."""


@dataclass(frozen=True)
class Preview:
    """Shows rules before a match, to be thought about for ``clock`` seconds."""

    rules: str
    clock: float


@dataclass(frozen=True)
class Start:
    """Begins a match.

    Attributes:
        match: its name.
        role: which role the player is to play.
        rules: the rule sheet, a rule in each line.
        start_clock: seconds until the first move is asked for.
        play_clock: seconds for each move.
    """

    match: str
    role: str
    rules: str
    start_clock: float
    play_clock: float


@dataclass(frozen=True)
class Play:
    """Asks for a move. ``moves`` are those of the step before; None for the first."""

    match: str
    moves: Joint | None


@dataclass(frozen=True)
class Stop:
    """Ends a match. ``moves`` are those of its last step; None if there was none."""

    match: str
    moves: Joint | None


@dataclass(frozen=True)
class Abort:
    """Ends a match before its end."""

    match: str


Message = Info | Ping | Preview | Start | Play | Stop | Abort


def read_message(text: str, limits: Limits | None = None) -> Message:
    """The message of a text: keywords in any case, any white space.

    Raises MessageError with what is wrong in one line.
    """
    limits = limits or Limits()
    terms = read_terms(text, limits)
    if not terms:
        return Ping()
    if len(terms) == 1 and isinstance(terms[0], tuple):
        terms = list(terms[0])
    head = terms[0] if terms else ""
    if not isinstance(head, str) or head.lower() not in _READERS:
        shown = written(head)[:40] or "()"
        raise MessageError(f"no message begins with {shown}: {', '.join(_READERS)} are known")
    return _READERS[head.lower()](terms[1:], limits)


def _preview(terms: list[Term], limits: Limits) -> Message:
    _enough(terms, 2, "PREVIEW", "rules and a clock")
    return Preview(_rules(terms[0], limits), _clock(terms[1]))


def _start(terms: list[Term], limits: Limits) -> Message:
    _enough(terms, 5, "START", "a match, a role, rules and two clocks")
    match, role = _word(terms[0], "the match"), written(terms[1])
    return Start(match, role, _rules(terms[2], limits), _clock(terms[3]), _clock(terms[4]))


def _play(terms: list[Term], limits: Limits) -> Message:  # noqa: ARG001
    _enough(terms, 1, "PLAY", "a match and moves")
    return Play(_word(terms[0], "the match"), _moves(terms[1:]))


def _stop(terms: list[Term], limits: Limits) -> Message:  # noqa: ARG001
    _enough(terms, 1, "STOP", "a match and moves")
    return Stop(_word(terms[0], "the match"), _moves(terms[1:]))


def _abort(terms: list[Term], limits: Limits) -> Message:  # noqa: ARG001
    _enough(terms, 1, "ABORT", "a match")
    return Abort(_word(terms[0], "the match"))


_READERS: dict[str, Callable[[list[Term], Limits], Message]] = {
    "info": lambda _terms, _limits: Info(),
    "ping": lambda _terms, _limits: Ping(),
    "preview": _preview,
    "start": _start,
    "play": _play,
    "stop": _stop,
    "abort": _abort,
}


def _enough(terms: list[Term], count: int, name: str, what: str) -> None:
    if len(terms) < count:
        raise MessageError(f"{name} has {len(terms)} arguments: {what} are expected")


def _word(term: Term, what: str) -> str:
    if not isinstance(term, str):
        raise MessageError(f"{what} is {written(term)[:40]}: a word is expected")
    return term


def _rules(term: Term, limits: Limits) -> str:
    if isinstance(term, str):
        raise MessageError(f"the rules are {term[:40]}: a list is expected")
    if len(term) > limits.rules:
        raise MessageError(f"{len(term)} rules: at most {limits.rules}")
    return "\n".join(map(written, term))


def _clock(term: Term) -> float:
    try:
        seconds = float(_word(term, "a clock"))
    except ValueError:
        seconds = -1.0
    if not (math.isfinite(seconds) and seconds >= 0):
        raise MessageError(f"a clock is {written(term)[:40]}: seconds are expected")
    return seconds


def _moves(terms: list[Term]) -> Joint | None:
    """The moves of a list; None for NIL, for an empty list and for nothing at all."""
    given = terms[0] if terms else ()
    if isinstance(given, tuple):
        return tuple(map(written, given)) or None
    return None if given.lower() == "nil" else (given,)


def write_message(message: Message) -> str:
    """A message as servers write it: keywords in upper case, blanks around parentheses."""
    match message:
        case Info() | Ping():
            return f"( {type(message).__name__.upper()} )"
        case Preview():
            return f"( PREVIEW ( {spaced(message.rules)} ) {message.clock:g} )"
        case Start():
            rules, clocks = spaced(message.rules), f"{message.start_clock:g} {message.play_clock:g}"
            return f"( START {message.match} {message.role} ( {rules} ) {clocks} )"
        case Play() | Stop():
            keyword = type(message).__name__.upper()
            return f"( {keyword} {message.match} {_joined(message.moves)} )"
        case Abort():
            return f"( ABORT {message.match} )"


def _joined(moves: Sequence[str] | None) -> str:
    return "NIL" if moves is None else f"( {' '.join(map(spaced, moves))} )"
