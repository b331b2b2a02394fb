"""Ctrl-C, in a process of its own."""

import sys

import pytest

from tests.ctrl_c import interrupted

ROOT_OF_ALL = """
import sys, forethought as ft
from tests.zoo.good import Inventory, Nim

class Endless(ft.Game):
    players, horizon = 1, None
    def initial(self): return 0
    def turn(self, s): return 0 if s < 10**6 else ft.OVER
    def actions(self, s): return (1, 2)
    def apply(self, s, a): return 0.0, s + a

def noisy(rng): return rng.gauss(0, 1)

print("begun", flush=True)
try:
    {call}
except ft.Interrupted as interrupted:
    found = interrupted.decision
    print(found.stop_reason, sum(row.visits for row in {table}) > 0, flush=True)
except KeyboardInterrupt:
    print("interrupted", True, flush=True)
"""
CALLS = {
    "native": "ft.decide(ft.games.connect_four(), seconds=60)",
    "Python": "ft.decide(Inventory(), seconds=60)",
    "Python without memory": "ft.decide(Nim((9, 9, 9), 2), seconds=60)",
    "select": "ft.select([noisy, noisy], budget=10**9)",
    "solve": "ft.solve(ft.games.connect_four(), max_states=10**9)",
    "solve Python": "ft.solve(Endless())",
}


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to a child")
@pytest.mark.parametrize("what", CALLS)
def test_ctrl_c_is_answered_with_the_best_so_far(what: str) -> None:
    table = "found.alternatives" if what == "select" else "found.actions"
    program = ROOT_OF_ALL.format(call=CALLS[what], table=table)
    assert interrupted(program) == "interrupted True\n"


LONG = """
import forethought as ft
from forethought import gdl

digits = " ".join(f"(d {n})" for n in range(13))
names = [f"?x{n}" for n in range(14)]
apart = " ".join(f"(distinct {a} {b})" for n, a in enumerate(names) for b in names[:n])
given = " ".join(f"(d {name})" for name in names)
rules = f"(role a) (legal a go) (goal a 100) {digits} (init (f 0)) (<= terminal (true (f 2)))"
join = f"{given} {apart}"
print("begun", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
QUESTIONS = {
    "check": 'gdl.check(f"{rules} (<= (next (f 1)) {join})")',
    "load": 'gdl.load(f"{rules} (<= (next (f 1)) {join})")',
    "apply": 'ft.perft(gdl.load(f"{rules} (<= (next (f 1)) (true (f 0)) (does a go) {join})"), 3)',
}


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to a child")
@pytest.mark.parametrize("what", QUESTIONS)
def test_ctrl_c_is_answered_within_one_question_to_a_rule_sheet(what: str) -> None:
    program = LONG.replace("{call}", QUESTIONS[what])
    assert interrupted(program, wait=0.5) == "interrupted\n"
