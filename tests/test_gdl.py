"""Rule sheets as games: against known counts, native games, and what they say of faults."""

import json
import pickle
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import forethought as ft
from forethought.cli import main
from forethought.game import actions_of, step
from forethought.gdl.shipped import summary

DATA = Path(__file__).parents[1] / "testdata" / "gdl"
SHEETS = sorted(path for path in DATA.iterdir() if path.suffix in {".kif", ".hrf"})
BROKEN = sorted((DATA / "broken").glob("*.kif"))
ENDLESS = {"growing", "endless_functions"}
"""Sheets that take long until a limit is reached."""

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def ran(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*words: str) -> tuple[int, str, str]:
        code = main(words)
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


def sheet(name: str, score: Any = "goals") -> ft.gdl.GDLGame:
    return ft.gdl.load(DATA / f"{name}.kif", score)


def plans(game: ft.Game) -> Counter[float]:
    """What each play pays."""
    paid: Counter[float] = Counter()
    open_: list[tuple[Any, float]] = [(game.initial(), 0.0)]
    while open_:
        state, so_far = open_.pop()
        if game.turn(state) == ft.OVER:
            paid[so_far] += 1
            continue
        for action in game.actions(state):
            reward, after = game.apply(state, action)
            open_.append((after, so_far + float(reward)))  # type: ignore[arg-type]
    return paid


def test_the_puzzle_of_the_lecture_has_its_known_plans() -> None:
    game = sheet("eight_puzzle")
    paths = [ft.perft(game, depth) for depth in range(9)]
    assert sum(paths) == 4545
    assert ft.perft(game, 8, ended=True) == 2985
    assert plans(game) == {0: 33, 10: 271, 20: 419, 30: 684, 40: 856, 50: 73, 60: 366, 70: 219} | {
        100: 64
    }
    solution = ft.solve(game)
    assert (solution.value, solution.best) == (100.0, ("right", "down"))


def test_tic_tac_toe_has_as_many_paths_as_the_native_game() -> None:
    sheets = [sheet("tic_tac_toe"), ft.gdl.load(DATA / "tic_tac_toe.hrf")]
    native = ft.games.tic_tac_toe()
    for game in sheets:
        for depth in (1, 4, 6):
            assert ft.perft(game, depth) == ft.perft(native, depth)
        assert game.players == 2
        assert game.returns == (0.0, 100.0)


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_every_sheet_can_be_decided_and_keeps_the_promises_of_a_game(path: Path) -> None:
    game = ft.gdl.load(path)
    decision = ft.decide(game, ft.MCTS(), simulations=50, seed=1)
    assert decision.action in game.actions(game.initial())
    assert ft.check(game, plays=3).problems == ()


def played(game: ft.Game, seed: int) -> list[Any]:
    """The states of a random play."""
    rng, states = ft.Rng(seed, "test"), [game.initial()]
    while game.turn(states[-1]) != ft.OVER:
        _, after = step(game, states[-1], rng.choice(actions_of(game, states[-1])), rng)
        states.append(after)
    return states


@pytest.mark.parametrize("seed", range(6))
def test_without_a_sum_alpha_beta_agrees_with_the_native_game(seed: int) -> None:
    game, native = sheet("tic_tac_toe", "zero_sum"), ft.games.tic_tac_toe()
    rng, state, twin = ft.Rng(seed, "moves"), game.initial(), native.initial()
    for _ in range(3):
        action = rng.choice(game.actions(state))
        row, column = map(int, re.findall(r"\d", action))
        (_, state), (_, twin) = (
            game.apply(state, action),
            native.apply(twin, 3 * (row - 1) + column - 1),
        )
    ours = ft.decide(game, ft.AlphaBeta(), state=state, until="proven")
    theirs = ft.decide(native, ft.AlphaBeta(), state=twin, until="proven")
    assert ours.proven
    assert ours.value == theirs.value
    goals = ft.solve(sheet("tic_tac_toe"), state=state).values
    assert (goals[ours.player] - 50) / 50 == ours.value


