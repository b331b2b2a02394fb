"""One play of a game between people and programs, with its history: what a board shows."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from forethought.decision import Decision
from forethought.errors import IllegalAction, StateError
from forethought.game import CHANCE, OVER, Game, Rewards, actions_of, sound, step
from forethought.rng import Rng


class Choice(NamedTuple):
    """What a player does who does not say what it thinks: the action, and whose it is."""

    action: Any
    player: int


Thinker = Callable[[Any], Decision | Choice]
"""Decides for a state."""


@dataclass(frozen=True)
class Move:
    """One step of a play.

    Attributes:
        state: where it was made.
        turn: who made it: the index of a player, or ``ft.CHANCE``.
        action: what was done; None for chance.
        rewards: what it paid, one number per player.
    """

    state: Any
    turn: int
    action: Any
    rewards: Rewards


@dataclass
class Play:
    """A play that goes on step by step and can be taken back.

    Attributes:
        game: the game.
        thinkers: who decides for the players that are no people, by their index.
        rng: draws what chance does.
        state: where the play stands.
        moves: what has happened so far, chance included.
    """

    game: Game
    thinkers: Mapping[int, Thinker]
    rng: Rng
    state: Any = None
    moves: list[Move] = field(default_factory=list)

    def __post_init__(self) -> None:
        sound(self.game)
        self.state = self.game.initial() if self.state is None else self.state

    @property
    def turn(self) -> int:
        """Who decides: the index of a player, ``ft.CHANCE`` or ``ft.OVER``."""
        return self.game.turn(self.state)

    @property
    def over(self) -> bool:
        """Whether the play is over."""
        return self.turn == OVER

    @property
    def actions(self) -> list[Any]:
        """What may be done now; none once the play is over."""
        return [] if self.over else actions_of(self.game, self.state)

    @property
    def returns(self) -> Rewards:
        """What each player has been paid so far."""
        paid = [move.rewards for move in self.moves]
        return tuple(sum(player) for player in zip(*paid, strict=True)) or (0.0,) * self.players

    @property
    def players(self) -> int:
        """How many players there are."""
        return self.game.players

    def act(self, action: Any) -> Move:
        """Does an action of the player to move. Raises IllegalAction, StateError if it is over."""
        if self.over:
            raise StateError(f"{self.game.name}: the play is over at {self.state!r}")
        if action not in self.actions:
            raise IllegalAction(self.game.name, self.state, action, self.actions)
        return self._step(action)

    def settle(self) -> Move:
        """Lets chance act. Raises StateError if it is not its turn."""
        if self.turn != CHANCE:
            raise StateError(f"{self.game.name}: it is not chance's turn at {self.state!r}")
        return self._step(None)

    def decide(self) -> Decision | Choice:
        """What the program whose turn it is would do; it does nothing yet."""
        return self.thinkers[self.turn](self.state)

    def undo(self) -> bool:
        """Takes moves back to where a person decided last; False if there is no such place."""
        places = range(len(self.moves) - 1, -1, -1)
        last = next((place for place in places if self._is_human(self.moves[place].turn)), None)
        if last is None:
            return False
        self.state = self.moves[last].state
        del self.moves[last:]
        return True

    def _is_human(self, turn: int) -> bool:
        return turn >= 0 and turn not in self.thinkers

    def _step(self, action: Any) -> Move:
        rewards, after = step(self.game, self.state, action, self.rng)
        move = Move(self.state, self.turn, action, rewards)
        self.state = after
        self.moves.append(move)
        return move
