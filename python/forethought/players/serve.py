"""The child's side of a Python function that plays: ``python -m forethought.players.serve``."""

from __future__ import annotations

import base64
import json
import pickle
import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from forethought.players.player import text_of
from forethought.players.process import READY


def function_of(text: str) -> Callable[[Any], Any]:
    """The function that FILE.py:FUNCTION names; the file may import its neighbours."""
    file, _, name = text.rpartition(":")
    sys.path.insert(0, str(Path(file).resolve().parent))
    return runpy.run_path(file)[name]  # type: ignore[no-any-return]


def serve(function: Callable[[Any], Any], questions: IO[str], answers: IO[str]) -> None:
    """Answers one question after another until the last."""
    for line in questions:
        question = json.loads(line)
        if question["type"] == "end":
            return
        if question["type"] == "start":
            answer = READY
        else:
            state = pickle.loads(base64.b64decode(question["pickle"]))
            answer = " ".join(text_of(function(state)).split())
        answers.write(f"= {answer}\n")
        answers.flush()


def main() -> None:
    """Serves the function that the only argument names; what it prints goes to stderr."""
    answers, sys.stdout = sys.stdout, sys.stderr
    serve(function_of(sys.argv[1]), sys.stdin, answers)


if __name__ == "__main__":
    main()
