"""Games written in the Game Description Language (GDL): rule sheets, in prefix or infix form.

``ft.gdl.load`` makes a game of one, ``ft.gdl.check`` says what is wrong with one, and
``ft.gdl.outline`` says what one is about. ``ft.gdl.names`` has those that come with the package.
"""

from forethought.gdl.diagnostic import Diagnostic
from forethought.gdl.game import GDLGame, OddGoals, Playouts, Source, check, load
from forethought.gdl.outline import Outline, Relation, Symmetries, outline
from forethought.gdl.shipped import names

__all__ = [
    "Diagnostic",
    "GDLGame",
    "OddGoals",
    "Outline",
    "Playouts",
    "Relation",
    "Source",
    "Symmetries",
    "check",
    "load",
    "names",
    "outline",
]
