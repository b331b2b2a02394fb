"""The lecture on a small tree: its words, its drawing, and what it refuses."""

import json
import random
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import forethought as ft
from forethought.cli import main
from forethought.textbook import alpha_beta, expectiminimax, minimax
from tests.explicit import value
from tests.minimax import chance_of, leaves, ragged, uniform

BOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
TREES = Path(__file__).parents[1] / "examples" / "trees"
SVG = "{http://www.w3.org/2000/svg}"

LECTURE = """\
 1. Start at A, MAX to move: window [-inf, +inf].
 2. a1 leads to B, MIN to move: window [-inf, +inf].
 3. b1 leads to a leaf worth 3: MIN has 3 for sure at B: beta = 3, window [-inf, 3].
 4. b2 leads to a leaf worth 12: no better for MIN, who has 3 at B.
 5. b3 leads to a leaf worth 8: no better for MIN, who has 3 at B.
 6. B is worth 3: MAX has 3 for sure at A: alpha = 3, window [3, +inf].
 7. a2 leads to C, MIN to move: window [3, +inf].
 8. c1 leads to a leaf worth 2: MIN has 2 for sure at C: beta = 2, window [3, 2], which is empty.
 9. Cut at C: it is worth at most 2, and MAX has 3 for sure at A, so MAX gains nothing here. \
c2 and c3 need no look (2 leaves).
10. C is worth at most 2: no better for MAX, who has 3 at A.
11. a3 leads to D, MIN to move: window [3, +inf].
12. d1 leads to a leaf worth 14: MIN has 14 for sure at D: beta = 14, window [3, 14].
13. d2 leads to a leaf worth 5: MIN has 5 for sure at D: beta = 5, window [3, 5].
14. d3 leads to a leaf worth 2: MIN has 2 for sure at D: beta = 2, window [3, 2], which is empty.
15. D is worth 2: no better for MAX, who has 3 at A.
16. A is worth 3: MAX takes a1.

Value 3 for MAX; best play: a1 b1.
Looked at 7 of 9 leaves and 11 of 13 nodes, 1 cut."""


def test_the_tree_of_the_book() -> None:
    found = ft.explain(BOOK)
    assert str(found) == LECTURE
    assert repr(found).startswith("<Explanation: MAX takes a1: value 3, by alpha-beta; 7 of 9")
    assert found.to_dict() == {
        "algorithm": "alpha-beta",
        "value": 3.0,
        "action": "a1",
        "pv": ["a1", "b1"],
        "nodes": 11,
        "all_nodes": 13,
        "leaves": 7,
        "all_leaves": 9,
        "cuts": 1,
        "steps": list(found.steps),
    }


def test_minimax_and_expectiminimax_show_how_values_come_about() -> None:
    full = ft.explain(BOOK, algorithm="minimax")
    assert "B is worth min(3, 12, 8) = 3: the most at A so far." in full.steps
    assert full.steps[-1] == "A is worth max(3, 2, 2) = 3: MAX takes a1."
    chance = ["max", ["chance", [0.9, 2], [0.1, 3]], ["chance", [0.9, 1], [0.1, 4]]]
    found = ft.explain(chance, algorithm="expectiminimax")
    assert "b2 leads to a leaf worth 3: 0.1 x 3 = 0.3, which makes 2.1 so far." in found.steps
    assert "B is worth 0.9 x 2 + 0.1 x 3 = 2.1: the most at A so far." in found.steps
    assert found.pv == ("a1",)


def test_names_of_nodes_and_actions() -> None:
    tree = {
        "name": "Start",
        "turn": "min",
        "children": {"left": {"name": "A", "children": [1, {"name": "x", "value": 5}]}, "right": 7},
    }
    found = ft.explain(tree)
    assert found.steps[0] == "Start at Start, MIN to move: window [-inf, +inf]."
    assert found.steps[3].startswith("a2 leads to x, a leaf worth 5: MAX has 5 for sure at A")
    assert found.pv == ("left", "a2")
    # An automatic name is none that was given.
    assert "left leads to A, MAX to move" in found.steps[1]
    assert (
        ft.explain({"children": [{"name": "A", "children": [1]}]}).steps[0].startswith("Start at B")
    )


def test_a_cut_at_max() -> None:
    # MIN has 3 at the root; at C the 5 is already too much for him.
    found = ft.explain(["min", ["max", 3, 1], ["max", 5, ["min", 9, 8]]])
    assert found.steps[7] == (
        "Cut at C: it is worth at least 5, and MIN can hold MAX to 3 at A, so MIN never lets it "
        "come to more. c2 needs no look (2 leaves)."
    )
    assert found.steps[8] == "C is worth at least 5: no better for MIN, who has 3 at A."


