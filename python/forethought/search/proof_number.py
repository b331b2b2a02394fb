"""Proof-number search."""

from dataclasses import dataclass, field
from typing import Any, ClassVar

from forethought.arguments import is_number, whole
from forethought.errors import ParameterError, Unsupported
from forethought.game import Game
from forethought.search.algorithm import Algorithm
from forethought.search.lookahead import check_two_players

_GOALS = ("win", "draw", "outcome")


@dataclass(frozen=True)
class ProofNumber(Algorithm):
    """Proof-number search, depth first (Allis 1994; Nagai 2002: df-pn).

    It proves whether the player to move can be sure of a given return, in a zero-sum game of two
    players without chance, and takes an action that is. It goes where the proof, or the disproof,
    needs the fewest states by what is known, so it is at its best where one side has few replies.
    Once it is proven or refuted, ``Decision.proven`` says so. A row of the table then has a "lower"
    bound on what the action pays (proven), an "upper" bound (refuted), or the "exact" value. A play
    that comes round to a state can do so for ever, and pays nothing more. A node is a state
    generated, each time it is.

    Attributes:
        goal: what to prove: a "win", a return above the middle of the game's ``returns``; a "draw",
            the middle at least; or the "outcome": if it is no win, whether it is a draw.
        at_least: the return to prove, in place of a goal; needed where the game declares no
            ``returns``.
        table: bytes of the table of states already searched; 0 for none. A small one costs time,
            and changes no answer.
    """

    limits: ClassVar = frozenset({"nodes", "seconds", "memory", "until"})

    goal: str = "win"
    at_least: float | None = None
    table: int = field(default=2**28, kw_only=True)

    def __post_init__(self) -> None:
        if self.goal not in _GOALS:
            raise ParameterError(
                f"ProofNumber(goal={self.goal!r}): give one of {', '.join(_GOALS)}"
            )
        if self.at_least is not None and not is_number(self.at_least):
            raise ParameterError(f"ProofNumber(at_least={self.at_least!r}): give a number")
        if self.at_least is not None and self.goal != "win":
            raise ParameterError(
                f"ProofNumber(goal={self.goal!r}, at_least={self.at_least!r}): give one of them"
            )
        object.__setattr__(self, "table", whole(self.table, "ProofNumber(table)", 0))

    def check(self, game: Game) -> None:
        """Raises Unsupported unless two players play without chance, and the goal is known."""
        check_two_players(game, "ProofNumber")
        if self.at_least is None and game.returns is None:
            raise Unsupported(
                f"{game.name}: what a win is can't be told without the returns of the game: give "
                "ProofNumber(at_least=...), or declare returns"
            )

    def describe(self, game: Game, budget: int | None) -> dict[str, Any]:  # noqa: ARG002
        """The parts as the native search takes them."""
        return {"search": "proof_number", "goals": self._goals(game), "table": self.table}

    def _goals(self, game: Game) -> list[tuple[float, bool]]:
        """The returns to be sure of in turn, and whether more than them is wanted."""
        if self.at_least is not None:
            return [(float(self.at_least), False)]
        assert game.returns is not None
        low, high = game.returns
        middle = low + (high - low) / 2
        win, draw = (middle, True), (middle, False)
        return {"win": [win], "draw": [draw], "outcome": [win, draw]}[self.goal]
