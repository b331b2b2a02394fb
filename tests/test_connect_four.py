"""Connect four beside the published test positions of Pascal Pons."""

import json
from pathlib import Path
from typing import Any

import pytest

import forethought as ft

FILE = Path(__file__).parent.parent / "testdata" / "oracles" / "connect_four.json"
SETS: dict[str, list[tuple[str, int]]] = json.loads(FILE.read_text())["sets"]
GAME = ft.games.connect_four()


def after(moves: str) -> Any:
    """The state after columns that are counted from 1 on."""
    state = GAME.initial()
    for column in moves:
        _, state = GAME.apply(state, int(column) - 1)
    return state


def sign(score: int) -> int:
    return (score > 0) - (score < 0)


@pytest.mark.parametrize("moves_and_score", SETS["Test_L3_R1"], ids=lambda row: row[0])
def test_late_positions_are_solved_backwards(moves_and_score: tuple[str, int]) -> None:
    moves, score = moves_and_score
    assert ft.solve(GAME, state=after(moves)).value == sign(score)


@pytest.mark.parametrize("name", ["Test_L3_R1", "Test_L2_R1", "Test_L2_R2", "Test_L1_R1"])
def test_alpha_beta_proves_positions(name: str) -> None:
    search = ft.AlphaBeta(depth=42, iterative=False)
    for moves, score in SETS[name]:
        decision = ft.decide(GAME, search, state=after(moves), until="proven")
        assert decision.proven
        assert decision.value == sign(score), moves
