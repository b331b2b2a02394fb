"""Checks every number in testdata/games/*.json by brute force: python testdata/oracles/games.py

Plain Python that shares nothing with the library. Each game is written again from its rules, in
the simplest way that works: states are the values in the files, `successors` lists every action
with its outcomes. Values come from value iteration over all reachable states, in no clever order.

A file holds cases: the parameters of the game; `reachable`, the number of different states that
exactly 0, 1, 2, ... actions lead to (all of them, or the first few); `states`, the number of all;
`solved`, the values of some states and, where given, of all their actions in order, one number per
player, right to `tolerance` (1e-8 if not given). `perft` has the `counts` of paths of 1, 2, ...
plies, those of plays that `ended` earlier among them if it says so; those above 100 000 are not
checked here. `source` says where the numbers come from.
Cases with `brute_force: false` are too large for this program, `slow` ones for an everyday test.
"""

import json
import math
import sys
from itertools import product
from pathlib import Path

from board_games import Breakthrough, Checkers, Einstein

OVER, CHANCE = -1, -2
TOLERANCE = 1e-8
MOST_PATHS = 100_000
COMPASS = dict(zip(["E", "NE", "N", "NW", "W", "SW", "S", "SE"], range(0, 360, 45), strict=True))
FILES = Path(__file__).parent.parent / "games"


class Inventory:
    players = 1

    def __init__(
        self,
        capacity=20,
        stock=5,
        periods=3,
        max_demand=9,
        holding=1,
        penalty=10,
        setup=0,
    ):
        self.__dict__.update(locals())

    def initial(self):
        return (self.stock, 0)

    def turn(self, state):
        return OVER if state[1] == self.periods else 0

    def successors(self, state):
        stock, period = state
        demands = range(self.max_demand + 1)
        for order in range(self.capacity - stock + 1):
            outcomes = []
            for demand in demands:
                after = stock + order - demand
                cost = self.holding * after if after > 0 else -self.penalty * after
                cost += self.setup if order else 0
                outcomes.append((1 / len(demands), (-cost,), (max(after, 0), period + 1)))
            yield order, outcomes


def lines(width, height, length):
    """All lines on a board, as lists of (column, row)."""
    for x, y, (dx, dy) in product(range(width), range(height), [(1, 0), (0, 1), (1, 1), (1, -1)]):
        end_x, end_y = x + dx * (length - 1), y + dy * (length - 1)
        if 0 <= end_x < width and 0 <= end_y < height:
            yield [(x + dx * i, y + dy * i) for i in range(length)]


class TicTacToe:
    players = 2

    def __init__(self, win=1, draw=0, loss=-1, opponent="adversarial", agent="X"):
        self.pay = (win, draw, loss)
        self.random = {"X": "O", "O": "X"}[agent] if opponent == "random" else None
        self.lines = [[x + 3 * y for x, y in line] for line in lines(3, 3, 3)]

    def initial(self):
        return "." * 9

    def mover(self, state):
        return "XO"[state.count("X") - state.count("O")]

    def has_line(self, state, mark):
        return any(all(state[cell] == mark for cell in line) for line in self.lines)

    def turn(self, state):
        if "." not in state or self.has_line(state, "X") or self.has_line(state, "O"):
            return OVER
        return CHANCE if self.mover(state) == self.random else "XO".index(self.mover(state))

    def successors(self, state):
        mark = self.mover(state)
        win, draw, loss = self.pay
        moves = []
        for cell in range(9):
            if state[cell] == ".":
                after = state[:cell] + mark + state[cell + 1 :]
                pays = (0, 0)
                if self.has_line(after, mark):
                    pays = (win, loss) if mark == "X" else (loss, win)
                elif "." not in after:
                    pays = (draw, draw)
                moves.append((cell, pays, after))
        if mark == self.random:
            yield None, [(1 / len(moves), pays, after) for _, pays, after in moves]
        else:
            for cell, pays, after in moves:
                yield cell, [(1, pays, after)]


