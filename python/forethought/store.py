"""A database of results: kept as they come, once, and under one set of settings."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Self

import sqlalchemy as sa

from forethought.errors import ForethoughtError


class StoreError(ForethoughtError):
    """The results cannot be read or written, or belong to other settings."""


METADATA = sa.MetaData()
_SETTINGS = sa.Table(
    "settings",
    METADATA,
    sa.Column("experiment", sa.String(200), primary_key=True),
    sa.Column("method", sa.String(200), primary_key=True),
    sa.Column("settings", sa.Text, nullable=False),
)


class Database:
    """A table of results under one SQLAlchemy URL, and the settings they were made with.

    A plain path is a SQLite file. Several kinds of results may share a file: each has a table of
    its own, `table`, and all note their settings in one, by the name of what was carried out and
    the name of the part. Every `append` is one transaction: a process killed at any point leaves
    whole rows only. Raises `StoreError` if the database cannot be opened.
    """

    table: ClassVar[sa.Table]

    def __init__(self, url: str | Path) -> None:
        parsed = _parsed(str(url))
        self.url = parsed.render_as_string(hide_password=True)
        with self._translating():
            if "://" not in str(url):
                Path(url).parent.mkdir(parents=True, exist_ok=True)
            self._engine = sa.create_engine(parsed)
            # One statement each, so that processes that start together do not collide.
            with self._engine.begin() as connection:
                for made in (_SETTINGS, self.table):
                    connection.execute(sa.schema.CreateTable(made, if_not_exists=True))

    def claim_part(self, name: str, part: str, settings: Mapping[str, str]) -> None:
        """Note the settings of a part, or check that they are those already noted.

        Raises `StoreError` naming the first setting that differs.
        """
        if not self._noted(name, part):
            self._refuse_results_without_settings(name, part)
            self._note(name, part, settings)
        noted = self._noted(name, part)
        if noted != settings:
            raise StoreError(self._mismatch(f"{name}, {part}", noted, settings))

    def _orphans(self, name: str, part: str) -> int:
        """How many results of a part are kept, for a part without settings."""
        raise NotImplementedError

    def append_rows(self, rows: Sequence[dict[str, Any]]) -> None:
        """Keep these rows; those already kept stay as they are."""
        if not rows:
            return
        with self._translating():
            try:
                with self._engine.begin() as connection:
                    connection.execute(sa.insert(self.table), rows)
            except sa.exc.IntegrityError:
                self._append_missing(rows)

    def rows(self, query: sa.Select[Any]) -> list[sa.Row[Any]]:
        """The rows that a query finds."""
        with self._translating(), self._engine.begin() as connection:
            return list(connection.execute(query))

    def read(self, text: str, what: str) -> dict[str, Any]:
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

    def _append_missing(self, rows: Sequence[dict[str, Any]]) -> None:
        """A transaction for each row: another process may store the same runs, with equal rows."""
        for row in rows:
            try:
                with self._engine.begin() as connection:
                    connection.execute(sa.insert(self.table), row)
            except sa.exc.IntegrityError:
                continue

    def _noted(self, name: str, part: str) -> dict[str, str]:
        """The settings noted for a part; empty if there are none."""
        columns = _SETTINGS.c
        query = sa.select(columns.settings).where(
            columns.experiment == name, columns.method == part
        )
        found = self.rows(query)
        return self.read(found[0][0], f"settings of {name}, {part}") if found else {}

    def _refuse_results_without_settings(self, name: str, part: str) -> None:
        count = self._orphans(name, part)
        # Asked again: another process may have begun in between.
        if count and not self._noted(name, part):
            raise StoreError(
                f"{self.url} holds {count} results of {name}, {part} without the settings "
                "they were made with: keep the new results in another store"
            )

    def _note(self, name: str, part: str, settings: Mapping[str, str]) -> None:
        """Note the settings, unless another process has been first."""
        row = {"experiment": name, "method": part, "settings": json.dumps(dict(settings))}
        with self._translating():
            try:
                with self._engine.begin() as connection:
                    connection.execute(sa.insert(_SETTINGS), row)
            except sa.exc.IntegrityError:
                return

    def _mismatch(self, where: str, noted: Mapping[str, str], wanted: Mapping[str, str]) -> str:
        key = next(key for key in {**wanted, **noted} if noted.get(key) != wanted.get(key))
        return (
            f"{self.url} holds {where} with {key} {noted.get(key)}, "
            f"and now {key} is {wanted.get(key)}: go on with the former {key}, "
            "or keep the new results in another store"
        )

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
