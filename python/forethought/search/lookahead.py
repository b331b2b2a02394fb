"""What the parameters of the searches by depth have in common."""

from collections.abc import Callable
from typing import Any

from forethought.arguments import whole
from forethought.error_models import ErrorModel, Model, Regression
from forethought.error_models.model import shipped
from forethought.errors import ParameterError, Unsupported
from forethought.evaluations import Named
from forethought.game import Game, NativeGame
from forethought.gdl import GDLGame

Evaluation = Named | Callable[[Any], Any]
"""A named evaluation of the core, or ``evaluation(state)``: a number per player, or the one number
of player 0 where two play for what the other loses."""

DEEPEST = 1000
"""Actions from the root that a search by depth looks ahead at most."""


def check_depth(depth: object, search: str) -> int | None:
    """``depth`` as an int. Raises ParameterError unless it is None or from 1 to ``DEEPEST``."""
    return None if depth is None else whole(depth, f"{search}(depth)", most=DEEPEST)


def check_evaluation(evaluation: object, search: str) -> None:
    """Raises ParameterError unless it is None, a named evaluation, or a function."""
    if not (evaluation is None or isinstance(evaluation, Named) or callable(evaluation)):
        raise ParameterError(
            f"{search}(evaluation={evaluation!r}): give a function evaluation(state), or one of "
            "ft.evaluations"
        )


def described(evaluation: Evaluation | None) -> str | Callable[[Any], Any] | None:
    """An evaluation as the native search takes it."""
    return evaluation.name if isinstance(evaluation, Named) else evaluation


def check_error(error: object, search: str) -> None:
    """Raises ParameterError unless it is None, a model of ``ft.error_models``, or a function."""
    if not (error is None or isinstance(error, Model) or callable(error)):
        raise ParameterError(
            f"{search}(error={error!r}): give one of ft.error_models, or a function "
            "error(state, value)"
        )


def error_described(
    error: ErrorModel | None, evaluation: Evaluation | None, game: Game
) -> dict[str, Any] | Callable[[Any, float], Any] | None:
    """An error model as the native search takes it.

    If none is given it is the one that comes with the evaluation; None if there is none.
    """
    model = _shipped(evaluation, game) if error is None else error
    return model.to_dict() if isinstance(model, Model) else model


def _shipped(evaluation: Evaluation | None, game: Game) -> Model | None:
    """The error model that comes with the evaluation, where values are of the same scale."""
    if not isinstance(game, NativeGame):
        return None
    name = evaluation.name if isinstance(evaluation, Named) else None
    if evaluation is None and game.evaluations:
        name = game.evaluations[0]
    model = None if name is None else shipped(game.name, name)
    fits = isinstance(model, Regression) and game.returns == (-model.scale, model.scale)
    return model if fits else None


def check_opposite(game: Game, search: str) -> None:
    """Raises Unsupported if the declared returns of two players can't be opposite numbers."""
    if game.players != 2 or game.returns is None:
        return
    least, most = game.returns
    if least == most or max(least, -most) < min(most, -least):
        return
    remedy = "search with ft.MaxN()"
    if isinstance(game, GDLGame):
        remedy = "load it with score='zero_sum' (-p score=zero_sum), or " + remedy
    raise Unsupported(
        f"{game.name}: the returns of the two players are from {least:g} to {most:g} and so do not "
        f"sum to 0, as they must for {search}: {remedy}"
    )


def check_two_players(game: Game, search: str) -> None:
    """Raises Unsupported unless two players play without chance, one for what the other loses."""
    if game.chance != "none":
        raise Unsupported(
            f"{game.name}: {search} is for games without chance: search with ft.Expectiminimax()"
        )
    if game.players != 2:
        other = "ft.MCTS()" if game.players == 1 else "ft.MaxN()"
        raise Unsupported(
            f"{game.name}: {search} is for two players, and this game has {game.players}: search "
            f"with {other}"
        )
    check_opposite(game, search)
