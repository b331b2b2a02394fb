"""Results as rows of a database: kept as they come, once, and under one set of settings."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sa

from forethought.experiments.experiment import Experiment
from forethought.store import METADATA, Database


@dataclass(frozen=True)
class Result:
    """One run of one method, asked for its decision at one budget.

    `action` and the keys of `visits` are actions as text. `value` is that of the chosen action for
    the player to move (None if it was never sampled), `confidence` its approximate probability of
    correct selection and `bound` the lower bound of that (None if not stated), `elapsed` the
    seconds the run took to reach the budget.
    """

    experiment: str
    method: str
    budget: int
    run: int
    seed: int
    action: str
    correct: bool
    visits: dict[str, int]
    value: float | None
    confidence: float | None
    bound: float | None
    elapsed: float


_RESULTS = sa.Table(
    "results",
    METADATA,
    sa.Column("experiment", sa.String(200), primary_key=True),
    sa.Column("method", sa.String(200), primary_key=True),
    sa.Column("budget", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("run", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("seed", sa.BigInteger, nullable=False),
    sa.Column("action", sa.Text, nullable=False),
    sa.Column("correct", sa.Boolean, nullable=False),
    sa.Column("visits", sa.Text, nullable=False),
    sa.Column("value", sa.Double),
    sa.Column("confidence", sa.Double),
    sa.Column("bound", sa.Double),
    sa.Column("elapsed", sa.Double, nullable=False),
)


class Store(Database):
    """The results of experiments under one SQLAlchemy URL; a plain path is a SQLite file.

    Every `append` is one transaction: a process killed at any point leaves whole rows only.
    Raises `StoreError` if the database cannot be opened.
    """

    table = _RESULTS

    def claim(self, experiment: Experiment) -> None:
        """Note the settings of the experiment, or check that they are those already noted.

        Raises `StoreError` naming the first setting that differs.
        """
        for method in experiment.methods:
            self.claim_part(experiment.name, method.name, experiment.settings(method))

    def stored(self, experiment: Experiment) -> set[tuple[str, int, int]]:
        """The (method, run, budget) of every result kept for this experiment."""
        columns = _RESULTS.c
        query = sa.select(columns.method, columns.run, columns.budget).where(
            columns.experiment == experiment.name
        )
        return {(row.method, row.run, row.budget) for row in self.rows(query)}

    def append(self, results: Sequence[Result]) -> None:
        """Keep these results; those already kept stay as they are."""
        self.append_rows(
            [{**asdict(result), "visits": json.dumps(result.visits)} for result in results]
        )

    def results(self, experiment: Experiment) -> list[Result]:
        """The kept results of the experiment, in the order of method, budget, run."""
        columns = _RESULTS.c
        query = (
            sa.select(_RESULTS)
            .where(columns.experiment == experiment.name, columns.run < experiment.runs)
            .order_by(columns.budget, columns.run)
        )
        rows = [self._result(row) for row in self.rows(query)]
        names = [method.name for method in experiment.methods]
        kept = [row for row in rows if row.method in names and row.budget in experiment.budgets]
        return sorted(kept, key=lambda row: names.index(row.method))

    def _orphans(self, name: str, part: str) -> int:
        columns = _RESULTS.c
        query = sa.select(sa.func.count()).where(columns.experiment == name, columns.method == part)
        return int(self.rows(query)[0][0])

    def _result(self, row: sa.Row[Any]) -> Result:
        place = f"visits of {row.experiment}, {row.method}, budget {row.budget}, run {row.run}"
        return Result(**{**row._asdict(), "visits": self.read(row.visits, place)})
