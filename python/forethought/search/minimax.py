"""Minimax search."""

from dataclasses import dataclass
from typing import Any, ClassVar

from forethought.evaluations import Named
from forethought.game import Game
from forethought.search.algorithm import Algorithm
from forethought.search.lookahead import (
    Evaluation,
    check_depth,
    check_evaluation,
    check_two_players,
    described,
)


@dataclass(frozen=True)
class Minimax(Algorithm):
    """Minimax search of a zero-sum game of two players without chance: every line of play.

    It is there to learn from, and to compare others with: ``ft.AlphaBeta`` finds the same value
    with far fewer nodes. Every state that it comes to counts as a node, the root included. A play
    that comes back to a state is a draw: it pays nothing more.

    Attributes:
        depth: how many actions to look ahead, 1 to 1000; to the end of every play if not given.
        evaluation: what a state is worth where the looking ahead ends: a function
            ``evaluation(state)`` that gives a number per player or that of player 0, or one of
            ``ft.evaluations``; if not given the game's own, or 0 if it has none.
    """

    limits: ClassVar = frozenset({"nodes", "seconds", "until"})

    depth: int | None = None
    evaluation: Evaluation | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "depth", check_depth(self.depth, "Minimax"))
        check_evaluation(self.evaluation, "Minimax")

    @property
    def ends_by_itself(self) -> bool:
        """Whether it comes to an end without any limit."""
        return True

    def check(self, game: Game) -> None:
        """Raises Unsupported unless two players play without chance."""
        check_two_players(game, "Minimax")
        if isinstance(self.evaluation, Named):
            self.evaluation.check(game)

    def describe(self, game: Game, budget: int | None) -> dict[str, Any]:  # noqa: ARG002
        """The parts as the native search takes them."""
        return {
            "search": "minimax",
            "depth": self.depth,
            "evaluation": described(self.evaluation),
        }
