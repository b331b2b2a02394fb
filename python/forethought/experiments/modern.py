"""The extended search against alpha-beta, plain and with all its features, at equal time."""

from __future__ import annotations

from collections.abc import Sequence

from forethought.arena import SPRT
from forethought.errors import ParameterError
from forethought.experiments.contenders import AGAINST_FULL, AGAINST_PLAIN, ByClock, ByNodes
from forethought.experiments.duel import Duel, Tuning
from forethought.experiments.duels import DuelStudy
from forethought.experiments.experiment import Native
from forethought.experiments.modern_report import FULL, OTHERS, PLAIN, ModernReport
from forethought.experiments.study import Wanted
from forethought.players import player
from forethought.search import AlphaBeta

NAME = "mgss-modern"

DEPTHS = (3, 4, 5, 6, 7)
"""Of plain alpha-beta."""

OPENINGS = 500
"""The openings against plain alpha-beta; each is played with both colours."""

_NODES = {3: 300, 4: 1_000, 5: 4_000, 6: 15_000, 7: 60_000}
"""Where the tuning begins."""

TIMES = {1: 250, 3: 200, 10: 120, 30: 100, 100: 60, 300: 24, 1000: 16}
"""The openings against full alpha-beta, by the milliseconds of a move, where the test does not end
it before."""

GAMES = ("connect_four", "breakthrough", "checkers")
"""The other games, at `MILLISECONDS` a move."""

MILLISECONDS = 10
_OPENINGS = 60

TEST = SPRT(0, 35)
"""Elo 35 is a score of 55 %."""

_TUNED, _BELOW = 16, 0.97
"""Pairs of games for each limit that is tried, and the share of the opponent's time aimed at."""


def modern(wanted: Wanted) -> DuelStudy:
    """The study; of what is wanted the budgets are depths and milliseconds, the runs openings.

    Raises ParameterError if a budget is none of those that there are.
    """
    chosen = _chosen(wanted.budgets)
    duels = [
        *(_plain(n, each, wanted) for n in DEPTHS if n in chosen for each in AGAINST_PLAIN[n]),
        *(_full(n, each, wanted) for n in TIMES if n in chosen for each in AGAINST_FULL[n]),
        *(
            _other(game, each, wanted)
            for game in GAMES
            if MILLISECONDS in chosen
            for each in AGAINST_FULL[MILLISECONDS]
        ),
    ]
    return DuelStudy(
        NAME, tuple(duels), lambda played: ModernReport(wanted.command(NAME), list(played))
    )


def _chosen(given: Sequence[int] | None) -> set[int]:
    known = {*DEPTHS, *TIMES}
    if given is None:
        return known
    if not given or not set(given) <= known:
        raise ParameterError(
            f"{NAME}: budgets {sorted(given)}: give some of the depths {[*DEPTHS]} and of the "
            f"milliseconds {[*TIMES]}"
        )
    return set(given)


def _plain(depth: int, contender: str, wanted: Wanted) -> Duel:
    pairs = wanted.runs or OPENINGS
    tuning = Tuning(
        "seconds",
        share=_BELOW,
        start=1 / _NODES[depth],
        least=1e-7,
        pairs=min(pairs, _TUNED),
        tolerance=0.04,
    )
    return Duel(
        name=f"{NAME}, depth {depth}, {contender}",
        game=Native("othello"),
        player=ByNodes(contender),
        opponent=player(AlphaBeta.plain(depth), name="plain alpha-beta"),
        pairs=pairs,
        seed=wanted.seed,
        setting=tuning,
        labels={"part": PLAIN, "game": "othello", "against": depth, "contender": contender},
    )


def _full(milliseconds: int, contender: str, wanted: Wanted) -> Duel:
    return _by_clock(FULL, "othello", milliseconds, contender, TIMES[milliseconds], wanted)


def _other(game: str, contender: str, wanted: Wanted) -> Duel:
    return _by_clock(OTHERS, game, MILLISECONDS, contender, _OPENINGS, wanted)


def _by_clock(
    part: str, game: str, milliseconds: int, contender: str, pairs: int, wanted: Wanted
) -> Duel:
    seconds = milliseconds / 1000
    return Duel(
        name=f"{NAME}, {game}, {milliseconds} ms, {contender}",
        game=Native(game),
        player=ByClock(contender),
        opponent=player(AlphaBeta(), seconds=seconds, name="full alpha-beta"),
        pairs=wanted.runs or pairs,
        seed=wanted.seed,
        setting=seconds,
        sprt=TEST,
        labels={"part": part, "game": game, "against": milliseconds, "contender": contender},
    )
