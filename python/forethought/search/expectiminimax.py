"""Expectiminimax and its pruning at chance."""

from dataclasses import dataclass, field
from typing import Any, ClassVar

from forethought.errors import ParameterError, Unsupported
from forethought.evaluations import Named
from forethought.game import Game
from forethought.search.algorithm import Algorithm
from forethought.search.lookahead import (
    Evaluation,
    check_depth,
    check_evaluation,
    check_opposite,
    described,
)

_PRUNING = ("star1", "star2", None)


@dataclass(frozen=True)
class Expectiminimax(Algorithm):
    """Expectiminimax: minimax with chance, which is averaged (Michie 1966).

    For one player, or two whose rewards sum to 0, and chance that the game lists. It finds the
    value at a depth and an action that attains it. With ``depth`` it ends by itself; else it goes
    deeper until a limit is reached, or until every play is searched to its end. A node is a state
    that it comes to, the root included, in every iteration; those of the random plays that
    pruning needs at a root within a play count too.

    With pruning, alpha-beta is at work where players decide, and Star1 or Star2 (Ballard 1983) at
    chance. These leave out outcomes that can't change the decision, and must know for that how much
    those not yet seen could be worth: the game must declare its ``returns``, and the evaluation
    must keep to them. Without chance they are not needed.

    Attributes:
        depth: how many actions to look ahead, those of chance included, 1 to 1000; as deep as
            there is time for if not given. An action with the outcome that follows it is one, a
            turn of chance is another.
        evaluation: what a state is worth where the looking ahead ends: a function
            ``evaluation(state)`` that gives a number per player or that of player 0, or one of
            ``ft.evaluations``; if not given the game's own, or 0 if it has none. Its scale matters:
            only positive linear changes of it leave the decision as it is.
        pruning: "star2", which looks at one action behind each outcome first; "star1"; or None to
            search everything, in the order of the game. With pruning, actions with a larger
            ``hint`` of the game come first.
        iterative: search one action deep, then two, and so on; else ``depth`` at once.
    """

    limits: ClassVar = frozenset({"nodes", "seconds", "memory", "depth", "until"})

    depth: int | None = None
    evaluation: Evaluation | None = None
    pruning: str | None = field(default="star2", kw_only=True)
    iterative: bool = field(default=True, kw_only=True)

    def __post_init__(self) -> None:
        object.__setattr__(self, "depth", check_depth(self.depth, "Expectiminimax"))
        check_evaluation(self.evaluation, "Expectiminimax")
        if self.pruning not in _PRUNING:
            raise ParameterError(
                f"Expectiminimax(pruning={self.pruning!r}): give 'star1', 'star2' or None"
            )
        if not isinstance(self.iterative, bool):
            raise ParameterError(
                f"Expectiminimax(iterative={self.iterative!r}): give True or False"
            )
        if self.depth is None and not self.iterative:
            raise ParameterError("Expectiminimax(iterative=False): give depth= too")

    @property
    def ends_by_itself(self) -> bool:
        """Whether it comes to an end without any limit."""
        return self.depth is not None

    def check(self, game: Game) -> None:
        """Raises Unsupported for more players, unlisted chance, or returns without bounds."""
        if game.players > 2:
            raise Unsupported(
                f"{game.name}: Expectiminimax is for one player, or two with opposite returns, and "
                f"this game has {game.players}: search with ft.MaxN()"
            )
        if game.chance == "sampled":
            raise Unsupported(
                f"{game.name}: Expectiminimax needs every outcome with its probability, and this "
                "game only samples them: define outcomes(), or search with ft.MCTS()"
            )
        check_opposite(game, "Expectiminimax")
        if self.pruning and game.chance == "explicit" and game.returns is None:
            raise Unsupported(
                f"{game.name}: Expectiminimax(pruning={self.pruning!r}) needs bounds of the "
                "returns: an average over outcomes can't be cut short without knowing how far "
                "those not yet seen could move it: give the game returns = (low, high), or search "
                "with pruning=None"
            )
        if isinstance(self.evaluation, Named):
            self.evaluation.check(game)

    def describe(self, game: Game, budget: int | None) -> dict[str, Any]:  # noqa: ARG002
        """The parts as the native search takes them."""
        return {
            "search": "expectiminimax",
            "depth": self.depth,
            "evaluation": described(self.evaluation),
            "pruning": self.pruning,
            "iterative": self.iterative,
        }
