"""The story of a decision of MGSS*: its words, its drawing, and that it tells what happened.

What happened is told by the textbook, which values everything anew before each step.
"""

import json
import random
from copy import copy
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import forethought as ft
from forethought.cli import main
from forethought.explain.cropping import cropped, line_of
from forethought.textbook.mgss import Deliberation
from tests.minimax import ragged
from tests.places import late

approx = partial(pytest.approx, rel=1e-9, abs=1e-12)
MOST_LEVELS = 50
SVG = "{http://www.w3.org/2000/svg}"
A, B, C = ((6.5, 5), (1, 2.5)), ((4, 2), (8, 6)), ((3, 1), (0, -2))
STATIC = {(0,): 5, (1,): 4, (2,): 0, (0, 0): 6, (0, 1): 3, (1, 0): 3.5, (1, 1): 7}

TOLD = """\
At first sight, with values to player 0: 0 (5), 1 (4), 2 (0).
1. Action 0 might be worse than action 1: look at 0, expected to gain 0.396 and to cost 0.02. \
It falls from 5 to 3: action 1 is the choice now, 1 gained.
2. Action 1 might be worse than action 0: look at 1, expected to gain 0.396 and to cost 0.02. \
It falls from 4 to 3.5; action 1 stays the choice.
3. Action 1 might be worse than action 0: look at 1 0, expected to gain 0.573 and to cost 0.02. \
It rises from 3.5 to 4, and action 1 with it; action 1 stays the choice.
4. Action 0 might be better than action 1: look at 0 1, expected to gain 0.337 and to cost 0.02. \
It falls from 3 to 2.5, and action 0 with it; action 1 stays the choice.
It stopped because no step was worth its cost. The best next one, a look at 2, was expected to \
gain 0.017 and to cost 0.02.
The choice is action 1, worth 4; the next best is action 0, worth 2.5. Expected to follow: 1 0 0.
4 steps, 12 states in """


def by_hand(**limits: Any) -> ft.Decision:
    """The decision that the manual works out by hand."""
    search = ft.MGSS(
        evaluation=lambda state: STATIC.get(state, 0),
        error=ft.error_models.Constant(0, 2),
        cost=ft.cost.per_node(0.01),
    )
    return ft.decide(ft.games.tree(tree=(A, B, C)), search, **{"nodes": 100, **limits})


def guess(state: Any) -> float:
    return random.Random(repr(state)).gauss(0, 2)


def wide(state: Any, value: float) -> tuple[float, float]:
    return 0.125, 2.0


def test_the_example_of_the_manual() -> None:
    found = ft.story(by_hand())
    assert str(found).startswith(TOLD)
    assert str(found).endswith(
        "; expected to gain 1.7 in all, gained 1; the choice changed 1 time."
    )
    assert (
        repr(found) == "<Story: 1: value 4, by MGSS*; 4 steps, 12 nodes, stopped by not_worth_it>"
    )
    document = found.to_dict()
    assert document["ahead"]["line"] == (2,)
    assert document["steps"][2]["values"] == (3.5, 4)
    assert found.steps[0].line == ("0",)
    assert found._repr_svg_() == found.svg()


def assert_told(game: ft.Game, state: Any, cost: float, nodes: int = 400) -> ft.Story:
    """Tells a decision, and has the textbook make the same steps and agree with what is told."""
    model = ft.error_models.Constant(0.125, 2.0)
    search = ft.MGSS(evaluation=guess, error=model, cost=ft.cost.per_node(cost), centred=False)
    found = ft.story(ft.decide(game, search, state=state, nodes=nodes))
    book = Deliberation(game, state, guess, wide, cost)
    assert dict(found.first) == approx(worth(book))
    for step, computation in zip(found.steps, found.decision.computations, strict=True):
        assert_told_step(step, computation.line, book)
    assert found.decision.action == book.look().action
    check_drawing(found)
    return found


def assert_told_step(step: Any, line: tuple[Any, ...], book: Deliberation) -> None:
    look, before = book.look(), worth(book)
    chosen = next(c for c in look.candidates if c.leaf.line == line)
    leaf = chosen.leaf.path[-1]
    values = [leaf.value]
    gained = book.step(chosen).gained
    values.append(leaf.value)
    after = worth(book)
    assert step.values == approx(values)
    assert step.move == str(line[0])
    assert step.move_values == approx([before[step.move], after[step.move]])
    others = {action: value for action, value in before.items() if action != step.move}
    assert others[step.rival] == approx(max(others.values()))
    assert step.choices == (str(look.action), str(book.look().action))
    assert step.gained == approx(gained)


def worth(book: Deliberation) -> dict[str, float]:
    """What each action that is looked at is worth now: all but the images of others."""
    children = [child.value for child in book.root.children]
    return dict(zip(map(str, book.root.labels), children, strict=True))


