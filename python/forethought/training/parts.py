"""What a training has done so far, as files of a folder: each is whole or not there."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from forethought.errors import ParameterError


class Parts:
    """The folder of one training. Raises ParameterError where it holds another one's parts.

    `settings` are those that the parts depend on.
    """

    def __init__(self, folder: Path, settings: Mapping[str, Any]) -> None:
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
            begun = self.read("settings.json")
            if begun is None:
                self.write("settings.json", json.dumps(settings).encode())
                return
        except OSError as error:
            raise ParameterError(f"{folder}: {error}: give a folder that can be written") from error
        if begun != json.dumps(settings).encode():
            raise ParameterError(
                f"{folder}: holds parts of a training with the settings {begun.decode()}: give "
                "these to go on, or another output, or take the folder away"
            )

    def read(self, name: str) -> bytes | None:
        """A part, or None if it was not written yet."""
        try:
            return (self.folder / name).read_bytes()
        except FileNotFoundError:
            return None

    def has(self, name: str) -> bool:
        """Whether a part is there."""
        return (self.folder / name).exists()

    def write(self, name: str, data: bytes) -> None:
        """Keep a part: whoever looks for it sees all of it or nothing."""
        save(self.folder / name, data)


def save(path: Path, data: bytes) -> None:
    """Write a file at once: after a crash at any moment it is the old one or the new one."""
    passing = path.with_name(f".{path.name}.{os.getpid()}")
    with passing.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    passing.replace(path)
