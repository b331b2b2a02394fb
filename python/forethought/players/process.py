"""A player in a process of its own, which can be stopped whatever it does."""

from __future__ import annotations

import base64
import json
import pickle
import queue
import shlex
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from forethought.arguments import is_number
from forethought.errors import BudgetError, ParameterError
from forethought.game import Game, NativeGame, actions_of
from forethought.players.clock import Allowance
from forethought.players.player import Player, PlayerFault, Session, text_of

GRACE = 0.5
"""Seconds after its time is up that a process is still waited for."""

READY = "ready"


@dataclass(frozen=True, kw_only=True)
class ProcessPlayer(Player):
    """A program that plays in a child process, one for each game.

    Attributes:
        command: the program and its arguments, as a list or as one line; or ``FILE.py:FUNCTION``
            for a Python function ``FUNCTION(state)`` that gives the action.
        patience: seconds that it may take to start, and for a move where no time is set.

    The program reads lines of JSON from its standard input, and answers those of the types "start"
    and "move" with a line ``= TEXT`` each; other lines that it prints are no answers, and are kept
    for the report of a lost game.

    - ``{"type": "start", "game": ..., "parameters": ..., "player": 0, "state": ..., "seed": ...}``
      is answered by ``= ready``;
    - ``{"type": "move", "state": ..., "actions": [...], "played": [...], "seconds": ...,
      "increment": ...}`` by ``= `` and one of the actions;
    - ``{"type": "end"}`` comes last.

    States and actions are texts, those of Python values by their ``repr``. ``played`` has the
    actions since the start. ``seconds`` is what is left, null without a limit, and ``increment``
    is null unless there is a clock for the game.
    """

    command: Sequence[str] | str
    patience: float = 30.0

    def __init__(self, command: Sequence[str] | str, **named: Any) -> None:
        patience = named.pop("patience", 30.0)
        if not (is_number(patience) and patience > 0):
            raise BudgetError(f"patience={patience!r}: give a number above 0")
        object.__setattr__(self, "patience", patience)
        words = command if isinstance(command, str) else tuple(command)
        if not _is_command(words):
            raise ParameterError(
                f"ProcessPlayer({command!r}): give a program with its arguments, or "
                "FILE.py:FUNCTION"
            )
        object.__setattr__(self, "command", words)
        super().__init__(**named)

    @property
    def is_function(self) -> bool:
        """Whether the command names a Python function."""
        return isinstance(self.command, str) and ".py:" in self.command

    def words(self) -> list[str]:
        """The command as the system takes it."""
        if self.is_function:
            return [sys.executable, "-m", "forethought.players.serve", str(self.command)]
        return shlex.split(self.command) if isinstance(self.command, str) else list(self.command)

    def called(self) -> str:
        """The command."""
        command = self.command if isinstance(self.command, str) else shlex.join(self.command)
        return ", ".join(filter(None, [command, self.limits_text()]))

    def open(self, game: Game, state: Any, seat: int, seed: int) -> Session:
        """Starts the program and waits until it is ready.

        Raises PlayerFault if it does not start.
        """
        session = _Talking(self, game)
        session.begin(state, seat, seed)
        return session


def _is_command(words: object) -> bool:
    listed = words if isinstance(words, tuple) else (words,)
    return bool(listed) and all(isinstance(word, str) and word.strip() for word in listed)


class _Talking(Session):
    def __init__(self, player: ProcessPlayer, game: Game) -> None:
        from forethought.players.child import Child

        self._player, self._game = player, game
        self._played: list[str] = []
        try:
            self._child = Child(player.words())
        except (OSError, ValueError) as error:
            raise PlayerFault("crash", f"it could not be started: {error}") from error

    def begin(self, state: Any, seat: int, seed: int) -> None:
        native = isinstance(self._game, NativeGame)
        parameters = self._game.parameters if isinstance(self._game, NativeGame) else {}
        message = {
            "type": "start",
            "game": self._game.name,
            "parameters": {name: repr(value) for name, value in parameters.items()},
            "native": native,
            "player": seat,
            "state": text_of(state),
            "seed": seed,
        }
        answer = self._ask(message, self._player.patience, "to start")
        if answer != READY:
            self._child.kill()
            raise PlayerFault("crash", f"it said {answer!r} in place of {READY!r}", self.output)

    def choose(self, state: Any, allowance: Allowance) -> Any:
        actions = actions_of(self._game, state)
        message = {
            "type": "move",
            "state": text_of(state),
            "actions": [text_of(action) for action in actions],
            "played": self._played,
            "seconds": allowance.seconds,
            "increment": allowance.increment,
        }
        if self._player.is_function:
            message["pickle"] = base64.b64encode(pickle.dumps(state)).decode()
        left = self._player.patience if allowance.seconds is None else allowance.seconds + GRACE
        answer = self._ask(message, left, "for a move")
        # What is no action is given back as it came: whoever asked will see that it is none.
        return next((action for action in actions if text_of(action) == answer), answer)

    def follow(self, action: Any, state: Any) -> None:  # noqa: ARG002
        if action is not None:
            self._played.append(text_of(action))

    def close(self) -> None:
        self._child.send(json.dumps({"type": "end"}))
        self._child.end()

    @property
    def output(self) -> str:
        return self._child.output

    def _ask(self, message: dict[str, Any], seconds: float, what: str) -> str:
        self._child.forget_answers()
        self._child.send(json.dumps(message))
        asked = time.perf_counter()
        try:
            answer = self._child.answers.get(timeout=max(seconds, 0.0))
        except queue.Empty:
            self._child.kill()
            waited = time.perf_counter() - asked
            text = f"it gave no answer in {waited:.2f} s {what}, and was stopped"
            raise PlayerFault("silent", text, self.output) from None
        if answer is None:
            raise PlayerFault(
                "crash", f"it ended ({self._child.end()}) when it was asked {what}", self.output
            )
        return answer
