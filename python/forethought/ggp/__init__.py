"""The protocol of general game playing (GGP): a player that takes part, and a referee.

``ggp.Session`` is the player free of input and output, ``ggp.serving`` puts it on HTTP;
``ggp.Referee`` plays a match between players that are asked by the same protocol.
"""

from forethought.ggp.contact import Contact, HttpContact, LocalContact, NoConnectionError
from forethought.ggp.match import Pending
from forethought.ggp.record import MatchRecord
from forethought.ggp.referee import Conditions, Referee, seated
from forethought.ggp.rules import Rules
from forethought.ggp.scramble import Scrambler
from forethought.ggp.series import Result, Series, Standing, standings
from forethought.ggp.server import PORT, serving
from forethought.ggp.session import Session
from forethought.ggp.terms import Limits, MessageError
from forethought.ggp.thinker import ProcessThinker, Thinker

__all__ = [
    "PORT",
    "Conditions",
    "Contact",
    "HttpContact",
    "Limits",
    "LocalContact",
    "MatchRecord",
    "MessageError",
    "NoConnectionError",
    "Pending",
    "ProcessThinker",
    "Referee",
    "Result",
    "Rules",
    "Scrambler",
    "Series",
    "Session",
    "Standing",
    "Thinker",
    "seated",
    "serving",
    "standings",
]
