"""An experiment: declared data, carried out anywhere and in any order to the same numbers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from forethought import games
from forethought._native import __version__
from forethought.arguments import seed_of
from forethought.decision import ActionStatistics
from forethought.description import describe
from forethought.errors import ParameterError
from forethought.rng import derived_seed
from forethought.search import start


class Answer(Protocol):
    """What an experiment keeps of a decision; a `forethought.Decision` is one."""

    @property
    def action(self) -> Any:
        """The action chosen."""
        ...

    @property
    def value(self) -> float | None:
        """What it is worth to the player to move, if it was sampled."""
        ...

    @property
    def actions(self) -> Iterable[ActionStatistics]:
        """A row for each action at the state."""
        ...

    @property
    def confidence(self) -> float | None:
        """The stated probability that the action is optimal, if there is one."""
        ...

    @property
    def bound(self) -> float | None:
        """The stated lower bound of that probability, if there is one."""
        ...


class LiveSearch(Protocol):
    """A search that can be asked for its decision at one total of simulations after another."""

    def run(self, *, simulations: int) -> Answer:
        """Go on until the search has made so many simulations in all, and decide."""
        ...


class Start(Protocol):
    """Opens a search, as `forethought.start` does; importable by name, so that workers find it."""

    def __call__(
        self, game: Any, search: Any, *, state: Any, seed: int, budget: int | None
    ) -> LiveSearch:
        """Open the search at the state, or at the initial one if that is None.

        `budget` is the total of simulations for a policy that plans for it, else None.
        """
        ...


@dataclass(frozen=True)
class Native:
    """A native game named by its parameters: builds the game in whichever process calls it."""

    name: str
    parameters: Mapping[str, Any] = field(default_factory=dict)

    def __call__(self) -> Any:
        """The game; raises `ParameterError` if a parameter is out of range."""
        return games.make(self.name, **self.parameters)


@dataclass(frozen=True)
class Method:
    """One curve of an experiment: a name and the search behind it (a `forethought.MCTS`)."""

    name: str
    search: Any


@dataclass(frozen=True)
class Experiment:
    """Independent runs of several methods on one state, with a decision at every budget.

    `game` builds the game and is called in every worker: a class, a function or a `Native`,
    importable by name. `optimum` holds the actions that count as correct. `budgets` are totals of
    simulations, `runs` is per method. Raises `ParameterError` if there is nothing to run or a
    number is out of range.
    """

    name: str
    game: Callable[[], Any]
    methods: tuple[Method, ...]
    optimum: tuple[Hashable, ...]
    budgets: tuple[int, ...]
    runs: int
    seed: int
    state: Any = None
    title: str = ""
    start: Start = start

    def __post_init__(self) -> None:
        names = [method.name for method in self.methods]
        if not names or len(set(names)) < len(names):
            raise self._refused(f"methods {names}", "give at least one, each under its own name")
        budgets = list(self.budgets)
        if not budgets or min(budgets) < 1 or len(set(budgets)) < len(budgets):
            raise self._refused(f"budgets {budgets}", "give different numbers, each at least 1")
        if self.runs < 1:
            raise self._refused(f"runs = {self.runs}", "give at least 1")
        seed_of(self.seed)

    def _refused(self, what: str, mend: str) -> ParameterError:
        return ParameterError(f"experiment {self.name}: {what}: {mend}")

    @property
    def version(self) -> str:
        """The version of the package, on which every number depends."""
        return __version__

    def run_seed(self, method: str, run: int) -> int:
        """The seed of one run, in [0, 2^63): a function of these names and the seed alone."""
        return derived_seed(self.seed, self.name, method, run)

    def settings(self, method: Method) -> dict[str, str]:
        """Everything a stored result depends on besides its budget and run, as text to compare."""
        return {
            "seed": str(self.seed),
            "game": describe(self.game),
            "state": describe(self.state),
            "search": describe(method.search),
            "start": describe(self.start),
            "optimum": describe(self.optimum),
            "version": self.version,
        }


def needs_budget(search: Any) -> bool:
    """Whether the search plans for its whole budget, so that no run continues a shorter one."""
    return bool(getattr(getattr(search, "policy", None), "needs_budget", False))
