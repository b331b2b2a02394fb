"""The player of general game playing: its search fits the game, and it tells of its best move."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

import forethought as ft
from forethought.ggp import ProcessThinker
from forethought.ggp.rules import Rules
from forethought.ggp.thinker import Part
from forethought.ggp.thinking import Head
from forethought.players import Allowance, Player, general, searching
from forethought.players.pondering import Pondering
from forethought.search import Budget
from tests.test_simultaneous import PENNIES

TOGETHER = ft.MCTS(decoupled=True, backup="average", opponents=ft.EpsilonGreedy(epsilon=0.2))
AT_ONCE = {"bidding_tic_tac_toe", "meeting", "prisoners_dilemma", "rock_paper_scissors"}


def chosen(player: Player, game: ft.Game) -> tuple[Any, Any]:
    """The first action of a player, and what it spent."""
    session = player.open(game, game.initial(), 0, 5)
    action = session.choose(game.initial(), Allowance())
    session.close()
    assert session.spent is not None
    return action, session.spent.nodes


@pytest.mark.parametrize("name", ft.gdl.names())
def test_sheets_are_known_by_what_their_players_know(name: str) -> None:
    game = ft.gdl.load(name)
    assert general.is_hidden(game, game.initial(), 60) == (name in AT_ONCE)


def test_games_of_ones_own_are_known_too() -> None:
    assert general.is_hidden(PENNIES, PENNIES.initial(), 10)
    native = ft.games.tic_tac_toe()
    assert not general.is_hidden(native, native.initial(), 60)


@pytest.mark.parametrize(
    ("name", "search"), [("nim", ft.MCTS()), ("bidding_tic_tac_toe", TOGETHER)]
)
def test_the_search_fits_the_game(name: str, search: ft.MCTS) -> None:
    game = ft.gdl.load(name)
    own = chosen(ft.player(search, simulations=60), game)
    assert chosen(ft.player("general", simulations=60), game) == own


def test_what_shows_before_a_move_changes_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(general, "_STEPS", 0)
    game = ft.gdl.load("rock_paper_scissors")
    own = chosen(ft.player(TOGETHER, simulations=60), game)
    assert chosen(ft.player("general", simulations=60), game) == own


def test_names_and_limits() -> None:
    assert ft.player("general", simulations=5).name == "general, simulations=5"
    with pytest.raises(ft.BudgetError, match="depth= is no limit of general"):
        ft.player("general", depth=3)
    with pytest.raises(ft.BudgetError, match="ponder= is nothing to legal"):
        ft.player("legal", ponder=True)
    with pytest.raises(ft.BudgetError):
        ft.player("general")


PART = Part(Rules(ft.gdl.load("tic_tac_toe").rules).text, "x", 1)
EMPTY = Rules(PART.rules).initial


@pytest.mark.parametrize("name", ["general", "mixed"])
def test_a_player_tells_of_its_best_move_so_far(name: str) -> None:
    head, told = Head(ft.player(name, simulations=50)), list[str]()
    head.begin(PART, None, 0.0)
    head.tell = told.append
    assert head.think([], EMPTY, time.time() + 60) == told[-1]


def test_the_best_move_so_far_is_there_before_the_move() -> None:
    made = ProcessThinker(ft.player(ft.MCTS(), seconds=10_000))
    try:
        made.begin(PART, EMPTY, 0.0)
        thought = made.think([], EMPTY, 10_000)
        last = time.monotonic() + 120
        while thought.so_far is None and time.monotonic() < last:
            time.sleep(0.01)
        assert thought.so_far in Rules(PART.rules).moves(EMPTY)[0]
        assert not thought.done()
    finally:
        made.close()


class Endless:
    """A search that never comes to its end."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.budget: Budget | None = None

    def iterate(self, budget: Budget, every: float | None) -> Iterator[None]:
        assert every
        self.budget = budget
        while True:
            self.begun.set()
            yield
            time.sleep(every)


def test_a_player_thinks_on_until_it_is_told_more(monkeypatch: pytest.MonkeyPatch) -> None:
    search = Endless()

    def pondering(_: Any, *rest: Any) -> Pondering:
        return Pondering(lambda: search, *rest)  # type: ignore[arg-type, return-value]

    monkeypatch.setattr(searching, "Pondering", pondering)
    head = Head(ft.player("general", simulations=20, ponder=True))
    head.begin(PART, None, 0.0)
    first = head.think([], EMPTY, time.time() + 60)
    head.wait()
    assert search.begun.wait(120)
    assert search.budget == Budget(seconds=60.0)
    # Asked for the next move it stops: the match goes on.
    rules = Rules(PART.rules)
    after, _ = rules.after(EMPTY, (first, "noop"))
    joint = ("noop", rules.moves(after)[1][0])
    last, _ = rules.after(after, joint)
    steps = [((first, "noop"), after), (joint, last)]
    assert head.think(steps, last, time.time() + 60) in rules.moves(last)[0]
    head.rest(0.0)


def test_a_player_that_does_not_ponder_rests() -> None:
    game = ft.gdl.load("tic_tac_toe")
    session = ft.player("general", simulations=20).open(game, game.initial(), 0, 1)
    session.choose(game.initial(), Allowance())
    count = threading.active_count()
    session.wait(60.0)
    assert threading.active_count() == count
    session.close()
