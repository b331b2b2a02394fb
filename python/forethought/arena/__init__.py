"""Games, matches and tournaments between players: who is better, and how sure that is."""

from forethought.arena.export import games_jsonl, games_text
from forethought.arena.matches import match
from forethought.arena.openings import Opening, Openings
from forethought.arena.play import Bout, play
from forethought.arena.record import GameRecord
from forethought.arena.results import Match
from forethought.arena.runner import Progress
from forethought.arena.sprt import SPRT, Verdict
from forethought.arena.standings import Standing
from forethought.arena.statistics import Estimate
from forethought.arena.tournaments import Tournament, tournament

__all__ = [
    "SPRT",
    "Bout",
    "Estimate",
    "GameRecord",
    "Match",
    "Opening",
    "Openings",
    "Progress",
    "Standing",
    "Tournament",
    "Verdict",
    "games_jsonl",
    "games_text",
    "match",
    "play",
    "tournament",
]
