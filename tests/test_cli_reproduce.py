"""`reproduce` on the real search: one table, however it was stopped, and the numbers beside it."""

import json
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from forethought.cli import main
from forethought.experiments import Store
from forethought.experiments.ocba import experiment

PROGRAM = "import sys; from forethought.cli import main; sys.exit(main())"
RUNS, BUDGETS = 40, (50, 70)
WORDS = ("reproduce", "ocba-2", "--runs", str(RUNS), "--budgets", "50,70")
ROWS = 4 * RUNS * len(BUDGETS)


def output(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((folder / "ocba-2").iterdir())}


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("undisturbed")
    assert main([*WORDS, "--workers", "1", "--out", str(folder)]) == 0
    return folder


def test_the_tables_fit_a_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (WORDS, ["reproduce", "calibration", "--runs", "2", "--budgets", "60"]):
        assert main([*words, "--workers", "1", "--out", str(tmp_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    # Sentences and paths wrap where they must.
    tables = [line.rstrip() for line in lines if "  " in line.strip() or "──" in line]
    assert max(map(len, tables)) <= 80, max(tables, key=len)
    assert "**" not in "".join(lines)


def test_the_output_is_complete(undisturbed: Path) -> None:
    files = output(undisturbed)
    assert sorted(files) == sorted(
        f"{name}" for name in ("table.csv", "visits.csv", "summary.md", *figures())
    )
    assert files["table.csv"].count(b"\n") == 1 + 4 * len(BUDGETS)
    summary = files["summary.md"].decode()
    assert "published: 0; agrees" in summary
    assert "independent trial, 400 runs" in summary
    assert "forethought reproduce ocba-2 --runs 40 --budgets 50,70 --seed" in summary


def figures() -> list[str]:
    return [f"{name}.{ending}" for name in ("pcs", "visits") for ending in ("png", "svg")]


@pytest.mark.parametrize("workers", ["2", "4"])
def test_the_output_is_the_same_on_any_number_of_workers(
    tmp_path: Path, undisturbed: Path, workers: str
) -> None:
    assert main([*WORDS, "--workers", workers, "--out", str(tmp_path)]) == 0
    assert output(tmp_path) == output(undisturbed)


def test_killed_at_random_points_and_resumed_it_gives_the_same_output(
    tmp_path: Path, undisturbed: Path
) -> None:
    rng = random.Random(1)
    for _ in range(3):
        with started(tmp_path) as process:
            wait_for_rows(tmp_path, process, rows(tmp_path) + rng.randrange(1, 60))
            process.kill()
    assert not (tmp_path / "ocba-2").exists() or output(tmp_path) == output(undisturbed)
    assert main([*WORDS, "--workers", "2", "--out", str(tmp_path)]) == 0
    assert output(tmp_path) == output(undisturbed)


def test_an_interrupt_says_how_to_go_on(tmp_path: Path) -> None:
    with started(tmp_path, "--runs", "5000") as process:
        wait_for_rows(tmp_path, process, 1, runs=5000)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=20)
    assert process.returncode == 130, err
    assert "are kept in" in err
    assert "the same command again" in err
    assert "Traceback" not in err


def started(folder: Path, *more: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", PROGRAM, *WORDS, "--workers", "2", "--out", str(folder)]
    return subprocess.Popen([*command, *more], stderr=subprocess.PIPE, text=True)


def rows(folder: Path, runs: int = RUNS) -> int:
    with Store(folder / "results.db") as store:
        return len(store.stored(experiment("ocba-2", runs=runs, budgets=BUDGETS)))


def wait_for_rows(
    folder: Path, process: subprocess.Popen[str], count: int, runs: int = RUNS
) -> None:
    deadline = time.monotonic() + 30
    while rows(folder, runs) < count and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.005)


def test_other_settings_are_refused(
    tmp_path: Path, undisturbed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(undisturbed / "results.db", tmp_path)
    capsys.readouterr()
    assert main([*WORDS, "--seed", "5", "--out", str(tmp_path)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert "seed is 5" in captured.err
    assert "another store" in captured.err


def test_json_is_one_document(undisturbed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*WORDS, "--out", str(undisturbed), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    (found,) = document["experiments"]
    assert (document["schema"], found["experiment"], found["runs"]) == (1, "ocba-2", RUNS)
    assert len(found["table"]) == 4 * len(BUDGETS)
    assert {row["verdict"] for row in found["comparisons"]} <= {"agrees", "differs"}