@pytest.mark.parametrize("cost", [0.0, 1e-3])
def test_games_are_told_as_they_are_searched(cost: float) -> None:
    othello = ft.games.othello()
    assert_told(othello, othello.initial(), cost)
    assert_told(othello, late(othello, 11), cost)
    board = ft.games.connect_four(width=5, height=4)
    assert_told(board, board.initial(), cost)
    pig = ft.games.pig(target=20, sides=4)
    assert "#" in str(assert_told(pig, pig.initial(), 1e-4))


def test_random_trees_are_told_as_they_are_searched() -> None:
    rng = random.Random(5)
    steps = 0
    for index in range(200):
        game = ft.games.tree(tree=ragged(rng, 6, chance=index % 2 == 1))
        steps += len(assert_told(game, (), rng.choice([0.0, 1e-3, 0.02])).steps)
    assert steps > 1000


def check_drawing(found: ft.Story, most: int = 60) -> None:
    """Every node is drawn or counted, and nothing lies on another or off the sheet."""
    twigs = list(cropped(found._root, most).all())
    assert len(twigs) + sum(twig.nodes for twig in twigs) == len(list(found._root.all()))
    assert len(twigs) < max(most, len(line_of(found._root))) + MOST_LEVELS
    sheet = ElementTree.fromstring(found.svg(most))
    boxes = [box for box in sheet.iter(f"{SVG}rect") if is_node(box)]
    assert len(boxes) == len(twigs)
    assert_apart(boxes)
    width, height = (float(sheet.get(name, "0")) for name in ("width", "height"))
    assert all(0 <= number(box, "x") <= width - number(box, "width") for box in boxes)
    assert all(0 <= number(box, "y") <= height - number(box, "height") for box in boxes)


def is_node(box: Any) -> bool:
    """Whether it is no part of the legend, whose boxes are lower."""
    return "box" in box.get("class", "") and box.get("height") == "18.0"


def number(box: Any, name: str) -> float:
    return float(box.get(name))


def assert_apart(boxes: list[Any]) -> None:
    spans = sorted((number(b, "y"), number(b, "x"), number(b, "width")) for b in boxes)
    rows = sorted({row for row, _, _ in spans})
    assert all(below - row >= 18 for row, below in pairwise(rows))
    for (row, x, wide), (following, start, _) in pairwise(spans):
        assert row != following or x + wide < start


def texts(found: ft.Story, style: str, most: int = 60) -> list[str]:
    sheet = ElementTree.fromstring(found.svg(most))
    return [t.text or "" for t in sheet.iter(f"{SVG}text") if style in t.get("class", "").split()]


def test_the_drawing_of_the_example() -> None:
    found = ft.story(by_hand())
    assert texts(found, "badge") == ["1"]
    assert texts(found, "gain") == ["+0.0085", "next: +0.017, costs 0.02"]
    assert texts(found, "value") == [
        "4",
        "4",
        "4",
        "4",
        "2",
        "7",
        "2.5",
        "2.5",
        "2.5",
        "1",
        "6",
        "0",
    ]
    assert sorted(texts(found, "step")) == ["1", "2", "3", "4", "9"]  # 9 in the legend
    assert texts(found, "small") == []
    assert "value line" in found.svg()


def test_the_drawing_of_the_manual_is_this_one() -> None:
    drawing = Path(__file__).parents[1] / "docs" / "mgss.svg"
    assert drawing.read_text(encoding="utf-8") == ft.story(by_hand()).svg()


def test_steps_that_are_searches() -> None:
    game = ft.games.othello()
    search = ft.MGSS(cost=ft.cost.per_node(1e-6), steps="searches")
    found = ft.story(ft.decide(game, search, state=late(game, 10), nodes=20_000))
    values, changes = dict(found.first), 0
    for step in found.steps:
        choice = max(values, key=values.__getitem__)
        assert step.choices[0] == choice
        assert step.values == step.move_values == (values[step.move], step.values[1])
        values[step.move] = step.values[1]
        best = max(values, key=values.__getitem__)
        assert step.choices[1] == best
        assert step.gained == values[best] - values[choice]
        changes += best != choice
    assert changes
    assert values == {str(row.action): row.mean for row in found.decision.actions}
    assert max(step.depth for step in found.steps) > 3
    assert " deep at " in str(found)
    check_drawing(found)


