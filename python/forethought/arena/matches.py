"""A match between two players."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from forethought.arena.contest import Contest, pairs_of
from forethought.arena.play import MARGIN, MOST_PLIES
from forethought.arena.record import GameRecord
from forethought.arena.results import Match
from forethought.arena.runner import Progress, carry_out
from forethought.arena.sprt import SPRT
from forethought.game import Game
from forethought.players import Player, as_player
from forethought.rng import derived_seed
from forethought.search import Algorithm

Playing = Player | Algorithm | Callable[[Any], Any]

OPENING = 4
"""Random actions before each game, unless said otherwise."""


def match(
    first: Playing,
    second: Playing,
    game: Game,
    *,
    games: int = 100,
    openings: int | Sequence[Any] = OPENING,
    seed: int | None = None,
    workers: int = 1,
    sprt: SPRT | None = None,
    max_plies: int = MOST_PLIES,
    margin: float = MARGIN,
    store: str | Path | None = None,
    name: str = "match",
    progress: Callable[[Progress], None] | None = None,
) -> Match:
    """Lets two players play pairs of games: each opening twice, with places changed.

    A player that raises an exception, plays an illegal action, or takes too long loses the game,
    with the reason in its record; the match goes on. A score is 1 for a game won, 1/2 for a draw;
    who was paid more has won.

    Args:
        first: a player (see ``ft.player``); a function of the state is one too.
        second: its opponent.
        game: a game of two players.
        games: how many at most, an even number.
        openings: the number of random actions before each game, different openings for different
            pairs as far as there are some; or a list of openings, each a list of actions or a
            state. Without any, players that draw nothing play the same game again and again.
        seed: of all that is drawn. If it is not given it is drawn, or, with a store, made of
            ``name``.
        workers: processes that play; 1 plays in this one. With limits in counts the games are the
            same on any number. With more, a script must make its calls under
            ``if __name__ == "__main__":``. More than there are processors take time from players
            that have a clock.
        sprt: a test that ends the match as soon as it is decided.
        max_plies: actions after which a game is drawn.
        margin: seconds by which a player may be late.
        store: where games are kept as they end: a SQLite file, or a SQLAlchemy URL. The same call
            again plays what is lacking.
        name: under which the games are kept there.
        progress: is called after each game.

    Raises ParameterError, Unsupported, StoreError; what the game itself raises passes through.
    """
    players = (as_player(first), as_player(second))
    contest = Contest(
        name=name,
        game=game,
        pairings=(players,),
        pairs=pairs_of(games),
        openings=openings,
        seed=drawn_seed(seed, name, store),
        max_plies=max_plies,
        margin=margin,
        sprt=sprt,
    )
    records = kept(contest, store, workers, progress)
    one, other = (player.name for player in players)
    return Match(one, other, game.name, tuple(records), contest.seed, sprt)


def drawn_seed(seed: int | None, name: str, store: str | Path | None) -> int:
    """A seed; with a store the same each time, so that the same call goes on."""
    if seed is not None:
        return seed
    return secrets.randbits(63) if store is None else derived_seed(name)


def kept(
    contest: Contest,
    store: str | Path | None,
    workers: int,
    progress: Callable[[Progress], None] | None,
) -> list[GameRecord]:
    """Carries a contest out, with the store open if there is one."""
    if store is None:
        return carry_out(contest, workers=workers, progress=progress)
    from forethought.arena.store import GameStore

    with GameStore(store) as opened:
        return carry_out(contest, opened, workers=workers, progress=progress)
