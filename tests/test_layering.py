"""A module of the package imports only what its row in ARCHITECTURE.md allows.

Imports inside functions and under TYPE_CHECKING count: to know a type is to depend on it.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CORE, PACKAGE = "crates/core/src", "python/forethought"

Table = dict[str, set[str]]


def table(text: str, folder: str) -> Table:
    """What each module below `folder` may import, lowest module first."""
    section = text.partition(f"### `{folder}`")[2].partition("\n#")[0]
    rows: Table = {}
    for line in section.splitlines():
        if line.startswith("| `"):
            module, imports = (cell.strip() for cell in line.split("|")[1:3])
            rows[module.strip("`")] = allowed(imports, above=set(rows))
    return rows


def allowed(imports: str, above: set[str]) -> set[str]:
    if imports == "nothing":
        return set()
    if imports == "those above":
        return above
    return {name.strip(" `") for name in imports.split(",")}


def modules(folder: str) -> set[str]:
    """Files and folders of sources, by the name they are imported under."""
    paths = (ROOT / folder).iterdir()
    names = {path.stem for path in paths if path.is_dir() or path.suffix in {".py", ".pyi", ".rs"}}
    return names - {"__init__", "__pycache__", "lib"}


def absolute(node: ast.ImportFrom, parts: list[str]) -> str:
    """The dotted module a `from ... import` names in the file whose module is `parts`."""
    if not node.level:
        return node.module or ""
    base = parts[: len(parts) - node.level]
    return ".".join([*base, node.module] if node.module else base)


def imported(source: str, parts: list[str]) -> Iterator[str]:
    """The modules a file imports from the package; what else it imports from there counts too."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            paths = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            paths = [f"{absolute(node, parts)}.{alias.name}" for alias in node.names]
        else:
            continue
        for path in paths:
            package, _, rest = path.partition(".")
            if package == "forethought":
                yield rest.split(".")[0] or "forethought"


def faults(source: str, parts: list[str], rows: Table) -> list[str]:
    module = parts[1]
    if module not in rows:
        return [f"ARCHITECTURE.md has no row for {module}"]
    wrong = set(imported(source, parts)) - rows[module] - {module}
    return [f"{'.'.join(parts)} must not import {name}" for name in sorted(wrong)]


@pytest.fixture(scope="module")
def architecture() -> str:
    return (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")


def test_each_module_imports_only_from_those_before_it(architecture: str) -> None:
    rows = table(architecture, PACKAGE)
    found = []
    for path in sorted((ROOT / PACKAGE).rglob("*.py*")):
        # A package's own name stands for its __init__, which relative imports start from.
        parts = ["forethought", *path.relative_to(ROOT / PACKAGE).with_suffix("").parts]
        if path.suffix in {".py", ".pyi"} and parts != ["forethought", "__init__"]:
            found += faults(path.read_text(encoding="utf-8"), parts, rows)
    assert not found, "\n".join(found)


def test_the_root_of_the_package_only_exports() -> None:
    tree = ast.parse((ROOT / PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    docstring, *body = tree.body
    assert isinstance(docstring, ast.Expr)
    *imports, exports = body
    assert all(isinstance(node, ast.ImportFrom | ast.Import) for node in imports)
    assert isinstance(exports, ast.Assign)
    assert ast.unparse(exports.targets[0]) == "__all__"


@pytest.mark.parametrize("folder", [CORE, PACKAGE])
def test_every_module_has_a_row(architecture: str, folder: str) -> None:
    assert modules(folder) <= set(table(architecture, folder))


@pytest.mark.parametrize("folder", [CORE, PACKAGE])
def test_every_row_has_a_module(architecture: str, folder: str) -> None:
    assert set(table(architecture, folder)) <= modules(folder)


SAMPLE = """### `python/forethought`
| `low` | nothing | the lowest |
| `mid` | those above | |
| `side` | `low` | |
"""
ROWS = table(SAMPLE, PACKAGE)


@pytest.mark.parametrize(
    "source",
    [
        "from forethought.low import A",
        "from forethought import low",
        "from .other import A",
        "from . import other",
        "from .. import low",
        "from ..low import A",
        "import numpy, typing",
    ],
)
def test_an_import_from_below_passes(source: str) -> None:
    assert faults(source, ["forethought", "mid", "part"], ROWS) == []


@pytest.mark.parametrize(
    "source",
    [
        "from forethought.side import A",
        "from forethought import side",
        "import forethought.side",
        "import forethought as ft",
        "from forethought import decide",
        "from .. import side",
        "from ..side.part import A",
        "def f():\n    from forethought.side import A",
        "if TYPE_CHECKING:\n    from forethought.side import A",
    ],
)
def test_any_other_import_is_found(source: str) -> None:
    assert len(faults(source, ["forethought", "mid", "part"], ROWS)) == 1


def test_a_module_without_a_row_is_found() -> None:
    assert faults("", ["forethought", "unknown"], ROWS) == [
        "ARCHITECTURE.md has no row for unknown"
    ]
