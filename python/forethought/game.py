"""The contract of a game: the rules, and nothing about how they are searched."""

# ruff: noqa: ARG002 -- the methods to be defined name arguments that only a definition uses.

from collections.abc import Hashable, Iterable, Mapping, Sequence
from numbers import Real
from typing import TYPE_CHECKING, Any, Final, Generic, Literal

from forethought import _native
from forethought.arguments import LARGEST_REWARD, is_finite, is_number, whole
from forethought.errors import GameError, ParameterError, Unsupported
from forethought.rng import Rng

if TYPE_CHECKING:
    # With defaults, `class Stock(ft.Game)` needs no parameters under a strict type checker.
    from typing_extensions import TypeVar

    State = TypeVar("State", bound=Hashable, default=Any)
    Action = TypeVar("Action", bound=Hashable, default=Any)
else:
    from typing import TypeVar

    State = TypeVar("State")
    Action = TypeVar("Action")

OVER: Final = -1
"""What ``turn`` gives where the play is over."""
CHANCE: Final = -2
"""What ``turn`` gives where chance decides."""

Chance = Literal["none", "explicit", "sampled"]
Reward = float | Sequence[float]
Rewards = tuple[float, ...]

_MOST_PLAYERS = 255
_LONGEST = 60

_CHANCE_OF: Final[dict[str, Chance]] = {
    "apply": "none",
    "sample": "sampled",
    "outcomes": "explicit",
}


class Game(Generic[State, Action]):
    """A game, a puzzle or a simulator: derive from it, and define the methods.

    States and actions are immutable hashable values of your own, which are never copied. Two
    equal states must have the same turn, actions, outcomes and rewards. Define ``initial``,
    ``turn``, ``actions`` and **one** of ``apply`` (no chance), ``outcomes`` (chance that can be
    listed) and ``sample`` (a simulator). ``ft.check`` finds broken promises.

    A game may also define ``noisy(state, action)``: whether a state after the action should not be
    judged by an evaluation yet, as after a capture; and ``hint(state, action)``: a whole number,
    larger for actions that look better, which are searched earlier. And ``canonical(state)``: the
    state that stands for all images of it, those from which the play goes on alike but for the
    names of things, as after a reflection of the board. And ``information(state)``: the state as
    the player who decides there knows it, without what others chose at the same time; it has the
    same turn and the same actions.

    A reward is a finite number for one player; for several players it is a sequence with one
    number for each, or a plain 0 where nobody is paid. The return of a play is their sum.

    Attributes, of the class or of the instance:
        players: how many players are paid, at least 1.
        name: how messages call the game; the name of the class if it is not given.
        horizon: the most actions in a play, those of chance included, or None if unknown.
        returns: the least and the greatest return of a player in a play, or None if unknown.
        step_methods: which of apply, sample and outcomes the class defines; found by itself.
    """

    players: int = 1
    name: str = "Game"
    horizon: int | None = None
    returns: tuple[float, float] | None = None
    step_methods: tuple[str, ...] = ()

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        if "name" not in cls.__dict__:
            cls.name = cls.__name__
        cls.step_methods = tuple(m for m in _CHANCE_OF if getattr(cls, m) is not getattr(Game, m))

    def initial(self) -> State:
        """The state in which a play starts, equal at every call."""
        raise self._undefined("initial(self)")

    def turn(self, state: State, /) -> int:
        """Who decides: the index of a player from 0 on, ``ft.CHANCE`` or ``ft.OVER``."""
        raise self._undefined("turn(self, state)")

    def actions(self, state: State, /) -> Iterable[Action]:
        """The legal actions: different hashable values, at least one, always in the same order.

        It is asked only where a player decides.
        """
        raise self._undefined("actions(self, state)")

    def apply(self, state: State, action: Action, /) -> tuple[Reward, State]:
        """The reward of an action without chance, and the state it leads to."""
        raise self._lacks("apply")

    def sample(self, state: State, action: Action, rng: Rng, /) -> tuple[Reward, State]:
        """A reward and a state drawn with ``rng``, and with nothing else.

        Where the turn is ``ft.CHANCE`` the action is None.
        """
        raise self._lacks("sample")

    def outcomes(self, state: State, action: Action, /) -> Iterable[tuple[float, Reward, State]]:
        """Everything that may follow: (probability, reward, state); probabilities sum to 1.

        Where the turn is ``ft.CHANCE`` the action is None.
        """
        raise self._lacks("outcomes")

    @property
    def chance(self) -> Chance:
        """How chance can be asked for: "none", "explicit" or "sampled".

        Raises GameError unless exactly one of apply, sample and outcomes is defined.
        """
        defined = self.step_methods
        if len(defined) != 1:
            found = " and ".join(defined) or "none of them"
            raise GameError(
                f"{self.name} defines {found}: define exactly one of apply (no chance), "
                "outcomes (chance that can be listed) and sample (a simulator)"
            )
        return _CHANCE_OF[defined[0]]

    def _undefined(self, method: str) -> GameError:
        return GameError(f"{self.name} does not define {method}: add it to the class")

    def _lacks(self, method: str) -> Unsupported:
        has = " and ".join(self.step_methods) or "none of apply, sample and outcomes"
        return Unsupported(f"{self.name} does not define {method}: it has {has}")


