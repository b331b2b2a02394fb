"""`forethought ggp`: take part in matches of general game playing, or referee them."""

from __future__ import annotations

import asyncio
import re
import signal
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from forethought.cli.errors import Stopped
from forethought.cli.inputs import sheet_from, usable_folder
from forethought.cli.output import Json, emit, err, out, table
from forethought.cli.players import player_from
from forethought.errors import ParameterError

if TYPE_CHECKING:
    from rich.console import Console

    from forethought.ggp import Contact, MatchRecord, Result, Series, Session
    from forethought.players import Player

app = typer.Typer(
    name="ggp",
    help="General game playing: take part in matches over HTTP, or referee them.",
    rich_markup_mode="markdown",
    no_args_is_help=True,
)

PLAYER = "general"
RANDOM = "random"
"""Chance, as a role; and the player whose moves the referee draws."""
_UNLIMITED = 86_400.0
_ADDRESS = re.compile(r"(https?://)?[\w.-]+:\d+/?")

_PlayerName = Annotated[
    str,
    typer.Option(
        "--player",
        metavar="[NAME=]SPEC",
        help="Who plays: a search and its limits as in ft.player(...), random, FILE.py:FUNCTION. "
        "The clock of the match is a limit for all.",
    ),
]


@app.command()
def serve(
    player: _PlayerName = PLAYER,
    port: Annotated[int, typer.Option(min=0, max=65_535, help="0 for any that is free.")] = 9147,
    host: Annotated[str, typer.Option(help="The address to listen at.")] = "0.0.0.0",
    matches: Annotated[int, typer.Option(min=1, help="At once.")] = 1,
    log: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="A log of each match, from which it is taken up again after a restart.",
        ),
    ] = None,
) -> None:
    """Take part in matches: a player on the GGP protocol, until Ctrl-C.

    Examples of use:

    - `forethought ggp serve --log matches`

    - `forethought ggp serve --player "quick=MCTS(), seconds=1" --port 9148 --matches 4`
    """
    from forethought.ggp import ProcessThinker, Session

    if log is not None:
        usable_folder("--log", log)
    made = _player(player)
    session = Session(
        made.name,
        lambda: ProcessThinker(made),
        matches=matches,
        folder=log,
        tell=lambda text, _: _say(text),
    )
    asyncio.run(_serve(session, host, port))


async def _serve(session: Session, host: str, port: int) -> None:
    from forethought.ggp import serving

    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    # Where the loop has no handlers, Ctrl-C ends it as it ends every command.
    with suppress(NotImplementedError):
        for sign in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(sign, ended.set)
    async with serving(session, host, port, _say) as taken:
        _say(f"{session.name} listens on port {taken} of {host}; Ctrl-C ends it")
        await ended.wait()


def _say(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)


def _player(text: str) -> Player:
    """The player; without a limit of its own it thinks as long as the clock lets it."""
    made = player_from(text, {"seconds": _UNLIMITED})
    if f"seconds={_UNLIMITED:g}" not in made.name:
        return made
    return replace(made, name=made.name.replace(f", seconds={_UNLIMITED:g}", ""))