def test_of_a_large_tree_what_matters_is_drawn() -> None:
    game = ft.games.othello()
    search = ft.MGSS(error=ft.error_models.Constant(0, 0.2), cost=ft.cost.per_node(1e-6))
    found = ft.story(ft.decide(game, search, state=late(game, 24, 4), nodes=3000))
    for most in (1, 10, 60, 500):
        check_drawing(found, most)
    shown = [twig.node for twig in cropped(found._root, 60).all()]
    assert set(line_of(found._root)) <= set(shown)
    gains = [node.gain or 0.0 for node in found._root.all()]
    assert max(gains) == max(node.gain or 0.0 for node in shown)
    assert len(texts(found, "next")) == 1
    assert any("more, " in text for text in texts(found, "small"))
    told = str(found).splitlines()
    assert len(found.steps) > 50
    assert len(told) < 50
    assert any("in all" in line and " to " in line.split(".")[0] for line in told)


def test_names_are_escaped() -> None:
    class Marked(ft.Game):
        players = 1

        def initial(self) -> int:
            return 0

        def turn(self, s: int) -> int:
            return 0 if s < 2 else ft.OVER

        def actions(self, s: int) -> list[str]:
            return ["<a>", "&"]

        def apply(self, s: int, a: str) -> tuple[float, int]:
            return float(a == "&"), s + 1

    search = ft.MGSS(error=ft.error_models.Constant(0, 1))
    found = ft.story(ft.decide(Marked(), search, nodes=50))
    assert "<a>" in str(found)
    assert "<a>" in texts(found, "way")


ENDS: list[tuple[Any, str]] = [
    (
        {"nodes": 6},
        "It stopped at the limit of nodes. The best next one, a look at 1, was expected",
    ),
    ({"nodes": 100}, "It stopped because no step was worth its cost."),
]


@pytest.mark.parametrize(("limits", "why"), ENDS)
def test_why_it_stopped(limits: Any, why: str) -> None:
    assert why in str(ft.story(by_hand(**limits)))


def test_other_reasons() -> None:
    free = ft.MGSS(error=ft.error_models.Constant(0, 2))
    alone = ft.story(ft.decide(ft.games.tree(tree=((1, 2),)), free, nodes=100))
    assert "There is only one action, so there was nothing to think about." in str(alone)
    exact = ft.story(ft.decide(ft.games.tree(tree=((1, 2), 0)), free, nodes=100))
    assert "It stopped because the choice is proven" in str(exact)
    sure = ft.MGSS(evaluation=lambda s: float(s[0]), error=lambda s, value: (0, 0))
    still = ft.story(ft.decide(ft.games.tree(tree=((1, 2), (0, 3))), sure, nodes=100))
    assert "It stopped because no single step could change the choice any more." in str(still)
    assert "0 steps" in str(still)


def test_a_search_that_goes_on() -> None:
    search = ft.start(ft.games.othello(), ft.MGSS(error=ft.error_models.Constant(0, 0.2)))
    first = search.run(nodes=20)
    second = search.run(nodes=200)
    with pytest.raises(ft.StateError, match="the search went on since this decision"):
        ft.story(first)
    steps = ft.story(second).steps
    assert len(steps) == second.spent.computations
    search.advance(second.action)
    with pytest.raises(ft.StateError, match="the search went on"):
        ft.story(second)
    # What was kept is there before the first step.
    check_drawing(ft.story(search.run(nodes=100)))


def test_what_can_not_be_told() -> None:
    with pytest.raises(ft.ParameterError, match=r"can't be told: give a decision of ft.MGSS\(\)"):
        ft.story(ft.decide(ft.games.tic_tac_toe(), simulations=10))
    with pytest.raises(ft.StateError, match="a copy of a decision has no search"):
        ft.story(copy(by_hand()))


# The command


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    drawing = tmp_path / "othello.svg"
    words = ["explain", "tic_tac_toe", "--search", "mgss", "--state", "X........", "--cost", "1e-4"]
    assert main([*words, "--nodes", "300", "--svg", str(drawing)]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("At first sight, with values to player 1: 1 (0), ")
    assert "It stopped" in shown
    ElementTree.fromstring(drawing.read_text(encoding="utf-8"))
    assert main([*words, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["command"], document["game"]) == ("explain", "tic_tac_toe")
    assert document["ending"].startswith("It stopped")


WRONG = [
    (
        ["tic_tac_toe"],
        "error: tic_tac_toe: there is no such file: give the path of a JSON file, or",
    ),
    (["nowhere", "--search", "mgss"], "error: game nowhere: there is none of this name"),
    (["x.json", "--nodes", "5"], "error: --nodes: it is for a game: give --search mgss, or leave"),
    (["nim", "--search", "mgss", "-p", "players=3"], "error: nim: MGSS is for one player or two"),
    (["othello", "--search", "mgss", "--state", "x"], "error: othello: 'x' is no state"),
    (["othello", "--search", "mcts"], "error: --search mcts: there is none of this name"),
]


@pytest.mark.parametrize(("words", "message"), WRONG)
def test_bad_input(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", *words]) == 2
    shown = capsys.readouterr()
    assert (shown.out, shown.err.count("\n")) == ("", 1)
    assert shown.err.startswith(message)
