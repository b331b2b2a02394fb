"""Every error of the command line in one place: one line for what the user can mend."""

from __future__ import annotations

import io
import os
import re
import sys
import sysconfig
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import typer

from forethought.errors import ForethoughtError, InternalError

# typer has its own copy of click or depends on it, by version: its exceptions are found from here.
_UsageError: type[Exception] = typer.BadParameter.__bases__[0]
_ClickException: type[Exception] = _UsageError.__bases__[0]

_INSTALLED = ("stdlib", "platstdlib", "purelib", "platlib")

FAULT, BAD_INPUT, INTERRUPTED = 1, 2, 130


class InputError(ForethoughtError):
    """What was given on the command line cannot be used."""


class Stopped(Exception):  # noqa: N818
    """Ctrl-C ended the command; the text says what is kept."""


def guarded(command: Callable[[], Any]) -> int:
    """Run the command and turn whatever happens into an exit code and a message on stderr."""
    for stream in (sys.stdout, sys.stderr):
        # What the encoding of the terminal lacks is written as an escape.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = command()
        sys.stdout.flush()
    except Exception as error:
        return _failed(error)
    except KeyboardInterrupt:
        code = INTERRUPTED
    if code == INTERRUPTED:
        _say("interrupted")
    return code if isinstance(code, int) else 0


def _failed(error: Exception) -> int:
    match error:
        case typer.Abort():
            _say("interrupted")
            return INTERRUPTED
        case Stopped():
            _say(f"interrupted: {error}")
            return INTERRUPTED
        case BrokenPipeError():
            # The reader has gone, as `head` does.
            _give_up_output()
            return FAULT
        case OSError() if not _user_frames(error) and _is_of_output(error):
            _give_up_output()
            _say(f"error: the output could not be written: {_one_line(error)}: send it elsewhere")
            return FAULT
        case _ if isinstance(error, _ClickException):
            _say(f"error: {_usage(error)}")
            return BAD_INPUT
        case ForethoughtError() if not isinstance(error, InternalError):
            _say(f"error: {_with_options(_one_line(error))}")
            return BAD_INPUT
        case _ if _user_frames(error):
            return _user_fault(error)
    return _our_fault(error)


def _give_up_output() -> None:
    """What is still buffered has nowhere to go: else Python complains of it at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _is_of_output(error: OSError) -> bool:
    """Whether writing to a stream failed: what concerns a file names it."""
    return error.filename is None and error.errno is not None


_OPTIONS = (
    "simulations",
    "nodes",
    "seconds",
    "memory",
    "confidence",
    "depth",
    "until",
    "budget",
    "plays",
    "seed",
    "max_states",
    "backup",
    "workers",
    "samples",
    "generations",
    "depth",
    "games",
    "openings",
    "anchor",
)
# Only where messages begin and where they advise: a state may have such words too.
_NAMED = re.compile(
    rf"(?:^|(?<=give )|(?<=raise ))(MCTS\()?({'|'.join(_OPTIONS)})=('[^']*'|[^\s,:()]*)(?(1)\))"
)


def _with_options(text: str) -> str:
    """The text with the options of the command line in place of the parameters of the library."""
    return _NAMED.sub(lambda found: _option(found[2], found[3]), text)


def _option(name: str, value: str) -> str:
    return f"--{name.replace('_', '-')} {value.strip(chr(39))}".rstrip()


def _say(text: str) -> None:
    print(text, file=sys.stderr)


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split())


def _usage(error: Any) -> str:
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "forethought"
    message = " ".join(error.format_message().split()).rstrip(".")
    return f"{message}: see {path} --help"


def _user_frames(error: BaseException) -> list[traceback.FrameSummary]:
    """The frames outside forethought and whatever else is installed."""
    paths = sysconfig.get_paths()
    installed = (str(Path(__file__).parents[1]), *(paths[name] for name in _INSTALLED), "<frozen")
    return [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith(installed)
    ]


def _user_fault(error: BaseException) -> int:
    """The traceback of the user's own game, without what called it."""
    lines = ["Traceback in your code:\n", *traceback.format_list(_user_frames(error))]
    lines += traceback.format_exception_only(error)
    sys.stderr.write("".join(lines))
    return FAULT


def _our_fault(error: BaseException) -> int:
    sys.stderr.write("".join(traceback.format_exception(error)))
    _say(
        f"error: a fault of forethought itself: {_one_line(error)}: please report it with the above"
    )
    return FAULT
