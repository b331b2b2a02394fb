"""Budgets, reasons to stop, and what a decision tells."""

import copy
import itertools
import json
import pickle
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest
from matplotlib.figure import Figure

import forethought as ft
from tests.trees import assert_consistent, below
from tests.zoo.good import Inventory, Nim, Stock, TicTacToe

PAPER = ft.MCTS(policy=ft.OCBA(n0=2, root_n0=4, sigma0=100), backup="mixed", chance="sampled")
# Below the tight limits a search of the inventory problem ends at once, below the loose ones never.
TIGHT: dict[str, Any] = {
    "simulations": 150,
    "nodes": 500,
    "seconds": 0.02,
    "memory": 40_000,
    "confidence": 0.5,
}
LOOSE: dict[str, Any] = {
    "simulations": 10**15,
    "nodes": 10**15,
    "seconds": 3600.0,
    "memory": 2**40,
    "confidence": 1 - 1e-15,
}


def decide(**limits: Any) -> ft.Decision:
    return ft.decide(ft.games.inventory(), PAPER, seed=1, **limits)


# What stops a search


@pytest.mark.parametrize("limit", TIGHT)
def test_each_limit_alone(limit: str) -> None:
    decision = decide(**{limit: TIGHT[limit]})
    assert decision.stop_reason == limit
    assert decision.spent.simulations == decision.visits > 0


@pytest.mark.parametrize(("first", "other"), list(itertools.permutations(TIGHT, 2)))
def test_the_first_limit_to_be_reached_is_named(first: str, other: str) -> None:
    assert decide(**{first: TIGHT[first], other: LOOSE[other]}).stop_reason == first


def test_all_limits_together() -> None:
    assert decide(**{**LOOSE, "simulations": 7}).stop_reason == "simulations"


@pytest.mark.parametrize("game", [ft.games.connect_four(), Nim((3, 4, 5), 2)])
def test_time_is_kept(game: ft.Game) -> None:
    decision = ft.decide(game, seconds=0.1, seed=1)
    assert decision.stop_reason == "seconds"
    assert decision.spent.seconds >= 0.1
    assert decision.spent.overrun == pytest.approx(decision.spent.seconds - 0.1)


@pytest.mark.parametrize("limit", [30_000, 1_000_000])
@pytest.mark.parametrize("game", [ft.games.connect_four(), TicTacToe(), ft.games.inventory()])
def test_memory_is_kept(game: ft.Game, limit: int) -> None:
    decision = ft.decide(game, PAPER, memory=limit, simulations=20_000, seed=1)
    # The last simulation before it is full may add a state with all its actions.
    assert decision.spent.bytes <= limit


def test_no_memory_at_all_still_gives_an_action() -> None:
    decision = ft.decide(ft.games.connect_four(), memory=1)
    assert (decision.stop_reason, decision.value, decision.confidence) == ("memory", None, None)
    assert "value -" in repr(decision)


def test_one_action_needs_no_thought() -> None:
    decision = ft.decide(ft.games.inventory(), state=(20, 2), seconds=60)
    assert (decision.action, decision.stop_reason, decision.spent.simulations) == (
        0,
        "single_action",
        1,
    )


def test_confidence_is_reached() -> None:
    decision = decide(confidence=0.9)
    assert decision.confidence is not None
    assert decision.confidence >= 0.9
    # It is looked at after every 64 simulations, whatever the clock says.
    assert decision.spent.simulations % 64 == 0


# The same seed


@pytest.mark.parametrize("game", [ft.games.inventory(), ft.games.pig(target=15), Stock()])
def test_one_seed_gives_one_decision(game: ft.Game) -> None:
    told: list[ft.Decision] = []
    decisions = [
        ft.decide(game, simulations=3000, seed=5),
        ft.decide(game, simulations=3000, seed=5, progress=told.append),
        list(ft.start(game, seed=5).iterate(ft.Budget(simulations=3000), every=0.001))[-1],
    ]
    tables = [list(decision.actions) for decision in decisions]
    assert tables[0] == tables[1] == tables[2]
    assert told[-1].stop_reason == "simulations"
    assert list(ft.decide(game, simulations=3000, seed=6).actions) != tables[0]