def test_an_answer_does_not_depend_on_what_was_asked_before() -> None:
    game = sheet("tic_tac_toe", "zero_sum")
    for seed in range(9):
        played(game, seed)
    used, unused = (
        ft.decide(each, ft.AlphaBeta(table=2**14), until="proven", seed=1)
        for each in (game, sheet("tic_tac_toe", "zero_sum"))
    )
    assert used.spent.nodes == unused.spent.nodes
    assert list(used.actions) == list(unused.actions)


@pytest.mark.parametrize(
    "search", [ft.ProofNumber(), ft.MGSS(cost=ft.cost.per_node(1e-3)), ft.Minimax(), ft.MaxN()]
)
def test_other_searches_of_two_players_run(search: Any) -> None:
    game = sheet("tic_tac_toe", "zero_sum")
    state = played(game, 3)[4]
    decision = ft.decide(game, search, state=state, nodes=2000)
    assert decision.action in game.actions(state)


def test_goals_that_do_not_sum_to_100_are_an_error_of_zero_sum() -> None:
    text = (DATA / "tic_tac_toe.kif").read_text().replace("?player 50", "?player 40")
    game = ft.gdl.load(text, "zero_sum")
    with pytest.raises(ft.RuleError, match=r"goals \[40.0, 40.0\] .* do not sum to 100"):
        ft.solve(game)
    with pytest.raises(ft.RuleError, match="for two players, and the sheet has 1"):
        sheet("eight_puzzle", "zero_sum")
    with pytest.raises(ft.ParameterError, match="score='half'"):
        sheet("nim", "half")


@pytest.mark.parametrize(
    "search",
    [ft.AlphaBeta(3), ft.Minimax(3), ft.ProofNumber(), ft.Expectiminimax(3), ft.MGSS()],
    ids=lambda search: type(search).__name__,
)
@pytest.mark.parametrize("name", ["tic_tac_toe", "dice_race", "meeting"])
def test_goals_are_refused_where_one_must_lose_what_the_other_gets(name: str, search: Any) -> None:
    game = ft.gdl.load(name)
    told = r"from 0 to 100 .*: load it with score='zero_sum' \(-p score=zero_sum\), or search with"
    if name == "dice_race" and not isinstance(search, ft.Expectiminimax | ft.MGSS):
        told = "games without chance"
    with pytest.raises(ft.Unsupported, match=told):
        ft.decide(game, search, nodes=100)


def test_states_are_texts_that_can_be_given_back_in_any_order() -> None:
    game = sheet("tic_tac_toe")
    state = played(game, 1)[3]
    assert game.actions(state[::-1]) == game.actions(state)
    assert game.turn([*state]) == game.turn(state)
    for wrong in ((*state, "(cell 4 4 z)"), (*state, "(does x (mark 1 1))"), "text", (1, 2)):
        with pytest.raises(ft.StateError, match="tic_tac_toe: "):
            game.turn(wrong)
    with pytest.raises(ft.IllegalAction, match="'wait' is not legal"):
        game.apply(state, "wait")


def test_roles_that_move_at_once_choose_one_after_the_other() -> None:
    game = sheet("rock_paper_scissors")
    _, between = game.apply(game.initial(), "rock")
    assert between == ("(round 1)", "(does left rock)")
    assert (game.turn(between), game.actions(between)[0]) == (1, "rock")
    for wrong in ("(does right rock)", "(does left spock)"):
        with pytest.raises(ft.StateError, match="is no choice that is open here"):
            game.turn(("(round 1)", wrong))
    with pytest.raises(ft.StateError, match="is no choice that is open here"):
        game.turn((*between, "(does right rock)"))


def test_random_is_chance() -> None:
    game = sheet("coin_guess")
    assert (game.roles, game.player_roles, game.players) == (("guesser", "random"), ("guesser",), 1)
    _, between = next((r, s) for _, r, s in game.outcomes(game.initial(), "(guess heads)"))
    assert game.turn(between) == ft.CHANCE
    outcomes = game.outcomes(between, None)
    assert [(p, reward) for p, reward, _ in outcomes] == [(0.5, 100.0), (0.5, 0.0)]
    assert ft.solve(game).value == 50.0


