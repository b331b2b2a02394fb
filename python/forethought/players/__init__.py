"""Players: a search with its time management, a function, or a program of its own.

Those of the course on general game playing have names too: ``ft.player("bounded_depth")``.
"""

from forethought.players.clock import Allowance, Clock, allotted
from forethought.players.course import NAMED
from forethought.players.deliberating import CompulsiveDeliberation
from forethought.players.general import GeneralPlayer
from forethought.players.looking_ahead import BoundedDepth
from forethought.players.making import as_player, player
from forethought.players.mixing import MixedPlayer
from forethought.players.planning import SequentialPlanning
from forethought.players.player import Player, PlayerFault, Session, text_of
from forethought.players.process import ProcessPlayer
from forethought.players.sampling import MonteCarlo
from forethought.players.searching import SearchPlayer
from forethought.players.simple import FunctionPlayer, LegalPlayer, RandomPlayer

__all__ = [
    "NAMED",
    "Allowance",
    "BoundedDepth",
    "Clock",
    "CompulsiveDeliberation",
    "FunctionPlayer",
    "GeneralPlayer",
    "LegalPlayer",
    "MixedPlayer",
    "MonteCarlo",
    "Player",
    "PlayerFault",
    "ProcessPlayer",
    "RandomPlayer",
    "SearchPlayer",
    "SequentialPlanning",
    "Session",
    "allotted",
    "as_player",
    "player",
    "text_of",
]
