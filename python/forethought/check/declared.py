"""What a class of games declares."""

from typing import Any

from forethought.arguments import is_number
from forethought.check.content import text_of
from forethought.check.ledger import Ledger
from forethought.game import Game


def check_class(ledger: Ledger) -> bool:
    """Notes what the class declares wrongly; gives whether the game can be played at all."""
    _check_numbers(ledger)
    kind = type(ledger.game)
    missing = [m for m in ("initial", "turn", "actions") if getattr(kind, m) is getattr(Game, m)]
    for method in missing:
        ledger.note("missing-method", f"{kind.__name__} does not define {method}", method)
    return not missing and bool(_check_step_methods(ledger))


def players_of(game: Game) -> int | None:
    """How many players there are, or None where that is declared wrongly."""
    return game.players if _counts(game.players) else None


def methods_to_step(game: Game) -> tuple[str, ...]:
    """The methods that a search may ask for what follows; the first one is played with."""
    if _says_chance(game) or len(game.step_methods) == 1:
        by_chance = {"none": ("apply",), "explicit": ("sample", "outcomes"), "sampled": ("sample",)}
        return tuple(m for m in by_chance[game.chance] if m in game.step_methods)
    return game.step_methods[:1]


def _check_step_methods(ledger: Ledger) -> tuple[str, ...]:
    game = ledger.game
    methods = methods_to_step(game)
    if not methods:
        ledger.note("no-step-method", "none of apply, outcomes and sample is defined")
    elif len(game.step_methods) > 1 and not _says_chance(game):
        both = " and ".join(game.step_methods)
        ledger.note("several-step-methods", f"{both} are defined")
    return methods


def _says_chance(game: Game) -> bool:
    """Whether the class says itself which methods hold, as the library's own games do."""
    return type(game).chance is not Game.chance


def _check_numbers(ledger: Ledger) -> None:
    game = ledger.game
    if not _counts(game.players):
        ledger.note("players", f"players is {text_of(game.players)}")
    if game.horizon is not None and not _counts(game.horizon):
        ledger.note("horizon", f"horizon is {text_of(game.horizon)}")
    if game.returns is not None and not _is_interval(game.returns):
        ledger.note("returns", f"returns is {text_of(game.returns)}")


def _counts(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _is_interval(value: Any) -> bool:
    if not isinstance(value, tuple | list) or len(value) != 2:
        return False
    return all(map(is_number, value)) and bool(value[0] <= value[1])