@pytest.mark.parametrize("path", [p for p in BROKEN if p.stem not in ENDLESS], ids=lambda p: p.stem)
def test_each_fault_is_found_where_it_is(path: Path) -> None:
    head = re.findall(r"^[;%] (\d+):(\d+) (\w+) ([\w-]+)", path.read_text(), re.MULTILINE)
    expected = [(int(line), int(column), severity, code) for line, column, severity, code in head]
    found = ft.gdl.check(path)
    assert [(f.line, f.column, f.severity, f.code) for f in found] == expected
    first = next((f for f in found if f.severity == "error"), None)
    if first is None:
        assert ft.gdl.load(path).diagnostics == found
        return
    with pytest.raises(ft.RuleError) as caught:
        ft.gdl.load(path)
    place = f"{path.stem}: {first.line}:{first.column}: {first.message}: {first.fix}"
    assert str(caught.value).startswith(place)
    assert "\n" not in str(caught.value)
    assert pickle.loads(pickle.dumps(caught.value)).diagnostics == found


def test_what_is_no_sheet_is_refused(tmp_path: Path) -> None:
    for source in (tmp_path / "none.kif", "none.kif", 7):
        with pytest.raises(ft.ParameterError, match=r"none\.kif: No such file|7 is no rule sheet"):
            ft.gdl.load(source)  # type: ignore[arg-type]
    (tmp_path / "odd (1).kif").write_bytes(b"(role x\xff)")
    with pytest.raises(ft.ParameterError, match="not a text in UTF-8, at byte 7"):
        ft.gdl.check(str(tmp_path / "odd (1).kif"))
    assert [f.code for f in ft.gdl.check("")] == ["empty"]


def test_a_fault_that_a_play_shows_says_where() -> None:
    text = """
    (role robot) (init (at a))
    (<= (legal robot go) (true (at a)))
    (<= (next (at b)) (does robot go))
    (<= terminal (true (at c)))
    """
    game = ft.gdl.load(text)
    with pytest.raises(ft.RuleError, match=r"'robot' has no legal move in the state \[\(at b\)\]"):
        ft.decide(game, simulations=10)


def test_games_travel_between_processes() -> None:
    game = sheet("tic_tac_toe", "zero_sum")
    twin = pickle.loads(pickle.dumps(game))
    assert repr(twin) == repr(game) != repr(sheet("tic_tac_toe"))
    assert twin.initial() == game.initial()
    a, b = (ft.player(ft.MCTS(), simulations=20, name=name) for name in ("a", "b"))
    here, there = (ft.match(a, b, game, games=4, seed=1, workers=n) for n in (1, 2))
    assert [g.actions for g in here.games] == [g.actions for g in there.games]


def test_a_program_is_told_the_rules(tmp_path: Path) -> None:
    path = tmp_path / "first.py"
    path.write_text("""
import json
import sys

import forethought as ft

for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "start":
        game = ft.gdl.load(eval(asked["parameters"]["rules"]))
        assert game.turn(eval(asked["state"])) == 0
        print("= ready", flush=True)
    elif asked["type"] == "move":
        print("=", asked["actions"][0], flush=True)
""")
    import sys

    program = ft.ProcessPlayer([sys.executable, str(path)])
    found = ft.match(program, ft.RandomPlayer(), sheet("tic_tac_toe"), games=2, openings=0, seed=1)
    assert len(found.games) == 2
    assert all(game.actions[0] == "(mark 1 1)" for game in found.games[:1])


def test_an_outline_says_who_moves_when() -> None:
    found = ft.gdl.outline(sheet("tic_tac_toe"), plays=5)
    assert (found.turns, found.simultaneous) == ((("x",), ("o",)), False)
    assert found.fluents == (("control", 1), ("cell", 3))
    assert len(found.first_moves["x"]) == 9
    assert {r.name for r in found.relations if r.static} == {"place", "other"}
    both = ft.gdl.outline(sheet("rock_paper_scissors"), plays=5)
    assert (both.turns, both.simultaneous) == ((("left", "right"),), True)
    chance = ft.gdl.outline(sheet("coin_guess"), plays=30)
    assert chance.turns == (("guesser", "random"),)
    assert list(chance.first_moves) == ["guesser"]


