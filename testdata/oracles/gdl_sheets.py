"""Writes testdata/gdl/sheets.json, what is known of the rule sheets of the package:
python testdata/oracles/gdl_sheets.py

Nothing here reads a sheet: the games are those of sheet_puzzles.py and sheet_matches.py. For each
sheet the file has its `roles`; `steps`, the most that a play can take; and

- `layers`, from the start on: the states after that many steps, the paths of joint moves to them,
  and the plays that are over there, by what the roles are paid. All of them, or the first few
  if not `complete`;
- `value`, what each role gets if all play for themselves, where one moves at a time and that is
  no matter of taste; `best_moves`, those at the start that keep the value of the first role;
- `plans` of a puzzle and what they pay, one of the shortest that are paid 100 first;
- `plays`, at random: the joint moves, the number of legal moves of each role before each of them,
  and what is paid at the end;
- `source`, where this comes from beside these programs.

What is known from elsewhere is asserted.
"""

import json
import math
import random
from collections import Counter
from functools import cache
from itertools import product
from pathlib import Path

from sheet_matches import MATCHES
from sheet_puzzles import PUZZLES

FILE = Path(__file__).parent.parent / "gdl" / "sheets.json"
MOST = 120_000  # Joint moves of a layer that are followed; a knight's tour is counted to its end.
STEPS = {
    "tic_tac_toe": 9,
    "bidding_tic_tac_toe": 18,
    "connect_four": 42,
    "nim": 15,
    "breakthrough": 208,
    "reversi": 120,
    "checkers": 100,
    "rock_paper_scissors": 5,
    "prisoners_dilemma": 5,
    "meeting": 6,
    "three_player_boxes": 12,
    "dice_race": 19,
    "eight_puzzle": 8,
    "eight_puzzle_30": 50,
    "buttons_and_lights": 6,
    "lights_out": 20,
    "hanoi": 40,
    "peg_solitaire": 31,
    "knights_tour": 24,
    "queens": 8,
    "blocks_world": 10,
    "maze": 40,
    "river_crossing": 15,
    "water_jugs": 12,
    "sudoku": 47,
}
LECTURE = [
    ["right", "down", "left", "right", "right", "down"],
    ["right", "down", "left", "right", "left", "right", "right", "down"],
    ["right", "left"] * 4,
]
SOURCES = {
    "tic_tac_toe": "255 168 plays, 131 184 and 77 904 of them won: well-known counts",
    "connect_four": "paths are powers of 7 up to step 6; 823 536 at step 7",
    "nim": "theory: won unless the heaps' binary digits cancel (Bouton 1901)",
    "breakthrough": "22, 484, 11 132 paths: OpenSpiel, and the game of this library",
    "reversi": "4, 12, 56, 244, 1396, 8200 paths: published counts of Othello",
    "checkers": "7, 49, 302, 1469, 7361, 36 768 paths, as in draughts: second jumps come later",
    "three_player_boxes": "12! plays: each order of the sides",
    "rock_paper_scissors": "9 to the power of 5 plays",
    "prisoners_dilemma": "4 to the power of 5 plays",
    "eight_puzzle": "4545 nodes, 2985 plays, 64 of them paid 100, of 4, 6 and 8 steps: counted"
    " twice before; plans of Stanford's lectures",
    "eight_puzzle_30": "breadth-first search: 30 moves",
    "lights_out": "linear algebra: the four solutions take 15 presses each",
    "hanoi": "theory: 2 to the power of 5, less 1, moves",
    "peg_solitaire": "depth-first search finds a solution",
    "knights_tour": "304 tours from a corner: well-known count",
    "queens": "8, 42, 140, 344, 568, 550, 312, 92 placements: well-known counts",
    "river_crossing": "11 crossings, in 4 ways: well-known",
    "water_jugs": "7 pourings: well-known",
    "sudoku": "backtracking finds one solution and no other",
}


class Alone:
    """A puzzle as a game of one role."""

    roles = ("robot",)

    def __init__(self, puzzle):
        self.puzzle, self.start, self.over = puzzle, puzzle.start, puzzle.over

    def legal(self, state):
        return [self.puzzle.moves(state)]

    def after(self, state, joint):
        return self.puzzle.after(state, joint[0])

    def goals(self, state):
        return (self.puzzle.paid(state),)


