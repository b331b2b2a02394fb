"""Games written in the Game Description Language (GDL): rule sheets, in prefix or infix form.

``ft.gdl.load`` makes a game of one, ``ft.gdl.check`` says what is wrong with one, and
``ft.gdl.outline`` says what one is about. ``ft.gdl.names`` has those that come with the package.
"""

from forethought.gdl.diagnostic import Diagnostic
from forethought.gdl.game import GDLGame, Source, check, load
from forethought.gdl.outline import Outline, Relation, outline
from forethought.gdl.shipped import names

__all__ = [
    "Diagnostic",
    "GDLGame",
    "Outline",
    "Relation",
    "Source",
    "check",
    "load",
    "names",
    "outline",
]
