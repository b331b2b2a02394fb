from typing import Any

import pytest

from forethought.check import check
from forethought.check.promises import BREACHES
from forethought.game import Game
from tests.zoo.broken import BROKEN
from tests.zoo.good import GOOD


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_game_is_told_what_is_wrong(kind: Any) -> None:
    report = check(kind())
    found = {problem.code for problem in report.problems}
    assert found == {kind.code, *getattr(kind, "also", ())}, report
    assert any(kind.told in str(problem) for problem in report.problems), report
    assert report.ok == getattr(kind, "warns", False)


@pytest.mark.parametrize("kind", GOOD)
def test_a_good_game_passes(kind: type[Game]) -> None:
    report = check(kind())
    assert report.ok, report
    report.raise_if_broken()


def test_every_breach_but_that_of_native_games_has_an_animal() -> None:
    shown = {kind.code for kind in BROKEN}
    assert set(BREACHES) - shown == {"sample-not-listed"}
