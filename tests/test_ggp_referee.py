"""The referee's side of the GGP protocol, against players that do what a test says."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import forethought as ft
from benchmarks.ggp_matches import __main__ as study
from benchmarks.ggp_matches import opponents
from benchmarks.ggp_matches.sheets import sheets_of
from forethought.errors import ParameterError, RuleError
from forethought.ggp import (
    Conditions,
    Contact,
    HttpContact,
    LocalContact,
    MatchRecord,
    NoConnectionError,
    Referee,
    Result,
    Rules,
    Scrambler,
    Series,
    Session,
    seated,
    standings,
)
from forethought.ggp.alone import alone_in
from forethought.ggp.messages import Play, Start, read_message, write_message
from tests.ggp_help import filled

TIC_TAC_TOE = Rules(ft.gdl.load("tic_tac_toe").rules)
CLOCKS = Conditions(7, 3, seed=1)


class Fake(Contact):
    """A player that answers by a function of the message, which may raise."""

    def __init__(self, answer: Callable[[str], str], name: str = "fake") -> None:
        self.name, self._answer = name, answer
        self.heard: list[tuple[str, float]] = []

    async def ask(self, message: str, seconds: float) -> str:
        self.heard.append((message, seconds))
        return self._answer(message)

    async def close(self) -> None:
        pass


def lawful(name: str = "lawful", **named: Any) -> LocalContact:
    """A player that draws its moves."""
    return LocalContact(Session(name, opponents.NoThinker, **named))


def refereed(
    players: list[Contact | None], conditions: Conditions = CLOCKS, rules: Rules = TIC_TAC_TOE
) -> MatchRecord:
    async def play() -> MatchRecord:
        referee = Referee(rules, players, conditions, match="m.1", game="g", now=lambda: 5.0)
        try:
            return await referee.play()
        finally:
            for player in filter(None, players):
                await player.close()

    return asyncio.run(play())


def test_messages_and_clocks_are_those_of_the_servers() -> None:
    fakes = [Fake(lambda _: "ready"), Fake(lambda _: "ready")]
    record = refereed([*fakes])
    first = fakes[0].heard
    assert first[0][0].startswith("( START m.1 x ( ( role x ) ( role o ) ( other x o )")
    assert first[0][0].endswith(" ) 7 3 )")
    assert fakes[1].heard[0][0].startswith("( START m.1 o ( ")
    assert first[1] == ("( PLAY m.1 NIL )", 4.0)
    row, column = record.moves[0][0].strip("()").split()[1:]
    assert first[2] == (f"( PLAY m.1 ( ( mark {row} {column} ) noop ) )", 4.0)
    assert first[-1][0].startswith("( STOP m.1 ( ")
    assert [seconds for _, seconds in (first[0], first[-1])] == [7.0, 3.0]
    assert len(first) == len(record.moves) + 2


def test_what_is_sent_is_read_back() -> None:
    start = Start("m.1", "x", TIC_TAC_TOE.text, 7, 3)
    assert read_message(write_message(start)) == start
    play = Play("m.1", ("(mark 1 1)", "noop"))
    assert read_message(write_message(play)) == play


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        ("(mark 9 9)", "IL (mark 9 9)"),
        ("( MARK 1 1 )", "IL ( MARK 1 1 )"),
        ("nil", "IL nil"),
        ("", "IL"),
        ("((((", "IL (((("),
        ("noop\nnoop", "IL noop noop"),
        (TimeoutError(), "TO"),
        (NoConnectionError("gone"), "CE"),
    ],
)
def test_a_wrong_answer_is_noted_and_a_legal_move_is_played(
    answer: str | Exception, error: str
) -> None:
    def say(message: str) -> str:
        if isinstance(answer, Exception):
            raise answer
        return answer

    record = refereed([Fake(say), lawful()])
    state = TIC_TAC_TOE.initial
    for joint, errors, after in zip(record.moves, record.errors, record.states[1:], strict=True):
        assert joint[0] in TIC_TAC_TOE.moves(state)[0]
        assert errors == (error, "")
        state = TIC_TAC_TOE.after(state, joint)[0]
        assert state == after
    assert record.goals is not None
    assert record.faults == (len(record.moves), 0)


def test_a_start_that_fails_is_noted_only() -> None:
    def say(message: str) -> str:
        if "START" in message:
            raise TimeoutError
        return "noop"

    record = refereed([lawful(), Fake(say)])
    assert record.start_errors == ("", "TO")
    assert record.errors[0] == ("", "")
    assert record.goals is not None


def test_the_same_seed_draws_the_same_moves() -> None:
    def moves(seed: int) -> list[tuple[str, ...]]:
        return refereed([Fake(lambda _: "?"), None], Conditions(1, 1, seed=seed)).moves

    assert moves(1) == moves(1)
    assert len({str(moves(seed)) for seed in range(5)}) > 1


def test_all_players_are_asked_before_any_has_answered() -> None:
    class Waiting(Contact):
        """Answers when all have been asked."""

        name = "waiting"
        asked = 0

        async def ask(self, message: str, seconds: float) -> str:
            Waiting.asked += 1
            while Waiting.asked % 2:
                await asyncio.sleep(0)
            return "noop"

        async def close(self) -> None:
            pass

    async def play() -> MatchRecord:
        players = [Waiting(), Waiting()]
        return await Referee(TIC_TAC_TOE, players, CLOCKS, match="m").play()

    assert asyncio.run(asyncio.wait_for(play(), 60)).goals is not None


def test_the_role_random_is_played_by_the_referee() -> None:
    rules = Rules(ft.gdl.load("dice_race").rules)
    assert rules.roles == ("first", "second", "random")
    record = refereed(seated(rules, [lawful("a"), lawful("b")]), rules=rules)
    assert record.players == ("a", "b", "random")
    assert {joint[2] for joint in record.moves} <= {f"(throw {n})" for n in range(1, 7)}
    assert record.faults == (0, 0, 0)
    with pytest.raises(ParameterError, match="1 players for 2 roles: give one for each of first"):
        seated(rules, [lawful()])


@pytest.mark.parametrize("name", ["tic_tac_toe", "dice_race", "meeting", "hanoi", "checkers"])
def test_scrambled_matches_are_the_same_matches(name: str) -> None:
    rules = Rules(ft.gdl.load(name).rules)
    count = sum(role != "random" for role in rules.roles)
    conditions = Conditions(20, 20, scramble=True, seed=3)
    record = refereed(seated(rules, [lawful() for _ in range(count)]), conditions, rules)
    assert record.faults == (0,) * len(rules.roles)
    assert record.roles == rules.roles
    assert record.goals is not None


def test_scrambling_leaves_no_name_but_those_of_the_language() -> None:
    names = Scrambler(TIC_TAC_TOE.text, 4)
    hidden = names.hidden(TIC_TAC_TOE.text)
    words = set(hidden.replace("(", " ").replace(")", " ").split())
    assert not words & {"mark", "cell", "noop", "x", "o", "control", "?r", "line"}
    assert {"role", "legal", "does", "<=", "not", "1", "2", "3"} <= words
    assert names.shown(hidden.upper()) == TIC_TAC_TOE.text.lower()
    assert names.hidden(TIC_TAC_TOE.text) == Scrambler(TIC_TAC_TOE.text, 4).hidden(TIC_TAC_TOE.text)
    assert hidden != Scrambler(TIC_TAC_TOE.text, 5).hidden(TIC_TAC_TOE.text)
    ft.gdl.load(hidden)


def test_an_answer_to_a_scrambled_match_may_be_in_upper_case() -> None:
    conditions = Conditions(1, 1, scramble=True, seed=3)
    names = Scrambler(TIC_TAC_TOE.text, 3)
    record = refereed([Fake(lambda _: names.hidden("(mark 2 2)").upper()), lawful()], conditions)
    assert record.moves[0][0] == "(mark 2 2)"
    assert record.errors[0] == ("", "")


def test_more_names_than_words() -> None:
    many = " ".join(f"c{n}" for n in range(30_000))
    hidden = Scrambler(many, 1).hidden(many).split()
    assert len(set(hidden)) == 30_000


def test_a_role_without_a_legal_move_is_a_fault_of_the_rules() -> None:
    rules = Rules(
        "(role a) (role b) (init begun) (legal a go) (<= (legal b go) (true begun))"
        "(<= terminal (true end)) (<= (goal ?r 0) (role ?r))"
    )
    with pytest.raises(RuleError, match="g: b has no legal move at step 1"):
        refereed([None, None], rules=rules)


def test_players_are_told_that_a_match_is_aborted() -> None:
    fake = Fake(lambda _: "ready")

    def say(message: str) -> str:
        raise RuntimeError("a fault in the house")

    with pytest.raises(RuntimeError):
        refereed([fake, Fake(say)])
    assert fake.heard[-1] == ("( ABORT m.1 )", 1.0)


def test_the_record_has_the_form_that_servers_publish() -> None:
    record = refereed([lawful("a"), Fake(lambda _: "jump")])
    document = json.loads(json.dumps(record.to_dict()))
    assert document["matchId"] == "m.1"
    assert document["isCompleted"] is True
    assert document["isAborted"] is False
    assert document["startTime"] == 5000
    assert document["playerNamesFromHost"] == ["a", "fake"]
    assert document["gameRoleNames"] == ["x", "o"]
    assert document["states"][0].startswith("( ( cell 1 1 b )")
    assert document["moves"][0][1] == "noop"
    assert document["errors"][0] == ["", "IL jump"]
    assert sum(document["goalValues"]) == 100
    counts = {len(document[name]) for name in ("moves", "errors", "answerTimes")}
    assert counts == {len(document["states"]) - 1}


def asked(answer: bytes | None, seconds: float = 30.0) -> str:
    """What a contact gives for these bytes; for None there are none."""

    async def ask() -> str:
        done = asyncio.Event()

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            if answer is None:
                await reader.read()
            writer.write(answer or b"")
            writer.close()
            await asyncio.wait([asyncio.ensure_future(writer.wait_closed())])
            done.set()

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        contact = HttpContact(f"127.0.0.1:{server.sockets[0].getsockname()[1]}")
        try:
            return await contact.ask("( INFO )", seconds)
        finally:
            await contact.close()
            await done.wait()
            server.close()

    return asyncio.run(ask())


def test_answers_over_http() -> None:
    assert asked(b"HTTP/1.0 200 OK\r\nContent-Length: 4\r\n\r\nnoop") == "noop"
    # Without a length it ends with the connection.
    assert asked(b"HTTP/1.0 200 OK\r\n\r\nnoop") == "noop"
    assert asked(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") == ""


@pytest.mark.parametrize(
    "answer", [b"", b"\xff\x00noise", b"HTTP/1.0 200 OK\r\nContent-Length: 99\r\n\r\nnoop"]
)
def test_broken_answers_are_broken_connections(answer: bytes) -> None:
    with pytest.raises(NoConnectionError):
        asked(answer)


def test_a_silent_player_is_not_waited_for() -> None:
    with pytest.raises(TimeoutError):
        asked(None, 0.05)


def test_an_answer_is_read_up_to_a_limit() -> None:
    head = b"HTTP/1.0 200 OK\r\n\r\n"
    assert asked(head + b" " * 65_000 + b"(mark 1 1)").strip() == "(mark 1 1)"
    long = asked(head + b"(mark 1 1)" + b" " * 1_000_000)
    assert long.startswith("more than 65536 bytes: (mark 1 1)")
    assert len(long) < 200


def test_a_compressed_answer_is_not_unpacked() -> None:
    packed = gzip.compress(b"(mark 1 1)")
    answer = asked(b"HTTP/1.0 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + packed)
    assert "mark" not in answer


@pytest.mark.parametrize("line", [b"500 no", b"404 no", b"302 no\r\nLocation: http://127.0.0.1:1/"])
def test_an_answer_that_is_none_is_no_move_and_leads_nowhere(line: bytes) -> None:
    answer = asked(b"HTTP/1.0 " + line + b"\r\n\r\n(mark 1 1)")
    assert answer == f"HTTP status {line[:3].decode()}: (mark 1 1)"
    record = refereed([Fake(lambda _: answer), lawful()])
    assert record.errors[0][0] == f"IL {answer}"


def test_bytes_that_come_one_by_one_do_not_make_the_time_longer() -> None:
    async def ask() -> None:
        gone = asyncio.Event()

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.0 200 OK\r\n\r\n")
            # For ever, unless the other side has enough of it.
            with contextlib.suppress(OSError):
                while not writer.is_closing():
                    writer.write(b" ")
                    await writer.drain()
                    await asyncio.sleep(0.01)
            writer.close()
            gone.set()

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        contact = HttpContact(f"127.0.0.1:{server.sockets[0].getsockname()[1]}")
        try:
            with pytest.raises(TimeoutError):
                await contact.ask("( INFO )", 0.2)
        finally:
            await contact.close()
            await gone.wait()
            server.close()

    asyncio.run(ask())


def test_a_player_that_is_not_there() -> None:
    async def ask() -> str:
        contact = HttpContact("127.0.0.1:1")
        try:
            return await contact.ask("( INFO )", 5.0)
        finally:
            await contact.close()

    with pytest.raises(NoConnectionError):
        asyncio.run(ask())


def series(folder: Path | None, matches: int = 4, seed: int = 1) -> Series:
    return Series("tic_tac_toe", TIC_TAC_TOE, matches, Conditions(5, 5, seed=seed), folder)


def test_a_series_changes_roles_and_counts_what_each_got() -> None:
    results = asyncio.run(series(None).play([("a", None), ("b", None)]))
    assert [result.players for result in results] == [("a", "b"), ("b", "a")] * 2
    for standing in standings(results):
        goals = [
            goal
            for result in results
            for name, goal in zip(result.players, result.goals, strict=True)
            if name == standing.player
        ]
        assert standing.goal == sum(goals) / 4
        assert standing.wins == goals.count(100)
    assert sum(standing.goal for standing in standings(results)) == 100


def test_a_series_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    players = [("a", None), ("b", None)]
    whole = asyncio.run(series(None).play(players))
    asyncio.run(series(tmp_path, 2).play(players))
    # One was stopped in the middle, and one while it was written.
    cut = json.loads((tmp_path / "match-0002.json").read_text())
    cut["isCompleted"] = False
    (tmp_path / "match-0002.json").write_text(json.dumps(cut))
    (tmp_path / "match-0003.part").write_text("{")
    seen: list[int] = []
    again = asyncio.run(series(tmp_path).play(players, lambda number, _: seen.append(number)))
    assert again == whole
    assert set(seen) == {2, 3, 4}
    with pytest.raises(ParameterError, match="another series"):
        asyncio.run(series(tmp_path, seed=2).play(players))


SHORT = ("buttons_and_lights", "meeting", "nim", "prisoners_dilemma", "tic_tac_toe", "water_jugs")


def test_matches_with_faults_on_all_sides(tmp_path: Path) -> None:
    """What ``python -m benchmarks.ggp_matches`` does, in small. Its clocks are not judged here."""
    sheets = [each for each in sheets_of(None) if each[0] in SHORT]
    players = ("MCTS(), simulations=50",)
    made = study.Study(sheets, 12, 4, tmp_path, seed=5, players=players)
    rows = asyncio.run(made.play())
    assert sorted(int(row["match"]) for row in rows) == list(range(1, 13))
    assert all(int(row["illegal"]) == 0 for row in rows)
    assert asyncio.run(made.play()) == rows
    assert "12 matches of 6 sheets" in study.summary(rows, "the command")


def test_a_session_in_this_process_is_asked_as_one_elsewhere() -> None:
    async def ask() -> list[str]:
        contact = lawful()
        messages = ("( INFO )", filled("( START m x ( {tic_tac_toe} ) 60 60 )"), "( PLAY m")
        try:
            return [await contact.ask(message, 60.0) for message in messages]
        finally:
            await contact.close()

    info, start, error = asyncio.run(ask())
    assert info == "((name lawful) (status available))"
    assert start == "ready"
    assert error.startswith("(error ")


def filled_folder(folder: Path) -> list[Result]:
    return asyncio.run(series(folder, 2).play([("a", None), ("b", None)]))


GOALS_MISSING = b'{"isCompleted": true}'


@pytest.mark.parametrize(
    "content", [b"garbage", b"", b"{}", b"[1]", GOALS_MISSING, b"\xff\xfe\x00"]
)
@pytest.mark.parametrize("name", ["match-0002.json", "series.json"])
def test_a_damaged_file_of_a_series_is_named_with_its_remedy(
    tmp_path: Path, name: str, content: bytes
) -> None:
    whole = filled_folder(tmp_path)
    (tmp_path / name).write_bytes(content)
    other = name == "series.json" and content in (b"{}", GOALS_MISSING)
    with pytest.raises(
        ParameterError, match="another series" if other else "damaged.*delete it"
    ) as raised:
        filled_folder(tmp_path)
    assert other or name in str(raised.value)
    assert "\n" not in str(raised.value)
    (tmp_path / name).unlink()
    assert filled_folder(tmp_path) == whole


@pytest.mark.parametrize("name", ["match-0002.json", "series.json", "in-use"])
def test_a_folder_in_place_of_a_file_of_a_series_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    with pytest.raises(ParameterError, match=f"{name}.*delete it"):
        filled_folder(tmp_path)


def test_one_series_at_a_time_in_a_folder(tmp_path: Path) -> None:
    with (
        alone_in(tmp_path),
        pytest.raises(ParameterError, match=f"process {os.getpid()} is at work"),
    ):
        filled_folder(tmp_path)
    assert list(tmp_path.iterdir()) == []
    # One that was killed leaves its file behind; its number is free again, or was never written.
    ended = subprocess.run(
        [sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True
    )
    for left in (ended.stdout.strip(), b"", b"nonsense", b"-1", b"9" * 40):
        (tmp_path / "in-use").write_bytes(left)
        assert len(filled_folder(tmp_path)) == 2
        assert not (tmp_path / "in-use").exists()


def test_a_record_that_can_not_be_written_ends_the_series_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "match-0001.part").mkdir()
    with pytest.raises(ParameterError, match=r"match-0001.json: Is a directory: make room"):
        filled_folder(tmp_path)
