"""Searches by depth of games of several players."""

from dataclasses import dataclass, field
from typing import Any, ClassVar

from forethought.errors import ParameterError, Unsupported
from forethought.evaluations import Named
from forethought.game import Game
from forethought.search.algorithm import Algorithm
from forethought.search.lookahead import Evaluation, check_depth, check_evaluation, described


@dataclass(frozen=True)
class _Several(Algorithm):
    """What the searches of several players have in common."""

    limits: ClassVar = frozenset({"nodes", "seconds", "memory", "depth", "until"})

    depth: int | None = None
    evaluation: Evaluation | None = None

    def __post_init__(self) -> None:
        name = type(self).__name__
        object.__setattr__(self, "depth", check_depth(self.depth, name))
        check_evaluation(self.evaluation, name)

    @property
    def ends_by_itself(self) -> bool:
        """Whether it comes to an end without any limit."""
        return self.depth is not None

    def check(self, game: Game) -> None:
        """Raises Unsupported if the game only samples its chance."""
        if game.chance == "sampled":
            raise Unsupported(
                f"{game.name}: {type(self).__name__} needs every outcome with its probability, and "
                "this game only samples them: define outcomes(), or search with ft.MCTS()"
            )
        if isinstance(self.evaluation, Named):
            self.evaluation.check(game)

    def _described(self, search: str, pruning: bool) -> dict[str, Any]:
        evaluation = described(self.evaluation)
        return {
            "search": search,
            "depth": self.depth,
            "evaluation": evaluation,
            "pruning": pruning,
        }


@dataclass(frozen=True)
class MaxN(_Several):
    """Max-n (Luckhardt and Irani 1986): each player takes what is best for itself.

    For any number of players, with any rewards, and with chance that the game lists, which is
    averaged. Of equally good actions a player takes the first. It searches one action deep, then
    two, and so on, until ``depth`` or a limit is reached, or until every play is searched to its
    end. A node is a state that it comes to, the root included, in every iteration.

    Attributes:
        depth: how many actions to look ahead, those of chance included, 1 to 1000; as deep as
            there is time for if not given.
        evaluation: what a state is worth where the looking ahead ends: a function
            ``evaluation(state)`` that gives a number per player, or one of ``ft.evaluations``; if
            not given the game's own, or 0 if it has none.
        pruning: leave out what can't change the value (Korf 1991, immediate and shallow pruning).
            For native games which declare that returns sum to a constant and lie between bounds,
            and pay only at the end; the evaluation must keep to these too. What is seen to break
            that is refused.
    """

    pruning: bool = field(default=False, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.pruning, bool):
            raise ParameterError(f"MaxN(pruning={self.pruning!r}): give True or False")

    def describe(self, game: Game, budget: int | None) -> dict[str, Any]:  # noqa: ARG002
        """The parts as the native search takes them."""
        return self._described("max_n", self.pruning)


@dataclass(frozen=True)
class Paranoid(_Several):
    """Paranoid search (Sturtevant and Korf 2000): all others play against the one who decides.

    The player to move at the root takes the most for itself; all others take what leaves the least
    for that player, whatever they get themselves. That makes two sides, so alpha-beta prunes;
    behind chance that the game lists it begins anew. It searches one action deep, then two, and so
    on. Below the root the actions with the largest ``hint`` of the game are searched first.

    Attributes:
        depth: how many actions to look ahead, those of chance included, 1 to 1000; as deep as
            there is time for if not given.
        evaluation: as in ``ft.MaxN``; only the number of the player to move at the root counts.
    """

    def describe(self, game: Game, budget: int | None) -> dict[str, Any]:  # noqa: ARG002
        """The parts as the native search takes them."""
        return self._described("paranoid", False)
