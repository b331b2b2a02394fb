"""The benchmarks that need no other library run, and their answers are right. No time is judged."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from benchmarks import against_textbook, alpha_beta, games, gdl, memory, overhead, report, selection
from benchmarks.measure import Pace, Side, Spread, race
from benchmarks.result import Result, Target
from forethought import check
from forethought.game import Game

PACE = Pace(rounds=2, seconds=0.0)
PARTS: dict[str, Callable[[], Iterator[Result]]] = {
    "Python games": lambda: against_textbook.python_games(PACE, often=(30,), seldom=(125,)),
    "inventory": lambda: against_textbook.inventory(PACE, 200),
    "exact solving": lambda: against_textbook.exact(PACE),
    "alpha-beta": lambda: alpha_beta.features(4, 5),
    "rule sheets": lambda: gdl.playouts(PACE, ("tic_tac_toe", "meeting")),
    "selection": lambda: selection.selection(PACE, 400),
    "bytes of a node": lambda: memory.per_node(50),
    "bytes of the process": lambda: memory.counted(30_000, in_python=20),
    "imports": lambda: overhead.imports(rounds=1),
    "decisions": lambda: overhead.decisions(PACE),
}
RESULT = Result("a group", "a name", "simulations/s", 3000.0, "visits", target=Target(least=3))


@pytest.mark.parametrize("part", PARTS)
def test_the_answers_are_right(part: str) -> None:
    for result in PARTS[part]():
        assert result.ours > 0
        assert result.ratio is None or result.ratio.low <= result.ratio.median <= result.ratio.high


@pytest.mark.parametrize(
    "game", [games.TicTacToe(), games.FiveInARow(), games.Drift(), games.Inventory()]
)
def test_the_games_keep_their_promises(game: Game) -> None:
    assert check(game).ok


def test_sides_take_turns_and_are_compared_round_by_round() -> None:
    order: list[tuple[str, int]] = []

    def call(name: str, seed: int) -> None:
        order.append((name, seed))

    sides = [Side(name, 1, partial(call, name)) for name in "ab"]
    run = race(sides, Pace(rounds=3, seconds=0.0), lambda found: None)
    counted = [(name, seed) for name, seed in order if seed < 3]
    assert counted == [("a", 0), ("b", 0), ("b", 1), ("a", 1), ("a", 2), ("b", 2)]
    assert run.ratio("a", "a") == Spread(1.0, 1.0, 1.0)


def test_a_target_holds_for_the_ratio_or_for_the_number_alone() -> None:
    assert RESULT.met
    assert replace(RESULT, ratio=Spread(2.9, 2.0, 4.0)).met is False
    assert replace(RESULT, target=Target(most=60)).met is False
    assert replace(RESULT, target=None).met is None


def test_a_record_has_the_machine_and_every_result(tmp_path: Path) -> None:
    both = report.record([RESULT], report.machine(), tmp_path)
    for path in both:
        text = path.read_text(encoding="utf-8")
        assert "a name" in text
        assert "cores" in text


def test_the_table_says_which_targets_are_met(capsys: pytest.CaptureFixture[str]) -> None:
    report.show([RESULT])
    assert capsys.readouterr().out.split()[-3:] == [">=", "3", "yes"]
