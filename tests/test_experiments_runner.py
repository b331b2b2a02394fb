"""An experiment gives one table: on any number of workers, in any order, killed or not."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from forethought.errors import ParameterError
from forethought.experiments import Method, Progress, Store, StoreError, run
from tests.experiments_fake import BrokenError, Guess, Planner, experiment, start, table

PROGRAM = "import sys; from tests.experiments_fake import carry_out; carry_out(*sys.argv[1:])"
ROOT = Path(__file__).parent.parent


def carried_out(path: Path, **options: Any) -> list[str]:
    with Store(path) as store:
        run(experiment(), store, **options)
    return table(path, experiment())


def test_the_table_does_not_depend_on_the_workers(tmp_path: Path) -> None:
    tables = [carried_out(tmp_path / f"{count}.db", workers=count) for count in (1, 2, 4)]
    with ThreadPoolExecutor(3) as threads:
        tables.append(carried_out(tmp_path / "threads.db", executor=threads))
    assert len(tables[0]) == 12 * 2 * 3
    assert all(other == tables[0] for other in tables)


def test_a_stored_run_is_not_done_again(tmp_path: Path) -> None:
    seen: list[Progress] = []
    first = carried_out(tmp_path / "results.db", workers=1)
    assert carried_out(tmp_path / "results.db", workers=1, progress=seen.append) == first
    assert seen == []


def test_budgets_added_later_give_what_all_at_once_would(tmp_path: Path) -> None:
    with Store(tmp_path / "results.db") as store:
        run(experiment(runs=5, budgets=(10,)), store, workers=1)
        run(experiment(runs=9, budgets=(20, 5)), store, workers=1)
    assert carried_out(tmp_path / "results.db", workers=1) == carried_out(
        tmp_path / "whole.db", workers=1
    )


STARTED: list[Any] = []


def noting_start(game: Any, search: Any, **options: Any) -> Any:
    STARTED.append((search.policy, *options.values()))
    return start(game, search, **options)


def test_a_policy_that_plans_its_budget_starts_afresh_for_each(tmp_path: Path) -> None:
    wanted = experiment(runs=1, start=noting_start, state=7)
    with Store(tmp_path / "results.db") as store:
        run(wanted, store, workers=1)
    guess, planner = (wanted.run_seed(name, 0) for name in ("guess", "planner"))
    fresh = [(Planner(), 7, planner, budget) for budget in wanted.budgets]
    assert [(None, 7, guess, None), *fresh] == STARTED


def test_progress_counts_up_to_the_total(tmp_path: Path) -> None:
    seen: list[Progress] = []
    carried_out(tmp_path / "results.db", workers=1, progress=seen.append)
    done = [report.done for report in seen]
    assert done == sorted(done)
    assert (done[-1], seen[-1].total, seen[-1].eta) == (24, 24, 0)


def test_an_exception_of_a_worker_arrives_with_its_place_and_keeps_the_rest(tmp_path: Path) -> None:
    failing = experiment(methods=(*experiment().methods, Method("broken", Guess(fails=True))))
    for workers in (1, 2):
        path = tmp_path / f"{workers}.db"
        with (
            Store(path) as store,
            pytest.raises(BrokenError, match="stock is negative") as failure,
        ):
            run(failing, store, workers=workers)
        assert "method broken, run 0" in failure.value.__notes__[0]
        assert table(path, experiment())
        assert carried_out(path, workers=1) == carried_out(tmp_path / "whole.db", workers=1)


class Interrupted(Executor):
    """Does three tasks, then is interrupted."""

    _max_workers = 1

    def __init__(self) -> None:
        self.tasks = 0

    def submit(self, task: Callable[..., Any], /, *args: Any, **keywords: Any) -> Future[Any]:
        self.tasks += 1
        if self.tasks > 3:
            raise KeyboardInterrupt
        future: Future[Any] = Future()
        future.set_result(task(*args))
        return future


def test_after_an_interrupt_what_is_done_is_stored(tmp_path: Path) -> None:
    path = tmp_path / "results.db"
    with pytest.raises(KeyboardInterrupt):
        carried_out(path, executor=Interrupted())
    assert len(table(path, experiment())) >= 9
    assert carried_out(path, workers=1) == carried_out(tmp_path / "whole.db", workers=1)


@pytest.mark.parametrize("workers", [1, 2])
def test_killed_at_random_points_and_resumed_it_gives_the_same_table(
    tmp_path: Path, workers: int
) -> None:
    wanted, path = experiment(runs=60, pause=0.01), tmp_path / "killed.db"
    rng = random.Random(workers)
    for _ in range(3):
        with started(path, workers) as process:
            wait_for_rows(path, len(table(path, wanted)) + rng.randrange(30))
            process.kill()
    assert 0 < len(table(path, wanted)) < 60 * 2 * 3
    with started(path, workers) as process:
        assert process.wait() == 0
    with Store(tmp_path / "whole.db") as store:
        run(wanted, store, workers=1)
    assert table(path, wanted) == table(tmp_path / "whole.db", wanted)


def test_a_killed_run_leaves_no_worker_behind(tmp_path: Path) -> None:
    with started(tmp_path / "killed.db", 2) as process:
        wait_for_rows(tmp_path / "killed.db", 1)
        children = children_of(process.pid)
        process.kill()
    assert len(children) >= 2
    wait_for_the_end_of(children)


def test_ctrl_c_ends_the_workers_quietly_and_keeps_what_is_done(tmp_path: Path) -> None:
    for attempt in range(6):
        path = tmp_path / f"{attempt}.db"
        with started(path, 2, stderr=subprocess.PIPE) as process:
            wait_for_rows(path, 1 + 3 * attempt)
            children = children_of(process.pid)
            process.send_signal(signal.SIGINT)
            _, told = process.communicate(timeout=20)
        assert process.returncode != 0
        assert told.count(b"Traceback") == 1, told.decode()
        assert told.rstrip().endswith(b"KeyboardInterrupt"), told.decode()
        wait_for_the_end_of(children)
        assert 0 < len(table(path, experiment(runs=60))) < 60 * 2 * 3


def started(path: Path, workers: int, stderr: int = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", PROGRAM, str(path), "60", str(workers)]
    return subprocess.Popen(command, cwd=ROOT, stderr=stderr)


def wait_for_the_end_of(children: list[int]) -> None:
    deadline = time.monotonic() + 10
    while any(map(alive, children)) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not any(map(alive, children))


def wait_for_rows(path: Path, count: int) -> None:
    deadline = time.monotonic() + 30
    while len(table(path, experiment(runs=60))) < count and time.monotonic() < deadline:
        time.sleep(0.01)


def children_of(pid: int) -> list[int]:
    text = Path(f"/proc/{pid}/task/{pid}/children")
    if not text.exists():
        pytest.skip("needs /proc/PID/task/PID/children")
    return [int(child) for child in text.read_text().split()]


def alive(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


def test_other_settings_are_refused_before_anything_runs(tmp_path: Path) -> None:
    carried_out(tmp_path / "results.db", workers=1)
    with Store(tmp_path / "results.db") as store, pytest.raises(StoreError, match="seed"):
        run(experiment(seed=2), store, workers=1)


@pytest.mark.parametrize(
    "changes", [{"runs": 0}, {"budgets": ()}, {"budgets": (0, 5)}, {"methods": ()}]
)
def test_an_experiment_with_nothing_to_run_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match="line"):
        experiment(**changes)


def test_no_workers_are_refused(tmp_path: Path) -> None:
    with (
        Store(tmp_path / "results.db") as store,
        pytest.raises(ParameterError, match="workers=0"),
    ):
        run(experiment(), store, workers=0)


@pytest.mark.parametrize("argument", ["progress", "executor"])
def test_what_can_not_be_called_is_refused(tmp_path: Path, argument: str) -> None:
    wrong: dict[str, Any] = {argument: 5}
    with (
        Store(tmp_path / "results.db") as store,
        pytest.raises(ParameterError, match=f"{argument}=5: give a"),
    ):
        run(experiment(), store, **wrong)


UNGUARDED = """
from tests.experiments_fake import carry_out
carry_out({path!r}, "60", "2")
"""


def test_a_script_without_its_guard_is_told_so(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(UNGUARDED.format(path=str(tmp_path / "results.db")))
    command = [sys.executable, str(script)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    ended = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode == 1
    assert 'under if __name__ == "__main__":' in ended.stderr.splitlines()[-1]
