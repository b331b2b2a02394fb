"""What the documents say is true: their examples run, their commands and paths exist."""

import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tomllib import loads

import pytest

import forethought as ft

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TITLE = re.compile(r'title="([^"]+)"')
COMMAND = Path(sys.executable).with_name("forethought")


@dataclass(frozen=True)
class Block:
    """A fenced block of a document: its language, its title if it shows a file, its lines."""

    language: str
    title: str | None
    line: int
    code: str


def blocks(text: str) -> list[Block]:
    found = []
    for match in BLOCK.finditer(text):
        title = TITLE.search(match[2])
        line = text.count("\n", 0, match.start(3))
        found.append(Block(match[1], title[1] if title else None, line, match[3]))
    return found


def script(text: str) -> str:
    """The Python of a document as one program, its lines numbered as in the document."""
    lines = [""] * (text.count("\n") + 1)
    for block in blocks(text):
        if block.language == "python":
            code = block.code.splitlines()
            lines[block.line : block.line + len(code)] = code
    return "\n".join(lines).rstrip()


def commands(text: str) -> list[list[str]]:
    """The calls of `forethought` in a document's shell blocks."""
    shell = [block.code for block in blocks(text) if block.language in {"bash", "console", "sh"}]
    lines = "\n".join(shell).replace("\\\n", " ").splitlines()
    words = [shlex.split(line.removeprefix("$ "), comments=True) for line in lines]
    return [line[1:] for line in words if line[:1] == ["forethought"]]


def run(arguments: list[str], folder: Path) -> None:
    done = subprocess.run(
        arguments,
        cwd=folder,
        env=os.environ | {"MPLBACKEND": "agg"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, f"{shlex.join(arguments)}\n{done.stdout}{done.stderr}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_documents_run(document: Path, tmp_path: Path) -> None:
    text = document.read_text(encoding="utf-8")
    program, calls = script(text), commands(text)
    if (program or calls) and not hasattr(ft, "decide"):
        pytest.skip("the examples need forethought.decide")
    for block in blocks(text):
        if block.title:
            (tmp_path / block.title).write_text(block.code, encoding="utf-8")
    if program:
        path = tmp_path / document.with_suffix(".py").name
        path.write_text(program, encoding="utf-8")
        run([sys.executable, "-W", "error", str(path)], tmp_path)
    for call in calls:
        run([str(COMMAND), *call], tmp_path)


@pytest.mark.parametrize("program", sorted((ROOT / "examples").glob("*.py")), ids=lambda p: p.name)
def test_programs_run(program: Path, tmp_path: Path) -> None:
    run([sys.executable, "-W", "error", str(program)], tmp_path)


def test_the_first_example_is_short() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    first = next(block for block in blocks(readme) if block.language == "python")
    assert len(first.code.splitlines()) < 15


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md"])
def test_the_make_targets_named_exist(document: str) -> None:
    named = set(re.findall(r"\bmake ([a-z]+)\b", (ROOT / document).read_text(encoding="utf-8")))
    targets = set(
        re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    )
    assert named
    assert named <= targets


@pytest.mark.parametrize("document", ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_the_paths_named_exist(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    # Folders that builds leave behind are there on some machines only.
    built = (ROOT / ".gitignore").read_text(encoding="utf-8").split()
    kept = [p.name for p in ROOT.iterdir() if p.is_dir() and f"{p.name}/" not in built]
    folders = "|".join(map(re.escape, kept))
    paths = set(re.findall(rf"`((?:{folders})/[\w./-]*|[\w.-]+\.(?:md|toml|lock|cff))`", text))
    assert paths
    assert [path for path in sorted(paths) if not (ROOT / path).exists()] == []


def test_every_dependency_has_its_reason() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    explained = set(re.findall(r"^- `([\w-]+)`: ", text, re.MULTILINE))
    assert explained == dependencies()


def dependencies() -> set[str]:
    """The names of everything the manifests ask for, in Rust and in Python."""
    project = loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [*project["build-system"]["requires"], *project["project"]["dependencies"]]
    wanted += [line for group in project["dependency-groups"].values() for line in group]
    names = {re.split(r"[^\w-]", line)[0] for line in wanted}
    for manifest in ROOT.glob("crates/*/Cargo.toml"):
        crate = loads(manifest.read_text(encoding="utf-8"))
        for kind in ("dependencies", "dev-dependencies", "build-dependencies"):
            names |= {name for name, how in crate.get(kind, {}).items() if "path" not in how}
    return names


SAMPLE = """# Title
```python
x = 1
```
text
```python title="game.py"
assert x == 1
```
```console
$ forethought decide \\
    inventory  # a comment
output
```
"""


def test_a_document_is_one_program_with_its_own_line_numbers() -> None:
    assert script(SAMPLE).splitlines() == ["", "", "x = 1", "", "", "", "assert x == 1"]


def test_titles_and_commands_are_found() -> None:
    assert [block.title for block in blocks(SAMPLE)] == [None, "game.py", None]
    assert commands(SAMPLE) == [["decide", "inventory"]]
