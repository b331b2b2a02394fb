"""States in the middle of a play, to search from where a whole game would take too long."""

from typing import Any

import forethought as ft


def late(game: ft.Game, plies: int, seed: int = 1) -> Any:
    """The state after so many random actions, and then after chance until a player is to move."""
    rng, state = ft.Rng(seed), game.initial()
    done = 0
    while game.turn(state) == ft.CHANCE or done < plies:
        action = None
        if game.turn(state) != ft.CHANCE:
            action, done = rng.choice(list(game.actions(state))), done + 1
        step = game.apply if game.chance == "none" else game.sample
        arguments = (state, action) if game.chance == "none" else (state, action, rng)
        state = step(*arguments)[1]
    return state
