"""The player's side of the GGP protocol, without input and output."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

import forethought as ft
from forethought.errors import ParameterError
from forethought.ggp import Limits, MessageError, Pending
from forethought.ggp.log import log_path
from forethought.ggp.match import SECRETS
from forethought.ggp.thinker import ThinkerError
from tests.ggp_help import Stage, filled

SCRIPTS = Path(__file__).parents[1] / "testdata" / "ggp" / "sessions.txt"

START = "(start m x ({tic_tac_toe}) 10 5)"


def scripts() -> Iterator[object]:
    """The scripts by their titles."""
    text = SCRIPTS.read_text(encoding="utf-8")
    for block in text.split("# ")[1:]:
        title, *lines = block.rstrip("\n").split("\n")
        yield pytest.param(lines, id=title)


@pytest.mark.parametrize("lines", list(scripts()))
def test_a_session_goes_by_its_script(lines: list[str]) -> None:
    stage, answer = Stage(), ""
    for line in filter(None, lines):
        mark, text = line[0], line[2:]
        match mark:
            case ">":
                answer = stage.say(text)
            case "<":
                assert answer in text.split(" | ")
            case "!":
                stage.thinker.next = text
            case "+":
                stage.clock.now += float(text)


def test_a_player_that_fails_does_not_cost_the_move() -> None:
    stage = Stage()
    stage.say(START)
    for thought in ("raise it broke", "(mark 9 9)", "", "nonsense ((("):
        stage.thinker.next = thought
        assert stage.say("(play m nil)").startswith("(mark ")


def test_the_player_gets_the_time_that_is_left() -> None:
    stage = Stage()
    stage.say(START)
    ((_, _, ahead),) = stage.thinker.parts
    assert 8 < ahead < 10
    pending = stage.session.receive("(play m nil)", stage.clock.now)
    assert isinstance(pending, Pending)
    assert stage.clock.now + 4 < pending.until < stage.clock.now + 5
    # Work before the player is asked is on its account.
    stage.clock.now += 2
    pending.begin()
    _, _, seconds = stage.thinker.questions[-1]
    assert 2 < seconds < 3
    assert pending.until - stage.clock.now > seconds


def test_steps_are_told_to_the_player_once() -> None:
    stage = Stage()
    stage.say(START)
    stage.thinker.next = "(mark 1 1)"
    stage.say("(play m nil)")
    stage.say("(play m ((mark 1 1) noop))")
    stage.say("(play m (noop (mark 2 2)))")
    (first, _, _), (second, state, _) = stage.thinker.questions
    assert first == []
    assert [joint for joint, _ in second] == [("(mark 1 1)", "noop"), ("noop", "(mark 2 2)")]
    assert second[-1][1] == state
    assert {"(cell 1 1 x)", "(cell 2 2 o)", "(control x)"} <= set(state)


def test_a_thought_that_comes_later_is_not_taken_for_the_next_move() -> None:
    stage = Stage()
    stage.say(START)
    stage.say("(play m nil)")
    (late,) = stage.thinker.waiting
    late.set_result("(mark 3 3)")
    stage.say("(play m ((mark 1 1) noop))")
    stage.thinker.next = "(mark 1 2)"
    assert stage.say("(play m (noop (mark 3 3)))") == "(mark 1 2)"


def test_the_cushion_grows_when_a_move_was_replaced_and_shrinks_again() -> None:
    stage = Stage()
    stage.say("(start m left ({rock_paper_scissors}) 10 5)")

    def kept_back(message: str) -> float:
        pending = stage.session.receive(message)
        assert isinstance(pending, Pending)
        pending.begin()
        pending.settle()
        return stage.clock.now + 5 - pending.until

    stage.thinker.next = "rock"
    before = kept_back("(play m nil)")
    # Taken out of the same match, so that there is only the replaced move between the two.
    kept_back("(play m (paper rock))")
    grown = kept_back("(play m nil)")
    assert grown == pytest.approx(2 * before)


def test_after_a_message_that_was_missed_no_move_counts_as_replaced(tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    stage.say(START)
    stage.thinker.next = "(mark 1 1)"
    stage.say("(play m nil)")
    # The moves of this step were told by a PLAY that never came.
    stage.say("(play m (noop (mark 2 2)))")
    notes = [event["text"] for event in events(tmp_path) if event["event"] == "note"]
    assert notes == ["step 0: a message was missed", "step 1: the state is not known for sure"]


def test_an_answer_that_left_late_makes_the_next_earlier() -> None:
    stage = Stage()
    stage.say(START)

    def asked() -> Pending:
        pending = stage.session.receive("(play m nil)")
        assert isinstance(pending, Pending)
        pending.begin()
        return pending

    first = asked()
    kept = stage.clock.now + 5 - first.until
    stage.clock.now = first.until + 0.3
    first.settle()
    second = asked()
    assert stage.clock.now + 5 - second.until == pytest.approx(kept + 0.3)


def test_several_matches_at_once() -> None:
    stage = Stage(matches=2)
    for name in ("one", "two"):
        assert stage.say(f"(start {name} x ({{tic_tac_toe}}) 10 5)") == "ready"
    assert stage.say("(start three x ({tic_tac_toe}) 10 5)") == "busy"
    stage.thinker.next = "(mark 1 1)"
    assert stage.say("(play one nil)") == "(mark 1 1)"
    assert stage.say("(play two nil)") == "(mark 1 1)"
    assert stage.say("(play one ((mark 1 1) noop))") == "noop"
    assert stage.session.running == ("one", "two")
    stage.session.close()
    assert stage.thinker.closed == 2


@pytest.mark.parametrize(
    ("limits", "text"),
    [
        (Limits(size=20), "(play m (a b c d e f g))"),
        (Limits(depth=5), "(play m (((((a))))))"),
        (Limits(rules=2), "(start m x ((role x) (role y) (role z)) 1 1)"),
    ],
)
def test_messages_have_limits(limits: Limits, text: str) -> None:
    with pytest.raises(MessageError, match=r"at most|more than"):
        Stage(limits=limits).session.receive(text)


def test_no_depth_of_parentheses_is_a_crash() -> None:
    assert Stage().say("(" * 100_000 + ")" * 100_000).startswith("(error more than ")


def events(folder: Path, name: str = "m") -> list[dict[str, object]]:
    return [json.loads(line) for line in log_path(folder, name).read_text().splitlines()]


def test_a_match_is_written_down_as_it_goes(tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    stage.say(START)
    assert [event["event"] for event in events(tmp_path)] == ["start"]
    stage.thinker.next = "(mark 1 1)"
    stage.say("(play m nil)")
    stage.say("(play m ((mark 2 2) noop))")
    stage.say("(stop m (noop (mark 1 1)))")
    found = events(tmp_path)
    assert [event["event"] for event in found] == (
        ["start", "play", "answer", "play", "note", "answer", "play", "stop"]
    )
    assert found[2]["move"] == "(mark 1 1)"
    assert found[2]["source"] == "player"
    assert found[4]["text"] == "step 0: (mark 2 2) was played in place of (mark 1 1)"
    assert found[5]["source"] == "only move"


def test_a_player_that_was_killed_takes_its_match_up(tmp_path: Path) -> None:
    first = Stage(tmp_path)
    first.say(START)
    first.thinker.next = "(mark 1 1)"
    first.say("(play m nil)")
    first.say("(play m ((mark 1 1) noop))")
    # It was killed while it wrote a line.
    with log_path(tmp_path, "m").open("a") as file:
        file.write('{"event": "answ')
    second = Stage(tmp_path)
    second.thinker.next = "(mark 3 3)"
    assert second.say("(play m (noop (mark 2 2)))") == "(mark 3 3)"
    ((part, state, _),) = second.thinker.parts
    assert part.role == "x"
    assert state is not None
    assert {"(cell 1 1 x)", "(cell 2 2 o)", "(control x)"} <= set(state)
    assert second.thinker.questions[0][0] == []
    assert second.say("(stop m ((mark 3 3) noop))") == "done"
    # What is over is not taken up, and what never was is not known.
    third = Stage(tmp_path)
    assert third.say("(play m nil)") == "busy"
    assert third.say("(play other nil)") == "busy"


def test_a_match_begun_twice_is_taken_up_from_its_second_start(tmp_path: Path) -> None:
    first = Stage(tmp_path)
    for _ in range(2):
        first.say(START)
        first.thinker.next = "(mark 1 1)"
        first.say("(play m nil)")
    second = Stage(tmp_path)
    assert second.say("(play m ((mark 1 1) noop))") == "noop"
    second.thinker.next = "(mark 1 2)"
    assert second.say("(play m (noop (mark 2 2)))") == "(mark 1 2)"


def test_logs_have_names_that_a_file_can_have(tmp_path: Path) -> None:
    names = ["tourney.game.1795992649570", "../../etc/passwd", "a/b", ".hidden", "x" * 500, "ä?*"]
    paths = [log_path(tmp_path, name) for name in names]
    assert len(set(paths)) == len(names)
    assert paths[0].name == "tourney.game.1795992649570.jsonl"
    for path in paths:
        assert path.parent == tmp_path
        assert len(path.name) < 200
        assert not path.name.startswith(".")
        path.write_text("")


def test_a_folder_that_can_not_be_had_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ParameterError, match="name a folder"):
        Stage(tmp_path / "file" / "logs")


def test_a_log_that_can_not_be_written_does_not_end_the_match(tmp_path: Path) -> None:
    stage = Stage(tmp_path / "logs")
    stage.say(START)
    log_path(tmp_path / "logs", "m").unlink()
    (tmp_path / "logs").rmdir()
    stage.thinker.next = "(mark 1 1)"
    assert stage.say("(play m nil)") == "(mark 1 1)"


def test_the_end_is_written_with_what_was_paid(tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    stage.say("(start m left ({rock_paper_scissors}) 10 5)")
    game = ft.gdl.load("rock_paper_scissors")
    assert game.horizon is None or game.horizon > 0
    stage.thinker.next = "rock"
    assert stage.say("(play m nil)") == "rock"
    pending = stage.session.receive(filled("(stop m (rock scissors))"))
    assert isinstance(pending, Pending)
    assert pending.begin() is None
    goals = [event.get("goals") for event in events(tmp_path) if event["event"] == "goals"]
    assert goals in ([], [[100, 0]])
    assert pending.settle() == "done"


def test_a_match_that_ends_while_it_thinks_leaves_its_thinker() -> None:
    stage = Stage()
    stage.say(START)
    stage.say("(play m nil)")
    stage.say("(abort m)")
    assert stage.thinker.rested == 1
    future: Future[object] = stage.thinker.waiting[0]
    future.set_result("(mark 1 1)")
    assert stage.session.running == ()


def test_what_goes_on_is_told_and_what_goes_wrong_is_called_so() -> None:
    told: list[tuple[str, bool]] = []
    stage = Stage(tell=lambda text, trouble: told.append((text, trouble)))
    stage.say(START)
    stage.thinker.next = "raise it broke"
    move = stage.say("(play m nil)")
    stage.say(f"(stop m ({move} noop))")
    stage.say("(start z y ((role x) (init a)) 10 5)")
    assert told == [
        ("m: begins, as x, with clocks of 10 and 5 s", False),
        ("m: step 0: it broke", True),
        (f"m: step 0: {move} was drawn: the player had no move", True),
        ("m: ends", False),
        *told[4:],
    ]
    assert told[4][0].startswith("z: begins")
    assert told[5][0].startswith("z: can't be played: rules: 2:1: no move is ever legal")
    assert told[5][1]


def test_a_player_that_can_not_begin_is_told_of() -> None:
    told: list[str] = []
    stage = Stage(tell=lambda text, trouble: told.append(text) if trouble else None)
    refused: Future[object] = Future()
    refused.set_exception(ThinkerError("Unsupported: for two players"))
    stage.thinker.begin = lambda *_: refused  # type: ignore[method-assign]
    stage.say(START)
    assert told == ["m: the player can't begin: Unsupported: for two players"]


def test_what_roles_see_is_told_not_to_be_searched() -> None:
    told: list[str] = []
    stage = Stage(tell=lambda text, trouble: told.append(text) if trouble else None)
    sheet = "(role r) (init a) (legal r go) (<= (next b) (does r go)) (<= terminal (true b))"
    stage.say(f"(start m r ({sheet} (<= (goal r 100) (true b)) (<= (sees r b) (true a))) 10 5)")
    assert told == [f"m: {SECRETS}"]
