"""`python -m benchmarks.strength [NAME...]` plays the matches and keeps a record of each.

A match is stored as its games end, so that the same command again goes on after a stop.
"""

import argparse
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

import forethought as ft
from benchmarks.report import machine
from benchmarks.strength.opponents import OpenSpiel, Reversi
from forethought.arena import GameRecord, Match, Openings, Progress
from forethought.players import Player

RECORD = Path(__file__).parents[2] / "record" / "strength"
PLIES = 8
"""Random actions before each game."""
SEED = 2026
SHARE = 0.5
"""Our limit as a part of the mean time that the opponent takes for a move: a move takes longer than
its limit, and must not take longer than theirs."""


@dataclass(frozen=True)
class Pairing:
    """A match to be played: the opponent, games, the score to reach, and our seconds a move.

    Without seconds we take a share of what the opponent took in a few games beforehand.
    """

    opponent: Callable[[], Player]
    games: int
    wanted: float
    seconds: float | None = None


def openings(games: int) -> dict[object, tuple[str, ...]]:
    """The actions that lead to each state in which one of so many games begins."""
    made = Openings(ft.games.othello(), PLIES, SEED)
    return {made[pair].state: made[pair].actions for pair in range(games // 2)}


PAIRINGS = {
    "openspiel": Pairing(lambda: OpenSpiel(thinks=1.0, openings=openings(40)), 40, 0.95, 1.0),
    "mcts": Pairing(lambda: ft.player(ft.MCTS(), seconds=1.0), 40, 0.6, 1.0),
    "depth-5": Pairing(lambda: Reversi(depth=5), 100, 0.8),
    "playouts-10000": Pairing(lambda: Reversi(playouts=10_000), 100, 0.8),
}


def ours(seconds: float) -> Player:
    """Our alpha-beta with its own evaluation."""
    return ft.player(ft.AlphaBeta(), seconds=seconds, name=f"AlphaBeta {seconds:.3g} s")


def times(games: tuple[GameRecord, ...], name: str) -> list[float]:
    """The seconds of every move of a player."""
    return [
        seconds
        for record in games
        for ply, seconds in enumerate(record.seconds)
        if seconds is not None and record.players[mover(record, ply)] == name
    ]


def mover(record: GameRecord, ply: int) -> int:
    """Who made a move: passes are moves too, so that the players take turns."""
    first = 0 if record.start.endswith("X") else 1
    return (first + ply) % 2


def share(opponent: Player) -> float:
    """Our seconds a move against an opponent that has no limit in time."""
    tried = ft.match(ours(0.02), opponent, ft.games.othello(), games=6, openings=PLIES, seed=1)
    return round(SHARE * mean(times(tried.games, opponent.name)), 4)


def told(progress: Progress) -> None:
    """A line after each game."""
    print(f"{progress.done} of {progress.total}, {progress.eta:.0f} s left", flush=True)


def play(name: str, pairing: Pairing, workers: int, store: str) -> None:
    """Plays a match and writes its record."""
    opponent = pairing.opponent()
    seconds = pairing.seconds or share(opponent)
    result = ft.match(
        ours(seconds),
        opponent,
        ft.games.othello(),
        games=pairing.games,
        openings=PLIES,
        seed=SEED,
        workers=workers,
        margin=5.0,
        # Where our time is measured first it differs from run to run, and so would the match.
        store=None if pairing.seconds is None else store,
        name=name,
        progress=told,
    )
    report = summary(result, pairing)
    print(result)
    print(json.dumps(report, indent=1))
    RECORD.mkdir(parents=True, exist_ok=True)
    (RECORD / f"{name}.json").write_text(json.dumps(report, indent=1) + "\n")


def summary(result: Match, pairing: Pairing) -> dict[str, object]:
    """What is kept of a match."""
    mine, theirs = (times(result.games, each) for each in (result.first, result.second))
    return {
        "players": [result.first, result.second],
        "games": len(result.games),
        "wins": result.wins,
        "draws": result.draws,
        "losses": result.losses,
        "score": result.score,
        "wanted": pairing.wanted,
        "elo": str(result.estimate),
        "seconds a move": [round(mean(mine), 5), round(mean(theirs), 5)],
        "seconds in all": [round(sum(mine), 2), round(sum(theirs), 2)],
        "reasons": sorted({record.reason for record in result.games}),
        "plies of the openings": PLIES,
        "seed": SEED,
        "machine": machine(),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *PAIRINGS], help="which matches; all")
    parser.add_argument("--workers", type=int, default=1, help="games at the same time")
    parser.add_argument("--store", default="strength.sqlite", help="where long matches are kept")
    given = parser.parse_args()
    for name in given.names or PAIRINGS:
        play(name, PAIRINGS[name], given.workers, given.store)


if __name__ == "__main__":
    main()