def layers(game, most=MOST):
    """The layers up to where they get too large, and whether these are all."""
    layer, found = {game.start: 1}, []
    while layer:
        over = Counter()
        following = Counter()
        for state, paths in layer.items():
            if game.over(state):
                over[" ".join(map(str, game.goals(state)))] += paths
        found.append([len(layer), sum(layer.values()), dict(sorted(over.items()))])
        going = {s: (n, game.legal(s)) for s, n in layer.items() if not game.over(s)}
        if sum(math.prod(map(len, legal)) for _, legal in going.values()) > most:
            return found, False
        for state, (paths, legal) in going.items():
            for joint in product(*legal):
                following[game.after(state, joint)] += paths
        layer = following
    return found, True


def value(game):
    """What each role gets, and the best moves at the start; role `random` moves at random."""

    def results(state):
        legal = game.legal(state)
        mover = next(i for i, moves in enumerate(legal) if moves != ["noop"])
        for move in legal[mover]:
            moves = [[move] if role == mover else each for role, each in enumerate(legal)]
            values = [best(game.after(state, joint)) for joint in product(*moves)]
            yield mover, move, [math.fsum(v) / len(v) for v in zip(*values, strict=True)]

    @cache
    def best(state):
        if game.over(state):
            return game.goals(state)
        return max(results(state), key=lambda result: result[2][result[0]])[2]

    start = best(game.start)
    moves = [move for role, move, v in results(game.start) if v[role] == start[role]]
    return list(start), moves


def shortest(puzzle):
    """A plan of the fewest steps that pays 100, of a puzzle whose states end with the steps."""
    plans = {puzzle.start: []}
    seen = {puzzle.start[:-1]}
    while plans:
        following = {}
        for state, plan in plans.items():
            if puzzle.paid(state) == 100:
                return plan
            for move in [] if puzzle.over(state) else puzzle.moves(state):
                after = puzzle.after(state, move)
                if after[:-1] not in seen:
                    seen.add(after[:-1])
                    following[after] = [*plan, move]
        plans = following
    raise AssertionError("no plan")


def deep(puzzle, order=None):
    """The first plan that pays 100, depth first."""
    failed = set()

    def search(state):
        if puzzle.paid(state) == 100:
            return []
        moves = puzzle.moves(state)
        for move in sorted(moves, key=lambda m: order(puzzle, state, m)) if order else moves:
            after = puzzle.after(state, move)
            if after not in failed and (rest := search(after)) is not None:
                return [move, *rest]
        failed.add(state)
        return None

    return search(puzzle.start)


def narrow(puzzle, state, move):
    return len(puzzle.moves(puzzle.after(state, move)))


def presses(puzzle):
    """Presses that darken all lamps: the first row decides the others (light chasing)."""
    found = []
    places = puzzle.moves(puzzle.start)
    for first in product((0, 1), repeat=5):
        state, plan = puzzle.start, []
        for at, move in enumerate(places):
            above = state[0] >> (at - 5) & 1 if at >= 5 else first[at]
            if above:
                state, plan = puzzle.after(state, move), [*plan, move]
        if state[0] == 0:
            found.append(plan)
    assert [len(plan) for plan in found] == [15] * 4
    return found[0]


def filled(puzzle):
    """The solution, in reading order, and that it is the only one."""

    def solutions(state):
        empty = [(len(puzzle.free(state, cell)), cell) for cell in range(81) if not state[cell]]
        if not empty:
            yield state
            return
        cell = min(empty)[1]
        for digit in puzzle.free(state, cell):
            yield from solutions((*state[:cell], digit, *state[cell + 1 :]))

    (solution,) = solutions(puzzle.start)
    cells = [cell for cell in range(81) if not puzzle.start[cell]]
    return [f"(enter {cell // 9 + 1} {cell % 9 + 1} {solution[cell]})" for cell in cells]


def plans(name, puzzle):
    others = LECTURE if name == "eight_puzzle" else []
    finders = {"lights_out": presses, "peg_solitaire": deep, "queens": deep, "sudoku": filled}
    finders["knights_tour"] = lambda puzzle: deep(puzzle, narrow)
    return [finders.get(name, shortest)(puzzle), *others]


def random_play(game, seed, order=None):
    """A play at random, where given among the moves that come first in an order."""
    rng, state, moves, choices = random.Random(seed), game.start, [], []
    while not game.over(state):
        legal = game.legal(state)
        choices.append([len(role) for role in legal])
        if order:
            legal = [[m for _, m in first([(order(state, m), m) for m in role])] for role in legal]
        moves.append([rng.choice(role) for role in legal])
        state = game.after(state, moves[-1])
    return {"moves": moves, "choices": choices, "goals": list(game.goals(state))}


