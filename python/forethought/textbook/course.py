"""What the players of the course on general game playing have in common.

The course is that of Stanford University (Genesereth and Thielscher, "General Game Playing"). Its
words and those of this library:

- findroles: ``game.roles``, and ``range(game.players)`` for those that decide
- findinits: ``game.initial()``
- findlegals(role, state): ``game.actions(state)`` where it is the role's turn
- findlegalx(role, state): ``legal(game, state)``
- simulate(move, state), findnexts: ``game.apply(state, action)``, which also says what is paid
- findterminalp(state): ``game.turn(state) == ft.OVER``
- findreward(role, state): what ``apply`` paid on the way; a sheet pays at the end of a play
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from forethought.errors import Unsupported
from forethought.game import CHANCE, Game, Rewards, actions_of, outcomes_of
from forethought.gdl import GDLGame
from forethought.rng import Rng
from forethought.textbook.adversarial import vector


def legal(game: Game, state: Any) -> Any:
    """The action of the legal player: the first one."""
    return actions_of(game, state)[0]


def random(game: Game, state: Any, rng: Rng) -> Any:
    """The action of the random player: each with the same probability."""
    return rng.choice(actions_of(game, state))


def check_alone(game: Game, what: str) -> None:
    """Raises Unsupported unless one player plays alone, without chance."""
    if game.players != 1:
        raise Unsupported(
            f"{game.name}: {what} is for one player, and this game has {game.players}: take "
            "bounded_depth, monte_carlo or mcts"
        )
    if game.chance != "none":
        raise Unsupported(
            f"{game.name}: {what} needs to know what follows an action, and here chance decides: "
            "take monte_carlo or mcts"
        )


def result(game: Game, state: Any, action: Any) -> tuple[float, Any]:
    """What an action pays the only player, and the state that follows."""
    ((_, rewards, after),) = outcomes_of(game, state, action)
    return rewards[0], after


class Step(NamedTuple):
    """What all players do at once, and what comes of it.

    Attributes:
        moves: the action of each player that has a choice.
        rewards: what is paid, one number per player.
        state: the state that follows.
    """

    moves: dict[int, Any]
    rewards: Rewards
    state: Any


def steps(game: Game, state: Any) -> Iterator[Step]:
    """Every joint move at a state.

    Where players take turns that is each action of one player. Roles of a rule sheet that choose at
    once do so one after the other in this library; the states between are none of the course's.

    Raises Unsupported where chance decides.
    """
    return _completed(game, Step({}, (0.0,) * game.players, state))


def _completed(game: Game, begun: Step) -> Iterator[Step]:
    turn = game.turn(begun.state)
    if turn == CHANCE or game.chance != "none":
        raise Unsupported(
            f"{game.name}: chance decides at state {begun.state!r}: take expectiminimax or mcts"
        )
    for action in actions_of(game, begun.state):
        ((_, rewards, after),) = outcomes_of(game, begun.state, action)
        step = Step({**begun.moves, turn: action}, vector(begun.rewards, rewards), after)
        if is_between(game, after):
            yield from _completed(game, step)
        else:
            yield step


def is_between(game: Game, state: Any) -> bool:
    """Whether some roles of a rule sheet have chosen in this step, and others have not yet."""
    return isinstance(game, GDLGame) and any(map(_is_chosen, state))


def before_choices(game: Game, state: Any) -> Any:
    """The state at which the step began: without what other roles have chosen in it.

    Players that choose at once do not know what the others choose.
    """
    if not is_between(game, state):
        return state
    return tuple(fluent for fluent in state if not _is_chosen(fluent))


def _is_chosen(fluent: str) -> bool:
    return fluent.startswith("(does ")
