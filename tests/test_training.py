"""`forethought train` on few plays: one result, however it was stopped, and a true report."""

import json
import math
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from forethought import ParameterError, _native
from forethought.cli import main
from forethought.training.othello import CHUNK, Plan, train
from forethought.training.progress import Progress
from forethought.training.report import Duel, PhaseErrors, Report

PROGRAM = "import sys; from forethought.cli import main; sys.exit(main())"
WORDS = (
    *("train", "evaluation", "othello", "--games", "576", "--seed", "3"),
    *("--generations", "2", "--depth", "1"),
)
PLAN = Plan(games=576, seed=3, generations=2, depth=1)
CHUNKS = 9


def output(folder: Path) -> list[bytes]:
    return [(folder / f"w.{ending}").read_bytes() for ending in ("bin", "json", "md")]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("undisturbed")
    assert main([*WORDS, "--workers", "1", "--out", str(folder / "w.bin")]) == 0
    return folder


def test_killed_at_random_points_and_resumed_it_gives_the_same_weights(
    tmp_path: Path, undisturbed: Path
) -> None:
    rng = random.Random(1)
    command = [sys.executable, "-c", PROGRAM, *WORDS, "--workers", "2"]
    for _ in range(3):
        with subprocess.Popen([*command, "--out", str(tmp_path / "w.bin")]) as process:
            wait_for_parts(tmp_path, process, parts(tmp_path) + rng.randrange(1, 5))
            process.kill()
    assert parts(tmp_path) >= 3
    assert main([*WORDS, "--workers", "2", "--out", str(tmp_path / "w.bin")]) == 0
    assert output(tmp_path) == output(undisturbed)


def parts(folder: Path) -> int:
    return len(list((folder / "w.bin.parts").glob("[!.]*")))


def wait_for_parts(folder: Path, process: subprocess.Popen[bytes], count: int) -> None:
    deadline = time.monotonic() + 30
    while parts(folder) < count and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.002)


def test_the_report_is_of_the_plays(undisturbed: Path) -> None:
    report = json.loads((undisturbed / "w.json").read_text())
    samples = [
        path.read_bytes() for path in sorted((undisturbed / "w.bin.parts").glob("plays-*.bin"))
    ]
    assert len(samples) == CHUNKS
    joined = b"".join(samples[3:])
    counts = dict.fromkeys(range(3), 0)
    for at in range(0, len(joined), 18):
        counts[joined[at + 17]] += 1
    assert sum(phase["tested"] for phase in report["phases"]) == counts[2] > 500
    assert [phase["discs"] for phase in report["phases"]] == list(
        map(list, _native.othello_phases())
    )
    for phase in report["phases"][5:]:
        assert phase["error"] < phase["spread"]
        assert 0 < phase["log_loss"] < 2
    assert report["size"] == (undisturbed / "w.bin").stat().st_size
    assert len(report["duels"]) == 2
    page = (undisturbed / "w.md").read_text()
    assert f"forethought {' '.join(WORDS)}" in page


def test_the_weights_are_read_by_the_core(undisturbed: Path) -> None:
    weights = (undisturbed / "w.bin").read_bytes()
    margins = _native.othello_duel(weights, weights, 1, 2, 1)
    # Against themselves each pair is one play seen from both sides.
    assert [first + second for first, second in margins] == [0, 0]
    with pytest.raises(ParameterError, match="damaged"):
        _native.othello_duel(weights[:-1], None, 1, 1, 1)


def test_generations_share_the_plays() -> None:
    plan = Plan(games=10_000, seed=1)
    plays = [plan.plays(generation) for generation in range(3)]
    assert plays[0].start == 0
    assert [later.start for later in plays[1:]] == [earlier.stop for earlier in plays[:-1]]
    assert plays[-1].stop >= 10_000
    assert plays[-1].stop < 10_000 + CHUNK
    assert [round(len(each) / len(plays[0])) for each in plays] == [1, 2, 4]


def test_progress_is_told_up_to_the_end(tmp_path: Path) -> None:
    told: list[Progress] = []
    train(Plan(64, seed=1, generations=1, depth=1), tmp_path / "w.bin", progress=told.append)
    stages = {progress.stage: progress for progress in told}
    assert [(p.done, p.total) for p in stages.values()] == [(64, 64), (11, 11)]
    told.clear()
    train(Plan(64, seed=1, generations=1, depth=1), tmp_path / "w.bin", progress=told.append)
    assert told == []


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ["train", "evaluation", "chess", "--games", "500", "--seed", "1"],
            "there is nothing to train",
        ),
        (["train", "evaluation", "othello", "--games", "100", "--seed", "1"], "from 448 to"),
        (["train", "evaluation", "othello", "--games", "500", "--seed", "-1"], "seed"),
        (
            ["train", "evaluation", "othello", "--games", "500", "--seed", "1", "--depth", "0"],
            "depth",
        ),
        (
            [
                "train",
                "evaluation",
                "othello",
                "--games",
                "500",
                "--seed",
                "1",
                "--generations",
                "0",
            ],
            "generation",
        ),
        (
            ["train", "evaluation", "othello", "--games", "500", "--seed", "1", "--workers", "0"],
            "workers",
        ),
        (
            ["train", "evaluation", "othello", "--games", "500", "--seed", "1", "--out", "."],
            "this is a folder",
        ),
        (
            [
                "train",
                "evaluation",
                "othello",
                "--games",
                "500",
                "--seed",
                "1",
                "--out",
                "no.txt/w.bin",
            ],
            "can be written",
        ),
    ],
)
def test_bad_input_is_refused_in_a_line(
    words: list[str],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("no.txt").write_text("a file")
    assert main(words) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert told in error
    assert [path.name for path in tmp_path.iterdir()] == ["no.txt"]


def test_parts_of_another_training_are_refused(
    undisturbed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = [word if word != "3" else "4" for word in WORDS]
    assert main([*other, "--out", str(undisturbed / "w.bin")]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert '"seed": 3' in error


def test_errors_are_those_of_the_samples() -> None:
    test = [[2.0, 0.5, 4.0], [-3.0, -0.5, 1.0], [0.0, 0.0, 0.0]]
    found = PhaseErrors.of((4, 13), 10, 1.0, test)
    assert found.error == pytest.approx(math.sqrt((4 + 16 + 0) / 3))
    assert found.spread == pytest.approx(math.sqrt((16 + 1) / 3))
    losses = [-math.log(0.75), -math.log(0.25), math.log(2)]
    assert found.log_loss == pytest.approx(sum(losses) / 3)
    assert found.calibration == ((1, -0.5, 1.0), (1, 0.0, 0.0), (1, 0.5, 1.0))
    nothing = PhaseErrors.of((4, 13), 0, 0.0, [])
    assert (nothing.tested, nothing.error, nothing.calibration) == (0, 0.0, ())


def test_a_report_survives_json() -> None:
    errors = PhaseErrors.of((4, 13), 10, 1.0, [[2.0, 0.5, 4.0], [2.0, 1.0, 4.0]])
    duel = Duel.of([[3, -1], [0, 2]])
    assert (duel.wins, duel.draws, duel.losses, duel.margin) == (2, 1, 1, 1.0)
    report = Report({"games": 64}, (errors,), (duel,), 100)
    assert Report.from_dict(json.loads(json.dumps(report.to_dict()))) == report
    assert report.chances()[1] == [["1", "+0.500", "+1.000"], ["1", "+1.000", "+1.000"]]