def sound(game: object) -> Game:
    """A game that can be searched, as far as that shows without playing it.

    Raises ParameterError if it is none, GameError if what it declares is wrong.
    """
    if isinstance(game, type) and issubclass(game, Game):
        raise ParameterError(f"{game.__name__} is a class: give a game, {game.__name__}()")
    if not isinstance(game, Game):
        raise ParameterError(f"{game!r} is no game: derive its class from ft.Game, and give one")
    if isinstance(game, NativeGame):
        return game
    if not isinstance(game.name, str):
        raise GameError(f"{type(game).__name__}.name={game.name!r}: give a text")
    whole(game.players, f"{game.name}.players", 1, _MOST_PLAYERS, GameError)
    if game.horizon is not None:
        whole(game.horizon, f"{game.name}.horizon", 1, 2**32 - 1, GameError)
    if not (game.returns is None or _is_interval(game.returns)):
        raise GameError(
            f"{game.name}.returns={game.returns!r}: give the least and the greatest return of a "
            "player in a play, (low, high), or None"
        )
    _ = game.chance
    return game


def _is_interval(pair: Any) -> bool:
    """Whether these are two finite numbers, the greater one last."""
    row = _row(pair)
    return row is not None and len(row) == 2 and all(map(is_number, row)) and pair[0] <= pair[1]


def actions_of(game: Game, state: Any) -> list[Any]:
    """The legal actions in order; where chance decides its only one, None.

    Raises GameError if a player has no action, or chance has no means.
    """
    if game.turn(state) == CHANCE:
        if game.chance == "none":
            raise GameError(
                f"{game.name}: turn gives ft.CHANCE at state {state!r}, but the game only has "
                "apply: define outcomes or sample instead"
            )
        return [None]
    given = game.actions(state)
    if not isinstance(given, Iterable):
        raise GameError(f"{game.name}: actions() gave {given!r} at state {state!r}: give a list")
    actions = list(given)
    if not actions:
        raise GameError(
            f"{game.name}: no action at state {state!r}, and the play is not over: "
            "give an action, or let turn() give ft.OVER there"
        )
    return actions


def step(game: Game, state: Any, action: Any, rng: Rng) -> tuple[Rewards, Any]:
    """The rewards, one per player, and the state that follow, drawn with ``rng`` if by chance.

    Raises GameError for a reward that the contract does not allow.
    """
    if game.chance == "none":
        reward, following = game.apply(state, action)
    elif "sample" in game.step_methods:
        reward, following = game.sample(state, action, rng)
    else:
        reward, following = _drawn(game, state, action, rng)
    return _checked(game, reward, state, action), following


def outcomes_of(game: Game, state: Any, action: Any) -> list[tuple[float, Rewards, Any]]:
    """Probability, rewards (one per player) and state of everything that may follow.

    Raises Unsupported for a simulator, GameError for a reward that the contract does not allow.
    """
    if game.chance == "none":
        listed: Iterable[Any] = [(1.0, *game.apply(state, action))]
    else:
        listed = game.outcomes(state, action)
    return [(p, _checked(game, reward, state, action), after) for p, reward, after in listed]


def reward_fault(reward: object, players: int) -> tuple[str, str] | None:
    """What is wrong with a reward: a code and a text, or None if nothing is."""
    row = _row(reward)
    numbers = [reward] if row is None else row
    fault = next((fault for number in numbers if (fault := _number_fault(number))), None)
    nobody_is_paid = row is None and reward == 0
    if fault is None and len(numbers) != players and not nobody_is_paid:
        return "reward-length", _length_fault(reward, row, players)
    return fault


def _length_fault(reward: object, row: list[object] | None, players: int) -> str:
    if row is not None and players == 1:
        # Most often the class forgets to say how many play.
        return f"the reward is {len(row)} numbers for 1 player: set players = {len(row)}"
    wanted = "a number" if players == 1 else f"{players} numbers"
    return f"the reward is {reward!r}, not {wanted}"


def rewards_of(reward: Any, players: int) -> Rewards:
    """A reward without fault as one number for each player."""
    if isinstance(reward, Real):
        return (float(reward),) * players
    return tuple(float(number) for number in reward)


def _number_fault(number: object) -> tuple[str, str] | None:
    if isinstance(number, bool):
        return "reward-bool", f"the reward is {number!r}, a truth value"
    if not isinstance(number, Real):
        return "reward-type", f"the reward is {number!r}, of type {type(number).__name__}"
    if not is_finite(number):
        return "reward-not-finite", f"the reward is {_cut(number)}"
    if abs(float(number)) > LARGEST_REWARD:
        text = f"the reward is {_cut(number)}, beyond {LARGEST_REWARD:g}: scale the rewards"
        return "reward-too-large", text
    return None


