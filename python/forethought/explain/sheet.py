"""A tree as it is written, with the names of its nodes and actions, read and checked."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from forethought.arguments import is_number
from forethought.errors import ParameterError

MOST_NODES = 1000
"""More than that nobody would read."""
MOST_LEVELS = 50

Path = tuple[int, ...]
"""The indexes of the children that lead from the root to a node."""

_KEYS = ("name", "turn", "children", "value")
_TURNS = ("max", "min", "chance")
_ROUNDING = 1e-9


@dataclass
class Sheet:
    """A tree as ``ft.games.tree`` takes it, with the names that were given, by path."""

    tree: Any = ()
    names: dict[Path, str] = field(default_factory=dict)
    labels: dict[Path, str] = field(default_factory=dict)
    nodes: int = 0


def read(written: Any) -> Sheet:
    """The sheet of a tree of nested lists and dictionaries.

    Raises ParameterError, with the place as Python would index it, for what is no such tree, and
    for one with more than 1000 nodes or 50 levels.
    """
    sheet = Sheet()
    if not _is_list(written) and not (isinstance(written, Mapping) and "children" in written):
        _wrong("tree", "there is nothing to decide: give a list of children")
    sheet.tree = _node(sheet, written, "tree", ())
    return sheet


def _wrong(place: str, what: str) -> NoReturn:
    raise ParameterError(f"at {place}: {what}")


def _node(sheet: Sheet, written: Any, place: str, path: Path) -> Any:
    if isinstance(written, Mapping):
        return _dictionary(sheet, written, place, path)
    if not _is_list(written):
        return _leaf(sheet, written, place)
    tag = written[0] if written and isinstance(written[0], str) else None
    if tag == "reward":
        return _reward(sheet, written, place, path)
    if tag == "leaf":
        return _leaf(sheet, _both(written, place), f"{place}[1]")
    if tag == "player":
        if len(written) < 2 or written[1] not in (0, 1) or isinstance(written[1], bool):
            _wrong(place, 'give ["player", k, child, ...] with k 0 for MAX or 1 for MIN')
        rest, tag = 2, _TURNS[written[1]]
    else:
        if tag is not None and tag not in _TURNS:
            kinds = "leaf, reward, max, min, player and chance"
            _wrong(place, f"'{tag}' is no kind of node: there are {kinds}")
        rest = 0 if tag is None else 1
    children = [(f"{place}[{rest + i}]", child) for i, child in enumerate(written[rest:])]
    return _inner(sheet, tag, children, place, path)


def _inner(
    sheet: Sheet, tag: str | None, children: Sequence[tuple[str, Any]], place: str, path: Path
) -> Any:
    _count(sheet, place, path)
    if not children:
        _wrong(place, "there are no children: give at least one, or a number for a leaf")
    if tag == "chance":
        return ("chance", *_chance(sheet, children, place, path))
    found = tuple(_node(sheet, child, at, (*path, i)) for i, (at, child) in enumerate(children))
    return found if tag is None else (tag, *found)


def _chance(
    sheet: Sheet, children: Sequence[tuple[str, Any]], place: str, path: Path
) -> Iterator[tuple[float, Any]]:
    total = 0.0
    for i, (at, pair) in enumerate(children):
        if not (_is_list(pair) and len(pair) == 2 and is_number(pair[0]) and 0 < pair[0] <= 1):
            _wrong(at, "give [probability, child] with a probability above 0 and at most 1")
        total += pair[0]
        yield float(pair[0]), _node(sheet, pair[1], f"{at}[1]", (*path, i))
    if abs(total - 1) > _ROUNDING:
        _wrong(place, f"the probabilities sum to {total:g}: let them sum to 1")


def _dictionary(sheet: Sheet, written: Mapping[str, Any], place: str, path: Path) -> Any:
    for key in written:
        if key not in _KEYS:
            _wrong(place, f"there is no key {key!r}: give some of {', '.join(_KEYS)}")
    if ("children" in written) == ("value" in written):
        _wrong(place, 'give either "children", or "value" for a leaf')
    turn = written.get("turn")
    if turn is not None and (turn not in _TURNS or "value" in written):
        _wrong(f"{place}['turn']", f"{turn!r} does not decide here: give one of {_or(_TURNS)}")
    if "name" in written:
        sheet.names[path] = _text(written["name"], f"{place}['name']")
    if "value" in written:
        return _leaf(sheet, written["value"], f"{place}['value']")
    return _inner(sheet, turn, _children_of(sheet, written, place, path), place, path)


def _children_of(
    sheet: Sheet, written: Mapping[str, Any], place: str, path: Path
) -> list[tuple[str, Any]]:
    """The children of a dictionary: a list of them, or a dictionary by the names of actions."""
    children, place = written["children"], f"{place}['children']"
    if isinstance(children, Mapping):
        sheet.labels |= {(*path, i): str(label) for i, label in enumerate(children)}
        return [(f"{place}[{label!r}]", child) for label, child in children.items()]
    if not _is_list(children):
        _wrong(place, "give a list of children, or a dictionary of them by action")
    return [(f"{place}[{i}]", child) for i, child in enumerate(children)]


def _reward(sheet: Sheet, written: Any, place: str, path: Path) -> Any:
    paid = 0.0
    while _is_list(written) and written and written[0] == "reward":
        if len(written) != 3 or not is_number(written[1]):
            _wrong(place, 'give ["reward", r, child] with r a finite number')
        if not path:
            _wrong(place, "nothing can be paid on the way to the root: give a list of children")
        paid, written, place = paid + written[1], written[2], f"{place}[2]"
    return ("reward", paid, _node(sheet, written, place, path))


def _leaf(sheet: Sheet, written: Any, place: str) -> Any:
    _count(sheet, place, ())
    if not is_number(written):
        _wrong(place, f"{written!r:.40} is no leaf: give a finite number, what MAX gets")
    return written


def _both(written: Sequence[Any], place: str) -> Any:
    """What MAX gets of a leaf that tells what both get."""
    paid: Any = written[1] if len(written) == 2 else None
    if not (_is_list(paid) and len(paid) == 2 and all(map(is_number, paid))):
        _wrong(place, 'give ["leaf", [x, y]]')
    if paid[0] + paid[1] != 0:
        _wrong(place, f"MAX and MIN get {paid[0]} and {paid[1]}: let them sum to 0")
    return paid[0]


def _count(sheet: Sheet, place: str, path: Path) -> None:
    sheet.nodes += 1
    if sheet.nodes > MOST_NODES:
        _wrong(place, f"the tree has more than {MOST_NODES} nodes, too many to read: cut it")
    if len(path) > MOST_LEVELS:
        _wrong(place, f"the tree has more than {MOST_LEVELS} levels, too many to read: cut it")


def _text(written: Any, place: str) -> str:
    if not isinstance(written, str) or not written.strip():
        _wrong(place, "give a text")
    return str(written)


def _is_list(written: Any) -> bool:
    return isinstance(written, list | tuple)


def _or(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"
