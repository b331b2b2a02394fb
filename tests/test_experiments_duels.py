"""Studies of matches, on a small scale: tuned, kept, resumed, and told without error."""

import csv
import json
import math
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import forethought as ft
from forethought.arena.store import GameStore
from forethought.cli import main
from forethought.errors import ParameterError
from forethought.experiments import Native, contenders, modern
from forethought.experiments.catalogue import study
from forethought.experiments.contenders import CONTENDERS, ByClock, ByNodes
from forethought.experiments.duel import Duel, Played, Tuning
from forethought.experiments.duel_tables import significant
from forethought.experiments.duels import DuelStudy
from forethought.experiments.modern_report import ModernReport
from forethought.experiments.rational_stopping_report import StoppingReport
from forethought.experiments.study import StudyReport
from forethought.experiments.table1_report import Table1Report

FILES = ["scores.png", "scores.svg", "summary.md", "table.csv"]
PROGRAM = "import sys; from forethought.cli import main; sys.exit(main())"


@contextmanager
def unseen(_name: str, _things: str) -> Iterator[Any]:
    yield lambda _pace: None


def carried_out(wanted: Any, folder: Path) -> StudyReport:
    report: StudyReport = wanted.carry_out(str(folder / "results.db"), 1, unseen)
    return report


def untimed(report: StudyReport) -> list[dict[str, Any]]:
    """The rows without what a clock measured."""
    rows = report.to_dict()["table"]
    return [{k: v for k, v in row.items() if not k.endswith("_ms") and k != "time"} for row in rows]


def searching(nodes: float) -> ft.Player:
    return ft.player(ft.MCTS(), simulations=max(round(1 / nodes), 1), name="searcher")


def one(**changes: Any) -> Duel:
    first = Duel(
        name="test",
        game=Native("tic_tac_toe"),
        player=searching,
        opponent=ft.player(ft.MCTS(), simulations=20, name="other"),
        pairs=12,
        seed=1,
        setting=0.02,
        plies=2,
    )
    return replace(first, **changes)


@pytest.mark.parametrize("share", [0.5, 2.0])
def test_a_parameter_is_tuned_to_a_share_of_the_nodes_of_the_other(
    tmp_path: Path, share: float
) -> None:
    tuning = Tuning("nodes", share, start=0.1, least=1e-4, pairs=10, tolerance=0.05)
    with GameStore(tmp_path / "games.db") as store:
        played = one(setting=tuning).played(store)
    assert played.nodes == pytest.approx(share, rel=0.2)


def test_what_has_no_use_for_more_is_tuned_to_the_nearest_there_is(tmp_path: Path) -> None:
    tuning = Tuning("nodes", 1000.0, start=0.1, least=0.01, pairs=2)
    with GameStore(tmp_path / "games.db") as store:
        assert one(setting=tuning).parameter(store) == 0.025
    tuning = replace(tuning, share=1e-3, start=0.5, tolerance=1e-9)
    with GameStore(tmp_path / "games.db") as store:
        assert one(setting=tuning).parameter(store) >= 0.5


def test_a_study_ends_where_its_test_is_decided(tmp_path: Path) -> None:
    certain = one(name="a", setting=1e-3, pairs=400, sprt=ft.SPRT(0, 100), opponent=BAD)
    found: list[Played] = []

    def report(played: Any) -> Any:
        found.extend(played)

    carried_out(DuelStudy("both", (certain, one(name="b")), report), tmp_path)
    assert 0 < len(found[0].match.games) < 800
    assert found[0].match.verdict is not None
    assert found[0].match.verdict.accepted == "elo1"
    assert len(found[1].match.games) == 24
    assert len(found[1].first(5).match.games) == 10


BAD = ft.player(ft.MCTS(), simulations=1, name="bad")


def test_a_study_gone_on_with_is_the_same_as_one_undisturbed(tmp_path: Path) -> None:
    whole = carried_out(study("mgss-table1", runs=2, budgets=(2,)), tmp_path / "whole")
    with pytest.raises(KeyboardInterrupt):
        study("mgss-table1", runs=2, budgets=(2,)).carry_out(
            str(tmp_path / "stopped.db"), 1, interrupting
        )
    (tmp_path / "stopped.db").rename(tmp_path / "results.db")
    resumed = carried_out(study("mgss-table1", runs=2, budgets=(2,)), tmp_path)
    assert untimed(resumed) == untimed(whole)
    again = carried_out(study("mgss-table1", runs=2, budgets=(2,)), tmp_path)
    assert again.to_dict() == resumed.to_dict()