def test_a_game_is_unfolded() -> None:
    rules = ft.games.tic_tac_toe()
    found = ft.explain(rules, state="XOXXO.O..")
    exact = minimax(rules, "XOXXO.O..")
    assert (found.value, found.action) == (exact.value, str(exact.action))
    assert (found.all_nodes, found.all_leaves) == (exact.nodes, exact.leaves)
    near = ft.explain(rules, depth=2, evaluation=lambda s: 0.5 if s[4] == "X" else 0.0)
    assert (near.value, near.action, near.all_leaves) == (0.5, "4", 72)
    pig = ft.games.pig(target=4, sides=3)
    again = ft.explain(pig, depth=3, algorithm="expectiminimax")
    assert again.value == pytest.approx(expectiminimax(pig, depth=3).value)


def test_random_trees_are_explained_as_they_are_searched() -> None:
    rng = random.Random(1)
    for _ in range(300):
        tree = ragged(rng, rng.randint(1, 5))
        found, answer = ft.explain(tree), alpha_beta(ft.games.tree(tree=tree))
        assert (found.value, found.nodes, found.leaves) == (answer.value, *answer[2:])
        assert found.all_leaves == leaves(tree)
        # Each step of a child says one thing of it: so many, and one for each node entered.
        inner = answer.nodes - answer.leaves
        assert len(found.steps) == inner + answer.nodes + found.cuts
        check_drawing(found)


def test_random_trees_of_chance_are_explained_too() -> None:
    rng = random.Random(2)
    for _ in range(100):
        tree = ragged(rng, 4, chance=True)
        found = ft.explain(tree, algorithm="expectiminimax")
        assert found.value == value(tree)
        check_drawing(found)
    assert ft.explain(chance_of(rng, [1, 2]), algorithm="expectiminimax").action is None


def check_drawing(found: ft.Explanation) -> None:
    """Every node is drawn once, within the sheet, and no two shapes of a level touch."""
    sheet = ElementTree.fromstring(found.svg())
    shapes = [e for e in sheet.iter() if "shape" in e.get("class", "")]
    assert len(shapes) == found.all_nodes
    spans = sorted(map(span, shapes))
    for (level, _, right), (following, left, _) in pairwise(spans):
        assert level != following or right <= left
    assert all(left >= 0 and right <= float(sheet.get("width", "0")) for _, left, right in spans)
    cut = [e for e in shapes if "cut" in e.get("class", "")]
    assert len(cut) == found.all_nodes - found.nodes
    best = [e for e in shapes if "best" in e.get("class", "")]
    assert len(best) == len(found.pv) + 1


def span(shape: Any) -> tuple[int, float, float]:
    """The level of a shape, and where it begins and ends from left to right."""
    if shape.tag == f"{SVG}circle":
        x, y, r = (float(shape.get(key)) for key in ("cx", "cy", "r"))
        return round((y - 74) / 92), x - r, x + r
    if shape.tag == f"{SVG}rect":
        x, y, wide = (float(shape.get(key)) for key in ("x", "y", "width"))
        return round((y - 64) / 92), x, x + wide
    points = [tuple(map(float, point.split(","))) for point in shape.get("points").split()]
    return round((points[1][1] - 74) / 92), points[1][0], points[2][0]


def test_the_drawing_has_a_sensible_size() -> None:
    sheet = ElementTree.fromstring(ft.explain(uniform(4, 3, lambda: 7)).svg())
    assert float(sheet.get("width", "0")) < 2000
    assert float(sheet.get("height", "0")) < 500
    assert ft.explain(BOOK)._repr_svg_() == ft.explain(BOOK).svg()


def test_the_drawing_of_the_manual_is_this_one() -> None:
    drawing = Path(__file__).parents[1] / "docs" / "explain.svg"
    assert drawing.read_text(encoding="utf-8") == ft.explain(BOOK).svg()


def test_names_are_escaped() -> None:
    found = ft.explain({"name": "<&>", "children": {'"a"': 1, "<b>": 2}})
    assert "&lt;b&gt;" in found.svg()
    ElementTree.fromstring(found.svg())


WRONG = [
    (5, "at tree: there is nothing to decide: give a list of children"),
    ({"value": 5}, "at tree: there is nothing to decide: give a list of children"),
    ([], "at tree: there are no children: give at least one, or a number for a leaf"),
    ([[1, 2], []], r"at tree\[1\]: there are no children"),
    ([[1, 2], [3, "x"]], r"at tree\[1\]\[1\]: 'x' is no leaf: give a finite number"),
    ([[1, None]], r"at tree\[0\]\[1\]: None is no leaf"),
    ([True, 1], r"at tree\[0\]: True is no leaf"),
    ([float("nan"), 1], r"at tree\[0\]: nan is no leaf"),
    ([10**400], r"at tree\[0\]: 1000"),
    (["mox", 1], "at tree: 'mox' is no kind of node: there are leaf, reward, max, min, player"),
    (["chance", [0.5, 1], [0.4, 2]], r"at tree: the probabilities sum to 0.9: let them sum to 1"),
    (["chance", 1, 2], r"at tree\[1\]: give \[probability, child\]"),
    (["player", 2, 1], r"at tree: give \[\"player\", k, child, ...\] with k 0 for MAX or 1"),
    ([["reward", 1]], r"at tree\[0\]: give \[\"reward\", r, child\]"),
    (["reward", 1, [2, 3]], "at tree: nothing can be paid on the way to the root"),
    ([["leaf", [1, 2]]], r"at tree\[0\]: MAX and MIN get 1 and 2: let them sum to 0"),
    ([["leaf", 1]], r"at tree\[0\]: give \[\"leaf\", \[x, y\]\]"),
    ({"kids": []}, "at tree: there is nothing to decide"),
    ({"children": [1], "kid": 1}, "at tree: there is no key 'kid': give some of name, turn, child"),
    ({"children": [{"name": "x"}]}, r"at tree\['children'\]\[0\]: give either \"children\", or"),
    ({"children": [1], "turn": 0}, r"at tree\['turn'\]: 0 does not decide here: give one of max"),
    ({"children": [1], "name": ""}, r"at tree\['name'\]: give a text"),
    ({"children": 3}, r"at tree\['children'\]: give a list of children, or a dictionary"),
    ({"children": {"go": [1, {}]}}, r"at tree\['children'\]\['go'\]\[1\]: give either"),
    ([[[1] * 500] * 2] * 2, "the tree has more than 1000 nodes, too many to read: cut it"),
]


