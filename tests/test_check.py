import json
from typing import Any

import pytest

from forethought import games
from forethought.check import Problem, check
from forethought.errors import GameError, ParameterError
from forethought.game import OVER, Chance, Game, Reward
from forethought.rng import Rng
from tests.zoo import bases, broken_asked, broken_followed
from tests.zoo.good import Inventory, Pair, Stock


class BothWays(Inventory):
    """All methods at once, as the games of the library have them."""

    @property
    def chance(self) -> Chance:
        return "explicit"

    def actions(self, s: Pair) -> range:
        return range(4)

    def apply(self, s: Pair, a: int) -> tuple[Reward, Pair]:
        raise AssertionError("a game with chance is not asked for apply")

    def sample(self, s: Pair, a: int, rng: Rng) -> tuple[Reward, Pair]:
        demand = rng.randrange(10)
        return -self._cost(s[0] + a, a, demand), self._next(s, a, demand)


class ManyFaults(Game):
    players = 2

    def initial(self) -> list[int]:
        return [3]

    def turn(self, s: list[int]) -> int:
        return s[0] % 2 if s[0] else OVER

    def actions(self, s: list[int]) -> list[str]:
        return ["go", "go"]

    def outcomes(self, s: list[int], a: str) -> Any:
        return [(0.5, True, [s[0] - 1])]


def codes(problems: tuple[Problem, ...]) -> set[str]:
    return {problem.code for problem in problems}


def test_nothing_stops_at_the_first_problem() -> None:
    report = check(ManyFaults())
    assert codes(report.problems) == {
        "unhashable-state",
        "repeated-action",
        "probability-sum",
        "reward-bool",
    }
    assert report.steps == 300


def test_a_problem_says_where_how_often_and_how_to_mend_it() -> None:
    [problem] = check(broken_followed.NoPair(), plays=7).problems
    assert (problem.method, problem.state, problem.action) == ("apply", "4", "1")
    assert problem.count == 7
    assert str(problem) == (
        "[step-shape] apply, state 4, action 1: it gave 3 (7 times)\nFix: give the pair "
        "(reward, state)"
    )


def test_an_exception_of_the_users_comes_with_its_place() -> None:
    [problem] = check(broken_asked.Raising()).problems
    assert 'broken_asked.py", line' in problem.message
    assert problem.message.endswith("in apply\n    return 1 / (s - a), s - a")


def test_a_changed_state_is_shown_as_it_was() -> None:
    [problem] = check(broken_followed.ChangedByApply(), plays=1).problems
    assert problem.state == "Box(4)"
    assert problem.message.startswith("the state was changed: it is Box(")


def test_a_report_is_a_value() -> None:
    report = check(broken_followed.BeyondReturns(), plays=20, seed=3)
    assert report == check(broken_followed.BeyondReturns(), plays=20, seed=3)
    told = json.loads(json.dumps(report.to_dict()))
    assert told["ok"] is False
    assert told["plays"] == 20
    assert told["problems"][0]["code"] == "returns-exceeded"


def test_a_report_reads_well() -> None:
    text = repr(check(broken_followed.BeyondReturns(), plays=20, seed=3))
    first, *lines = text.splitlines()
    assert first.startswith("BeyondReturns: 1 of 12 promises broken (20 plays, ")
    assert [line.strip()[0] for line in lines].count("✗") == 1
    assert [line.strip()[0] for line in lines].count("✓") == 9
    assert "  · probabilities are from 0 to 1, and sum to 1: not checked" in lines
    assert repr(check(Stock())).count("!") == 1


def test_what_could_not_be_tried_is_not_said_to_be_kept() -> None:
    class Empty(Game):
        pass

    class Failing(bases.Plain):
        def initial(self) -> int:
            raise ValueError

    assert check(Empty()).tried == ("class",)
    assert check(Failing()).tried == ("class", "raises")
    assert "✓ the methods raise" not in repr(check(Failing()))
    for text in (repr(check(Empty())), repr(check(Failing()))):
        assert text.count("not checked") >= 9
    assert repr(check(Inventory())).count("✓") >= 10


def test_a_broken_game_can_be_refused() -> None:
    with pytest.raises(GameError, match="BeyondReturns: 1 of 12 promises broken"):
        check(broken_followed.BeyondReturns()).raise_if_broken()


def test_a_very_long_check_is_cut_and_says_so() -> None:
    class Long(bases.Plain):
        def initial(self) -> int:
            return 9_000

    report = check(Long(), plays=1000)
    assert report.ok
    assert report.plays < 20


@pytest.mark.parametrize(
    ("game", "plays", "told"),
    [
        (Stock, 1, r"Stock is a class: give a game, Stock\(\)"),
        (object(), 1, "is no game"),
        (Stock(), 0, "plays=0: give a whole number of at least 1"),
    ],
)
def test_wrong_arguments(game: Any, plays: int, told: str) -> None:
    with pytest.raises(ParameterError, match=told):
        check(game, plays=plays)


def test_a_game_with_all_methods_says_itself_which_hold() -> None:
    report = check(BothWays())
    assert report.ok, report


@pytest.mark.parametrize("name", games.catalogue())
def test_the_games_of_the_library_pass(name: str) -> None:
    report = check(games.make(name), plays=5)
    assert report.problems == (), report


def test_sample_and_outcomes_must_agree() -> None:
    class Disagreeing(BothWays):
        def sample(self, s: Pair, a: int, rng: Rng) -> tuple[Reward, Pair]:
            reward, state = super().sample(s, a, rng)
            return (reward, state) if rng.random() < 0.9 else (1.0, state)

    assert codes(check(Disagreeing()).problems) == {"sample-not-listed"}
