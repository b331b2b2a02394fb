"""MGSS*: search by the expected value of its steps."""

from dataclasses import dataclass, field
from typing import Any, ClassVar

from forethought.arguments import is_number
from forethought.cost import Cost, check_cost, is_above_zero
from forethought.error_models import ErrorModel
from forethought.errors import ParameterError, Unsupported
from forethought.evaluations import Named
from forethought.game import Game
from forethought.search.algorithm import Algorithm
from forethought.search.lookahead import (
    Evaluation,
    check_error,
    check_evaluation,
    check_opposite,
    check_two_players,
    described,
    error_described,
)

STEPS = ("expansions", "searches")

DOUBT = 1.5
"""Of steps that are searches: see ``ft.AlphaBeta``."""

TABLE = 2**26
"""Bytes of the table of states already searched, of steps that are searches."""


@dataclass(frozen=True)
class MGSS(Algorithm):
    """MGSS* (Russell and Wefald 1989): the tree grows where that is worth most, and no further.

    Each step is the one that is expected to improve the decision most, less what it costs; it ends
    when no step is worth its cost. It is for one player, or for two where one gets what the other
    loses, with chance or without.

    Attributes:
        evaluation: what a state is worth: a function ``evaluation(state)`` that gives a number per
            player or that of player 0, or one of ``ft.evaluations``; if not given the game's own,
            or 0 if it has none.
        error: how far one more look moves the value of a state: one of ``ft.error_models``, or a
            function ``error(state, value)`` of the state and its value to the player to move that
            gives the mean and the standard deviation of the change, seen from the same side. If
            not given it is the model that comes with the evaluation, or else learned from the steps
            of the search itself.
        cost: what thinking costs: ``ft.cost.per_node``, ``per_second`` or ``per_game``; if not
            given it costs nothing, and ends at a limit or when no step can change the decision.
        steps: what a step is: "expansions" of a leaf, as in the paper; or "searches", alpha-beta
            searches below an action of the root that are deeper than its last by one action or
            more, whatever promises most for the nodes it takes. The latter is for two players
            without chance, needs an error model that knows depths (``ft.error_models.Regression``),
            and makes use of much more time.
        centred: take the mean of the errors from the evaluation, half of it on each side, so that
            values that look ahead by different numbers of actions can be compared. The paper does
            not; without it search ends much sooner. It needs ``error``.
        endgame: with ``steps="searches"``: try the game's own solver where the state is near enough
            to the end. Steps that are expansions never do.
        trust: how far steps that are expansions are taken at their word, in the unit of the game's
            returns, above 0: once so much was expected of them in all, what lasted of it counts as
            much as what they say. Without it each is taken at its word, as in the paper.
    """

    limits: ClassVar = frozenset({"nodes", "seconds", "memory", "until"})

    evaluation: Evaluation | None = None
    error: ErrorModel | None = None
    cost: Cost | None = None
    steps: str = field(default="expansions", kw_only=True)
    centred: bool = field(default=True, kw_only=True)
    endgame: bool = field(default=True, kw_only=True)
    trust: float | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        check_evaluation(self.evaluation, "MGSS")
        check_cost(self.cost, "MGSS")
        for name in ("centred", "endgame"):
            if not isinstance(getattr(self, name), bool):
                raise ParameterError(f"MGSS({name}={getattr(self, name)!r}): give True or False")
        check_error(self.error, "MGSS")
        if self.steps not in STEPS:
            raise ParameterError(f"MGSS(steps={self.steps!r}): give one of {', '.join(STEPS)}")
        self._check_trust()

    def _check_trust(self) -> None:
        if self.trust is None:
            return
        if not (is_number(self.trust) and self.trust > 0):
            raise ParameterError(f"MGSS(trust={self.trust!r}): give a number above 0")
        if self.steps == "searches":
            raise ParameterError("MGSS(steps='searches'): it has no trust: leave it out")

    @property
    def ends_by_itself(self) -> bool:
        """Whether it comes to an end without any limit: where thinking costs something."""
        return is_above_zero(self.cost)

    def check(self, game: Game) -> None:
        """Raises Unsupported unless one or two players play and chance is listed."""
        if game.players > 2:
            raise Unsupported(
                f"{game.name}: MGSS is for one player or two, and this game has {game.players}: "
                "search with ft.MaxN()"
            )
        if game.chance == "sampled":
            raise Unsupported(
                f"{game.name}: MGSS needs outcomes(), and this game has sample(): define "
                "outcomes(), or search with ft.MCTS()"
            )
        check_opposite(game, "MGSS")
        if isinstance(self.evaluation, Named):
            self.evaluation.check(game)
        if self.steps == "searches":
            check_two_players(game, "MGSS(steps='searches')")
            if self._error(game) is None:
                raise Unsupported(
                    f"{game.name}: MGSS(steps='searches') needs an error model: give error=, such "
                    "as one that `forethought train error` made"
                )

    def describe(self, game: Game, budget: int | None) -> dict[str, Any]:  # noqa: ARG002
        """The parts as the native search takes them."""
        return {
            "search": "mgss" if self.steps == "expansions" else "deepening",
            "evaluation": described(self.evaluation),
            "error": self._error(game),
            "centred": self.centred,
            "endgame": self.endgame,
            "trust": self.trust,
            "doubt": DOUBT,
            "table": TABLE,
        }

    def _error(self, game: Game) -> Any:
        return error_described(self.error, self.evaluation, game)
