"""The player over HTTP, as bytes on a socket."""

from __future__ import annotations

import asyncio
import contextlib
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

import forethought as ft
from forethought.errors import ParameterError
from forethought.ggp import Session, Thinker, serving
from forethought.ggp import front as front_module
from forethought.ggp import server as server_module
from forethought.ggp.thinker import Part
from tests.ggp_help import Scripted, Unending, filled, raising

INFO = b"((name a_player) (status available))"
HEAD = (
    b"POST / HTTP/1.0\r\nAccept: text/delim\r\nHost: localhost\r\nSender: GAMESERVER\r\n"
    b"Receiver: X\r\nContent-Type: text/acl\r\nContent-Length: %d\r\n\r\n%s"
)


def posted(text: bytes) -> bytes:
    """A request as the server of ggp-base sends it."""
    return HEAD % (len(text), text)


def session(thinker: Scripted | None = None, **named: Any) -> Session:
    made = thinker or Scripted()
    return Session("a player", lambda: made, **named)


async def told(port: int, *parts: bytes, ends: bool = False) -> bytes:
    """What comes back for bytes on a connection until it is closed."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for part in parts:
        writer.write(part)
        await writer.drain()
        # So that they arrive one by one.
        await asyncio.sleep(0.02)
    if ends:
        writer.write_eof()
    found = await asyncio.wait_for(reader.read(), 60)
    writer.close()
    return found


def asked(*parts: bytes, ends: bool = False, of: Session | None = None) -> tuple[bytes, bytes]:
    """Head and body of the answer of a server."""

    async def ask() -> bytes:
        async with serving(of or session(), "127.0.0.1", 0) as port:
            return await told(port, *parts, ends=ends)

    head, _, body = asyncio.run(ask()).partition(b"\r\n\r\n")
    return head, body


def test_a_request_as_the_server_of_ggp_base_sends_it() -> None:
    head, body = asked(posted(b"( PLAY localtest.1795992649570 NIL )"))
    lines = head.decode().splitlines()
    assert lines[0].endswith(" 200 OK")
    assert "Content-Type: text/acl" in lines
    assert "Content-Length: 4" in lines
    assert sum(line.startswith("Access-Control-Allow-") for line in lines) == 4
    assert body == b"busy"


@pytest.mark.parametrize(
    "parts",
    [
        pytest.param([posted(b"( INFO )")], id="HTTP/1.0"),
        pytest.param([posted(b"( INFO )")[:60], posted(b"( INFO )")[60:]], id="in two pieces"),
        pytest.param([b"GET /%28%20INFO%20%29 HTTP/1.0\r\n\r\n"], id="GET, encoded"),
        pytest.param([b"GET /(+INFO+) HTTP/1.0\r\n\r\n"], id="GET with plus signs"),
        pytest.param(
            [
                b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
                b"Connection: close\r\n\r\n6\r\n(info)\r\n0\r\n\r\n"
            ],
            id="chunked",
        ),
        pytest.param([b"POST / HTTP/1.0\r\n\r\n( INF", b"O )"], id="no length"),
        pytest.param([b"POST / HTTP/1.0\r\nHost: x\r\n\r\ninfo"], id="no length, no parentheses"),
    ],
)
def test_requests_of_many_forms(parts: list[bytes]) -> None:
    assert asked(*parts)[1] == INFO


def test_a_connection_of_which_the_other_side_was_closed_is_still_answered() -> None:
    assert asked(posted(b"( INFO )"), ends=True)[1] == INFO
    assert asked(b"POST / HTTP/1.0\r\n\r\ninfo", ends=True)[1] == INFO


def test_options_have_the_headers_and_nothing_else() -> None:
    head, body = asked(b"OPTIONS / HTTP/1.1\r\nHost: x\r\nOrigin: y\r\nConnection: close\r\n\r\n")
    assert b" 200 OK" in head
    assert b"Access-Control-Allow-Origin: *" in head
    assert body == b""


@pytest.mark.parametrize("request_", [posted(b""), b"POST / HTTP/1.0\r\n\r\n"])
def test_an_empty_body_is_a_ping(request_: bytes) -> None:
    assert asked(request_)[1] == b"ready"


def test_a_connection_may_be_kept_for_several_messages() -> None:
    once = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\n(info)"
    last = once.replace(b"Host: x", b"Host: x\r\nConnection: close")
    head, body = asked(once, once, last)
    assert (head + body).count(INFO) == 3


def test_what_is_no_message_is_refused_in_one_line() -> None:
    reports: list[str] = []

    async def ask() -> bytes:
        async with serving(session(), "127.0.0.1", 0, reports.append) as port:
            return await told(port, posted(b"(play m nil"))

    answer = asyncio.run(ask())
    assert b" 400 " in answer
    assert answer.endswith(b"(error parentheses that are not closed: 1)")
    assert reports == ["refused: parentheses that are not closed: 1: '(play m nil'"]


@pytest.mark.parametrize(
    "noise", [b"\x00\x01\x02\r\n\r\n", b"PLAY m NIL\r\n\r\n", b"\r\n\r\n\r\n", b""]
)
def test_noise_does_not_end_the_server(noise: bytes) -> None:
    async def ask() -> bytes:
        async with serving(session(), "127.0.0.1", 0) as port:
            await told(port, noise, ends=True)
            return await told(port, posted(b"( INFO )"))

    assert asyncio.run(ask()).endswith(INFO)


HALF = b"POST / HTTP/1.0\r\nContent-Length: 100\r\n\r\n(PL"
CHUNKED = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize("half", [HALF, HALF[:30], CHUNKED, CHUNKED + b"5\r\n(in"])
def test_a_request_that_can_not_be_complete_any_more_is_not_waited_for(half: bytes) -> None:
    assert asked(half, ends=True) == (b"", b"")


def test_a_request_has_to_come_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(front_module, "REQUEST_SECONDS", 0.05)
    assert asked(HALF) == (b"", b"")


def test_who_waits_for_nothing_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(front_module, "MOST_OPEN", 3)

    async def ask() -> tuple[list[bytes], bytes]:
        async with serving(session(), "127.0.0.1", 0) as port:
            held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(5)]
            for _, writer in held:
                writer.write(HALF)
            answer = await told(port, posted(b"( INFO )"))
            # Those that came first had to go.
            gone = [await reader.read() for reader, _ in held[:3]]
            for _, writer in held:
                writer.close()
            return gone, answer

    gone, answer = asyncio.run(ask())
    assert answer.endswith(INFO)
    assert gone == [b""] * 3


def test_that_no_connection_can_be_accepted_is_said_once_in_a_while() -> None:
    class Loop:
        at = 100.0

        def time(self) -> float:
            return self.at

    reports: list[str] = []
    others: list[Any] = []
    handler: Any = server_module._Accepting(
        reports.append, lambda _, context: others.append(context)
    )
    loop, full = Loop(), OSError(24, "Too many open files")
    context = {"message": "socket.accept() out of system resource", "exception": full}
    for _ in range(300):
        handler(loop, context)
    loop.at += server_module.SILENCE
    handler(loop, context)
    assert len(reports) == 2
    assert "Too many open files" in reports[0]
    handler(loop, {"message": "something else"})
    assert others == [{"message": "something else"}]


@pytest.mark.parametrize(
    ("bad", "text"),
    [
        (b"Content-Encoding: gzip\r\nContent-Length: 6\r\n\r\n(info)", "compressed"),
        (b"Content-Length: 100000000000\r\n\r\n((((", "a body of 100000000000 bytes"),
        (b"X: " + b"y" * 100_000 + b"\r\n\r\n(info)", "8190 bytes"),
        (b"Content-Length: -5\r\n\r\n(info)", "Content-Length"),
        (b"Transfer-Encoding: gzip\r\n\r\n(info)", "Transfer-Encoding"),
        (b"Transfer-Encoding: chunked\r\n\r\nZZ\r\n(info)", "chunk size"),
        (b"Transfer-Encoding: chunked\r\n\r\n3\r\n(info)\r\n", "after chunk"),
    ],
)
def test_requests_that_can_not_be_read_are_refused_in_one_line(bad: bytes, text: str) -> None:
    reports: list[str] = []

    async def ask() -> bytes:
        async with serving(session(), "127.0.0.1", 0, reports.append) as port:
            return await told(port, b"POST / HTTP/1.1\r\nHost: x\r\n" + bad)

    answer = asyncio.run(ask())
    assert b" 400 " in answer
    assert text in answer.decode()
    (report,) = reports
    assert report.startswith("refused: ")
    assert text in report
    assert len(report.splitlines()) == 1
    assert len(report) < 300


def test_a_body_without_a_length_is_not_read_for_ever() -> None:
    reports: list[str] = []

    async def ask() -> None:
        async with serving(session(), "127.0.0.1", 0, reports.append) as port:
            # Who still sends when it is refused may not hear of it.
            with contextlib.suppress(ConnectionError):
                await told(port, b"POST / HTTP/1.0\r\n\r\n" + b"(" * 9_000_000)

    asyncio.run(ask())
    (report,) = reports
    assert report.startswith("refused: a body of ")


def test_a_body_in_chunks_has_all_of_them() -> None:
    parts = [b"3;x=y\r\n(in\r\n", b"003\r\nfo)\r\n0\r\nLater: x\r\n\r\n"]
    last = b"GET /(info) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    head, body = asked(CHUNKED, *parts, last)
    assert (head + body).count(INFO) == 2


def test_one_that_asks_whether_to_go_on_is_told_so() -> None:
    expects = b"Host: x\r\nExpect: 100-continue\r\nConnection: close\r\n"
    head, rest = asked(b"POST / HTTP/1.1\r\n" + expects + b"Content-Length: 6\r\n\r\n", b"(info)")
    assert head == b"HTTP/1.1 100 Continue"
    assert rest.endswith(INFO)


def test_who_hangs_up_while_it_thinks_does_not_harm_the_match() -> None:
    thinker = Scripted()

    async def play() -> list[bytes]:
        async with serving(session(thinker), "127.0.0.1", 0) as port:
            start = filled("(start m x ({tic_tac_toe}) 100 100)").encode()
            answers = [await told(port, posted(start))]
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(posted(b"(play m nil)"))
            while not thinker.waiting:
                await asyncio.sleep(0.01)
            writer.transport.abort()
            thinker.waiting[0].set_result("(mark 1 1)")
            answers.append(await told(port, posted(b"(play m ((mark 1 1) noop))")))
            return answers

    assert [answer.rpartition(b"\r\n\r\n")[2] for answer in asyncio.run(play())] == [
        b"ready",
        b"noop",
    ]


def test_a_player_that_hangs_does_not_make_the_move_late() -> None:
    async def play() -> bytes:
        async with serving(session(Scripted()), "127.0.0.1", 0) as port:
            await told(port, posted(filled("(start m x ({tic_tac_toe}) 9 1)").encode()))
            return await told(port, posted(b"(play m nil)"))

    assert asyncio.run(play()).rpartition(b"\r\n\r\n")[2].startswith(b"(mark ")


def test_a_port_that_is_taken_is_said_so() -> None:
    async def twice() -> None:
        async with serving(session(), "127.0.0.1", 0) as port:
            await serving(session(), "127.0.0.1", port).__aenter__()

    with pytest.raises(ParameterError, match="give another"):
        asyncio.run(twice())


@pytest.mark.parametrize("host", ["999.1.1.1", "x" * 300, "a..b"])
def test_an_address_that_is_none_is_said_so(host: str) -> None:
    async def at() -> None:
        await serving(session(), host, 0).__aenter__()

    with pytest.raises(ParameterError, match="no address of this machine"):
        asyncio.run(at())


def test_a_start_without_a_player_in_time_is_answered(tmp_path: Path) -> None:
    class Slow(Scripted):
        def begin(self, part: Part, state: Any, seconds: float) -> Future[Any]:
            return Future()

    async def play() -> bytes:
        async with serving(session(Slow(), folder=tmp_path), "127.0.0.1", 0) as port:
            return await told(port, posted(filled("(start m x ({tic_tac_toe}) 1 1)").encode()))

    assert asyncio.run(play()).endswith(b"ready")


def test_a_sheet_that_is_never_read_holds_up_nobody_and_ends_with_its_match() -> None:
    thinker = Unending(ft.player(raising))
    made: list[Thinker] = [Scripted(), thinker]

    async def play() -> list[bytes]:
        async with serving(Session("p", made.pop, matches=2), "127.0.0.1", 0) as port:

            async def said(text: str) -> bytes:
                return (await told(port, posted(filled(text).encode()))).rpartition(b"\r\n\r\n")[2]

            # Without the ABORT these would take 600 s, and all of the threads of a pool.
            waiting = [asyncio.ensure_future(said("(start bad x ({tic_tac_toe}) 600 600)"))]
            while not thinker._clerk.busy:
                await asyncio.sleep(0.01)
            waiting += [asyncio.ensure_future(said("(play bad nil)")) for _ in range(40)]
            answers = [
                await said("(start good x ({tic_tac_toe}) 60 1)"),
                await said("(play good nil)"),
            ]
            answers += [await said("(abort bad)"), *set(await asyncio.gather(*waiting))]
            return answers

    start, move, *rest = asyncio.run(play())
    assert start == b"ready"
    assert move.startswith(b"(mark ")
    assert set(rest) <= {b"aborted", b"ready", b"noop", b"busy"}
    for child in (thinker._child, thinker._clerk):
        child._process.join(60)
        assert child._process.exitcode == -9