@pytest.mark.parametrize(("tree", "message"), WRONG)
def test_what_is_no_tree(tree: Any, message: str) -> None:
    with pytest.raises(ft.ParameterError, match=message):
        ft.explain(tree)


def test_trees_that_are_too_deep() -> None:
    tree: Any = [1]
    for _ in range(2000):
        tree = [tree]
    with pytest.raises(ft.ParameterError, match="more than 50 levels"):
        ft.explain(tree)
    heap = ft.games.nim(heaps=(60,))
    with pytest.raises(ft.ParameterError, match=r"more than 1000 nodes below this state.*depth"):
        ft.explain(heap)
    with pytest.raises(ft.ParameterError, match=r"depth=1.5: give a whole number"):
        ft.explain(heap, depth=1.5)  # type: ignore[arg-type]


def test_what_can_not_be_explained() -> None:
    with pytest.raises(ft.ParameterError, match="algorithm='mcts': give one of alpha-beta"):
        ft.explain(BOOK, algorithm="mcts")  # type: ignore[arg-type]
    with pytest.raises(ft.Unsupported, match="take expectiminimax"):
        ft.explain(["chance", [1, 2]])
    with pytest.raises(ft.StateError, match=r"the play is over at 'XXXOO....'"):
        ft.explain(ft.games.tic_tac_toe(), state="XXXOO....")
    with pytest.raises(ft.Unsupported, match="3 players"):
        ft.explain(ft.games.nim(players=3))


# The command


@pytest.mark.parametrize("path", sorted(TREES.glob("*.json")), ids=lambda path: path.stem)
def test_the_examples(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    drawing = tmp_path / "tree.svg"
    words = ["explain", str(path), "--algorithm", "expectiminimax", "--svg", str(drawing)]
    assert main(words) == 0
    shown = capsys.readouterr().out
    assert str(ft.explain(json.loads(path.read_text()), algorithm="expectiminimax")) + "\n" == shown
    ElementTree.fromstring(drawing.read_text(encoding="utf-8"))


def test_the_command_on_the_tree_of_the_book(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "tree.json"
    path.write_text(json.dumps(BOOK))
    assert main(["explain", str(path)]) == 0
    assert capsys.readouterr().out == LECTURE + "\n"
    assert list(tmp_path.iterdir()) == [path]
    assert main(["explain", str(path), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["command"], document["pv"]) == ("explain", ["a1", "b1"])


BAD: list[tuple[str, list[str], str]] = [
    ("[[1, 2], [3", [], "line 1 column 12: Expecting ',' delimiter: mend it there, to be JSON"),
    ("[\n1,\n x]", [], "line 3 column 2: Expecting value"),
    ("", [], "line 1 column 1: Expecting value"),
    ("[" * 100_000, [], ": it has far too many levels to read: cut it"),
    ("[1," * 400_000, [], ": it has more than 1000000 bytes, too many to read: cut it"),
    ("[NaN]", [], ": at tree[0]: nan is no leaf: give a finite number"),
    ("\udcff", [], ": byte 0 is no UTF-8: save it as UTF-8"),
    ('["chance", [1, 3]]', [], ": there are nodes of chance: give --search expectiminimax"),
    ("[1]", ["--algorithm", "alphabeta"], "--search alphabeta: there is none of this name: did"),
    ("[1]", ["--svg", "/nowhere/x.svg"], "--svg /nowhere/x.svg: it could not be written: No such"),
]


@pytest.mark.parametrize(("text", "words", "message"), BAD, ids=lambda value: str(value)[:12])
def test_bad_files_get_one_line(
    text: str,
    words: list[str],
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "tree.json"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    assert main(["explain", str(path), *words]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    assert message in shown.err


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "nowhere.json"]) == 2
    shown = capsys.readouterr().err
    assert shown == "error: nowhere.json: there is no such file: give the path of a JSON file\n"
