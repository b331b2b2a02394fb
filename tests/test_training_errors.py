"""`forethought train error` on few samples: one result, however stopped, and a true report."""

import json
import random
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import forethought as ft
from forethought.cli import main
from forethought.error_models.fitting import COLUMNS, FLOOR, are_steps, foreseen
from forethought.training.calibration import Report, Samples
from forethought.training.error_model import HELD_OUT, Plan, train
from forethought.training.progress import Progress

PROGRAM = "import sys; from forethought.cli import main; sys.exit(main())"
WORDS = ("train", "error", "connect_four", "--samples", "300", "--seed", "3")
ENDINGS = (".json", "-report.json", "-report.md", "-report.png", "-report.svg")


def output(folder: Path) -> list[bytes]:
    return [(folder / f"e{ending}").read_bytes() for ending in ENDINGS]


def parts(folder: Path) -> list[Path]:
    return sorted((folder / "e.json.parts").glob("play-*"))


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("undisturbed")
    assert main([*WORDS, "--workers", "1", "--out", str(folder / "e.json")]) == 0
    return folder


def test_killed_at_random_points_and_resumed_it_gives_the_same_model(
    tmp_path: Path, undisturbed: Path
) -> None:
    rng = random.Random(1)
    command = [sys.executable, "-c", PROGRAM, *WORDS, "--workers", "2"]
    for _ in range(2):
        wanted = len(parts(tmp_path)) + rng.randrange(1, 4)
        with subprocess.Popen([*command, "--out", str(tmp_path / "e.json")]) as process:
            deadline = time.monotonic() + 30
            while len(parts(tmp_path)) < wanted and process.poll() is None:
                assert time.monotonic() < deadline
                time.sleep(0.002)
            process.kill()
    assert len(parts(tmp_path)) >= 2
    assert not (tmp_path / "e.json").exists()
    assert main([*WORDS, "--workers", "2", "--out", str(tmp_path / "e.json")]) == 0
    assert output(tmp_path) == output(undisturbed)


def test_the_report_is_of_the_plays(undisturbed: Path) -> None:
    report = json.loads((undisturbed / "e-report.json").read_text())
    model = ft.error_models.read(undisturbed / "e.json")
    found: list[np.ndarray] = []
    steps = 0
    for path in (path for path in parts(undisturbed) if path.name.startswith("play-1-")):
        if steps < 300 or len(found) < HELD_OUT:
            found.append(np.frombuffer(path.read_bytes()).reshape(-1, len(COLUMNS)))
            steps += int(are_steps(found[-1]).sum())
    held = np.concatenate(found[HELD_OUT - 1 :: HELD_OUT])
    rows = held[are_steps(held)]
    assert report["counts"]["plays"] == [
        len(found) - len(found) // HELD_OUT,
        len(found) // HELD_OUT,
    ]
    assert report["counts"]["steps"] == [steps - len(rows), len(rows)]
    mean, sd = foreseen(model, rows)
    z, variance = (rows[:, 5] - mean) / np.hypot(sd, FLOOR), sd**2 + FLOOR**2
    density = -0.5 * np.log(2 * np.pi * variance) - 0.5 * z**2
    assert report["likelihoods"]["steps"]["regression"] == pytest.approx(density.mean())
    for name in ("stage", "size of the value", "foreseen deviation"):
        groups = report["groups"][name]
        assert sum(group["samples"] for group in groups) >= len(rows) - 5
        total = sum(group["samples"] * group["mean"] for group in groups)
        assert total == pytest.approx(z.sum(), abs=5 * np.abs(z).max())
    assert sum(report["histogram"]) == pytest.approx((np.abs(z) <= 4).mean())
    page = (undisturbed / "e-report.md").read_text()
    assert f"forethought {' '.join(WORDS)}" in page
    assert "e-report.svg" in page


def test_buckets_are_made_of_the_same_samples(
    undisturbed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = undisturbed / "e.json"
    before = output(undisturbed)
    written = {path: path.stat().st_mtime_ns for path in parts(undisturbed)}
    assert main([*WORDS, "--kind", "buckets", "--out", str(out), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["command"] == "train error"
    assert document["kind"] == "buckets"
    assert isinstance(ft.error_models.read(out), ft.error_models.Buckets)
    assert {path: path.stat().st_mtime_ns for path in written} == written
    assert main([*WORDS, "--out", str(out)]) == 0
    assert output(undisturbed) == before


def test_progress_is_told_up_to_the_end(tmp_path: Path) -> None:
    told: list[Progress] = []
    train(Plan("connect_four", 100, seed=1), tmp_path / "e.json", progress=told.append)
    stages = {progress.stage: progress for progress in told}
    assert [(p.done, p.total) for p in stages.values()] == [(25, 25), (100, 100)]


def test_z_is_measured_with_the_noise_that_does_not_matter() -> None:
    rows = np.array([[0.5, 0.5, 4, 0, 1, 0.3 + n % 2] for n in range(100)])
    samples = Samples(rows, np.arange(100) // 10, 5, 1.0)
    report = Report.of({"game": "x"}, ft.error_models.Constant(0.8, 0.0), samples)
    (group,) = report.groups["stage"]
    assert (group.samples, group.name) == (20, "0.5 to 0.6")
    assert group.error == pytest.approx(0.5)
    assert group.foreseen == pytest.approx(FLOOR)
    assert (group.mean, group.sd) == pytest.approx((0.0, 0.5 / FLOOR))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["chess"], "there is no game 'chess'"),
        (["pig"], "two players, no chance"),
        (["inventory"], "two players, no chance"),
        (["nim"], "has no evaluation"),
        (["othello", "--samples", "99"], "--samples 99: give a whole number from 100"),
        (["othello", "--kind", "constant"], "kind"),
        (["othello", "--workers", "0"], "workers"),
        (["othello", "--out", "."], "this is a folder"),
        (["othello", "--out", "no.txt/e.json"], "can be written"),
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
    assert main(["train", "error", "--seed", "1", *words]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert told in error
    assert [path.name for path in tmp_path.iterdir()] == ["no.txt"]


def test_parts_of_another_training_are_refused(
    undisturbed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*WORDS[:-1], "4", "--out", str(undisturbed / "e.json")]) == 2
    assert '"seed": 3' in capsys.readouterr().err
