"""What is kept of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

REASONS = {
    "over": "played to the end",
    "plies": "drawn: too many actions",
    "time": "lost on time",
    "silent": "lost: no answer",
    "illegal": "lost by an illegal action",
    "crash": "lost by a crash",
}
"""Why a game ended, in words."""


@dataclass(frozen=True)
class GameRecord:
    """One game of a match.

    Attributes:
        game: the name of the game.
        players: the names, by the index that each had in the game.
        pair: the number of the opening, from 0 on.
        leg: 0 or 1: which of the two games from this opening; in the second they swap.
        seed: the seed of all that was drawn in it.
        opening: the actions before the game, as texts.
        start: the state in which it began, as text.
        actions: the actions of the game, as texts; those of chance are None.
        seconds: what each action took its player; None for chance.
        movers: the index of the player of each action; None for chance.
        nodes: what each action's search generated; None for chance and where there is no search.
        thought: the seconds that each action's search took by itself; None in the same places.
        points: 1, 1/2 or 0 for each player.
        returns: what the game paid each player until it ended.
        reason: "over" (by the rules), "plies" (a draw, as it took too many actions), or what it
            was lost by: "time", "silent", "illegal" or "crash".
        loser: the index of the player who lost by a fault, or None.
        detail: the fault in words.
        output: the end of what that player printed.
    """

    game: str
    players: tuple[str, str]
    pair: int
    leg: int
    seed: int
    opening: tuple[str, ...]
    start: str
    actions: tuple[str | None, ...]
    seconds: tuple[float | None, ...]
    points: tuple[float, float]
    returns: tuple[float, ...]
    reason: str
    movers: tuple[int | None, ...] = ()
    nodes: tuple[int | None, ...] = ()
    thought: tuple[float | None, ...] = ()
    loser: int | None = None
    detail: str = ""
    output: str = ""

    def points_of(self, name: str) -> float:
        """The points of the player of this name."""
        return self.points[self.players.index(name)]

    @property
    def result(self) -> str:
        """1-0, 0-1 or 1/2-1/2, the first player of the game first."""
        return {1.0: "1-0", 0.0: "0-1"}.get(self.points[0], "1/2-1/2")

    def to_dict(self) -> dict[str, Any]:
        """The record as plain values for JSON."""
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in asdict(self).items()
        }

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> GameRecord:
        """The record that ``to_dict`` gave."""
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in plain.items()
        }
        return cls(**values)
