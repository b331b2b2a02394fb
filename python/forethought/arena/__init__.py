"""Games, matches and tournaments between players: who is better, and how sure that is."""

from forethought.arena.matches import match
from forethought.arena.openings import Opening, Openings
from forethought.arena.play import Bout, play
from forethought.arena.ratings import Rating, rate
from forethought.arena.record import GameRecord
from forethought.arena.results import Match
from forethought.arena.runner import Progress
from forethought.arena.sprt import SPRT, Verdict
from forethought.arena.statistics import Estimate
from forethought.arena.store import GameStore

__all__ = [
    "SPRT",
    "Bout",
    "Estimate",
    "GameRecord",
    "GameStore",
    "Match",
    "Opening",
    "Openings",
    "Progress",
    "Rating",
    "Verdict",
    "match",
    "play",
    "rate",
]
