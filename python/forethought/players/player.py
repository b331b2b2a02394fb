"""What a player is to those that let it play."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from forethought.arguments import is_number, seed_of
from forethought.decision import Spent
from forethought.errors import BudgetError, ForethoughtError, ParameterError
from forethought.game import Game
from forethought.players.clock import Allowance, Clock

MOST_NAME = 100


class PlayerFault(ForethoughtError):  # noqa: N818
    """Raised when a player gives no move: it crashed, or had to be stopped.

    Attributes: ``reason`` ("crash" or "silent"), ``detail``, and ``output``, the end of what it
    printed.
    """

    def __init__(self, reason: str, detail: str, output: str = "") -> None:
        self.reason, self.detail, self.output = reason, detail, output
        super().__init__(reason, detail, output)

    def __str__(self) -> str:
        return self.detail


class Session:
    """A player at work in one game."""

    spent: Spent | None = None
    """What it spent on its latest action, if that is known."""

    tell: Callable[[Any], None] | None = None
    """Called, if it is given, with the best action so far now and then while one is chosen."""

    def choose(self, state: Any, allowance: Allowance) -> Any:
        """The action to take at a state where it is this player's turn."""
        raise NotImplementedError

    def follow(self, action: Any, state: Any) -> None:
        """Is told of every action, also its own, and of the state that came of it.

        The action is None where chance decided.
        """

    def wait(self, seconds: float) -> None:
        """Is told that nothing will be asked for a while: it may think on, so long at most."""

    def close(self) -> None:
        """Ends the work; called once, however the game ended."""

    @property
    def output(self) -> str:
        """The end of what it printed, if that is known."""
        return ""


@dataclass(frozen=True, kw_only=True)
class Player(ABC):
    """The base of all players: a description that can open any number of games.

    Attributes:
        name: how tables call it.
        seconds: what it may take for each move.
        clock: what it may take for a whole game, in place of ``seconds``.
        seed: of its random numbers; those of the match if it is not given.
    """

    name: str = ""
    seconds: float | None = None
    clock: Clock | None = None
    seed: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not (is_number(self.seconds) and self.seconds > 0):
            raise BudgetError(f"seconds={self.seconds!r}: give a number above 0")
        if not (self.clock is None or isinstance(self.clock, Clock)):
            raise BudgetError(f"clock={self.clock!r}: give one such as ft.Clock(60, 0.5)")
        if self.clock is not None and self.seconds is not None:
            raise BudgetError("seconds= and clock= are both given: give one of them")
        if self.seed is not None:
            seed_of(self.seed)
        if not self.name:
            object.__setattr__(self, "name", " ".join(self.called().split())[:MOST_NAME])
        name: object = self.name
        if not (isinstance(name, str) and len(name) <= MOST_NAME and name.isprintable()):
            raise ParameterError(
                f"name={self.name!r}: give a text of at most {MOST_NAME} characters in one line"
            )

    @abstractmethod
    def called(self) -> str:
        """Its name if none is given."""

    def check(self, game: Game) -> None:  # noqa: B027 - most can play any game
        """Raises Unsupported if it can't play this game."""

    @abstractmethod
    def open(self, game: Game, state: Any, seat: int, seed: int) -> Session:
        """Begins a game at ``state`` as the player of index ``seat``.

        This is not charged to its clock.
        """

    def limits_text(self) -> str:
        """Its limits of time in one word, for its name."""
        if self.clock is not None:
            return f"clock={self.clock.seconds:g}+{self.clock.increment:g}"
        return "" if self.seconds is None else f"seconds={self.seconds:g}"


def text_of(action: Any) -> str:
    """An action as one line of text: a text as it is, anything else by its repr."""
    return action if isinstance(action, str) else repr(action)