def test_the_seed_that_was_drawn_is_told() -> None:
    first = ft.decide(ft.games.inventory(), simulations=100)
    again = ft.decide(ft.games.inventory(), simulations=100, seed=first.seed)
    assert list(first.actions) == list(again.actions)
    assert first.seed != ft.decide(ft.games.inventory(), simulations=1).seed


@pytest.mark.parametrize("limit", ["simulations", "nodes"])
def test_a_run_goes_on_where_it_stopped(limit: str) -> None:
    game = ft.games.inventory()
    split, whole = ft.start(game, PAPER, seed=3), ft.start(game, PAPER, seed=3)
    few, many = ft.Budget(**{limit: 100}), ft.Budget(**{limit: 300})  # type: ignore[arg-type]
    (first,) = split.iterate(few, every=None)
    (last,) = split.iterate(many, every=None)
    assert first.spent.simulations < last.spent.simulations
    (at_once,) = whole.iterate(many, every=None)
    assert list(at_once.actions) == list(last.actions)
    assert split.tree() == whole.tree()


def test_looking_changes_nothing() -> None:
    looked, plain = (ft.start(ft.games.tic_tac_toe(), PAPER, seed=3) for _ in range(2))
    reasons = []
    for decision in looked.iterate(ft.Budget(simulations=300), every=0.0):
        reasons.append(decision.stop_reason)
        assert looked.tree()
    plain.run(simulations=300)
    assert looked.tree() == plain.tree()
    assert reasons[-1] == "simulations"
    assert set(reasons[:-1]) == {"running"}


# Threads and exceptions


def test_other_threads_run_beside_a_native_game() -> None:
    counted, done = itertools.count(), threading.Event()

    def count() -> None:
        while not done.is_set():
            next(counted)

    thread = threading.Thread(target=count)
    thread.start()
    before = next(counted)
    ft.decide(ft.games.connect_four(), seconds=0.3)
    after = next(counted)
    done.set()
    thread.join()
    # Had the search kept the interpreter, there would be none.
    assert after - before > 1000


class Fragile(Inventory):
    """Fails where its state is a certain one, while that is switched on."""

    fails = True

    def outcomes(self, s: tuple[int, int], a: int) -> Any:
        if self.fails and s == (3, 2):
            raise LookupError("mine")
        return super().outcomes(s, a)


def test_what_a_game_raises_passes_through_and_the_search_goes_on() -> None:
    game = Fragile()
    search = ft.start(game, PAPER, seed=1)
    for _ in range(3):
        with pytest.raises(LookupError, match="mine") as raised:
            search.run(simulations=1000)
        assert raised.traceback[-1].name == "outcomes"
        assert_consistent(search)
    game.fails = False
    decision = search.run(simulations=1000)
    assert decision.spent.simulations == decision.visits == 1000
    assert_consistent(search)


def test_ctrl_c_while_progress_is_told_brings_the_decision() -> None:
    def interrupt(_: ft.Decision) -> None:
        raise KeyboardInterrupt

    with pytest.raises(ft.Interrupted) as raised:
        ft.decide(ft.games.inventory(), seconds=10, progress=interrupt)
    assert raised.value.decision.stop_reason == "interrupted"
    assert raised.value.decision.visits > 0


# Moving along


def child_of(tree: list[Any], action: Any, state: Any = None) -> int:
    (arm,) = [arm for arm in tree[0][3] if arm[0] == action]
    (child,) = [link[0] for link in arm[4] if state is None or tree[link[0]][0] == state]
    return int(child)


