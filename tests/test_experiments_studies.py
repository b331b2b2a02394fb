"""The studies of our own, on a small scale: one report however they are carried out."""

from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

import forethought as ft
from forethought.cli import main
from forethought.errors import ParameterError
from forethought.experiments import Store, run
from forethought.experiments.catalogue import NAMES, study
from forethought.experiments.defaults import CANDIDATES, REFERENCES
from forethought.experiments.defaults_report import Column, default_remark, distance
from forethought.experiments.statistics import Proportion
from forethought.experiments.study import ExperimentStudy, StudyReport

FILES = {
    "calibration": ["bins.csv", "reliability.png", "reliability.svg", "stopping.csv"],
    "defaults": ["pcs.png", "pcs.svg", "standings.csv"],
}


@pytest.fixture(scope="module")
def two_workers() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        yield pool


def carried_out(
    name: str, folder: Path, runs: int = 3, executor: Executor | None = None
) -> StudyReport:
    wanted = study(name, runs=runs, budgets=(40, 130))
    assert isinstance(wanted, ExperimentStudy)
    with Store(folder / "results.db") as store:
        found = [
            (each, run(each, store, workers=1, executor=executor)) for each in wanted.experiments
        ]
    return wanted.report(found)


@pytest.mark.parametrize("name", FILES)
def test_a_study_is_the_same_on_two_workers_and_when_gone_on_with(
    name: str, tmp_path: Path, two_workers: Executor
) -> None:
    whole = carried_out(name, tmp_path / "whole").to_dict()
    assert carried_out(name, tmp_path / "two", executor=two_workers).to_dict() == whole
    carried_out(name, tmp_path / "resumed", runs=1)
    assert carried_out(name, tmp_path / "resumed", executor=two_workers).to_dict() == whole


@pytest.mark.parametrize("name", FILES)
def test_the_files_of_a_study(name: str, tmp_path: Path) -> None:
    paths = carried_out(name, tmp_path, runs=1).write(tmp_path / name)
    written = sorted(path.name for path in (tmp_path / name).iterdir())
    assert sorted(path.name for path in paths) == written
    assert written == sorted([*FILES[name], "table.csv", "summary.md"])
    command = f"forethought reproduce {name} --runs 1 --budgets 40,130 --seed 20200912"
    assert f"    {command}\n" in (tmp_path / name / "summary.md").read_text(encoding="utf-8")


def test_the_command_shows_the_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--runs", "1", "--budgets", "40", "--workers", "1", "--out", str(tmp_path)]
    assert main(["reproduce", "defaults", *words]) == 0
    shown = capsys.readouterr().out
    assert all(name in shown for name in (*REFERENCES, *CANDIDATES))
    assert "Beside the published methods" in shown
    assert (tmp_path / "defaults" / "table.csv").exists()


def test_the_help_names_everything(capsys: pytest.CaptureFixture[str]) -> None:
    main(["reproduce", "--help"])
    shown = capsys.readouterr().out
    assert all(name in shown for name in NAMES)


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(ParameterError, match="did you mean calibration"):
        study("calibrate")


def test_the_default_is_among_the_candidates() -> None:
    assert ft.MCTS() in CANDIDATES.values()
    assert "none" not in default_remark()


COLUMN = Column(
    "defaults-1",
    100,
    {
        "OCBA, paper": Proportion(80, 100),
        "UCT, paper": Proportion(60, 100),
        "good": Proportion(90, 100),
        "equal": Proportion(90, 100),
        "near": Proportion(85, 100),
    },
)


def test_shares_are_apart_by_standard_errors() -> None:
    # The pooled share is 0.85: sqrt(0.85 * 0.15 * 2 / 100) = 0.0505.
    assert distance(Proportion(90, 100), Proportion(80, 100)) == pytest.approx(1.980, abs=1e-3)
    assert distance(Proportion(100, 100), Proportion(100, 100)) == 0


def test_the_best_and_what_is_close_to_it() -> None:
    assert [method for method in COLUMN.pcs if COLUMN.is_best(method)] == ["good", "equal"]
    assert not COLUMN.is_close("UCT, paper")
    assert COLUMN.is_close("near")
    assert COLUMN.reference == Proportion(80, 100)
    assert COLUMN.label == "1: 100"
