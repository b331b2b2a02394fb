"""Every broken game: ``code`` and ``told`` say what a check must say of it."""

from typing import Any

from tests.zoo import broken_asked, broken_followed

BROKEN: list[Any] = [
    kind
    for module in (broken_asked, broken_followed)
    for kind in vars(module).values()
    if hasattr(kind, "told")
]
