"""A session whose clock and player do what a test says."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import forethought as ft
from forethought.ggp import Session, Thinker
from forethought.ggp.rules import State
from forethought.ggp.thinker import Part, Step, ThinkerError, Thought


class Clock:
    """A clock that stands still until it is told."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Scripted(Thinker):
    """Thinks of what it is told to."""

    def __init__(self) -> None:
        self.next = "hang"
        self.parts: list[tuple[Part, State | None, float]] = []
        self.questions: list[tuple[list[Step], State, float]] = []
        self.waiting: list[Thought] = []
        self.rested = self.closed = 0

    def begin(self, part: Part, state: State | None, seconds: float) -> Future[Any]:
        self.parts.append((part, state, seconds))
        future: Future[Any] = Future()
        future.set_result(None)
        return future

    def think(self, steps: Sequence[Step], state: State, seconds: float) -> Thought:
        self.questions.append((list(steps), state, seconds))
        future = Thought()
        if self.next.startswith("hang"):
            future.so_far = self.next.removeprefix("hang").strip() or None
            self.waiting.append(future)
        elif self.next.startswith("raise "):
            future.set_exception(ThinkerError(self.next.removeprefix("raise ")))
        else:
            future.set_result(self.next)
        return future

    def rest(self) -> None:
        self.rested += 1

    def close(self) -> None:
        self.closed += 1


class Stage:
    """A session, its clock, and the one thinker of all its matches."""

    def __init__(self, folder: Path | None = None, **named: Any) -> None:
        self.clock, self.thinker = Clock(), Scripted()
        self.session = Session(
            "a (player)",
            lambda: self.thinker,
            folder=folder,
            clock=self.clock,
            wall=lambda: 5.0,
            **named,
        )

    def say(self, text: str) -> str:
        return self.session.answer(filled(text))


def filled(text: str) -> str:
    """A message with the rule sheets that it names in braces."""
    text = text.replace("\\n", "\n")
    for name in ft.gdl.names():
        if f"{{{name}}}" in text:
            text = text.replace(f"{{{name}}}", ft.gdl.load(name).rules)
        if f"{{{name.upper()}}}" in text:
            lines = ft.gdl.load(name).rules.splitlines()
            bare = " ".join(line.partition(";")[0] for line in lines)
            text = text.replace(f"{{{name.upper()}}}", bare.upper())
    return text


def hanging(state: State) -> str:
    """A player that thinks forever about the first move of tic-tac-toe."""
    if "(control x)" in state and "(cell 1 1 b)" in state:
        time.sleep(1000)
    return "(mark 3 3)"


def crashing(state: State) -> str:
    """A player whose process ends."""
    os._exit(len(state) % 1 + 3)


def raising(state: State) -> str:
    """A player with a fault."""
    raise ZeroDivisionError(f"{len(state)} fluents")
