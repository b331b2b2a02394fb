"""Players by name: those of the course on general game playing, and ``general``."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from typing import Any

from forethought.errors import BudgetError, ParameterError
from forethought.players.deliberating import CompulsiveDeliberation
from forethought.players.general import TOGETHER, GeneralPlayer
from forethought.players.looking_ahead import BoundedDepth
from forethought.players.mixing import MixedPlayer
from forethought.players.planning import SequentialPlanning
from forethought.players.player import Player
from forethought.players.sampling import MonteCarlo
from forethought.players.searching import SearchPlayer
from forethought.players.simple import LegalPlayer, RandomPlayer
from forethought.search import MCTS, Budget

Limits = dict[str, Any]
Make = Callable[[Budget, Limits, Limits], Player]
"""Makes a player of its limits, of what all players take, and of how a search is to play."""


def named(name: str, budget: Budget, common: Limits, how: Limits) -> Player:
    """The player of a name; ``common`` is what every player takes but its seconds.

    ``how`` are ``ponder`` and ``keep``, which are for players that search a tree.

    Raises ParameterError for another name, BudgetError for a limit that the player does not know
    or needs.
    """
    if name not in NAMED:
        near = get_close_matches(name.lower(), NAMED, 1, 0.5)
        hint = f"did you mean {near[0]!r}?" if near else f"give one of {', '.join(NAMED)}"
        raise ParameterError(f"there is no player {name!r}: {hint}")
    known, make = NAMED[name]
    wrong = [limit for limit in budget.given if limit not in (*known, "seconds")]
    if wrong:
        listed = ", ".join(f"{limit}=" for limit in (*known, "seconds", "clock"))
        raise BudgetError(f"{wrong[0]}= is no limit of {name}: give one of {listed}")
    if how["ponder"] and name not in _TREES:
        raise BudgetError(f"ponder= is nothing to {name}: leave it out")
    return make(budget, common, how)


def _simple(kind: Callable[..., Player], *counts: str) -> Make:
    """Makes a player of a class that takes its limits by name."""

    def make(budget: Budget, common: Limits, _: Limits) -> Player:
        given = {name: getattr(budget, name) for name in counts}
        return kind(seconds=budget.seconds, **given, **common)

    return make


def _mobile(budget: Budget, common: Limits, _: Limits) -> Player:
    return BoundedDepth(mobility=1.0, depth=budget.depth, seconds=budget.seconds, **common)


def _tree(budget: Budget, common: Limits, how: Limits) -> SearchPlayer:
    return SearchPlayer(search=MCTS(), budget=budget, **common, **how)


def _general(budget: Budget, common: Limits, how: Limits) -> Player:
    parts = {**common, "name": ""}
    return GeneralPlayer(
        in_turn=_tree(budget, parts, how),
        together=SearchPlayer(search=TOGETHER, budget=budget, **parts, **how),
        seconds=budget.seconds,
        **common,
    )


def _mixed(budget: Budget, common: Limits, how: Limits) -> Player:
    first = _tree(budget, {**common, "name": ""}, how)
    return MixedPlayer(first=first, seconds=budget.seconds, **common)


_TREES = ("mcts", "general", "mixed")
_COUNTS = ("simulations", "nodes", "memory", "confidence")

NAMED: dict[str, tuple[tuple[str, ...], Make]] = {
    "legal": ((), _simple(LegalPlayer)),
    "random": ((), _simple(RandomPlayer)),
    "compulsive_deliberation": ((), _simple(CompulsiveDeliberation)),
    "sequential_planning": ((), _simple(SequentialPlanning)),
    "bounded_depth": (("depth",), _mobile),
    "monte_carlo": (("simulations",), _simple(MonteCarlo, "simulations")),
    "mcts": (_COUNTS, _tree),
    "general": (_COUNTS, _general),
    "mixed": (_COUNTS, _mixed),
}
"""Names of players: the limits besides time that each knows, and how it is made."""
