"""The manual is complete: every public name, game, parameter, part and limit has its place."""

import re
from dataclasses import fields
from pathlib import Path

import pytest
from typer.main import get_command

import forethought as ft
from forethought import games, policies

DOCS = Path(__file__).parents[1] / "docs"


def page(name: str) -> str:
    return (DOCS / f"{name}.md").read_text(encoding="utf-8")


def section(text: str, title: str) -> str:
    """What stands below a heading, up to the next of its rank."""
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found, f"there is no section '{title}'"
    return found[1]


def test_every_public_name_is_in_the_reference() -> None:
    entries = re.findall(r"^::: forethought\.(\w+)$", page("reference"), re.MULTILINE)
    # These two are no part of `import forethought`, which they would make slower.
    entries = [name for name in entries if name not in ("textbook", "ggp")]
    assert sorted([*entries, "__version__"]) == sorted(ft.__all__)


@pytest.mark.parametrize("game", games.catalogue().values(), ids=lambda game: game.name)
def test_every_native_game_has_a_section_with_its_parameters(game: games.Description) -> None:
    rows = [f"| `{name}` | `{default!r}` | {text} |" for name, default, text in game.parameters]
    found = section(page("games"), game.name)
    table = "\n".join(["| Parameter | Default | Meaning |", "|---|---|---|", *rows])
    assert f"\n{table}\n" in found or ("It has no parameters." in found and not rows)
    assert "State: " in found
    assert "Action: " in found


def test_every_policy_has_a_row() -> None:
    kinds = {name for name in ft.__all__ if is_policy(getattr(ft, name))}
    text = section(page("searches-and-policies"), "Policies")
    rows = "\n".join(line.split("|")[1] for line in text.splitlines() if line.startswith("| `"))
    assert kinds == set(re.findall(r"`(\w+)`", rows))


def is_policy(thing: object) -> bool:
    return isinstance(thing, type) and issubclass(thing, policies.Policy)


def test_every_part_of_a_search_has_a_section() -> None:
    text = section(page("searches-and-policies"), "The parts")
    named = set(re.findall(r"`(\w+)=", text))
    assert {field.name for field in fields(ft.MCTS)} <= named


def test_every_command_has_a_section_with_its_options() -> None:
    from forethought.cli.app import app

    text = page("command-line")
    everywhere = text.partition("## games")[0]
    for name, command in get_command(app).commands.items():  # type: ignore[attr-defined]
        found = everywhere + section(text, name)
        parts = [command, *getattr(command, "commands", {}).values()]
        options = [max(option.opts, key=len) for part in parts for option in part.params]
        shown = [option for option in options if option.startswith("--") and option != "--help"]
        common = ["--param", "--seed", "--state"]
        assert [o for o in shown if o not in found and o not in common] == [], name


def test_every_limit_has_a_row() -> None:
    rows = re.findall(r"^\| `(\w+)=` \|", section(page("budgets"), "Limits"), re.MULTILINE)
    assert rows == [field.name for field in fields(ft.Budget)]