def test_the_command_names_places(ran: Run) -> None:
    path = str(DATA / "broken" / "unsafe_next.kif")
    code, text, _ = ran("gdl", "check", path)
    assert code == 1
    assert re.fullmatch(rf"{re.escape(path)}:5:15: error: .*: .*\n", text)
    code, text, _ = ran("gdl", "check", path, "--json")
    assert (code, json.loads(text)["findings"][0]["line"]) == (1, 5)
    code, text, _ = ran("gdl", "check", str(DATA / "nim.kif"))
    assert (code, text.count("\n")) == (0, 1)
    code, _, said = ran("gdl", "check", "none.kif")
    assert (code, said.count("\n")) == (2, 1)


def test_the_command_describes_a_sheet(ran: Run) -> None:
    code, text, _ = ran("gdl", "show", str(DATA / "rock_paper_scissors.kif"))
    assert code == 0
    assert "at once: yes" in text
    code, text, _ = ran("gdl", "show", str(DATA / "nim.kif"), "--json")
    assert json.loads(text)["turns"] == [["first"], ["second"]]


@pytest.mark.parametrize("name", ft.gdl.names())
def test_sheets_of_the_package_go_by_their_names_and_stand_in_the_manual(name: str) -> None:
    assert ft.gdl.load(name).name == name
    manual = Path(__file__).parents[1] / "docs" / "gdl.md"
    assert f"\n| `{name}` | {summary(name)} |\n" in manual.read_text(encoding="utf-8")


def test_a_file_goes_before_a_sheet_of_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hanoi").write_text(sheet("nim").rules, encoding="utf-8")
    assert ft.gdl.load("hanoi").players == 2
    with pytest.raises(ft.ParameterError, match="did you mean the sheet 'reversi'"):
        ft.gdl.load("reversy")


def test_commands_take_sheets_of_the_package(ran: Run) -> None:
    listed = json.loads(ran("games", "--json")[1])["sheets"]
    assert tuple(sheet["name"] for sheet in listed) == ft.gdl.names()
    native, sheets = ran("perft", "nim", "2")[1], ran("perft", "gdl:nim", "2")[1]
    assert (native.split()[0], sheets.split()[0]) != ("", native.split()[0])
    assert ran("perft", "hanoi", "1")[1].split()[0] == "2"
    assert ran("gdl", "check", "hanoi")[0] == 0
    for words in (("solve", "gdl:hanoy"), ("gdl", "show", "gdl:hanoy"), ("perft", "hanoy", "1")):
        code, _, said = ran(*words)
        assert (code, "did you mean hanoi?" in said) == (2, True)
    assert "forethought gdl show hanoi" in ran("games", "hanoi")[2]


def test_commands_take_a_sheet_for_a_game(ran: Run, tmp_path: Path) -> None:
    path = str(DATA / "tic_tac_toe.kif")
    code, text, _ = ran("perft", path, "4")
    assert (code, text.split()[0]) == (0, "3024")
    code, text, _ = ran("solve", str(DATA / "eight_puzzle.kif"), "--json")
    assert json.loads(text)["values"] == [100.0]
    search = ("--search", "alpha_beta", "--until", "proven")
    code, text, _ = ran("decide", path, "-p", "score=zero_sum", *search, "--json")
    assert json.loads(text)["value"] == 0.0
    code, _, said = ran("decide", path, "-p", "height=3", "--simulations", "5")
    assert (code, said.count("\n"), "did you mean" in said or "score" in said) == (2, 1, True)
    players = ("--player", "MCTS(), simulations=5", "--player", "random", "--games", "2")
    code, _, _ = ran("tournament", path, *players, "--out", str(tmp_path))
    assert code == 0


