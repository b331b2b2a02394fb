"""Transcripts of Othello: the squares of all moves in a row, as in ``f5d6c3d3c4``.

A pass is not written: whose move it is follows from the rules.
"""

import re
from collections.abc import Iterable
from typing import Any

from forethought import games
from forethought.errors import ParameterError
from forethought.game import OVER

_PASS = "pass"
_WORD = re.compile(r"pass|pa|ps|--|[a-z][0-9]|\S")
_PASSES = {"pass", "pa", "ps", "--"}


def parse(text: str, *, state: Any = None) -> list[str]:
    """The actions of a transcript, with the passes that it leaves out.

    Reads capitals too, and spaces between moves; ``pass``, ``pa``, ``ps`` and ``--`` may say a
    pass aloud. It may end before the play does.

    Args:
        text: the transcript.
        state: where it starts; the start of the game if it is not given.

    Raises:
        ParameterError: at the first move that is none, with its number in the transcript (from 1
            on) and the legal ones; StateError if there is no such state.
    """
    game = games.make("othello")
    state = game.initial() if state is None else state
    actions: list[str] = []
    for number, word in enumerate(_WORD.findall(text.lower()), 1):
        action = _PASS if word in _PASSES else word
        if action != _PASS and game.turn(state) != OVER and game.actions(state) == [_PASS]:
            actions.append(_PASS)
            _, state = game.apply(state, _PASS)
        _check(game, state, action, f"move {number} of the transcript, '{word}'")
        actions.append(action)
        _, state = game.apply(state, action)
    return actions


def write(actions: Iterable[str], *, state: Any = None) -> str:
    """The transcript of these actions, passes left out: the inverse of ``parse``.

    Args:
        actions: the actions one after the other, passes among them.
        state: where they start; the start of the game if it is not given.

    Raises:
        ParameterError: at the first action that is not legal, with its number (from 1 on) and the
            legal ones; StateError if there is no such state.
    """
    game = games.make("othello")
    state = game.initial() if state is None else state
    squares = []
    for number, action in enumerate(actions, 1):
        _check(game, state, action, f"action {number}, {action!r}")
        squares.append("" if action == _PASS else action)
        _, state = game.apply(state, action)
    return "".join(squares)


def _check(game: Any, state: Any, action: object, where: str) -> None:
    if game.turn(state) == OVER:
        raise ParameterError(f"{where}: the play is over before it: leave it out")
    legal = game.actions(state)
    if action not in legal:
        side = "black" if game.turn(state) == 0 else "white"
        raise ParameterError(
            f"{where}: not legal for {side}, who is to move: give one of {', '.join(legal)}"
        )
