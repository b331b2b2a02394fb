"""Players: a search with its time management, a function, or a program of its own."""

from forethought.players.clock import Allowance, Clock, allotted
from forethought.players.making import as_player, player
from forethought.players.player import Player, PlayerFault, Session, text_of
from forethought.players.process import ProcessPlayer
from forethought.players.searching import SearchPlayer
from forethought.players.simple import FunctionPlayer, RandomPlayer

__all__ = [
    "Allowance",
    "Clock",
    "FunctionPlayer",
    "Player",
    "PlayerFault",
    "ProcessPlayer",
    "RandomPlayer",
    "SearchPlayer",
    "Session",
    "allotted",
    "as_player",
    "player",
    "text_of",
]
