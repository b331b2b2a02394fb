"""Results as rows of a database: kept as they come, once, and under one set of settings."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import sqlalchemy as sa

from forethought.errors import ForethoughtError
from forethought.experiments.experiment import Experiment


class StoreError(ForethoughtError):
    """The results cannot be read or written, or belong to other settings."""


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


_METADATA = sa.MetaData()
_SETTINGS = sa.Table(
    "settings",
    _METADATA,
    sa.Column("experiment", sa.String(200), primary_key=True),
    sa.Column("method", sa.String(200), primary_key=True),
    sa.Column("settings", sa.Text, nullable=False),
)
_RESULTS = sa.Table(
    "results",
    _METADATA,
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


class Store:
    """The results of experiments under one SQLAlchemy URL; a plain path is a SQLite file.

    Every `append` is one transaction: a process killed at any point leaves whole rows only.
    Raises `StoreError` if the database cannot be opened.
    """

    def __init__(self, url: str | Path) -> None:
        parsed = _parsed(str(url))
        self.url = parsed.render_as_string(hide_password=True)
        with self._translating():
            if "://" not in str(url):
                Path(url).parent.mkdir(parents=True, exist_ok=True)
            self._engine = sa.create_engine(parsed)
            # One statement each, so that processes that start together do not collide.
            with self._engine.begin() as connection:
                for made in (_SETTINGS, _RESULTS):
                    connection.execute(sa.schema.CreateTable(made, if_not_exists=True))

    def claim(self, experiment: Experiment) -> None:
        """Note the settings of the experiment, or check that they are those already noted.

        Raises `StoreError` naming the first setting that differs.
        """
        for method in experiment.methods:
            where, settings = (experiment.name, method.name), experiment.settings(method)
            if not self._noted(*where):
                self._refuse_results_without_settings(*where)
                self._note(*where, settings)
            noted = self._noted(*where)
            if noted != settings:
                raise StoreError(self._mismatch(", ".join(where), noted, settings))

    def stored(self, experiment: Experiment) -> set[tuple[str, int, int]]:
        """The (method, run, budget) of every result kept for this experiment."""
        columns = _RESULTS.c
        query = sa.select(columns.method, columns.run, columns.budget).where(
            columns.experiment == experiment.name
        )
        with self._transaction() as connection:
            return {(row.method, row.run, row.budget) for row in connection.execute(query)}

    def append(self, results: Sequence[Result]) -> None:
        """Keep these results; those already kept stay as they are."""
        if not results:
            return
        rows = [{**asdict(result), "visits": json.dumps(result.visits)} for result in results]
        with self._translating():
            try:
                with self._engine.begin() as connection:
                    connection.execute(sa.insert(_RESULTS), rows)
            except sa.exc.IntegrityError:
                self._append_missing(rows)

    def results(self, experiment: Experiment) -> list[Result]:
        """The kept results of the experiment, in the order of method, budget, run."""
        columns = _RESULTS.c
        query = (
            sa.select(_RESULTS)
            .where(columns.experiment == experiment.name, columns.run < experiment.runs)
            .order_by(columns.budget, columns.run)
        )
        with self._transaction() as connection:
            rows = [self._result(row) for row in connection.execute(query)]
        names = [method.name for method in experiment.methods]
        kept = [row for row in rows if row.method in names and row.budget in experiment.budgets]
        return sorted(kept, key=lambda row: names.index(row.method))

    def close(self) -> None:
        """Let go of the database; what is kept stays."""
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _append_missing(self, rows: list[dict[str, Any]]) -> None:
        """A transaction for each row: another process may store the same runs, with equal rows."""
        for row in rows:
            try:
                with self._engine.begin() as connection:
                    connection.execute(sa.insert(_RESULTS), row)
            except sa.exc.IntegrityError:
                continue

    def _noted(self, experiment: str, method: str) -> dict[str, str]:
        """The settings noted for a method; empty if there are none."""
        columns = _SETTINGS.c
        query = sa.select(columns.settings).where(
            columns.experiment == experiment, columns.method == method
        )
        with self._transaction() as connection:
            text = connection.execute(query).scalar()
        return {} if text is None else self._read(text, f"settings of {experiment}, {method}")

    def _refuse_results_without_settings(self, experiment: str, method: str) -> None:
        columns = _RESULTS.c
        query = sa.select(sa.func.count()).where(
            columns.experiment == experiment, columns.method == method
        )
        with self._transaction() as connection:
            count = connection.execute(query).scalar()
        # Asked again: another process may have begun in between.
        if count and not self._noted(experiment, method):
            raise StoreError(
                f"{self.url} holds {count} results of {experiment}, {method} without the settings "
                "they were made with: keep the new results in another store"
            )

    def _result(self, row: sa.Row[Any]) -> Result:
        place = f"visits of {row.experiment}, {row.method}, budget {row.budget}, run {row.run}"
        return Result(**{**row._asdict(), "visits": self._read(row.visits, place)})

    def _read(self, text: str, what: str) -> dict[str, Any]:
        """An object of JSON; every one that was written here is one."""
        try:
            found = json.loads(text)
        except (TypeError, ValueError):
            found = None
        if not isinstance(found, dict):
            raise StoreError(
                f"{self.url}: the {what} are damaged: take a copy of the store that is whole, or "
                "keep the results in another store"
            )
        return found

    def _note(self, experiment: str, method: str, settings: dict[str, str]) -> None:
        """Note the settings, unless another process has been first."""
        row = {"experiment": experiment, "method": method, "settings": json.dumps(settings)}
        with self._translating():
            try:
                with self._engine.begin() as connection:
                    connection.execute(sa.insert(_SETTINGS), row)
            except sa.exc.IntegrityError:
                return

    def _mismatch(self, where: str, noted: dict[str, str], wanted: dict[str, str]) -> str:
        key = next(key for key in {**wanted, **noted} if noted.get(key) != wanted.get(key))
        return (
            f"{self.url} holds {where} with {key} {noted.get(key)}, "
            f"and now {key} is {wanted.get(key)}: go on with the former {key}, "
            "or keep the new results in another store"
        )

    @contextmanager
    def _transaction(self) -> Iterator[sa.Connection]:
        with self._translating(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def _translating(self) -> Iterator[None]:
        """Turn what a database can complain of into one line."""
        try:
            yield
        except (sa.exc.SQLAlchemyError, ImportError, OSError) as error:
            raise _unusable(self.url, error) from error


def _parsed(url: str) -> sa.URL:
    """A plain path is a SQLite file."""
    if "://" not in url:
        return sa.URL.create("sqlite", database=url)
    try:
        return sa.make_url(url)
    except (sa.exc.ArgumentError, ValueError) as error:
        # Not quoted: what cannot be parsed may have a password anywhere.
        raise StoreError(
            "the store's URL cannot be read: give one like sqlite:///results.db or a path"
        ) from error


def _unusable(url: str, error: Exception) -> StoreError:
    reason = str(getattr(error, "orig", None) or error).splitlines()[0]
    if "locked" in reason:
        return StoreError(
            f"store {url}: {reason}: another process uses it: go on when that has ended, or use "
            "another store"
        )
    return StoreError(
        f"store {url}: {reason}: give a path that can be written or a working SQLAlchemy URL"
    )