def first(pairs):
    least = min(pairs)[0]
    return [pair for pair in pairs if pair[0] == least]


def bloody(state, move):
    """An order of breakthrough: take, go, and only then reach the last row."""
    if move == "noop":
        return 0
    _, _, row, column = (int(n) for n in move[6:-1].split())
    return 2 if row in (1, 8) else int(state[0][row - 1][column - 1] == ".")


def plays(name, game):
    """Plays at random, among them some with what is rare."""
    seeds = {
        "reversi": (1, 4),  # with passes
        "checkers": (1, 36),  # with kings, a triple jump, and without a winner
    }
    found = [random_play(game, seed) for seed in seeds.get(name, (1,))]
    if name == "breakthrough":
        found.append(random_play(game, 5, bloody))  # all men of one side are taken
    return found


def facts(name):
    puzzle = PUZZLES.get(name)
    game = Alone(puzzle) if puzzle else MATCHES[name]
    found, complete = layers(game, 10 * MOST if name == "knights_tour" else MOST)
    fact = {"roles": game.roles, "steps": STEPS[name], "complete": complete, "layers": found}
    if name in ("tic_tac_toe", "nim", "dice_race"):
        fact["value"], fact["best_moves"] = value(game)
    if puzzle:
        fact["plans"] = [paid(puzzle, plan) for plan in plans(name, puzzle)]
    fact["plays"] = plays(name, game)
    fact["source"] = SOURCES.get(name, "these programs only")
    return fact


def paid(puzzle, plan):
    state = puzzle.start
    for move in plan:
        assert not puzzle.over(state)
        assert move in puzzle.moves(state)
        state = puzzle.after(state, move)
    assert puzzle.over(state)
    return {"moves": plan, "paid": puzzle.paid(state)}


def known(name, fact):
    """Asserts what is known from elsewhere."""
    states, paths, over = zip(*fact["layers"], strict=True)
    plays = Counter()
    for ended in over:
        plays.update(ended)
    total = sum(plays.values())
    lengths = [steps for steps, ended in enumerate(over) for n in [ended.get("100")] if n]
    shortest_plan = len(fact["plans"][0]["moves"]) if "plans" in fact else None
    checks = {
        "tic_tac_toe": lambda: (
            (total, plays["100 0"], plays["0 100"], fact["value"])
            == (255_168, 131_184, 77_904, [50, 50])
        ),
        "connect_four": lambda: (
            paths[1:8] == (7, 49, 343, 2401, 16_807, 117_649, 823_536)[: len(paths) - 1]
        ),
        "nim": lambda: fact["value"] == [100, 0] and len(fact["best_moves"]) == 3,
        "breakthrough": lambda: paths[1:4] == (22, 484, 11_132),
        "reversi": lambda: paths[1:7] == (4, 12, 56, 244, 1396, 8200),
        "checkers": lambda: paths[1:7] == (7, 49, 302, 1469, 7361, 36_768),
        "three_player_boxes": lambda: total == math.factorial(12),
        "rock_paper_scissors": lambda: total == 9**5,
        "prisoners_dilemma": lambda: total == 4**5,
        "eight_puzzle": lambda: (
            (sum(paths), total, plays["100"], lengths) == (4545, 2985, 64, [4, 6, 8])
        ),
        "eight_puzzle_30": lambda: shortest_plan == 30,
        "lights_out": lambda: shortest_plan == 15,
        "hanoi": lambda: shortest_plan == lengths[0] == 31 and over[31]["100"] == 1,
        "knights_tour": lambda: plays["100"] == 304,
        "queens": lambda: states[1:] == (8, 42, 140, 344, 568, 550, 312, 92),
        "river_crossing": lambda: shortest_plan == lengths[0] == 11 and over[11]["100"] == 4,
        "water_jugs": lambda: shortest_plan == lengths[0] == 7,
        "blocks_world": lambda: shortest_plan == lengths[0] == 7,
        "maze": lambda: shortest_plan == lengths[0],
    }
    assert name not in checks or checks[name](), (name, fact)


def main():
    sheets = {name: facts(name) for name in sorted([*PUZZLES, *MATCHES])}
    for name, fact in sheets.items():
        known(name, fact)
    texts = []
    for name, fact in sheets.items():
        lines = [f"    {json.dumps(key)}: {json.dumps(value)}" for key, value in fact.items()]
        texts.append(f"  {json.dumps(name)}: {{\n" + ",\n".join(lines) + "\n  }")
    FILE.write_text("{\n" + ",\n".join(texts) + "\n}\n")


if __name__ == "__main__":
    main()
