"""`forethought tournament`: players as words, tables, files, and faults in one line."""

import json
from pathlib import Path

import pytest

import forethought as ft
from forethought.cli import main
from forethought.cli.players import player_from
from forethought.errors import ForethoughtError

ZOO = Path(__file__).parent / "zoo" / "players.py"


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("MCTS(), simulations=5", ft.player(ft.MCTS(), simulations=5)),
        ("a b=MCTS, nodes=5", ft.player(ft.MCTS(), nodes=5, name="a b")),
        (
            "x = MCTS(policy=OCBA(n0=2), choice='visits'), simulations=5, keep=False",
            ft.player(
                ft.MCTS(policy=ft.OCBA(n0=2), choice="visits"),
                simulations=5,
                keep=False,
                name="x",
            ),
        ),
        ("MCTS()", ft.player(ft.MCTS(), seconds=0.5)),
        ("MCTS(), clock=Clock(60, 0.5)", ft.player(ft.MCTS(), clock=ft.Clock(60, 0.5))),
        ("random", ft.RandomPlayer()),
        ("r=random", ft.RandomPlayer(name="r")),
        (f"{ZOO}:first", ft.ProcessPlayer(f"{ZOO}:first", seconds=0.5)),
        (f"f={ZOO}:first, seconds=2", ft.ProcessPlayer(f"{ZOO}:first", seconds=2, name="f")),
        ("ProcessPlayer('prog -x', seconds=3)", ft.ProcessPlayer("prog -x", seconds=3)),
        ("e=ProcessPlayer(['prog', 'a'])", ft.ProcessPlayer(["prog", "a"], seconds=0.5, name="e")),
    ],
)
def test_players_are_read(text: str, made: ft.Player) -> None:
    assert player_from(text, {"seconds": 0.5}) == made


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a=import os", "it can't be read"),
        ("MCTS(", "it can't be read"),
        ("MCTS(), **{}", "it can't be read"),
        ("__import__('os')", "part __import__: there is none of this name"),
        ("MTCS()", "did you mean MCTS?"),
        ("MCTS().policy, nodes=5", "MCTS().policy is no plain value"),
        ("MCTS(weight=3)", "MCTS() got an unexpected keyword argument 'weight'"),
        ("MCTS(), visits=3", "player() got an unexpected keyword argument 'visits'"),
        ("MCTS(), 5", "give one search, then its limits"),
        ("5, nodes=3", "5 can't play"),
        ("nosuch.py:f", "there is no such file"),
    ],
)
def test_what_is_no_player_is_refused(text: str, said: str) -> None:
    with pytest.raises(ForethoughtError) as refusal:
        player_from(text, {})
    assert said in str(refusal.value)
    assert "\n" not in str(refusal.value)


WORDS = [
    *("tournament", "connect_four", "--games", "4", "--player", "MCTS(), simulations=20"),
    *("--player", "random", "--player", f"bad={ZOO}:illegal, seconds=2"),
]


def test_it_prints_tables_and_writes_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert main([*WORDS, "--out", str(out), "--name", "first"]) == 0
    text = capsys.readouterr().out
    assert "first: connect_four" in text
    assert "points against" in text
    assert "a fault of bad: it played 'column 9'" in text
    assert (out / "first" / "ratings.svg").exists()
    assert main([*WORDS, "--out", str(out), "--name", "first", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["command"], document["games"], document["name"]) == ("tournament", 12, "first")
    assert document["standings"][-1]["name"] == "bad"


def test_two_players_get_a_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--sprt", "0,400", "--out", str(tmp_path), "--workers", "2", "--games", "40"]
    assert main([*WORDS[:6], "--player", "random", *words]) == 0
    text = capsys.readouterr().out
    assert "better with likelihood" in text
    assert "elo1 is accepted" in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--games", "5"], "--games 5: give an even number"),
        (["--sprt", "3"], "--sprt 3: not of that form: write --sprt 0,10"),
        (["--clock", "x"], "--clock x: not of that form: write --clock 60+0.5"),
        (["--clock", "5", "--seconds", "1"], "--seconds and --clock are both given"),
        (["--name", "a/b"], "--name a/b: give a name that a folder can have"),
        (["--name", ""], "--name '': give a name that a folder can have"),
        (["--name", ".."], "--name ..: give a name that a folder can have"),
        (["--name", "x" * 300], "File name too long: name another folder"),
        (["--out", "x" * 300], "File name too long: name another folder"),
        (["--anchor", "me"], "--anchor me: give the name of a player"),
        (["--player", "random"], "two players are called 'random'"),
    ],
)
def test_bad_input_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert main([*WORDS, "--out", str(tmp_path), *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert said in captured.err