@contextmanager
def interrupting(_name: str, _things: str) -> Iterator[Any]:
    def stop(pace: Any) -> None:
        assert 0 < pace.done < pace.total
        raise KeyboardInterrupt

    yield stop


def test_killed_and_resumed_it_gives_the_same_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["reproduce", "mgss-table1", "--runs", "1", "--budgets", "2"]
    for folder in ("whole", "killed"):
        command = [*words, "--out", str(tmp_path / folder), "--workers"]
        if folder == "killed":
            with subprocess.Popen([sys.executable, "-c", PROGRAM, *command, "2"]) as process:
                wait_for_games(tmp_path / folder / "results.db", process)
                process.kill()
        assert main([*command, "1", "--json"]) == 0
    documents = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    tables = [document["experiments"][0]["table"] for document in documents]
    whole, killed = ([(row["won"], row["player_nodes"]) for row in table] for table in tables)
    assert whole == killed


def wait_for_games(path: Path, process: subprocess.Popen[bytes]) -> None:
    import sqlite3

    deadline = time.monotonic() + 30
    while process.poll() is None and time.monotonic() < deadline:
        if path.exists():
            try:
                with sqlite3.connect(path) as connection:
                    if connection.execute("select count(*) from games").fetchone()[0] > 3:
                        return
            except sqlite3.OperationalError:
                pass
        time.sleep(0.01)


@pytest.fixture(scope="module")
def table1(tmp_path_factory: pytest.TempPathFactory) -> Table1Report:
    folder = tmp_path_factory.mktemp("table1")
    report = carried_out(study("mgss-table1", runs=1, budgets=(3, 2)), folder)
    assert isinstance(report, Table1Report)
    return report


