"""The rule sheets that come with the package."""

from pathlib import Path

_FOLDER = Path(__file__).parent / "sheets"


def names() -> tuple[str, ...]:
    """The rule sheets that come with the package, for ``ft.gdl.load``."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.kif")))


def path_of(name: str) -> Path | None:
    """The file of a sheet; None if there is none of this name."""
    return _FOLDER / f"{name}.kif" if name in names() else None


def summary(name: str) -> str:
    """What a sheet is, in one line: the first sentence of its head."""
    lines = (_FOLDER / f"{name}.kif").read_text(encoding="utf-8").splitlines()
    head = " ".join(line.removeprefix(";").strip() for line in lines[:6])
    return head.partition(". ")[0] + "."
