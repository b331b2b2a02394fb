"""`forethought ggp`: what it shows and stores, and that it ends and goes on as it should."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from forethought.cli import main

Output = pytest.CaptureFixture[str]
WORDS = (sys.executable, "-m", "forethought", "ggp")


@contextmanager
def served(*words: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """The server, and its port."""
    with subprocess.Popen(
        [*WORDS, "serve", "--port", "0", "--host", "127.0.0.1", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            yield process, int(line.partition("port ")[2].split()[0])
        finally:
            process.kill()


def test_a_match_is_shown_step_by_step(capsys: Output) -> None:
    assert main(["ggp", "match", "tic_tac_toe", "random", "random", "--seed", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["x: random", "o: random"]
    assert lines[2].split()[:3] == ["1", "x", "(mark"]
    assert "player" in lines[-5]


def test_many_matches_as_json(capsys: Output) -> None:
    words = ["ggp", "match", "dice_race", "random", "random", "--matches", "6", "--json"]
    assert main(words) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["command"] == "ggp match"
    assert [result["number"] for result in document["results"]] == list(range(1, 7))
    assert {standing["player"] for standing in document["standings"]} == {"random 1", "random 2"}
    assert main(words) == 0
    assert json.loads(capsys.readouterr().out) == document


def test_a_player_here_takes_part(capsys: Output) -> None:
    words = ["tic_tac_toe", "me=MCTS(), simulations=20", "random", "--start-clock", "30"]
    assert main(["ggp", "match", *words, "--play-clock", "30", "--scramble"]) == 0
    assert "x: me" in capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["tic_tac_toe", "random"], "1 players for 2 roles: give one for each of x, o"),
        (["no_such_sheet", "random"], "there is no such file"),
        (["hanoi", "MCTS(budget=3)"], "budget"),
        (["hanoi", "NoSearch()"], "did you mean|there is none"),
        (["hanoi", "random", "--play-clock", "0"], "--play-clock"),
        (["nim", "localhost:9", "localhost:9"], "localhost:9 is named twice"),
        (["hanoi", "random", "--out", "x" * 300], "File name too long: name another folder"),
        (["hanoi", "random", "--out", __file__], "this is a file: name a folder"),
        (["hanoi", "random", "--out", f"{__file__}/x"], "test_cli_ggp.py is a file: name a folder"),
    ],
)
def test_bad_input_is_said_in_one_line(words: list[str], text: str, capsys: Output) -> None:
    assert main(["ggp", "match", *words]) == 2
    said = capsys.readouterr().err
    assert len(said.splitlines()) == 1
    assert any(part in said for part in text.split("|"))


def test_a_sheet_in_infix_form_is_played(tmp_path: Path, capsys: Output) -> None:
    sheet = tmp_path / "one.hrf"
    sheet.write_text(
        "role(r)\nlegal(r,go)\ninit(a)\nnext(b) :- does(r,go)\n"
        "terminal :- true(b)\ngoal(r,100) :- true(b)\n"
    )
    assert main(["ggp", "match", str(sheet), "random"]) == 0
    assert "r 100" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--host", "999.1.1.1"], "host 999.1.1.1: no address of this machine"),
        (["--log", "x" * 300], "File name too long: name another folder"),
        (["--log", __file__], "this is a file: name a folder"),
    ],
)
def test_a_server_that_can_not_begin_says_so_in_one_line(
    words: list[str], text: str, capsys: Output
) -> None:
    assert main(["ggp", "serve", "--player", "random", "--port", "0", *words]) == 2
    said = capsys.readouterr().err
    assert len(said.splitlines()) == 1
    assert text in said


def test_records_of_another_series_are_kept(tmp_path: Path, capsys: Output) -> None:
    words = ["ggp", "match", "hanoi", "random", "--out", str(tmp_path)]
    assert main(words) == 0
    assert main([*words, "--play-clock", "7"]) == 2
    assert "another series" in capsys.readouterr().err


def test_a_series_that_was_killed_goes_on(tmp_path: Path, capsys: Output) -> None:
    words = ["tic_tac_toe", "random", "random", "--matches", "40", "--json"]
    assert main(["ggp", "match", *words]) == 0
    whole = json.loads(capsys.readouterr().out)["results"]
    out = ["--out", str(tmp_path / "out")]
    with subprocess.Popen([*WORDS, "match", *words, *out], stdout=subprocess.DEVNULL) as process:
        while not (tmp_path / "out" / "match-0003.json").exists() and process.poll() is None:
            time.sleep(0.005)
        process.kill()
    assert main(["ggp", "match", *words, *out]) == 0
    assert json.loads(capsys.readouterr().out)["results"] == whole
    record = json.loads((tmp_path / "out" / "match-0040.json").read_text())
    assert record["isCompleted"] is True


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_the_server_ends_without_a_word(sign: signal.Signals) -> None:
    with served("--player", "random") as (process, port):
        with urlopen(f"http://127.0.0.1:{port}/(info)") as answer:
            assert answer.read() == b"((name random) (status available))"
        process.send_signal(sign)
        out, err = process.communicate(timeout=120)
    assert process.returncode == 0
    assert out == ""
    assert err == ""


def test_a_match_against_a_server(tmp_path: Path, capsys: Output) -> None:
    words = ["--player", "MCTS(), simulations=20", "--log", str(tmp_path)]
    with served(*words) as (_, port):
        match = ["tic_tac_toe", f"127.0.0.1:{port}", "random", "--play-clock", "60", "--json"]
        assert main(["ggp", "match", *match, "--start-clock", "60"]) == 0
        (standing,) = (
            each
            for each in json.loads(capsys.readouterr().out)["standings"]
            if each["player"] != "random"
        )
        assert standing["faults"] == 0
    (log,) = tmp_path.glob("*.jsonl")
    assert '"event": "stop"' in log.read_text()
