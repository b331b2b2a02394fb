"""One process at a time in a folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from forethought.errors import ParameterError

LOCK = "in-use"


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Keeps other processes, and others in this one, out of a folder as long as the context lasts.

    A file with the number of the process says so. One that a process left behind when it was
    killed is taken over.

    Raises ParameterError if another process is at work there, or the file can't be written.
    """
    path = folder / LOCK
    try:
        while not _made(path):
            owner = _owner(path)
            if owner is not None:
                raise ParameterError(
                    f"{folder}: process {owner} is at work there: wait for it, or name another "
                    f"folder; if it is none of ours, delete {path}"
                )
            path.unlink(missing_ok=True)
    except OSError as error:
        raise ParameterError(
            f"{path}: {error.strerror}: delete it, or name a folder that can be written"
        ) from error
    try:
        yield
    finally:
        with suppress(OSError):
            path.unlink()


def _made(path: Path) -> bool:
    """Makes the file, whole and at once; gives False if there is one."""
    beside = path.with_name(f"{LOCK}.{os.getpid()}")
    beside.write_text(str(os.getpid()), encoding="ascii")
    try:
        os.link(beside, path)
    except FileExistsError:
        return False
    finally:
        beside.unlink()
    return True


def _owner(path: Path) -> int | None:
    """The process that the file names, if there is one that runs."""
    try:
        owner = int(path.read_text(encoding="ascii"))
        if owner <= 0:
            return None
        if os.name == "posix":
            # Elsewhere there is no way to ask that does no harm: it is taken to run.
            os.kill(owner, 0)
    except (FileNotFoundError, ValueError, OverflowError, ProcessLookupError):
        return None
    except PermissionError:
        # It runs, and belongs to somebody else.
        return owner
    return owner
