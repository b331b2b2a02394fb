"""What players spend in a match is counted, and a parameter is tuned to a wanted effort."""

import math
import random
from collections.abc import Callable

import pytest

import forethought as ft
from forethought.arena.effort import MeanEffort, TuningError, efforts, tune
from tests.arena_help import GAME


def test_the_nodes_and_seconds_of_each_move_are_counted_for_its_player() -> None:
    thinker = ft.player(ft.MCTS(), simulations=30, name="thinker")
    other = ft.player(ft.AlphaBeta(2), name="other")
    match = ft.match(thinker, other, GAME, games=4, seed=3)
    first, second = efforts(match)
    played = [(record.players[m], n) for record in match.games for m, n in moves(record)]
    mine = [n for name, n in played if name == "thinker"]
    assert first.moves == len(mine)
    assert first.moves + second.moves == sum(len(record.actions) for record in match.games)
    assert first.nodes == pytest.approx(sum(mine) / len(mine))
    mean_square = sum(n * n for n in mine) / len(mine)
    assert first.spread == pytest.approx(math.sqrt(mean_square - first.nodes**2))
    assert first.nodes > 30 > 1 > first.seconds > 0
    assert all(n <= 1 + 7 + 7 * 7 for name, n in played if name == "other")


def moves(record: ft.GameRecord) -> list[tuple[int, int]]:
    return [(m, n) for m, n in zip(record.movers, record.nodes, strict=True) if None not in (m, n)]  # type: ignore[misc]


def test_a_function_spends_nothing_that_is_known() -> None:
    match = ft.match(ft.RandomPlayer(), ft.player(ft.AlphaBeta(1), name="one"), GAME, games=2)
    nobody, one = efforts(match)
    assert nobody.moves == 0
    assert math.isnan(nobody.nodes)
    assert one.moves > 0
    plain: dict[str, list[int]] = {name: [] for name in ("movers", "nodes", "thought")}
    former = ft.GameRecord.from_dict({**match.games[0].to_dict(), **plain})
    assert MeanEffort.of([former], "one").moves == 0


@pytest.mark.parametrize("start", [1e-9, 2e-3, 50.0])
@pytest.mark.parametrize(
    "effort",
    [lambda cost: 30 * cost**-0.5, lambda cost: 40 + 5000 / (1 + 1e4 * cost)],
    ids=["power", "bounded"],
)
def test_tuning_finds_the_wanted_effort(effort: Callable[[float], float], start: float) -> None:
    found = tune(effort, 1000, start, tries=30)
    assert effort(found) == pytest.approx(1000, rel=0.03)


def test_tuning_bears_with_noise() -> None:
    rng = random.Random(1)
    found = tune(lambda cost: 30 * cost**-0.5 * rng.gauss(1, 0.03), 1000, 1.0, tries=40)
    assert 30 * found**-0.5 == pytest.approx(1000, rel=0.2)


def test_tuning_says_what_came_nearest() -> None:
    with pytest.raises(TuningError, match=r"the nearest is \S+ with 40"):
        tune(lambda _: 40.0, 1000, 1.0, tries=6)