@pytest.mark.parametrize(
    ("game", "action", "state"),
    [
        (ft.games.tic_tac_toe(), 4, None),
        (TicTacToe(), 4, None),
        (ft.games.inventory(), 4, (3, 1)),
        (ft.games.nim(heaps=(2, 3, 4), players=3), (1, 2), None),
    ],
)
@pytest.mark.parametrize("nodes", ["state_and_stage", "state", "path"])
def test_moving_along_keeps_what_is_below(
    game: ft.Game, action: Any, state: Any, nodes: str
) -> None:
    search = ft.start(game, ft.MCTS(nodes=nodes), seed=2)
    search.run(simulations=2000)
    before = search.tree()
    child = child_of(before, action, state)
    kept = search.advance(action, state)
    after = search.tree()
    assert below(after) == below(before, child)
    assert (kept.nodes, kept.visits) == (len(after), before[child][2])
    assert search.state == before[child][0]
    decision = search.run(simulations=500)
    assert (decision.spent.simulations, decision.visits) == (500, kept.visits + 500)
    assert decision.spent.bytes >= kept.bytes > 0


def test_what_was_never_seen_is_begun_anew() -> None:
    search = ft.start(ft.games.inventory(), seed=2)
    assert search.advance(15, (17, 1)) == ft.Kept(0, 0, 0)
    assert search.run(simulations=300).spent.simulations == 300
    assert search.state == (17, 1)


@pytest.mark.parametrize(
    ("state", "action", "given", "error", "told"),
    [
        ((5, 0), 16, None, ft.IllegalAction, "action 16 is not legal"),
        ((5, 0), 4, None, ft.StateError, "this action has chance: say with state="),
        ((5, 2), 16, (0, 3), ft.IllegalAction, "action 16 is not legal"),
        ((5, 0), 4, (50, 1), ft.StateError, "is no state: give"),
        ((5, 0), 4, "(0, 1)", ft.StateError, "inventory"),
    ],
)
def test_moves_that_are_refused(
    state: Any, action: Any, given: Any, error: type[Exception], told: str
) -> None:
    search = ft.start(ft.games.inventory(), state=state, seed=1)
    with pytest.raises(error, match=told):
        search.advance(action, given)


class Coins(ft.Game):
    """Take a coin, and chance says whether another is put back."""

    def initial(self) -> int:
        return 1

    def turn(self, state: int) -> int:
        return ft.OVER if state == 0 else ft.CHANCE if state < 0 else 0

    def actions(self, state: int) -> list[str]:
        return ["take", "look"]

    def outcomes(self, state: int, action: str | None) -> list[tuple[float, int, int]]:
        return [(1.0, 1, -1)] if action else [(0.5, 0, 0), (0.5, 0, 1)]


def test_a_move_that_is_refused_changes_nothing() -> None:
    search = ft.start(Coins(), seed=1)
    search.run(simulations=100)
    before = search.tree()
    with pytest.raises(ft.StateError, match="no player is to move"):
        search.advance("take", -1)
    assert (search.state, search.over) == (1, False)
    assert search.tree() == before
    assert search.run(simulations=200).visits == 200


@pytest.mark.parametrize("game", [ft.games.nim(heaps=(2, 1)), Nim((2, 1), 2)])
def test_a_play_can_be_followed_to_its_end(game: ft.Game) -> None:
    search, moves = ft.start(game, seed=1), []
    while not search.over:
        decision = search.run(simulations=100)
        moves.append(decision.action)
        kept = search.advance(decision.action)
    assert len(moves) in (2, 3)
    assert (game.turn(search.state), kept, search.tree()) == (ft.OVER, ft.Kept(0, 0, 0), [])
    for again in (lambda: search.run(simulations=1), lambda: search.advance(moves[0])):
        with pytest.raises(ft.StateError, match="the play is over"):
            again()


def test_a_play_with_chance_ends_at_the_state_that_is_given() -> None:
    for game, state, action, last in (
        (ft.games.inventory(), (5, 2), 4, (0, 3)),
        (Coins(), 1, "take", 0),
    ):
        search = ft.start(game, state=state, seed=1)
        assert search.advance(action, last) == ft.Kept(0, 0, 0)
        assert (search.state, search.over) == (last, True)


def test_memory_stays_flat_over_a_long_game() -> None:
    search = ft.start(ft.games.nim(heaps=(40, 40)), seed=1)
    held = []
    for move in range(60):
        held.append(search.run(simulations=300).spent.bytes)
        search.advance((move % 2, 1))
    assert max(held) <= 2 * held[0]