def _cut(number: Real) -> str:
    """Its repr, without the hundreds of digits that a whole number may have."""
    text = repr(number)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def _row(reward: object) -> list[object] | None:
    # One-dimensional arrays are no Sequence in the eyes of Python.
    if isinstance(reward, Sequence) or getattr(reward, "ndim", None) == 1:
        return None if isinstance(reward, str | bytes) else list(reward)  # type: ignore[call-overload]
    return None


def _checked(game: Game, reward: Any, state: Any, action: Any) -> Rewards:
    fault = reward_fault(reward, game.players)
    if fault is not None:
        raise GameError(
            f"{game.name}: at state {state!r}, action {action!r} {fault[1]}: give a finite "
            "number, or for several players a sequence with one for each"
        )
    return rewards_of(reward, game.players)


def _drawn(game: Game, state: Any, action: Any, rng: Rng) -> tuple[Reward, State]:
    listed = list(game.outcomes(state, action))
    if not listed:
        raise GameError(
            f"{game.name}: outcomes gives nothing at state {state!r}, action {action!r}: "
            "list at least one (probability, reward, state)"
        )
    rest = rng.random()
    for probability, reward, following in listed:
        if rest < probability:
            return reward, following
        rest -= probability
    # The last outcome takes what rounding leaves over.
    return listed[-1][1:]


class NativeGame(Game):
    """A game whose rules are native. States and actions are plain values: numbers, texts, tuples.

    Made by the functions of ``ft.games``. It has the methods of every game; ``sample``
    and ``outcomes`` both where there is chance.
    """

    def __init__(self, name: str, parameters: Mapping[str, Any]) -> None:
        self._take(_native.NativeGame(name, dict(parameters)), parameters)

    def _take(self, native: _native.NativeGame, parameters: Mapping[str, Any]) -> None:
        self.native, self.parameters = native, dict(parameters)
        self.name = self.native.name
        self.players = self.native.players
        self.horizon = self.native.horizon
        self.returns = self.native.returns
        self.step_methods = ("apply",) if self.chance == "none" else ("sample", "outcomes")

    @property
    def chance(self) -> Chance:
        """How chance can be asked for: "none" or "explicit"."""
        return self.native.chance

    @property
    def evaluations(self) -> tuple[str, ...]:
        """The names of the evaluations that come with it; the first is its own by default."""
        return tuple(self.native.evaluations)

    def initial(self) -> Any:
        """The state in which a play starts."""
        return self.native.initial()

    def turn(self, state: Any, /) -> int:
        """Who decides. Raises StateError for what is no state of the game."""
        return self.native.turn(state)

    def actions(self, state: Any, /) -> list[Any]:
        """The legal actions in order; none where the play is over."""
        return self.native.actions(state)

    def apply(self, state: Any, action: Any, /) -> tuple[Reward, Any]:
        """The reward of an action without chance, and the state it leads to."""
        if self.chance != "none":
            raise self._lacks("apply")
        # No chance, so nothing is drawn: any stream does.
        return self._step(state, action, _native.Stream(0, "unused"))

    def sample(self, state: Any, action: Any, rng: Rng, /) -> tuple[Reward, Any]:
        """A reward and a state drawn with ``rng``."""
        return self._step(state, action, rng.stream)

    def outcomes(self, state: Any, action: Any, /) -> list[tuple[float, Reward, Any]]:
        """Everything that may follow: (probability, reward, state)."""
        return [
            (probability, self._reward(rewards), after)
            for probability, rewards, after in self.native.outcomes(state, action)
        ]

    def render(self, state: Any, /) -> str:
        """The state as a person would draw it."""
        return self.native.render(state)

    def evaluate(self, state: Any, /, evaluation: str | None = None) -> Rewards:
        """What each player may expect from the state on, by an evaluation of the game's own.

        ``evaluation`` names it; if not, it is the first, and 0 of a game without any. Nothing is
        to be expected where the play is over. Raises Unsupported for a name that it does not have.
        """
        return self.native.evaluate(state, evaluation)

    def stage(self, state: Any, /) -> float:
        """How far the play has come, from 0 at its start to 1 at its end; 0 where not told."""
        return self.native.stage(state)

    def canonical(self, state: Any, /) -> Any:
        """The state that stands for all images of it: for itself, where none are known."""
        return self.native.canonical(state)

    def information(self, state: Any, /) -> Any:
        """The state as the player who decides there knows it: itself, where nothing is hidden."""
        return self.native.information(state)

    def _step(self, state: Any, action: Any, stream: _native.Stream) -> tuple[Reward, Any]:
        rewards, after = self.native.step(state, action, stream)
        return self._reward(rewards), after

    def _reward(self, rewards: Rewards) -> Reward:
        return rewards[0] if self.players == 1 else rewards

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.parameters.items())
        return f"{self.name}({given})"

    def __reduce__(self) -> tuple[Any, ...]:
        return NativeGame, (self.name, self.parameters)