def test_a_move_is_typed_with_or_without_parentheses(
    ran: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = iter(["mark 1 1", "(MARK 1 2)", "mark 9 9", "quit"])
    monkeypatch.setattr("builtins.input", lambda _: next(typed))
    code, text, _ = ran("play", str(DATA / "tic_tac_toe.kif"), "--you", "all")
    assert code == 0
    assert "1 x o ." in text
    assert "mark 9 9 is no legal move" in text
    assert "moves: (mark 1 1) (mark 1 2)" in text


SEARCHES: dict[str, tuple[Any, dict[str, Any]]] = {
    "MCTS": (ft.MCTS(), {"simulations": 300}),
    "MCTS by states": (ft.MCTS(nodes="state", backup="average"), {"simulations": 300}),
    "alpha-beta": (ft.AlphaBeta(table=2**14), {"nodes": 2000}),
    "proof numbers": (ft.ProofNumber(), {"nodes": 2000}),
    "max-n": (ft.MaxN(), {"nodes": 500}),
}


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("name", ["tic_tac_toe", "nim"])
def test_no_answer_depends_on_the_form_of_the_rules(name: str, search: str) -> None:
    algorithm, limits = SEARCHES[search]

    def decided(first: bool) -> Any:
        game = ft.gdl.load(name, "zero_sum")
        if first:
            assert game.compile()
        decision = ft.decide(game, algorithm, seed=5, **limits)
        spent = decision.spent
        counts = (spent.simulations, spent.nodes, spent.tree_nodes, spent.depth)
        return decision.action, decision.value, list(decision.actions), counts

    # The second game is compiled while it is searched, or after that.
    assert decided(True) == decided(False)


def test_the_first_search_has_the_rules_compiled() -> None:
    game = ft.gdl.load("hanoi")
    assert (game.reasoner, game.reasoner_note) == ("interpreter", "")
    ft.decide(game, ft.MCTS(), simulations=5, seed=1)
    assert game.reasoner in ("building", "net")
    assert game.compile()
    assert game.reasoner == "net"


def test_a_net_that_can_not_be_had_is_no_error() -> None:
    game = sheet("towers")
    assert not game.compile(memory=2**20)
    assert game.reasoner == "interpreter"
    assert "without variables the rules need more than" in game.reasoner_note
    assert ft.decide(game, ft.MCTS(), simulations=5, seed=1).action
    for wrong in ({"seconds": 0}, {"seconds": "long"}, {"memory": 0}, {"memory": 0.5}):
        with pytest.raises(ft.ParameterError, match="give a"):
            game.compile(**wrong)


def test_the_net_makes_the_plays_of_the_interpreter() -> None:
    game = ft.gdl.load("connect_four")
    own = game.playouts(20, seed=3)
    assert game.reasoner == "interpreter"
    assert game.playouts(20, seed=3, by="net") == own
    assert game.playouts(20, seed=3, by="interpreter") == own
    many = game.playouts(20_000)
    # The first player wins 55.5 % of random plays; five standard errors of 100 and 0 are 1.8.
    assert abs(many.means[0] - 55.6) < 2
    assert many.plays >= 20_000
    assert sum(many.means) == pytest.approx(100)
    assert sheet("nim").net_sizes is None
    sizes = game.net_sizes
    assert sizes is not None
    assert sizes["bits"] <= sizes["fluents"]
    with pytest.raises(ft.ParameterError, match="give one of 'interpreter'"):
        game.playouts(by="magic")  # type: ignore[arg-type]
    with pytest.raises(ft.ParameterError, match="there is no net: without variables"):
        sheet("towers").playouts(by="net")


def test_an_outline_tells_of_latches_and_symmetries() -> None:
    found = ft.gdl.outline(ft.gdl.load("tic_tac_toe"), plays=2)
    assert found.symmetries is not None
    assert found.symmetries.complete
    assert found.symmetries.count == 8
    assert sorted(map(len, found.symmetries.kinds["x"])) == [4, 4]
    assert found.stay is not None
    assert found.go is not None
    assert len(found.go) == 9
    none = ft.gdl.outline(sheet("towers"), plays=2)
    assert (none.stay, none.go, none.symmetries) == (None, None, None)