# The decision


def test_a_decision_tells_all() -> None:
    decision = decide(simulations=2000)
    assert (decision.player, decision.seed, decision.rule) == (0, 1, "mean")
    assert decision.value == decision.actions.of(decision.action).mean
    assert decision.action == decision.pv[0]
    assert decision.bound is not None
    row = decision.actions[4]
    assert row.low < row.mean < row.high
    assert sum(row.visits for row in decision.actions) == 2000
    assert f"<Decision: {decision.action}, value " in repr(decision)
    assert "stopped by simulations, seed 1>" in repr(decision)
    told = json.loads(json.dumps(decision.to_dict()))
    assert told["actions"][4]["visits"] == row.visits
    assert told["spent"]["simulations"] == 2000
    html = decision._repr_html_()
    assert html.count("<tr>") == 1 + len(decision.actions)
    lines = repr(decision.actions).splitlines()
    assert lines[0].split() == ["action", "visits", "mean", "stderr", "low", "high"]
    assert [line.split()[1] for line in lines if line.startswith(">")] == [str(decision.action)]
    with pytest.raises(KeyError):
        decision.actions.of(99)


def test_a_decision_is_drawn() -> None:
    figure = decide(simulations=10).plot()
    assert isinstance(figure, Figure)
    upper, lower = figure.axes
    assert len(upper.patches) == 16
    assert lower.get_xlabel() == "action"


def decided(seed: int) -> ft.Decision:
    """For a process of its own."""
    return ft.decide(ft.games.nim(), simulations=50, seed=seed)


def test_a_decision_goes_to_other_processes_without_its_search() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        [sent] = pool.map(decided, [7])
    here = decided(7)
    assert here.search is not None
    interrupted = pickle.loads(pickle.dumps(ft.Interrupted(here))).decision
    for other in (sent, interrupted, copy.deepcopy(here), copy.copy(here)):
        assert other.search is None
        assert {**other.to_dict(), "spent": None} == {**here.to_dict(), "spent": None}
        assert repr(other.actions) == repr(here.actions)


def test_what_rounding_leaves_of_a_zero_is_shown_as_zero() -> None:
    rows = [ft.ActionStatistics("a", 9, 6.9e-18, 1.0), ft.ActionStatistics("b", 9, -1e-9, 1e-30)]
    table = ft.ActionTable(rows, 0)
    for text in (repr(table), table._repr_html_()):
        assert "e-18" not in text
        assert "-1e-09" in text
    assert table[0].mean == 6.9e-18


def test_the_row_of_an_action_that_there_is_not() -> None:
    with pytest.raises(KeyError, match=r"there is no action 99: give one of 0, 1, 2, .*, 15"):
        decide(simulations=50).actions.of(99)


def test_markup_in_actions_is_harmless() -> None:
    class Markup(ft.Game):
        def initial(self) -> int:
            return 1

        def turn(self, s: int) -> int:
            return 0 if s else ft.OVER

        def actions(self, s: int) -> list[str]:
            return ["<b>", "&"]

        def apply(self, s: int, a: str) -> tuple[float, int]:
            return 1.0, 0

    html = ft.decide(Markup(), simulations=3)._repr_html_()
    assert "<b>" not in html
    assert "&lt;b&gt;" in html


def test_shared_samples_are_in_the_table_at_once() -> None:
    search = ft.MCTS(policy=ft.UCT(growing=False), backup="average", nodes="afterstate")
    started = ft.start(ft.games.tic_tac_toe(win=9, draw=5, loss=1), search, seed=1)
    for simulations in range(1, 30):
        table = started.run(simulations=simulations).actions
        # Every return is at least 1, so a mean below it would lack a sample that is counted.
        assert all(row.mean >= 1 for row in table if row.mean is not None)


def test_nodes_end_a_search_that_has_seen_every_state() -> None:
    decision = ft.decide(ft.games.nim(heaps=(1, 2)), nodes=2000, seed=1)
    assert decision.stop_reason == "nodes"
    assert decision.spent.nodes < decision.spent.simulations == 2000
