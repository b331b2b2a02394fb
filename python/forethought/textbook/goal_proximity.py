"""Goal proximity: what a rule sheet would pay if the play were over at a state where it is not.

The course takes it for an evaluation: findreward(role, state) at any state. The games of this
library pay at the end alone, but a sheet may say what any state is worth: ``GDLGame.goals``.
"""

from typing import Any

from forethought.errors import Unsupported
from forethought.game import Game
from forethought.gdl import GDLGame
from forethought.textbook.bounded_depth import Heuristic


def goal_proximity(game: Game, player: int) -> Heuristic:
    """The goal value of a player at any state of a rule sheet, from 0 to 100.

    As at the end of a play it is 0 where the sheet gives none, and the largest where it gives
    several. Raises Unsupported for another game.
    """
    if not isinstance(game, GDLGame):
        raise Unsupported(
            f"{game.name} is no rule sheet, so that only its ends have goals: give an evaluation"
        )
    place = game.roles.index(game.player_roles[player])

    def judge(state: Any) -> float:
        return float(max(game.goals(state)[place], default=0))

    return judge
