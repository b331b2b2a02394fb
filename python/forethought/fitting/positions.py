"""Positions of plays with how these ended, to learn from."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from forethought.arguments import seed_of, whole
from forethought.errors import IllegalAction, ParameterError, Unsupported
from forethought.game import CHANCE, OVER, Game, actions_of, sound, step
from forethought.rng import Rng
from forethought.search import Algorithm, decide

Chooser = Callable[[Any, Rng], Any]
"""Gives an action for a state."""

_ROUNDING = 1e-9


class Position(NamedTuple):
    """A state where a player decided, and how the play ended.

    Attributes:
        state: the state.
        result: 1 if player 0 won, -1 if he lost, 0 for a draw.
        play: the number of the play; positions of one play share its result.
    """

    state: Any
    result: float
    play: int = 0


def self_play(
    game: Game,
    search: Algorithm | Chooser,
    plays: int,
    *,
    seed: int,
    opening: int = 2,
    **limits: Any,
) -> list[Position]:
    """The positions of plays of a search against itself.

    Args:
        game: a game of two players with opposite returns.
        search: what chooses for both: a search, or a function ``choose(state, rng)``.
        plays: how many plays.
        seed: the seed of all of it; the same seed and limits in counts give the same positions.
        opening: random actions at the start of each play, so that plays differ; their states are
            not among the positions.
        limits: of each decision of a search, as ``ft.decide`` takes them.

    Raises ParameterError, Unsupported for another game, and what ``ft.decide`` raises.
    """
    game, rng = sound(game), Rng(seed_of(seed), "self-play")
    _check(game)
    whole(opening, "opening", 0)
    choose = search if callable(search) else _searcher(game, search, limits)
    found: list[Position] = []
    for play in range(whole(plays, "plays")):
        states, result = _played(game, _opened(choose, game, opening), rng)
        found += [Position(state, result, play) for state in states[opening:]]
    return found


def recorded(game: Game, plays: Iterable[Sequence[Any]]) -> list[Position]:
    """The positions of plays that are written down as their actions from the initial state on.

    Raises Unsupported for a game with chance, whose actions do not tell a play; IllegalAction;
    ParameterError for a record that goes on after the end, or that stops before it.
    """
    game = sound(game)
    _check(game)
    if game.chance != "none":
        raise Unsupported(f"{game.name} has chance, which actions don't tell: give positions")
    found: list[Position] = []
    for play, actions in enumerate(plays):
        states, result = _played(game, _reader(game, play, actions), Rng(0, "unused"))
        if len(states) != len(actions):
            raise ParameterError(f"play {play} is over after {len(states)} actions: cut the rest")
        found += [Position(state, result, play) for state in states]
    return found


def _check(game: Game) -> None:
    if game.players != 2:
        raise Unsupported(f"{game.name} has {game.players} players, not two: take another game")


def _searcher(game: Game, search: Algorithm, limits: dict[str, Any]) -> Chooser:
    def choose(state: Any, rng: Rng) -> Any:
        return decide(game, search, state=state, seed=rng.getrandbits(63), **limits).action

    return choose


def _opened(choose: Chooser, game: Game, opening: int) -> Chooser:
    """Random actions first, then those of a chooser."""
    left = iter(range(opening))

    def opened(state: Any, rng: Rng) -> Any:
        random = next(left, None) is not None
        return rng.choice(actions_of(game, state)) if random else choose(state, rng)

    return opened


def _reader(game: Game, play: int, actions: Sequence[Any]) -> Chooser:
    rest: Iterator[Any] = iter(actions)

    def read(state: Any, rng: Rng) -> Any:  # noqa: ARG001 -- nothing is drawn.
        for action in rest:
            legal = actions_of(game, state)
            if action not in legal:
                raise IllegalAction(game.name, state, action, legal)
            return action
        raise ParameterError(f"play {play} stops before its end, at {state!r}: give whole plays")

    return read


def _played(game: Game, choose: Chooser, rng: Rng) -> tuple[list[Any], float]:
    """The states of a play in which a player decided, and its result."""
    state, states, paid = game.initial(), [], 0.0
    while (turn := game.turn(state)) != OVER:
        action = None
        if turn != CHANCE:
            states.append(state)
            action = choose(state, rng)
        rewards, state = step(game, state, action, rng)
        if abs(sum(rewards)) > _ROUNDING * max(map(abs, rewards)):
            raise Unsupported(f"{game.name} pays {rewards}, which does not sum to 0")
        paid += rewards[0]
    return states, float((paid > _ROUNDING) - (paid < -_ROUNDING))
