"""Alpha-beta search and its features."""

from dataclasses import dataclass, field
from typing import Any, ClassVar

from forethought.arguments import is_number, whole
from forethought.cost import Cost, check_cost, is_above_zero
from forethought.error_models import ErrorModel
from forethought.errors import ParameterError, Unsupported
from forethought.evaluations import Named
from forethought.game import Game
from forethought.search.algorithm import Algorithm
from forethought.search.lookahead import (
    Evaluation,
    check_depth,
    check_error,
    check_evaluation,
    check_two_players,
    described,
    error_described,
)

_FEATURES = ("iterative", "ordering", "aspiration", "null_window", "quiescence", "endgame")


@dataclass(frozen=True)
class AlphaBeta(Algorithm):
    """Alpha-beta search (Knuth and Moore 1975) of a zero-sum game of two players without chance.

    It finds the minimax value at a depth, and an action that attains it. Its features change how
    fast, and can each be turned off; only the two options at the end, which are off, change the
    value. What is proven is true with any of them. A play that comes back to a state is a draw: it
    pays nothing more. With ``depth`` it ends by itself; else it goes deeper until a limit is
    reached, or until the value is proven.

    Attributes:
        depth: how many actions to look ahead, 1 to 1000; as deep as there is time for if not given.
        evaluation: what a state is worth where the looking ahead ends: a function
            ``evaluation(state)`` that gives a number per player or that of player 0, or one of
            ``ft.evaluations``; if not given the game's own, or 0 if it has none.
        table: bytes of the table of states already searched; 0 for none.
        iterative: search one action deep, then two, and so on; else ``depth`` at once.
        ordering: look at promising actions first: that of the table, by the game's ``hint``, and
            those that refuted others before (killers and history); else in the order of the game.
        aspiration: look for the value near that of the last iteration first.
        null_window: ask of all actions but the first only whether they are better (PVS).
        quiescence: where the game names its ``noisy`` actions, do not judge a state before these
            are over.
        endgame: try the game's own solver where the state is near enough to the end.
        singular: an option that changes the value at a depth: where the action of the table is
            better than all others by this margin (in the unit of the game's returns), look one
            action deeper at it (singular extensions: Anantharaman, Campbell and Hsu 1990). None
            for none; it needs the table.
        reductions: an option that changes the value at a depth: look one action less deep at
            those that come late in the order, and again if that is not enough to set them aside
            (late move reductions). It needs ``ordering`` and ``null_window``.
        doubt: an option that changes the value at a depth: set a state aside where a search half
            as deep finds it so far outside of what matters that the error model expects no more of
            a full one: by so many standard deviations of its error (ProbCut: Buro 1995); 1.5 does
            well. None for none; it needs ``table``, ``null_window``, and an error model that knows
            depths (``ft.error_models.Regression``).
        error: the error model; if not given the one that comes with the evaluation.
        cost: what thinking costs, one of ``ft.cost``: the search ends with the stop_reason
            "not_worth_it" when the next iteration is not expected to gain what its nodes cost. It
            needs ``iterative``.
    """

    limits: ClassVar = frozenset({"nodes", "seconds", "memory", "depth", "until"})

    depth: int | None = None
    evaluation: Evaluation | None = None
    table: int = field(default=2**26, kw_only=True)
    iterative: bool = field(default=True, kw_only=True)
    ordering: bool = field(default=True, kw_only=True)
    aspiration: bool = field(default=True, kw_only=True)
    null_window: bool = field(default=True, kw_only=True)
    quiescence: bool = field(default=True, kw_only=True)
    endgame: bool = field(default=True, kw_only=True)
    singular: float | None = field(default=None, kw_only=True)
    reductions: bool = field(default=False, kw_only=True)
    doubt: float | None = field(default=None, kw_only=True)
    error: ErrorModel | None = field(default=None, kw_only=True)
    cost: Cost | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        object.__setattr__(self, "depth", check_depth(self.depth, "AlphaBeta"))
        check_evaluation(self.evaluation, "AlphaBeta")
        object.__setattr__(self, "table", whole(self.table, "AlphaBeta(table)", 0))
        for name in (*_FEATURES, "reductions"):
            if not isinstance(getattr(self, name), bool):
                raise ParameterError(
                    f"AlphaBeta({name}={getattr(self, name)!r}): give True or False"
                )
        if self.depth is None and not self.iterative:
            raise ParameterError("AlphaBeta(iterative=False): give depth= too")
        self._check_options()
        self._check_doubt()
        check_cost(self.cost, "AlphaBeta")
        if self.cost is not None and not self.iterative:
            raise ParameterError("AlphaBeta(cost=...) needs iterative: leave it on")

    def _check_options(self) -> None:
        margin = self.singular
        if margin is not None and not (is_number(margin) and margin >= 0):
            raise ParameterError(f"AlphaBeta(singular={margin!r}): give a margin, 0 or more")
        if margin is not None and not self.table:
            raise ParameterError("AlphaBeta(singular=...) needs a table: give table= too")
        if self.reductions and not (self.ordering and self.null_window):
            raise ParameterError(
                "AlphaBeta(reductions=True) needs ordering and null_window: leave them on"
            )

    def _check_doubt(self) -> None:
        check_error(self.error, "AlphaBeta")
        doubt = self.doubt
        if doubt is None:
            return
        if not (is_number(doubt) and doubt >= 0):
            raise ParameterError(f"AlphaBeta(doubt={doubt!r}): give a number, 0 or more")
        if not (self.table and self.null_window):
            raise ParameterError("AlphaBeta(doubt=...) needs table and null_window: leave them on")

    @classmethod
    def plain(cls, depth: int, evaluation: Evaluation | None = None) -> "AlphaBeta":
        """The search without any feature: one pass to ``depth`` in the order of the game.

        It counts the same nodes as the pseudo-code of a textbook: every state that it comes to,
        the root included.
        """
        off: dict[str, Any] = dict.fromkeys(_FEATURES, False)
        return cls(depth, evaluation, table=0, **off)

    @property
    def ends_by_itself(self) -> bool:
        """Whether it comes to an end without any limit."""
        return self.depth is not None or is_above_zero(self.cost)

    def check(self, game: Game) -> None:
        """Raises Unsupported unless two players play without chance."""
        check_two_players(game, "AlphaBeta")
        if isinstance(self.evaluation, Named):
            self.evaluation.check(game)
        needs = self.doubt is not None
        if needs and error_described(self.error, self.evaluation, game) is None:
            raise Unsupported(
                f"{game.name}: AlphaBeta(doubt=...) needs an error model: give error=, such as one "
                "that `forethought train error` made"
            )

    def describe(self, game: Game, budget: int | None) -> dict[str, Any]:  # noqa: ARG002
        """The parts as the native search takes them."""
        return {
            "search": "alpha_beta",
            "depth": self.depth,
            "evaluation": described(self.evaluation),
            "table": self.table,
            "singular": None if self.singular is None else float(self.singular),
            "reductions": self.reductions,
            "doubt": None if self.doubt is None else float(self.doubt),
            "error": error_described(self.error, self.evaluation, game),
            **{name: getattr(self, name) for name in _FEATURES},
        }
