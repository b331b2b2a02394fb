"""Functions that play as they should not; run in a process of their own."""

import os
import signal
import subprocess
import sys
import time


def first(state: object) -> int:
    """A good one: connect four always has an empty column, unless it is over."""
    board = str(state).split("/")
    return board[0].index(".")


def chatty(state: object) -> int:
    print("thinking about", state)
    print("= 9 is what I would not play", file=sys.stderr)
    return first(state)


def silent(state: object) -> None:
    time.sleep(60)


def busy(state: object) -> None:
    while True:
        pass


def slow(state: object) -> int:
    time.sleep(0.45)
    return first(state)


def illegal(state: object) -> str:
    return "column 9"


def nothing(state: object) -> None:
    return None


def crashing(state: object) -> None:
    raise ValueError(f"no idea what to do at {state}")


def leaving(state: object) -> None:
    print("that is enough")
    sys.stderr.flush()
    os._exit(7)


def flooding(state: object) -> int:
    for _ in range(30):
        sys.stderr.write("x" * 100_000 + "\n")
    return first(state)


def rubbish(state: object) -> None:
    while True:
        sys.stderr.write("blah blah\n")


def stubborn(state: object) -> None:
    """Ignores every signal that can be ignored, and has a child that would go on."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    print("child", child.pid)
    time.sleep(60)
