"""Settings as text, to be compared with those of another process."""

import re
from typing import Any


def describe(thing: Any) -> str:
    """Text equal for equal things in every process: names for code, `repr` without addresses."""
    if callable(thing) and hasattr(thing, "__qualname__"):
        return f"{thing.__module__}.{thing.__qualname__}"
    return re.sub(r" at 0x[0-9a-fA-F]+", "", repr(thing))
