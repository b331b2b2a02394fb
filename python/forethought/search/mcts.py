"""Monte Carlo tree search and its parts."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from forethought.arguments import is_number
from forethought.cost import Cost, check_cost, is_above_zero
from forethought.errors import ParameterError, Unsupported
from forethought.game import Game
from forethought.policies import UCT, Chooser, Policy, describe, is_callable, is_policy
from forethought.rng import Rng
from forethought.search.algorithm import Algorithm
from forethought.search.rave import RAVE
from forethought.search.rollouts import MAST, NST

_PART = {
    "nodes": ("state_and_stage", "afterstate", "state", "path"),
    "backup": ("mixed", "average", "max", "bellman", "contenders"),
    "chance": ("auto", "sampled", "explicit"),
    "choice": ("mean", "visits", "lower_bound"),
}

_POLICY = UCT(weight=0.7, relative=True)


@dataclass(frozen=True)
class Mixed:
    """The backup of Li, Fu and Xu (2020, equations 12 and 13) with another alpha.

    A node is worth (1 - alpha) times the average of what its actions were thought to be worth,
    plus alpha times the mean of its best action, alpha = 1 - 1 / (scale N).
    """

    scale: float = 1.0

    def __post_init__(self) -> None:
        if not (is_number(self.scale) and self.scale > 0):
            raise ParameterError(f"Mixed(scale={self.scale!r}): give a number above 0")


@dataclass(frozen=True, kw_only=True)
class MCTS(Algorithm):
    """Monte Carlo tree search: select, expand, simulate, back up; each with its part.

    As it is it needs no setting for a problem: UCT with a weight relative to the range of what was
    backed up, and nodes worth the mean over those actions that can still be the best.

    Attributes:
        policy: the tree policy, or a callable over counts, means and variances.
        opponents: what the players other than the one who decides do in the tree: None (the same
            policy, each for itself), a policy of their own, "random", or a callable that gives
            the action for a state.
        nodes: which arrivals share a node: those at the same "state_and_stage", the same "state",
            or by the same "path"; with "afterstate" the first of these, and the actions that lead
            to a state share its samples (without chance, and with the backup "average").
        backup: how values go up the tree: "contenders", "bellman", "mixed" (or ``ft.Mixed``), "max"
            or "average".
        chance: "explicit" lists the outcomes and weighs them with their probabilities, "sampled"
            draws them and weighs them by how often they came; "auto" is explicit with the
            backups "bellman" and "contenders" if the game lists its outcomes, else sampled.
        rollout: None for uniformly random play, ``ft.MAST()`` or ``ft.NST()`` for play that learns
            which actions do well, or a callable ``rollout(state, rng)`` that gives the return
            from a state on: a number, or one per player.
        rave: ``ft.RAVE()`` to judge an action also by the simulations in which it was taken later;
            None for its own samples alone. It wants the choice "visits" and a policy that explores
            less, needs rollouts of the library's, and actions of a game in Python that can be
            hashed.
        choice: the rule of the final choice: best "mean", most "visits", or best "lower_bound"
            (mean - 1.96 standard errors).
        solver: whether states are proven (Winands, Björnsson and Saito 2008): a state all of whose
            actions lead to proven ones is worth its best action, and so is one with an action
            that pays all that a play can pay. The search ends when that is known of its state.
        decoupled: whether players who choose at the same time don't know what the others choose
            (``Game.information``), so that each has one table of its actions in the step
            (decoupled UCT: Finnsson and Björnsson 2008). As it is, a later one answers an earlier
            one.
        cost: what thinking costs, one of ``ft.cost``: the search ends with the stop_reason
            "not_worth_it" when no batch of further simulations is expected to gain what its nodes
            cost.
    """

    limits: ClassVar = frozenset({"simulations", "nodes", "seconds", "memory", "confidence"})

    policy: Policy | Chooser = _POLICY
    opponents: Policy | Callable[[Any], Any] | str | None = None
    nodes: str = "state_and_stage"
    backup: str | Mixed = "contenders"
    chance: str = "auto"
    rollout: Callable[[Any, Rng], Any] | MAST | NST | None = None
    rave: RAVE | None = None
    choice: str = "mean"
    decoupled: bool = False
    solver: bool = False
    cost: Cost | None = None

    def __post_init__(self) -> None:
        for name, known in _PART.items():
            value = getattr(self, name)
            fits = isinstance(value, str) and value in known
            if not fits and not (name == "backup" and isinstance(value, Mixed)):
                self._refuse(name, f"one of {', '.join(known)}")
        if self.nodes == "afterstate" and self.backup != "average":
            self._refuse("nodes", "another sharing, or the backup 'average'")
        if not is_policy(self.policy):
            self._refuse("policy", "a policy such as ft.OCBA(), or a callable that is one")
        if not (self.opponents in (None, "random") or is_policy(self.opponents)):
            self._refuse("opponents", "'random', a policy such as ft.UCT(), or a callable")
        learns = isinstance(self.rollout, MAST | NST)
        if not (self.rollout is None or learns or is_callable(self.rollout)):
            self._refuse("rollout", "ft.MAST(), ft.NST(), or a callable rollout(state, rng)")
        self._check_rave(self.rave, learns)
        self._check_switches()
        check_cost(self.cost, "MCTS")

    def _check_rave(self, rave: object, learns: bool) -> None:
        if not (rave is None or isinstance(rave, RAVE)):
            self._refuse("rave", "ft.RAVE(), or leave it out")
        if rave is not None and not (self.rollout is None or learns):
            self._refuse("rollout", "None, ft.MAST() or ft.NST() with rave=")

    def _check_switches(self) -> None:
        for name in ("decoupled", "solver"):
            if not isinstance(getattr(self, name), bool):
                self._refuse(name, "True or False")
        if self.decoupled and self.backup != "average":
            self._refuse("backup", "'average' with decoupled=True")
        if self.solver and self.backup == "average":
            self._refuse("backup", "another than the mean of all samples with solver=True")

    def _refuse(self, name: str, wanted: str) -> None:
        raise ParameterError(f"MCTS({name}={getattr(self, name)!r}): give {wanted}")

    @property
    def ends_by_itself(self) -> bool:
        """Whether it comes to an end without any limit."""
        return is_above_zero(self.cost)

    def check(self, game: Game) -> None:
        """Raises Unsupported if chance is to be listed and the game only samples it."""
        if self.chance == "explicit" and game.chance == "sampled":
            raise Unsupported(
                f"{game.name}: MCTS(chance='explicit') needs outcomes(), and this game has "
                "sample(): define outcomes(), or search with chance='sampled'"
            )

    def describe(self, game: Game, budget: int | None) -> dict[str, Any]:
        """The parts as the native search takes them."""
        backup, scale = self.backup, 1.0
        if isinstance(backup, Mixed):
            scale, backup = backup.scale, "mixed"
        elif backup == "max":
            backup, scale = "mixed", float("inf")
        chance = self.chance
        if chance == "auto":
            listed = backup in ("bellman", "contenders") and game.chance != "sampled"
            chance = "explicit" if listed else "sampled"
        opponents, rollout = self.opponents, self.rollout
        if isinstance(opponents, Policy):
            opponents = dict(describe(opponents, budget))  # type: ignore[assignment]
        return {
            "search": "mcts",
            "policy": describe(self.policy, budget),
            "opponents": opponents,
            "nodes": self.nodes,
            "backup": backup,
            "scale": scale,
            "chance": chance,
            "rollout": rollout.describe() if isinstance(rollout, MAST | NST) else rollout,
            "rave": None if self.rave is None else self.rave.equivalence,
            "choice": self.choice,
            "decoupled": self.decoupled,
            "solver": self.solver,
        }
