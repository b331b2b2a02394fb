"""What a rule sheet is about, as far as its text and some random plays show."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from forethought import _native
from forethought.arguments import seed_of, whole
from forethought.errors import RuleError
from forethought.game import CHANCE, OVER, actions_of, step
from forethought.gdl.game import GDLGame
from forethought.rng import Rng

_LONGEST = 1000
"""Steps after which a play is left."""

Choosers = tuple[str, ...]


class Relation(NamedTuple):
    """A relation of the sheet's own: its rules and facts, and whether no state changes it."""

    name: str
    arity: int
    rules: int
    static: bool


@dataclass(frozen=True)
class Symmetries:
    """Permutations of fluents and of each role's moves under which the rules and the start stay.

    They are looked for in the net, where every rule is written out for all values. A symmetry that
    exchanges roles is not looked for.

    Attributes:
        count: how many were found, with the one that changes nothing.
        complete: whether those are all: the search has an end.
        kinds: by role the moves that can take each other's place.
    """

    count: float
    complete: bool
    kinds: dict[str, tuple[tuple[str, ...], ...]]


@dataclass(frozen=True)
class Outline:
    """What a rule sheet is about.

    Attributes:
        roles: the roles in order, ``random`` included.
        fluents: name and number of terms of what a state may hold.
        moves: the same of moves.
        relations: the relations that are no keywords.
        initial: the fluents at the start.
        first_moves: the legal moves at the start, of each role that has a choice there.
        turns: the roles that choose in each step, which repeat; None if no such order showed.
        simultaneous: whether several roles had a choice at once.
        plays: random plays that this was seen in.
        steps: the steps in all of them.
        odd_ends: those of the plays that ended where the sheet gives some player no goal value, so
            that 0 is paid, or several, so that the largest is.
        ended: those of the plays that came to their end.
        fault: what the rules lack, as a play showed, which went no further; empty if nothing.
        stay: the fluents that stay once they hold; None if the rules could not be compiled.
        go: the fluents that never come back once they don't hold; None likewise.
        symmetries: what was found of them; None likewise.
    """

    roles: tuple[str, ...]
    fluents: tuple[tuple[str, int], ...]
    moves: tuple[tuple[str, int], ...]
    relations: tuple[Relation, ...]
    initial: tuple[str, ...]
    first_moves: dict[str, tuple[str, ...]]
    turns: tuple[Choosers, ...] | None
    simultaneous: bool
    plays: int
    steps: int
    odd_ends: int
    ended: int
    fault: str
    stay: tuple[str, ...] | None
    go: tuple[str, ...] | None
    symmetries: Symmetries | None

    def to_dict(self) -> dict[str, Any]:
        """The same as plain values."""
        relations = [relation._asdict() for relation in self.relations]
        return {**asdict(self), "relations": relations}


def outline(game: GDLGame, plays: int = 20, seed: int = 0) -> Outline:
    """What the sheet of a game is about.

    Args:
        game: the game of ``ft.gdl.load``.
        plays: random plays to watch for the turn order, at least 1; each 1000 steps at most.
        seed: their seed.

    Raises:
        ParameterError: for a number out of range.
    """
    whole(plays, "plays", 1)
    rng = Rng(seed_of(seed), "outline")
    fluents, moves, relations = _native.gdl_outline(game.rules)
    watched, ends, faults = zip(*(_watched(game, rng) for _ in range(plays)), strict=True)
    over = [state for state in ends if game.over(state)]
    game.compile()
    latches = game.rules_native.latches()
    stay, go = (None, None) if latches is None else (tuple(latches[0]), tuple(latches[1]))
    return Outline(
        roles=game.roles,
        fluents=tuple(fluents),
        moves=tuple(moves),
        relations=tuple(Relation(*relation) for relation in relations),
        initial=game.initial(),
        first_moves=_first_moves(game, rng),
        turns=_turns(watched, len(game.roles)),
        simultaneous=any(len(roles) > 1 for play in watched for roles in play),
        plays=plays,
        steps=sum(map(len, watched)),
        odd_ends=sum(_is_odd(game, state) for state in over),
        ended=len(over),
        fault=next(filter(None, faults), ""),
        stay=stay,
        go=go,
        symmetries=_symmetries(game),
    )


def _symmetries(game: GDLGame) -> Symmetries | None:
    found = game.rules_native.symmetries()
    if found is None:
        return None
    count, complete, kinds = found
    named = zip(game.roles, kinds, strict=True)
    return Symmetries(count, complete, {r: tuple(map(tuple, k)) for r, k in named if k})


def _asked(game: GDLGame, state: Any) -> tuple[str, list[Any]]:
    """Who decides at a state, and what it may do."""
    turn = game.turn(state)
    role = game.player_roles[turn] if turn >= 0 else "random"
    return role, actions_of(game, state)


def _is_between(state: tuple[str, ...]) -> bool:
    """Whether some roles have chosen in this step, and others have not."""
    return bool(state) and state[-1].startswith("(does ")


def _watched(game: GDLGame, rng: Rng) -> tuple[list[Choosers], Any, str]:
    """The roles that have a choice in each step of a random play, its last state, and its fault."""
    state, choosers = game.initial(), list[Choosers]()
    try:
        while game.turn(state) != OVER and len(choosers) < _LONGEST:
            chose, state = _step(game, state, rng)
            choosers.append(chose)
    except RuleError as fault:
        return choosers, state, str(fault)
    return choosers, state, ""


def _step(game: GDLGame, state: Any, rng: Rng) -> tuple[Choosers, Any]:
    """The roles that have a choice in a random step, and the state after it."""
    chose: list[str] = []
    while not chose or _is_between(state):
        role, actions = _asked(game, state)
        choice = len(actions) > 1 or game.turn(state) == CHANCE
        _, state = step(game, state, rng.choice(actions), rng)
        chose.append(role if choice else "")
    return tuple(filter(None, chose)), state


def _is_odd(game: GDLGame, state: Any) -> bool:
    """Whether some player has no goal value at an end, or several."""
    goals = zip(game.roles, game.goals(state), strict=True)
    counts = [len(values) for role, values in goals if role in game.player_roles]
    return any(count != 1 for count in counts)


def _first_moves(game: GDLGame, rng: Rng) -> dict[str, tuple[str, ...]]:
    state, found = game.initial(), {}
    with suppress(RuleError):
        while game.turn(state) >= 0:
            role, actions = _asked(game, state)
            found[role] = tuple(actions)
            _, state = step(game, state, actions[0], rng)
            if not _is_between(state):
                break
    return found


def _turns(plays: Sequence[list[Choosers]], longest: int) -> tuple[Choosers, ...] | None:
    """The shortest order that repeats; a role may now and then have but one move in its turn."""
    for period in range(1, longest + 1):
        places = [[c for play in plays for c in play[place::period]] for place in range(period)]
        widest = [max(seen, key=len, default=()) for seen in places]
        alike = [all(set(c) <= set(w) for c in s) for s, w in zip(places, widest, strict=True)]
        if all(alike):
            return tuple(widest)
    return None
