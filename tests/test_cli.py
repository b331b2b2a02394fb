"""The commands: what they print, and that bad input gets one line and exit code 2."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from forethought.cli import main

STOCK = '''
import forethought as ft

class Stock(ft.Game):
    """An order each day."""

    def __init__(self, capacity=8):
        self.capacity = capacity

    def initial(self):
        return (2, 0)

    def turn(self, s):
        return ft.OVER if s[1] == 2 else 0

    def actions(self, s):
        return range(self.capacity + 1 - s[0])

    def sample(self, s, a, rng):
        left = s[0] + a - rng.randrange(6)
        return -max(left, 0) - 10 * max(-left, 0), (max(left, 0), s[1] + 1)

class Failing(Stock):
    def sample(self, s, a, rng):
        return self.pay(a), s

    def pay(self, a):
        raise RuntimeError("no supplier today")

class Lying(Stock):
    def actions(self, s):
        return []

class NoGame:
    pass

def small(rng):
    return rng.random()

def large(rng):
    return 1 + rng.random()

def wordy():
    return "many"

number = 7
'''


@pytest.fixture
def stock(tmp_path: Path) -> str:
    path = tmp_path / "stock.py"
    path.write_text(STOCK)
    return str(path)


@pytest.fixture
def ran(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    def run(*words: str) -> tuple[int, str, str]:
        code = main(words)
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


Ran = Callable[..., tuple[int, str, str]]


def document(ran: Ran, *words: str, code: int = 0) -> dict[str, Any]:
    found, out, err = ran(*words, "--json")
    assert found == code, err
    assert out.count("\n") == 1
    loaded: dict[str, Any] = json.loads(out)
    assert (loaded["schema"], loaded["command"]) == (1, words[0])
    return loaded


def test_help_is_shown_with_examples(ran: Ran) -> None:
    commands = ("games", "decide", "solve", "explain", "check", "select", "reproduce", "doctor")
    code, text, _ = ran("--help")
    assert code == 0
    assert all(command in text for command in commands)
    assert ran() == (0, text, "")
    for command in commands:
        code, text, _ = ran(command, "--help")
        assert code == 0
        assert f"forethought {command}" in text.partition("Example")[2]


def test_the_games_are_listed_and_described(ran: Ran) -> None:
    names = [game["name"] for game in document(ran, "games")["games"]]
    assert "inventory" in names
    assert "inventory" in ran("games")[1]
    for name in names:
        described = document(ran, "games", name)
        assert described["name"] == name
        code, out, _ = ran("games", name)
        assert code == 0
        assert all(parameter["name"] in out for parameter in described["parameters"])


def test_a_decision_is_that_of_the_library(ran: Ran) -> None:
    import forethought as ft

    words = ("-p", "penalty=10", "-p", "setup=0", "--simulations", "500", "--seed", "3")
    policy = ("--policy", "ocba:n0=2,root_n0=4,sigma0=100", "--backup", "mixed")
    found = document(ran, "decide", "inventory", *words, *policy)
    search = ft.MCTS(policy=ft.OCBA(n0=2, root_n0=4, sigma0=100), backup="mixed")
    game = ft.games.inventory(penalty=10, setup=0)
    decision = ft.decide(game, search, simulations=500, seed=3)
    assert (found["action"], found["value"]) == (decision.action, decision.value)
    assert [row["visits"] for row in found["actions"]] == [r.visits for r in decision.actions]
    code, out, _ = ran("decide", "inventory", *words, *policy)
    assert code == 0
    assert f"action {decision.action}," in out
    assert "simulations" in out


@pytest.mark.parametrize("policy", ["ocba", "uct", "ucb1_tuned", "sequential_halving", "kg"])
def test_every_policy_has_a_name(ran: Ran, policy: str) -> None:
    words = ("--policy", policy, "--simulations", "300", "--seed", "1")
    found = document(ran, "decide", "tic_tac_toe", "--state", "X........", *words)
    assert found["spent"]["simulations"] == 300


def test_an_opponent_can_be_random_or_a_policy(ran: Ran) -> None:
    for opponents in ("random", "uct:weight=1.0"):
        words = ("--opponents", opponents, "--simulations", "50", "--seed", "1")
        assert document(ran, "decide", "tic_tac_toe", *words)["stop_reason"] == "simulations"


def test_every_part_can_be_named(ran: Ran) -> None:
    import forethought as ft

    parts = {"backup": "bellman", "chance": "sampled", "nodes": "path", "choice": "visits"}
    flags = {"nodes": "nodes-by"}
    words = [word for name in parts for word in (f"--{flags.get(name, name)}", parts[name])]
    found = document(ran, "decide", "inventory", *words, "--simulations", "400", "--seed", "2")
    search = ft.MCTS(backup="bellman", chance="sampled", nodes="path", choice="visits")
    decision = ft.decide(ft.games.inventory(), search, simulations=400, seed=2)
    assert found["rule"] == "visits"
    assert [row["mean"] for row in found["actions"]] == [row.mean for row in decision.actions]


def test_the_decision_so_far_is_shown_at_a_terminal(
    ran: Ran, monkeypatch: pytest.MonkeyPatch
) -> None:
    from io import StringIO

    from rich.console import Console

    shown = StringIO()
    terminal = Console(file=shown, force_terminal=True, width=120)
    monkeypatch.setattr("forethought.cli.decide.err", lambda: terminal)
    code, out, _ = ran("decide", "connect_four", "--seconds", "0.5", "--seed", "1")
    assert (code, "action " in out) == (0, True)
    assert "so far, value" in shown.getvalue()
    assert "simulations in 0." in shown.getvalue()


def test_a_game_is_solved(ran: Ran) -> None:
    found = document(ran, "solve", "inventory", "-p", "penalty=10", "-p", "setup=0")
    assert found["best"] == [4]
    assert found["values"] == [pytest.approx(-13.5)]
    assert found["actions"][3]["value"] == pytest.approx(-13.6)
    code, out, _ = ran("solve", "tic_tac_toe", "--state", "X........")
    assert (code, "best action 4" in out) == (0, True)


def test_a_game_of_ones_own_is_decided_and_checked(ran: Ran, stock: str) -> None:
    words = ("-p", "capacity=5", "--simulations", "200", "--seed", "1")
    found = document(ran, "decide", f"{stock}:Stock", *words)
    assert len(found["actions"]) == 4
    assert document(ran, "check", f"{stock}:Stock")["ok"]
    assert document(ran, "check", f"{stock}:Lying", code=1)["problems"]
    assert ran("check", f"{stock}:Lying")[0] == 1


def test_the_best_simulator_is_selected(ran: Ran, stock: str) -> None:
    words = (f"{stock}:small", f"{stock}:large", "--budget", "60", "--seed", "1")
    found = document(ran, "select", *words)
    assert (found["index"], found["best"]) == (1, f"{stock}:large")
    code, out, _ = ran("select", *words)
    assert (code, "large, mean 1." in out) == (0, True)


def test_the_doctor_finds_all_well(ran: Ran) -> None:
    found = document(ran, "doctor")
    assert found["search"]["ok"]
    assert "search ok" in ran("doctor")[1]


def test_every_search_has_a_name(ran: Ran) -> None:
    import forethought as ft
    from forethought.cli.inputs import searches

    names = {"mcts", "alpha_beta", "expectiminimax", "max_n", "paranoid", "proof_number"}
    assert names <= set(searches())
    board = ("decide", "tic_tac_toe", "--state", "X...O....")
    found = document(ran, *board, "--search", "proof_number:goal=outcome", "--until", "proven")
    game, state = ft.games.tic_tac_toe(), "X...O...."
    decision = ft.decide(game, ft.ProofNumber("outcome"), state=state, until="proven")
    assert (found["action"], found["proven"]) == (decision.action, True)
    assert [row["kind"] for row in found["actions"]] == [row.kind for row in decision.actions]
    found = document(ran, *board, "--search", "max_n:depth=2")
    assert (found["stop_reason"], found["spent"]["depth"]) == ("depth", 2)
    assert document(ran, *board, "--search", "paranoid", "--depth", "3")["spent"]["depth"] == 3
    found = document(ran, "decide", "pig", "--search", "expectiminimax:depth=3,pruning=star1")
    assert (found["stop_reason"], found["spent"]["depth"]) == ("depth", 3)
    assert document(ran, *board, "--search", "mcts:nodes=path", "--simulations", "9")
    code, out, _ = ran(*board, "--search", "alpha_beta:depth=2")
    assert (code, "which is" in out) == (0, True)


BAD = [
    (["decide", "nim", "--search", "alphabeta", "--depth", "2"], "did you mean alpha_beta?"),
    (["decide", "nim", "--search", "max_n:dept=2"], "did you mean depth?"),
    (["decide", "nim", "--search", "max_n"], "give --nodes, --seconds, --memory, --depth or"),
    (["decide", "nim", "--search", "max_n", "--simulations", "5"], "no limit of MaxN"),
    (["decide", "nim", "--search", "max_n", "--policy", "uct"], "--policy: a part of mcts"),
    (["decide", "nim", "--search", "max_n", "--nodes-by", "path"], "--nodes-by: a part of mcts"),
    (["decide", "nim", "--search", "proof_number", "--until", "x"], "--until x: give 'proven'"),
    (["nonsense"], "nonsense"),
    (["decide"], "GAME"),
    (["decide", "inventory", "--nope"], "--nope"),
    (["decide", "invntory", "--simulations", "9"], "did you mean inventory?"),
    (["games", "xyzzy"], "give one of"),
    (["decide", "inventory"], "--simulations"),
    (["decide", "inventory", "--simulations", "many"], "--simulations"),
    (["decide", "inventory", "--simulations", "0"], "--simulations 0: give"),
    (["decide", "inventory", "--seconds", "nan"], "--seconds nan: give"),
    (["decide", "inventory", "-p", "penalty", "--simulations", "9"], "NAME=VALUE"),
    (["decide", "inventory", "-p", "penalt=1", "--simulations", "9"], "penalt"),
    (["decide", "inventory", "-p", "penalty=x", "--simulations", "9"], "penalty"),
    (["decide", "inventory", "-p", "setup=1", "-p", "setup=2", "--simulations", "9"], "twice"),
    (["decide", "inventory", "--state", "(99, 9)", "--simulations", "9"], "(99, 9)"),
    (["decide", "inventory", "--state", "what", "--simulations", "9"], "what"),
    (["decide", "tic_tac_toe", "--state", "XXXXXXXXX", "--simulations", "9"], "XXXXXXXXX"),
    (["decide", "inventory", "--policy", "obca", "--simulations", "9"], "did you mean ocba?"),
    (["decide", "inventory", "--policy", "ocba:n=2", "--simulations", "9"], "n0"),
    (["decide", "inventory", "--policy", "ocba:n0=0", "--simulations", "9"], "n0"),
    (["decide", "inventory", "--backup", "sum", "--simulations", "9"], "bellman"),
    (["decide", "inventory", "--chance", "listed", "--simulations", "9"], "explicit"),
    (["decide", "inventory", "--nodes-by", "stage", "--simulations", "9"], "state_and_stage"),
    (["decide", "inventory", "--choice", "best", "--simulations", "9"], "lower_bound"),
    (["decide", "STOCK:Stock", "--chance", "explicit", "--simulations", "9"], "outcomes()"),
    (["decide", "inventory", "--opponents", "evil", "--simulations", "9"], "one of random, ocba"),
    (["decide", "inventory", "--opponents", "uct:wait=1", "--simulations", "9"], "--opponents uct"),
    (["decide", "inventory", "--policy", "sequential_halving", "--seconds", "1"], "--simulations"),
    (["games", "-p", "x=1"], "no game is named"),
    (["decide", "inventory", "--seed", "-1", "--simulations", "9"], "seed"),
    (["decide", "nofile.py:Stock", "--simulations", "9"], "no such file"),
    (["decide", "STOCK", "--simulations", "9"], "FILE.py:CLASS"),
    (["decide", "STOCK:Stok", "--simulations", "9"], "did you mean Stock?"),
    (["decide", "STOCK:Xyzzy", "--simulations", "9"], "give one of Stock, Failing, Lying\n"),
    (["select", "STOCK:nothing", "--budget", "9"], "give one of small, large, wordy\n"),
    (["select", "STOCK:small", "STOCK:wordy", "--budget", "9"], "STOCK:wordy gave 'many' as its"),
    (["decide", "STOCK:NoGame", "--simulations", "9"], "forethought.Game"),
    (["decide", "STOCK:number", "--simulations", "9"], "forethought.Game"),
    (["decide", "STOCK:Stock", "-p", "size=3", "--simulations", "9"], "size"),
    (["decide", "STOCK:Lying", "--simulations", "9"], "empty"),
    (["solve", "STOCK:Stock"], "sample"),
    (["solve", "inventory", "--max-states", "5"], "raise --max-states"),
    (["check", "STOCK:Stock", "--plays", "0"], "plays"),
    (["select", "STOCK:small", "STOCK:large", "--budget", "1"], "--budget 1: give"),
    (["select", "STOCK:small", "STOCK:number", "--budget", "9"], "number"),
    (["select", "STOCK:small", "STOCK:large"], "--budget"),
    (["reproduce", "ocba-9"], "did you mean ocba-"),
    (["reproduce", "ocba-2", "--budgets", "50,x"], "50,70"),
    (["reproduce", "ocba-2", "--budgets", "50,50"], "different"),
    (["reproduce", "ocba-2", "--runs", "0"], "--runs"),
    (["reproduce", "ocba-2", "--runs", "1", "--seed", "-1"], "--seed -1: give a whole number"),
    (["reproduce", "ocba-2", "--workers", "0"], "--workers"),
    (["reproduce", "ocba-2", "--store", "nosuch://x/y"], "SQLAlchemy"),
    (["reproduce", "ocba-2", "--runs", "1", "--out", "STOCK"], "this is a file: name a folder"),
]


@pytest.mark.parametrize(("words", "named"), BAD, ids=lambda value: " ".join(value)[:60])
def test_bad_input_gets_one_line(
    ran: Ran,
    stock: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    named: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = ran(*(word.replace("STOCK", stock) for word in words))
    assert (code, out) == (2, ""), err
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    assert named.replace("STOCK", stock) in err
    assert ": " in err.removeprefix("error: ")


@pytest.mark.parametrize(
    ("source", "named"),
    [
        ("class Stock(:\n    pass\n", "line 1: invalid syntax"),
        ("import nosuchmodule\n", "nosuchmodule"),
        ("name = 'caf\xe9'\n", "utf-8"),
    ],
)
def test_a_file_that_cannot_be_read_gets_one_line(
    ran: Ran, tmp_path: Path, source: str, named: str
) -> None:
    path = tmp_path / "broken_file.py"
    path.write_bytes(source.encode("latin-1"))
    code, _, err = ran("check", f"{path}:Stock")
    assert (code, err.count("\n")) == (2, 1)
    assert "broken_file.py" in err
    assert named in err


def test_an_exception_of_ones_own_game_comes_with_its_traceback(ran: Ran, stock: str) -> None:
    code, out, err = ran("decide", f"{stock}:Failing", "--simulations", "9", "--seed", "1")
    assert (code, out) == (1, "")
    assert "in pay" in err
    assert err.rstrip().endswith("RuntimeError: no supplier today")
    assert "forethought/" not in err


def test_our_own_fault_says_so(ran: Ran, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("forethought.search.MCTS", None)
    code, _, err = ran("decide", "inventory", "--simulations", "9")
    assert code == 1
    assert "a fault of forethought itself: 'NoneType'" in err


def test_an_interrupted_decision_is_shown(ran: Ran, monkeypatch: pytest.MonkeyPatch) -> None:
    import dataclasses

    import forethought as ft
    from forethought import search

    decision = ft.decide(ft.games.inventory(), simulations=99, seed=1)
    so_far = dataclasses.replace(decision, stop_reason="interrupted")

    def interrupted(*_: object, **__: object) -> None:
        raise ft.Interrupted(so_far)

    monkeypatch.setattr(search, "decide", interrupted)
    found = document(ran, "decide", "inventory", "--seconds", "9", code=130)
    assert found["stop_reason"] == "interrupted"


def test_the_program_runs_and_a_reader_may_leave_early() -> None:
    program = "import sys; from forethought.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", program, "games"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert process.returncode == 1


def started(*words: str, out: int = subprocess.PIPE, **variables: str) -> tuple[int, bytes, bytes]:
    """`python -m forethought` in a process of its own."""
    ended = subprocess.run(
        [sys.executable, "-m", "forethought", *words],
        stdout=out,
        stderr=subprocess.PIPE,
        env={**os.environ, **variables},
        check=False,
    )
    return ended.returncode, ended.stdout, ended.stderr


def test_it_runs_as_a_module() -> None:
    code, out, _ = started("--version")
    assert (code, out.split()[0]) == (0, b"forethought")
    assert started("games", "quoits")[0] == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("words", [("games",), ("games", "--json"), ("--help",)])
def test_output_that_can_not_be_written_gets_one_line(words: tuple[str, ...]) -> None:
    with Path("/dev/full").open("wb") as full:
        code, _, err = started(*words, out=full.fileno())
    assert (code, err.count(b"\n")) == (1, 1), err
    assert b"error: the output could not be written: " in err


def test_what_the_encoding_lacks_is_escaped() -> None:
    code, out, err = started("check", "inventory", PYTHONIOENCODING="ascii")
    assert (code, err) == (0, b"")
    assert rb"\u2713 the class" in out
    assert started("games", "caf\xe9", PYTHONIOENCODING="ascii")[0] == 2


def test_help_needs_no_heavy_library() -> None:
    program = (
        "import sys; from forethought.cli import main; main(['--help']);"
        "sys.exit(any(name in sys.modules for name in ('matplotlib', 'sqlalchemy')))"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert ended.returncode == 0