@app.command()
def match(
    rules: Annotated[str, typer.Argument(metavar="RULES", help="The file of a rule sheet.")],
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYER...",
            help="One for each role but random: host:port, or a player as in `serve --player`.",
        ),
    ],
    start_clock: Annotated[int, typer.Option(min=1, help="Seconds before the first move.")] = 10,
    play_clock: Annotated[int, typer.Option(min=1, help="Seconds for each move.")] = 5,
    scramble: Annotated[
        bool, typer.Option("--scramble", help="Tell the players other names of everything.")
    ] = False,
    matches: Annotated[int, typer.Option(min=1, help="Players change roles in turn.")] = 1,
    seed: Annotated[
        int, typer.Option(min=0, help="Of the scrambling, and of moves that are drawn.")
    ] = 0,
    folder: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FOLDER",
            help="The record of each match, stored after each step; the same command again "
            "goes on with the matches that are not finished.",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Referee matches between players, by the GGP protocol.

    A move that is late, illegal or missing is replaced by a random one and noted: TO, IL, CE.

    Examples of use:

    - `forethought ggp match tic_tac_toe.kif localhost:9147 random`

    - `forethought ggp match tic_tac_toe.kif "MCTS(), simulations=500" random --matches 20 --out m`
    """
    from forethought.gdl import load
    from forethought.ggp import Conditions, Rules, Series, standings
    from forethought.ggp.match import SECRETS

    _refuse_twice(players)
    if folder is not None:
        usable_folder("--out", folder)
    path = sheet_from(rules)
    sheet = Rules(load(path).rules)
    conditions = Conditions(start_clock, play_clock, scramble, seed)
    series = Series(path.stem, sheet, matches, conditions, folder)
    show = _Show(err() if as_json else out(), matches)
    if sheet.has_secrets:
        show.say(f"{path.stem}: {SECRETS}")
    results = asyncio.run(_matches(series, players, show))
    document = {
        "game": path.stem,
        "out": None if folder is None else str(folder),
        "results": [vars(result) for result in results],
        "standings": [vars(standing) for standing in standings(results)],
    }
    emit("ggp match", document, as_json, lambda: show.summary(results))


async def _matches(series: Series, players: Sequence[str], show: _Show) -> list[Result]:
    async with AsyncExitStack() as stack:
        contacts = []
        for text in players:
            contact = _contact(text, show)
            contacts.append((text if contact is None else contact.name, contact))
            if contact is not None:
                stack.push_async_callback(contact.close)
        try:
            return await series.play(_told_apart(contacts), show.step)
        except asyncio.CancelledError:
            kept = f"the same command again goes on from {series.folder}"
            raise Stopped(kept if series.folder else "with --out it could go on") from None


def _contact(text: str, show: _Show) -> Contact | None:
    """How to reach a player; None for random moves, which the referee draws itself."""
    from forethought.ggp import HttpContact, LocalContact, ProcessThinker, Session

    if text == RANDOM:
        return None
    if _ADDRESS.fullmatch(text):
        return HttpContact(text)
    made = _player(text)
    session = Session(
        made.name,
        lambda: ProcessThinker(made),
        tell=lambda told, trouble: show.say(f"{made.name}: {told}") if trouble else None,
    )
    return LocalContact(session, show.say)


def _told_apart(contacts: Sequence[tuple[str, Contact | None]]) -> list[tuple[str, Contact | None]]:
    """Players of one name get a number each, under which records have them too."""
    names = [name for name, _ in contacts]
    apart = []
    for place, (name, contact) in enumerate(contacts):
        called = f"{name} {place + 1}" if names.count(name) > 1 else name
        if contact is not None:
            contact.name = called
        apart.append((called, contact))
    return apart


def _refuse_twice(players: Sequence[str]) -> None:
    """One server can't play two roles of one match: the second START would replace the first."""
    addresses = [text for text in players if _ADDRESS.fullmatch(text)]
    twice = next((text for text in addresses if addresses.count(text) > 1), None)
    if twice is not None:
        raise ParameterError(
            f"{twice} is named twice: a server plays one role of a match: start another one"
        )


class _Show:
    """The terminal that matches are shown at: one step by step, many by a line each."""

    def __init__(self, console: Console, matches: int) -> None:
        self._console, self._many = console, matches > 1

    def say(self, text: str) -> None:
        self._console.print(text, markup=False)

    def step(self, number_: int, record: MatchRecord) -> None:
        """A line for what is new in a record."""
        if self._many:
            if record.goals is not None:
                self.say(_line(number_, record))
        elif record.aborted:
            self.say("aborted")
        elif record.moves:
            self.say(_step_line(record))
        else:
            self._begin(record)

    def _begin(self, record: MatchRecord) -> None:
        for role, player, error in zip(
            record.roles, record.players, record.start_errors, strict=True
        ):
            self.say(f"{role}: {player}{f' ({error} at the start)' if error else ''}")

    def summary(self, results: Sequence[Result]) -> None:
        """What each player got."""
        from forethought.ggp import standings

        rows = [
            (each.player, each.matches, each.goal, each.wins, each.faults)
            for each in standings(results)
        ]
        self._console.print(table(("player", "matches", "mean goal", "won", "faults"), rows))


def _line(number_: int, record: MatchRecord) -> str:
    faults = f", {sum(record.faults)} answers replaced" if any(record.faults) else ""
    return f"match {number_}: {_paid(record)} after {len(record.moves)} steps{faults}"


def _paid(record: MatchRecord) -> str:
    rows = zip(record.roles, record.players, record.goals or (), strict=True)
    paid = (row for row in rows if row[0].lower() != RANDOM)
    return ", ".join(f"{role} {goal} ({player})" for role, player, goal in paid)


def _step_line(record: MatchRecord) -> str:
    """The last step: who did what, how long it took, and what was wrong."""
    parts = []
    for role, move, error, seconds in zip(
        record.roles, record.moves[-1], record.errors[-1], record.seconds[-1], strict=True
    ):
        time_ = "" if seconds is None else f" {seconds:.1f}s"
        parts.append(f"{role} {move}{time_}{f' [{error}]' if error else ''}")
    ended = "" if record.goals is None else f"\n{_paid(record)}"
    return f"{len(record.moves):>3}  {'   '.join(parts)}{ended}"
