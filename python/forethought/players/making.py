"""Players out of searches and functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from forethought.errors import BudgetError, ParameterError
from forethought.players.clock import Clock
from forethought.players.course import named
from forethought.players.player import Player
from forethought.players.searching import SearchPlayer
from forethought.players.simple import FunctionPlayer
from forethought.search import Algorithm, Budget


def player(
    search: Algorithm | Callable[[Any], Any] | str,
    *,
    name: str | None = None,
    seconds: float | None = None,
    simulations: int | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    memory: int | None = None,
    confidence: float | None = None,
    clock: Clock | None = None,
    ponder: bool = False,
    keep: bool = True,
    seed: int | None = None,
) -> Player:
    """A player: a search with its time management, or a function that gives an action for a state.

    Args:
        search: a search such as ``ft.MCTS()``, a callable ``function(state)``, or the name of a
            player: those of the course on general game playing, "legal", "random",
            "compulsive_deliberation", "sequential_planning", "bounded_depth" (by mobility),
            "monte_carlo", "mcts", or "mixed" (Monte Carlo tree search at first); or "general",
            that of ``forethought ggp serve`` (Monte Carlo tree search as the game asks for it).
        name: how tables call it; made of the search and its limits if it is not given.
        seconds: time for each move. Whoever takes longer loses the game.
        simulations: root-to-leaf passes for each move.
        nodes: states generated for each move.
        depth: how deep to search for each move.
        memory: bytes that the search may hold.
        confidence: the probability that the choice is right that is enough.
        clock: time for a whole game, such as ``ft.Clock(60, 0.5)``. The player shares it out over
            the moves to come: see ``forethought.players.allotted``.
        ponder: think on the opponent's time too, in a thread. For a real clock only: what it
            finds depends on how long the others think, and it takes processor time from them if
            they run on the same machine.
        keep: keep the tree or the table from one move to the next.
        seed: of the player's random numbers; those of the match if it is not given.

    Raises BudgetError if the search needs a limit or does not know one that is given,
    ParameterError if another argument is wrong.
    """
    budget = Budget(simulations, nodes, seconds, memory, confidence, depth)
    common: dict[str, Any] = {"name": name or "", "clock": clock, "seed": seed}
    if isinstance(search, str):
        return named(search, budget, common, {"ponder": ponder, "keep": keep})
    if isinstance(search, Algorithm):
        return SearchPlayer(search=search, budget=budget, ponder=ponder, keep=keep, **common)
    if isinstance(search, Player):
        raise ParameterError(f"{search.name} is a player already: give it as it is")
    if not is_function(search):
        raise ParameterError(
            f"{search!r} can't play: give a search such as ft.MCTS(), a function of the state, or "
            "a name such as 'monte_carlo'"
        )
    wrong = [limit for limit in budget.given if limit != "seconds"]
    if wrong or ponder:
        raise BudgetError(
            f"{wrong[0] if wrong else 'ponder'}= is nothing to a function: give seconds= or clock="
        )
    return FunctionPlayer(function=search, seconds=seconds, **common)


def is_function(thing: object) -> bool:
    """Whether it can be called as it is; a class would only be made."""
    return callable(thing) and not isinstance(thing, type)


def as_player(given: Player | Algorithm | Callable[[Any], Any]) -> Player:
    """A player as it is; a search or a function without limits as a player."""
    return given if isinstance(given, Player) else player(given)
