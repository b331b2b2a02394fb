"""Does a game keep its promises? Random plays, and every broken promise with its fix."""

from forethought.check.declared import check_class
from forethought.check.ledger import FAILED, Ledger
from forethought.check.promises import PROMISES
from forethought.check.report import Problem, Report
from forethought.check.walk import Walk
from forethought.errors import ParameterError
from forethought.game import Game

__all__ = ["Problem", "Report", "check"]

_MOST_STEPS = 50_000


def check(game: Game, plays: int = 100, seed: int = 0) -> Report:
    """Plays a game at random and reports every promise that it breaks.

    A game whose plays are very long is left after 50 000 steps; the report says how many plays
    there were. What a method raises becomes a problem in the report.

    Args:
        game: the game, an instance.
        plays: how many plays, at least 1.
        seed: the seed of the plays.

    Returns:
        The report: ``ok``, ``problems``, ``to_dict()``, ``raise_if_broken()``.

    Raises:
        ParameterError: if this is no game, or plays or seed is out of range.
    """
    _check_arguments(game, plays)
    ledger = Ledger(game)
    walk = Walk(ledger, seed)
    played = _play(walk, plays) if check_class(ledger) else 0
    tried = tuple(promise for promise in PROMISES if promise in ledger.tried)
    return Report(game.name, ledger.problems, tried, played, walk.steps, seed)


def _play(walk: Walk, plays: int) -> int:
    state = walk.initial()
    if state is FAILED:
        return 0
    for play in range(plays):
        if not walk.play(state) or walk.steps >= _MOST_STEPS:
            return play + 1
    return plays


def _check_arguments(game: object, plays: object) -> None:
    if isinstance(game, type) and issubclass(game, Game):
        raise ParameterError(f"{game.__name__} is a class: give a game, {game.__name__}()")
    if not isinstance(game, Game):
        raise ParameterError(f"{game!r} is no game: derive its class from forethought.Game")
    if isinstance(plays, bool) or not isinstance(plays, int) or plays < 1:
        raise ParameterError(f"plays={plays!r}: give a whole number of at least 1")
