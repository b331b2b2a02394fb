"""The store keeps each result once, whole, and only under one set of settings."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Barrier

import pytest

from forethought.experiments import Method, Result, Store, StoreError
from tests.experiments_fake import Guess, experiment


def result(run: int = 0, **changes: object) -> Result:
    values = {
        "experiment": "line",
        "method": "guess",
        "budget": 5,
        "run": run,
        "seed": 2**63 - 1,
        "action": "1",
        "correct": True,
        "visits": {"0": 1, "1": 4},
        "value": 0.1 + 0.2,
        "confidence": None,
        "bound": None,
        "elapsed": 0.5,
    }
    return Result(**{**values, **changes})  # type: ignore[arg-type]


def test_results_come_back_as_they_went_in(tmp_path: Path) -> None:
    wanted = experiment()
    kept = [result(1, confidence=0.25, bound=0.125), result(0)]
    with Store(tmp_path / "deep" / "results.db") as store:
        store.append(kept)
    with Store(tmp_path / "deep" / "results.db") as store:
        assert store.results(wanted) == kept[::-1]
        assert store.stored(wanted) == {("guess", 0, 5), ("guess", 1, 5)}


def test_a_result_is_kept_once_and_the_first_stays(tmp_path: Path) -> None:
    with Store(tmp_path / "results.db") as store:
        store.append([result(0, elapsed=1.0)])
        store.append([result(0, elapsed=2.0), result(1)])
        assert [(row.run, row.elapsed) for row in store.results(experiment())] == [
            (0, 1.0),
            (1, 0.5),
        ]


def test_only_the_runs_and_budgets_asked_for_come_back(tmp_path: Path) -> None:
    with Store(tmp_path / "results.db") as store:
        store.append(
            [
                result(0),
                result(0, budget=7),
                result(50),
                result(0, method="old"),
                result(0, experiment="x"),
            ]
        )
        assert [row.budget for row in store.results(experiment(runs=10))] == [5]


def test_methods_come_back_in_the_order_of_the_experiment(tmp_path: Path) -> None:
    with Store(tmp_path / "results.db") as store:
        store.append([result(0, method="planner"), result(1), result(0)])
        assert [(row.method, row.run) for row in store.results(experiment())] == [
            ("guess", 0),
            ("guess", 1),
            ("planner", 0),
        ]


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"seed": 2}, "seed 1, and now seed is 2"),
        ({"optimum": (2,)}, "optimum"),
        ({"state": (3, 1)}, "state"),
        ({"methods": (Method("guess", Guess(pause=0.5)),)}, "search"),
    ],
)
def test_other_settings_are_refused_by_name(
    tmp_path: Path, changes: dict[str, object], named: str
) -> None:
    with Store(tmp_path / "results.db") as store:
        store.claim(experiment())
        store.claim(experiment())
        with pytest.raises(StoreError, match=named) as refusal:
            store.claim(replace(experiment(), **changes))  # type: ignore[arg-type]
    assert "another store" in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_more_runs_budgets_and_methods_are_no_other_settings(tmp_path: Path) -> None:
    with Store(tmp_path / "results.db") as store:
        store.claim(experiment())
        store.claim(
            experiment(
                runs=99, budgets=(1, 2), methods=(*experiment().methods, Method("new", Guess()))
            )
        )


def test_processes_that_start_together_do_not_collide(tmp_path: Path) -> None:
    together = Barrier(8)

    def start_up(trial: int) -> None:
        together.wait()
        with Store(tmp_path / f"{trial}.db") as store:
            store.claim(experiment())
            store.append([result(0)])

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(start_up, [trial for trial in range(10) for _ in range(8)]))
    for trial in range(10):
        with Store(tmp_path / f"{trial}.db") as store:
            assert len(store.results(experiment())) == 1


def changed(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
        connection.commit()


@pytest.mark.parametrize("text", ["{", "[1]", "null"])
def test_a_damaged_row_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "results.db"
    with Store(path) as store:
        store.claim(experiment())
        store.append([result(0)])
        for table, call in (("results", store.results), ("settings", store.claim)):
            column = "visits" if table == "results" else "settings"
            changed(path, f"UPDATE {table} SET {column} = '{text}'")
            with pytest.raises(StoreError, match=f"the {column} of line, guess.* are damaged"):
                call(experiment())


def test_results_without_their_settings_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "results.db"
    with Store(path) as store:
        store.claim(experiment())
        store.append([result(0)])
        changed(path, "DELETE FROM settings")
        with pytest.raises(StoreError, match="holds 1 results of line, guess without the settings"):
            store.claim(experiment())


def test_a_store_in_use_says_so(tmp_path: Path) -> None:
    path = tmp_path / "results.db"
    with Store(f"sqlite:///{path}?timeout=0.05") as store, closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreError, match="locked: another process uses it"):
            store.append([result(0)])


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    path = tmp_path / "results.db"
    path.write_text("not a database, and long enough to be sure of it" * 40)
    with pytest.raises(StoreError, match=r"results\.db.*not a database.*give a path"):
        Store(path)


@pytest.mark.parametrize("url", ["nosuch://host/name", "sqlite:////nosuch/folder/results.db"])
def test_a_url_that_leads_nowhere_is_named(url: str) -> None:
    with pytest.raises(StoreError, match=url[:6]):
        Store(url)


def test_a_password_is_never_shown(tmp_path: Path) -> None:
    with Store(f"sqlite:///{tmp_path}/results.db") as store:
        assert store.url == f"sqlite:///{tmp_path}/results.db"
    for url in ("nosuch://me:secret@host/name", "nosuch://me:secret@host:port/name"):
        with pytest.raises(StoreError) as refusal:
            Store(url)
        assert "secret" not in str(refusal.value)
