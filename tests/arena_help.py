"""What the tests of players and of the arena share."""

from pathlib import Path
from typing import Any

import forethought as ft

GAME = ft.games.connect_four()
_ZOO = Path(__file__).parent / "zoo" / "players.py"


def bad(function: str, **named: Any) -> ft.ProcessPlayer:
    """A function of the zoo in a process of its own."""
    return ft.ProcessPlayer(f"{_ZOO}:{function}", **{"name": function, "seconds": 20, **named})
