"""The processes that think for a player and follow the rules of its matches."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, ClassVar

import pytest

import forethought as ft
from forethought.errors import ParameterError
from forethought.game import Game, actions_of
from forethought.ggp import ProcessThinker, Session
from forethought.ggp import child as child_module
from forethought.ggp.belief import Belief
from forethought.ggp.child import ThinkerError
from forethought.ggp.rules import Rules, own_first
from forethought.ggp.thinker import Part, Step
from forethought.ggp.thinking import Head
from forethought.players import Allowance, Player
from forethought.players import Session as PlayerSession
from tests.ggp_help import crashing, filled, hanging, raising

TIC_TAC_TOE = Part(Rules(ft.gdl.load("tic_tac_toe").rules).text, "x", 1)
EMPTY = Rules(TIC_TAC_TOE.rules).initial


def waited(future: Future[Any]) -> Any:
    return future.result(timeout=120)


def of_process(player: Player, work: Callable[[ProcessThinker], None]) -> None:
    made = ProcessThinker(player)
    try:
        work(made)
    finally:
        made.close()


def test_a_player_thinks_in_a_process_of_its_own() -> None:
    def work(made: ProcessThinker) -> None:
        for _ in range(2):
            assert waited(made.begin(TIC_TAC_TOE, None, 0.0)) is None
            assert waited(made.think([], EMPTY, 5.0)) in Rules(TIC_TAC_TOE.rules).moves(EMPTY)[0]
            made.rest()

    of_process(ft.player(ft.MCTS(), simulations=50), work)


@pytest.mark.parametrize(
    ("function", "text"),
    [(crashing, "the player ended"), (raising, "ZeroDivisionError: 10 fluents")],
)
def test_what_a_player_does_wrong_is_told(function: Callable[..., str], text: str) -> None:
    def work(made: ProcessThinker) -> None:
        waited(made.begin(TIC_TAC_TOE, None, 0.0))
        for _ in range(2):
            with pytest.raises(ThinkerError, match=text):
                waited(made.think([], EMPTY, 5.0))

    of_process(ft.player(function), work)


def test_a_player_that_can_not_be_sent_is_refused() -> None:
    with pytest.raises(ParameterError, match="give a player made of a search"):
        ProcessThinker(ft.player(lambda state: state))


def test_a_player_that_hangs_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child_module, "GRACE", 0.0)
    rules = Rules(TIC_TAC_TOE.rules)
    state, _ = rules.after(EMPTY, ("(mark 1 1)", "noop"))
    state, _ = rules.after(state, ("noop", "(mark 2 2)"))

    def work(made: ProcessThinker) -> None:
        waited(made.begin(TIC_TAC_TOE, None, 0.0))
        stuck = made.think([], EMPTY, 0.0)
        assert waited(made.think([(("(mark 1 1)", "noop"), state)], state, 0.0)) == "(mark 3 3)"
        assert isinstance(stuck.exception(timeout=60), ThinkerError)

    of_process(ft.player(hanging), work)


class Watching(Player):
    """Plays the first action, and notes what it is told."""

    notes: ClassVar[list[tuple[str, Any]]] = []

    def called(self) -> str:
        return "watching"

    def open(self, game: Game, state: Any, seat: int, seed: int) -> PlayerSession:
        assert seat == 0
        self.notes.append(("open", state))
        notes = self.notes

        class Noting(PlayerSession):
            def choose(self, state: Any, allowance: Allowance) -> Any:
                assert game.turn(state) == 0
                return actions_of(game, state)[0]

            def follow(self, action: Any, state: Any) -> None:
                notes.append(("follow", action))

        return Noting()


@pytest.mark.parametrize("name", ft.gdl.names())
def test_a_player_chooses_before_the_others_and_follows_every_match(name: str) -> None:
    rules = Rules(ft.gdl.load(name).rules)
    for place, role in enumerate(rules.roles):
        if role == "random":
            continue
        Watching.notes.clear()
        head, rng, state = Head(Watching()), ft.Rng(place), rules.initial
        head.begin(Part(rules.text, role, 1), None, 0.0)
        steps: list[Step] = []
        for _ in range(30):
            if rules.over(state):
                break
            legal = rules.moves(state)
            if len(legal[place]) > 1:
                assert head.think(steps, state, 0.0) in legal[place]
                steps = []
            joint = tuple(rng.choice(moves) for moves in legal)
            state, _ = rules.after(state, joint)
            steps.append((joint, state))
        # It was never begun anew, so that what it was told fits what was played.
        assert [what for what, _ in Watching.notes].count("open") == 1


def test_a_player_that_lost_the_thread_begins_anew() -> None:
    Watching.notes.clear()
    head = Head(Watching())
    head.begin(TIC_TAC_TOE, None, 0.0)
    rules = Rules(TIC_TAC_TOE.rules)
    state, _ = rules.after(EMPTY, ("(mark 1 1)", "noop"))
    state, _ = rules.after(state, ("noop", "(mark 2 2)"))
    assert head.think([(("(mark 9 9)", "noop"), state)], state, 0.0) == "(mark 1 2)"
    assert [what for what, _ in Watching.notes] == ["open", "open"]


def test_a_search_that_needs_a_sum_of_zero_gets_it() -> None:
    head = Head(ft.player(ft.AlphaBeta(), depth=2))
    head.begin(TIC_TAC_TOE, None, 0.0)
    assert head.think([], EMPTY, 0.0).startswith("(mark ")


def test_the_own_role_is_the_first() -> None:
    text = own_first(TIC_TAC_TOE.rules, "o")
    assert ft.gdl.load(text).roles == ("o", "x")


def test_rules_are_followed_in_a_process_as_here() -> None:
    def work(made: ProcessThinker) -> None:
        near, far = Belief(Rules(TIC_TAC_TOE.rules)), made.read(TIC_TAC_TOE.rules)
        joints = [
            ("(mark 1 1)", "noop"),
            ("(mark 9 9)", "x"),
            ("(mark 3 3)", "noop"),
            ("noop", "noop"),
        ]
        for joint in joints:
            assert far.follow(joint) == near.follow(joint)
            for what in (
                "text",
                "roles",
                "has_secrets",
                "state",
                "sure",
                "goals",
                "skipped",
                "lost",
            ):
                assert getattr(far, what) == getattr(near, what)
            assert [far.moves(role) for role in (0, 1)] == [near.moves(role) for role in (0, 1)]
        with pytest.raises(ThinkerError, match=r"^rules: 1:1: no move is"):
            made.read("(init a)")

    of_process(ft.player(raising), work)


def test_a_match_whose_process_was_killed_is_followed_anew() -> None:
    def work(made: ProcessThinker) -> None:
        one = Session("p", lambda: made)
        assert one.answer(filled("(start m x ({tic_tac_toe}) 60 60)")) == "ready"
        assert one.answer("(play m nil)").startswith("(mark ")
        made._clerk.kill()
        made._clerk._process.join(60)
        assert one.answer("(play m ((mark 1 1) noop))") == "noop"
        assert one.answer("(play m (noop (mark 2 2)))") not in ("(mark 1 1)", "(mark 2 2)", "noop")

    of_process(ft.player(raising), work)


def test_a_process_that_was_killed_is_asked_nothing_more() -> None:
    def work(made: ProcessThinker) -> None:
        waited(made.begin(TIC_TAC_TOE, None, 0.0))
        made._child.kill()
        # Whether it is gone already or not.
        assert made._child.busy
        assert made._child.stuck
        assert waited(made.begin(TIC_TAC_TOE, None, 0.0)) is None

    of_process(ft.player(raising), work)


def test_what_was_closed_begins_nothing_anew() -> None:
    made = ProcessThinker(ft.player(raising))
    made.close()
    with pytest.raises(ThinkerError, match="was closed"):
        made.read(TIC_TAC_TOE.rules)
    with pytest.raises(ThinkerError, match="was closed"):
        made.begin(TIC_TAC_TOE, None, 0.0)