def test_the_published_comparison_in_both_forms(table1: Table1Report, tmp_path: Path) -> None:
    assert sorted(path.name for path in table1.write(tmp_path)) == FILES
    with (tmp_path / "table.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 2 * 2 * 2
    assert {(row["depth"], row["form"]) for row in rows} == {
        (depth, form) for depth in "23" for form in ("as published", "centred")
    }
    for row in rows:
        assert int(row["won"]) + int(row["drawn"]) + int(row["lost"]) == 2
        assert 0 < float(row["player_nodes"]) < float(row["opponent_nodes"]) * 1.5
        assert float(row["parameter"]) > 0 < float(row["player_ms"])
    summary = (tmp_path / "summary.md").read_text(encoding="utf-8")
    assert (
        "    forethought reproduce mgss-table1 --runs 1 --budgets 2,3 --seed 20200912\n" in summary
    )
    assert "significantly better, with far fewer nodes" in summary
    assert "16 openings" in summary


def test_a_demand_is_met_by_score_and_nodes_together(table1: Table1Report) -> None:
    played = table1.found[0]
    assert played.duel.labels["depth"] == 2
    for points, allowed, met in ((1.0, 9.0, True), (0.0, 9.0, False), (1.0, 1e-9, False)):
        games = tuple(
            replace(r, points=(points, 1 - points) if r.leg == 0 else (1 - points, points))
            for r in played.match.games
        )
        duel = replace(played.duel, labels={**played.duel.labels, "allowed": allowed})
        made = Played(duel, played.parameter, replace(played.match, games=games))
        report = Table1Report("", [made])
        assert report.to_dict()["table"][-1]["met"] is met
        (row,) = report.sections()[2].rows
        assert row[-1] == ("met" if met else "**not met**")


@pytest.fixture(scope="module")
def at_equal_time(tmp_path_factory: pytest.TempPathFactory) -> ModernReport:
    folder = tmp_path_factory.mktemp("modern")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(modern, "AGAINST_PLAIN", {3: ("MGSS*",)})
        patch.setattr(modern, "AGAINST_FULL", {3: ("alpha-beta with doubt",)})
        patch.setattr(modern, "GAMES", ("othello",))
        patch.setattr(modern, "MILLISECONDS", 3)
        report = carried_out(study("mgss-modern", runs=1, budgets=(3,)), folder)
    assert isinstance(report, ModernReport)
    return report


def test_the_comparison_at_equal_time(at_equal_time: ModernReport, tmp_path: Path) -> None:
    assert sorted(path.name for path in at_equal_time.write(tmp_path)) == FILES
    sections = at_equal_time.sections()
    assert [len(section.rows) for section in sections] == [1, 1, 1]
    assert all(len(row) == len(s.header) for s in sections for row in s.rows)
    rows = at_equal_time.to_dict()["table"]
    assert [row["part"] for row in rows] == ["plain", "full", "other games"]
    assert [row["games"] for row in rows] == [2, 2, 2]
    assert rows[0]["met"] in (True, False)
    assert rows[1]["met"] is None
    assert "depth" in (tmp_path / "summary.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", CONTENDERS)
def test_contenders_keep_to_their_limit(name: str) -> None:
    game = Native("othello")()
    for made in (ByNodes(name)(1 / 500), ByClock(name)(0.002)):
        assert made.name == name
        match = ft.match(made, ft.RandomPlayer(), game, games=2, seed=1, margin=60)
        assert match.reasons == {"over": 2}
    named = [*contenders.AGAINST_FULL.values(), *contenders.AGAINST_PLAIN.values()]
    assert {name for names in named for name in names} == {*CONTENDERS}


@pytest.mark.parametrize(
    ("name", "budgets"),
    [("mgss-table1", (7,)), ("mgss-table1", (2, 2)), ("mgss-table1", ()), ("mgss-modern", (2,))],
)
def test_other_budgets_are_refused(name: str, budgets: tuple[int, ...]) -> None:
    with pytest.raises(ParameterError, match="depths"):
        study(name, budgets=budgets)


@pytest.mark.parametrize(
    ("number", "text"), [(0.012345, "0.0123"), (12.345, "12.3"), (1234.5, "1234"), (0, "0")]
)
def test_three_digits_count(number: float, text: str) -> None:
    assert significant(number) == text
    assert significant(math.nan) == "nan"


@pytest.fixture(scope="module")
def at_equal_effort(tmp_path_factory: pytest.TempPathFactory) -> StoppingReport:
    folder = tmp_path_factory.mktemp("stopping")
    report = carried_out(study("stopping", runs=1), folder)
    assert isinstance(report, StoppingReport)
    return report


def test_stopping_against_a_fixed_budget(at_equal_effort: StoppingReport, tmp_path: Path) -> None:
    assert sorted(path.name for path in at_equal_effort.write(tmp_path)) == FILES
    rows = at_equal_effort.to_dict()["table"]
    assert [(row["search"], row["game"]) for row in rows] == [
        (search, game)
        for search in ("alpha-beta", "MCTS", "MGSS*")
        for game in ("othello", "connect_four")
    ]
    for row in rows:
        assert row["games"] == 2
        assert row["parameter"] > 0
        assert row["player_nodes_sd"] > 0
    (section,) = at_equal_effort.sections()
    assert all(len(row) == len(section.header) for row in section.rows)


@pytest.mark.parametrize(
    ("points", "nodes", "met"), [(1.0, 1e9, True), (0.0, 1e9, False), (1.0, 1e-9, False)]
)
def test_no_worse_takes_the_same_nodes(
    at_equal_effort: StoppingReport, points: float, nodes: float, met: bool
) -> None:
    played = at_equal_effort.found[0]
    games = tuple(
        replace(r, points=(points, 1 - points) if r.leg == 0 else (1 - points, points))
        for r in played.match.games
    )
    made = Played(played.duel, played.parameter, replace(played.match, games=games))
    mine, other = made.efforts
    made.__dict__["efforts"] = (mine, replace(other, nodes=nodes))
    (row,) = StoppingReport("", [made]).rows()
    assert row["met"] is met


def test_stopping_has_no_budgets() -> None:
    with pytest.raises(ParameterError, match="no budgets"):
        study("stopping", budgets=(100,))