class ConnectFour:
    players = 2

    def __init__(self, width=7, height=6, connect=4):
        self.width, self.height = width, height
        self.lines = list(lines(width, height, connect))

    def initial(self):
        return "/".join(["." * self.width] * self.height)

    def has_line(self, rows, mark):
        return any(all(rows[y][x] == mark for x, y in line) for line in self.lines)

    def turn(self, state):
        rows = state.split("/")
        if "." not in state or self.has_line(rows, "X") or self.has_line(rows, "O"):
            return OVER
        return state.count("X") - state.count("O")

    def successors(self, state):
        rows = state.split("/")
        mover = self.turn(state)
        for column in range(self.width):
            empty = [y for y in range(self.height) if rows[y][column] == "."]
            if empty:
                after = [list(row) for row in rows]
                after[empty[-1]][column] = "XO"[mover]
                won = self.has_line(after, "XO"[mover])
                pays = ((1, -1), (-1, 1))[mover] if won else (0, 0)
                yield column, [(1, pays, "/".join(map("".join, after)))]


class Othello:
    players = 2

    def __init__(self, score="win"):
        self.score = score

    def initial(self):
        return f"{'-' * 27}OX{'-' * 6}XO{'-' * 27} X"

    def turned(self, state, mark, square):
        """The squares whose discs turn; none if it is no move."""
        squares = []
        if state[square] != "-":
            return squares
        for dx, dy in product((-1, 0, 1), (-1, 0, 1)):
            line, x, y = [], square % 8 + dx, square // 8 + dy
            while 0 <= x < 8 and 0 <= y < 8 and state[8 * y + x] not in (mark, "-"):
                line.append(8 * y + x)
                x, y = x + dx, y + dy
            if 0 <= x < 8 and 0 <= y < 8 and state[8 * y + x] == mark:
                squares += line
        return squares

    def moves(self, state, mark):
        return [square for square in range(64) if self.turned(state, mark, square)]

    def turn(self, state):
        if not any(self.turned(state, mark, square) for mark in "XO" for square in range(64)):
            return OVER
        return "XO".index(state[-1])

    def pays(self, state):
        black, white = (state[:64].count(mark) for mark in "XO")
        sign = (black > white) - (black < white)
        margin = sign if self.score == "win" else black - white + sign * state[:64].count("-")
        return (margin, -margin)

    def after(self, board, mark):
        """The state in which `mark` is next; at the end it is X by convention, and it pays."""
        state = f"{board} {mark}"
        if self.turn(state) == OVER:
            return [(1, self.pays(state), f"{board} X")]
        return [(1, (0, 0), state)]

    def successors(self, state):
        mark, opponent = ("X", "O") if state[-1] == "X" else ("O", "X")
        moves = self.moves(state, mark)
        for square in moves:
            board = list(state[:64])
            for changed in [square, *self.turned(state, mark, square)]:
                board[changed] = mark
            name = "abcdefgh"[square % 8] + str(square // 8 + 1)
            yield name, self.after("".join(board), opponent)
        if not moves:
            yield "pass", self.after(state[:64], opponent)


class Nim:
    def __init__(self, heaps=(3, 4, 5), players=2, play="normal"):
        self.heaps, self.players = tuple(heaps), players
        self.last = 1 if play == "normal" else -1

    def initial(self):
        return (self.heaps, 0)

    def turn(self, state):
        return state[1] if any(state[0]) else OVER

    def successors(self, state):
        heaps, player = state
        for heap, objects in enumerate(heaps):
            for take in range(1, objects + 1):
                after = heaps[:heap] + (objects - take,) + heaps[heap + 1 :]
                pays = [0] * self.players
                if not any(after):
                    pays = [-self.last / (self.players - 1)] * self.players
                    pays[player] = self.last
                yield (
                    (heap, take),
                    [(1, tuple(pays), (after, (player + 1) % self.players))],
                )


class Pig:
    def __init__(self, players=2, target=100, sides=6):
        self.players, self.target, self.sides = players, target, sides

    def initial(self):
        return ((0,) * self.players, 0, 0)

    def turn(self, state):
        return OVER if max(state[0]) == self.target else state[2]

    def successors(self, state):
        banked, turn, player = state
        nothing = (0,) * self.players
        lost = (banked, 0, (player + 1) % self.players)
        outcomes = [(1 / self.sides, nothing, lost)]
        for die in range(2, self.sides + 1):
            more = min(turn + die, self.target - banked[player])
            outcomes.append((1 / self.sides, nothing, (banked, more, player)))
        yield "roll", outcomes
        points = banked[player] + turn
        after = banked[:player] + (points,) + banked[player + 1 :]
        if points < self.target:
            yield "hold", [(1, nothing, (after, *lost[1:]))]
        else:
            pays = [-1 / (self.players - 1)] * self.players
            pays[player] = 1
            yield "hold", [(1, tuple(pays), (after, 0, player))]


class Sailing:
    players = 1

    def __init__(self, size=6, wind="N"):
        self.size, self.wind = size, wind
        self.names = {degrees: name for name, degrees in COMPASS.items()}

    def initial(self):
        return (0, 0, self.wind, "none")

    def turn(self, state):
        return OVER if state[:2] == (self.size - 1, self.size - 1) else 0

    def successors(self, state):
        x, y, wind, tack = state
        for course, degrees in COMPASS.items():
            radians = math.radians(degrees)
            dx, dy = round(math.cos(radians)), round(math.sin(radians))
            # From -180 (the wind blows to the right) to 180.
            left = (COMPASS[wind] - degrees + 180) % 360 - 180
            inside = 0 <= x + dx < self.size and 0 <= y + dy < self.size
            if abs(left) == 180 or not inside:
                continue
            speed = {0: 1, 45: 2, 90: 3, 135: 4}[abs(left)]
            side = tack if left == 0 else "starboard" if left > 0 else "port"
            time = speed * math.hypot(dx, dy) + (4 if tack not in ("none", side) else 0)
            outcomes = []
            for probability, turn in (0.4, 0), (0.3, 45), (0.3, -45):
                blows = self.names[(COMPASS[wind] + turn) % 360]
                outcomes.append((probability, (-time,), (x + dx, y + dy, blows, side)))
            yield course, outcomes


class Tree:
    def __init__(self, tree=((3, 12, 8), (2, 4, 6), (14, 5, 2)), players=2):
        self.tree, self.players = tree, players

    def initial(self):
        return ()

    def find(self, state):
        """What a path leads to (rewards taken off), and the player who moves at a plain list."""
        value, mover = self.skip(self.tree), 0
        for index in state:
            turn, children = self.node(value, mover)
            mover = (turn + 1) % self.players if turn >= 0 else mover
            value = self.skip(children[index][1])
        return value, mover

    @staticmethod
    def skip(value):
        while isinstance(value, tuple) and value[0] == "reward":
            value = value[2]
        return value

    @staticmethod
    def node(value, mover):
        """The turn and the children, each with its probability."""
        if value[0] == "chance":
            return CHANCE, list(value[1:])
        turn, children = mover, value
        if value[0] in ("max", "min"):
            turn, children = ("max", "min").index(value[0]), value[1:]
        elif value[0] == "player":
            turn, children = value[1], value[2:]
        return turn, [(1, child) for child in children]

    def pays(self, amount):
        if isinstance(amount, tuple):
            return amount
        return (amount, -amount)[: self.players]

    def is_leaf(self, value):
        return not isinstance(value, tuple) or value[0] == "leaf"

    def turn(self, state):
        value, mover = self.find(state)
        return OVER if self.is_leaf(value) else self.node(value, mover)[0]

    def successors(self, state):
        turn, children = self.node(*self.find(state))
        outcomes = []
        for index, (probability, child) in enumerate(children):
            total = (0,) * self.players
            while isinstance(child, tuple) and child[0] == "reward":
                total = add(total, self.pays(child[1]))
                child = child[2]
            if self.is_leaf(child):
                total = add(total, self.pays(child[1] if isinstance(child, tuple) else child))
            outcomes.append((probability, total, (*state, index)))
        if turn == CHANCE:
            yield None, outcomes
        else:
            yield from ((index, [outcome]) for index, outcome in enumerate(outcomes))


def add(a, b):
    return tuple(x + y for x, y in zip(a, b, strict=True))


GAMES = {
    "inventory": Inventory,
    "tic_tac_toe": TicTacToe,
    "connect_four": ConnectFour,
    "breakthrough": Breakthrough,
    "checkers": Checkers,
    "einstein": Einstein,
    "othello": Othello,
    "nim": Nim,
    "pig": Pig,
    "sailing": Sailing,
    "tree": Tree,
}


def layers(game, most):
    """The sets of different states after 0, 1, 2, ... actions."""
    layer = {game.initial()}
    while layer and most:
        yield layer
        most -= 1
        alive = [state for state in layer if game.turn(state) != OVER]
        layer = {
            after
            for state in alive
            for _, outcomes in game.successors(state)
            for _, _, after in outcomes
        }


def paths(game, state, plies, ended):
    """How many paths of so many plies there are, shorter ones among them if plays `ended` there."""
    if plies == 0 or game.turn(state) == OVER:
        return int(plies == 0 or ended)
    after = (state for _, [(_, _, state)] in game.successors(state))
    return sum(paths(game, state, plies - 1, ended) for state in after)


def explore(game, root):
    """Every reachable state with its successors, those met last first."""
    found, queue = {root: []}, [root]
    for state in queue:
        if game.turn(state) != OVER:
            found[state] = list(game.successors(state))
        for _, outcomes in found[state]:
            for _, _, after in outcomes:
                if after not in found:
                    found[after] = []
                    queue.append(after)
    return {state: found[state] for state in reversed(queue)}


def q_value(values, outcomes):
    terms = [[p * (r + v) for r, v in zip(pays, values[s])] for p, pays, s in outcomes]
    return tuple(map(sum, zip(*terms)))


def values_of(game, graph):
    """Value iteration until nothing changes by 1e-13."""
    values = {state: (0,) * game.players for state in graph}
    change = 1
    while change > 1e-13:
        change = 0
        for state, actions in graph.items():
            if actions:
                mover = max(game.turn(state), 0)
                new = max((q_value(values, o) for _, o in actions), key=lambda q: q[mover])
                change = max(change, *(abs(a - b) for a, b in zip(new, values[state])))
                values[state] = new
    return values


def frozen(value):
    return tuple(map(frozen, value)) if isinstance(value, list) else value


def close(a, b, tolerance):
    return len(a) == len(b) and all(abs(x - y) <= tolerance for x, y in zip(a, b))


def check_paths(perft, game):
    for plies, expected in enumerate(perft["counts"], 1):
        if expected <= MOST_PATHS:
            found = paths(game, game.initial(), plies, perft.get("ended", False))
            if found != expected:
                yield f"perft({plies}): {found}"


def check_case(case, game):
    """Yields what differs, with what it should be."""
    counts = [len(layer) for layer in layers(game, len(case["reachable"]))]
    if counts != case["reachable"]:
        yield f"reachable: {counts}"
    yield from check_paths(case.get("perft", {"counts": []}), game)
    solved = case.get("solved", [])
    graph = explore(game, game.initial()) if solved or "states" in case else {}
    if len(graph) != case.get("states", len(graph)):
        yield f"states: {len(graph)}"
    values = values_of(game, graph) if solved else {}
    for entry in solved:
        state, tolerance = frozen(entry["state"]), entry.get("tolerance", TOLERANCE)
        if not close(values[state], entry["value"], tolerance):
            yield f"value of {state}: {values[state]}"
        qs = [[a, q_value(values, outcomes)] for a, outcomes in graph[state]]
        given = [[frozen(action), q] for action, q in entry.get("actions", [])]
        expected = {action: q for action, q in qs}
        for action, q in given:
            if not close(expected[action], q, tolerance):
                yield f"{action} at {state}: {expected[action]}"
        if given and len(given) != len(qs):
            yield f"actions at {state}: {json.dumps(qs)}"


def main():
    failures = 0
    for path in sorted(FILES.glob("*.json")):
        for case in json.loads(path.read_text())["cases"]:
            parameters = {name: frozen(value) for name, value in case["parameters"].items()}
            game = GAMES[path.stem](**parameters)
            found = list(check_case(case, game)) if case.get("brute_force", True) else []
            failures += len(found)
            print(
                path.stem,
                json.dumps(case["parameters"]),
                *(found or ["ok"]),
                sep="\n  ",
            )
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
