"""The puzzles among the rule sheets of the package, written again from their rules.

Plain Python that knows no GDL. A puzzle has states that can be hashed, `start`, `moves(state)` by
the names of the sheet, `after(state, move)`, `over(state)` and `paid(state)`.
"""

from itertools import product

SLIDES = {"left": -1, "right": 1, "up": -3, "down": 3}
EDGES = {"left": (0, 3, 6), "right": (2, 5, 8), "up": (0, 1, 2), "down": (6, 7, 8)}


class EightPuzzle:
    """A state is the board in reading order, 0 for the empty cell, and the number of moves."""

    home = (1, 2, 3, 4, 5, 6, 7, 8, 0)

    def __init__(self, board, limit):
        self.start = (board, 0)
        self.limit = limit

    def moves(self, state):
        at = state[0].index(0)
        return [way for way, edge in EDGES.items() if at not in edge]

    def after(self, state, move):
        board, steps = list(state[0]), state[1]
        at = board.index(0)
        to = at + SLIDES[move]
        board[at], board[to] = board[to], 0
        return tuple(board), steps + 1

    def over(self, state):
        return state[0] == self.home or state[1] == self.limit


class LecturePuzzle(EightPuzzle):
    def paid(self, state):
        pairs = zip(state[0], self.home, strict=True)
        return sum(20 if tile == 0 else 10 for tile, right in pairs if tile == right)


class FarPuzzle(EightPuzzle):
    def paid(self, state):
        board, steps = state
        return 0 if board != self.home else 100 if steps == 30 else 99


class ButtonsAndLights:
    start = (False, False, False, 0)

    def moves(self, _):
        return ["a", "b", "c"]

    def after(self, state, move):
        p, q, r, steps = state
        lamps = {"a": (not p, q, r), "b": (q, p, r), "c": (p, r, q)}
        return *lamps[move], steps + 1

    def over(self, state):
        return all(state[:3]) or state[3] == 6

    def paid(self, state):
        return 100 if all(state[:3]) else 0


class LightsOut:
    """A state is a number whose bit 5 r + c is the lamp of that place, and the steps."""

    size = 5
    start = (2**25 - 1, 0)

    def cross(self, row, column):
        near = [(0, 0), (0, 1), (0, -1), (1, 0), (-1, 0)]
        places = [(row + r, column + c) for r, c in near]
        size = range(self.size)
        return sum(1 << self.size * r + c for r, c in places if r in size and c in size)

    def moves(self, _):
        return [f"(press {r} {c})" for r, c in product(range(1, 6), repeat=2)]

    def after(self, state, move):
        row, column = (int(n) - 1 for n in move[7:-1].split())
        return state[0] ^ self.cross(row, column), state[1] + 1

    def over(self, state):
        return state[0] == 0 or state[1] == 20

    def paid(self, state):
        return 100 if state[0] == 0 else 0


class Hanoi:
    """A state is the peg of each disc, the smallest first, and the steps."""

    start = ("aaaaa", 0)

    def moves(self, state):
        def top(peg):
            return state[0].find(peg) if peg in state[0] else 9

        pairs = product("abc", repeat=2)
        return [f"(move {p} {q})" for p, q in pairs if top(p) < top(q)]

    def after(self, state, move):
        source, target = move[6:-1].split()
        return state[0].replace(source, target, 1), state[1] + 1

    def over(self, state):
        return state[0] == "ccccc" or state[1] == 40

    def paid(self, state):
        return 20 * (5 - len(state[0].rstrip("c")))


class PegSolitaire:
    """A state is the set of holes with pegs."""

    holes = frozenset(s for s in product(range(1, 8), repeat=2) if {3, 4, 5} & set(s))
    start = holes - {(4, 4)}

    def jumps(self, state):
        for (r, c), (x, y) in product(sorted(state), [(0, 1), (0, -1), (1, 0), (-1, 0)]):
            over, to = (r + x, c + y), (r + 2 * x, c + 2 * y)
            if over in state and to in self.holes and to not in state:
                yield (r, c), over, to

    def moves(self, state):
        return [f"(jump {a} {b} {c} {d})" for (a, b), _, (c, d) in self.jumps(state)]

    def after(self, state, move):
        a, b, c, d = (int(n) for n in move[6:-1].split())
        return state - {(a, b), ((a + c) // 2, (b + d) // 2)} | {(c, d)}

    def over(self, state):
        return not self.moves(state)

    def paid(self, state):
        return 100 if state == {(4, 4)} else max(0, 100 - 10 * len(state))


class KnightsTour:
    """A state is the squares visited, in a set, and the last one."""

    start = (frozenset({(1, 1)}), (1, 1))
    leaps = ((1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1))

    def moves(self, state):
        visited, (row, column) = state
        squares = [(row + r, column + c) for r, c in self.leaps]
        inside = [s for s in squares if set(s) <= {1, 2, 3, 4, 5}]
        return [f"(go {r} {c})" for r, c in inside if (r, c) not in visited]

    def after(self, state, move):
        row, column = (int(n) for n in move[4:-1].split())
        return state[0] | {(row, column)}, (row, column)

    def over(self, state):
        return not self.moves(state)

    def paid(self, state):
        return 4 * len(state[0])


class Queens:
    """A state is the columns of the queens, row by row."""

    start = ()

    def moves(self, state):
        row = len(state)
        taken = {c + k * (row - r) for r, c in enumerate(state) for k in (-1, 0, 1)}
        return [f"(place {c})" for c in range(1, 9) if row < 8 and c not in taken]

    def after(self, state, move):
        return *state, int(move[7:-1])

    def over(self, state):
        return not self.moves(state)

    def paid(self, state):
        return 100 if len(state) == 8 else 10 * len(state)


class BlocksWorld:
    """A state is what each of the blocks a to e lies on, t for the table, and the steps."""

    start = ("etdtb", 0)

    def moves(self, state):
        below, _ = state
        free = [b for b in "abcde" if b not in below]
        onto = [f"(put {b} {p})" for b, p in product(free, repeat=2) if b != p]
        return onto + [f"(put {b} table)" for b in free if below["abcde".index(b)] != "t"]

    def after(self, state, move):
        block, place = move[5:-1].split()
        below = list(state[0])
        below["abcde".index(block)] = place[0]
        return "".join(below), state[1] + 1

    def over(self, state):
        return state[0] == "bcdet" or state[1] == 10

    def paid(self, state):
        right = [now == then for now, then in zip(state[0], "bcdet", strict=True)]
        return 20 * next((n for n in range(5) if not right[4 - n]), 5)


WAYS = {"north": (-1, 0), "south": (1, 0), "east": (0, 1), "west": (0, -1)}


class Maze:
    """A state is the square, whether the gold was taken, and the steps."""

    plan = ("..#....", "#.#.##.", "....#..", ".####.#", "...#...", "##.#.#.", ".....#g")
    start = (0, 0, False, 0)

    def moves(self, state):
        row, column, taken, _ = state
        ends = {way: (row + r, column + c) for way, (r, c) in WAYS.items()}
        inside = {way: end for way, end in ends.items() if set(end) <= set(range(7))}
        moves = [f"(go {way})" for way, (r, c) in inside.items() if self.plan[r][c] != "#"]
        return moves + ["take"] * (self.plan[row][column] == "g" and not taken)

    def after(self, state, move):
        row, column, taken, steps = state
        if move == "take":
            return row, column, True, steps + 1
        r, c = WAYS[move[4:-1]]
        return row + r, column + c, taken, steps + 1

    def over(self, state):
        return state[:3] == (0, 0, True) or state[3] == 40

    def paid(self, state):
        return 100 if state[:3] == (0, 0, True) else 50 if state[2] else 0


class RiverCrossing:
    """A state is the missionaries and cannibals on the left, where the boat is, and the steps."""

    start = (3, 3, "left", 0)
    loads = ((1, 0), (2, 0), (1, 1), (0, 1), (0, 2))

    def moves(self, state):
        return [f"(ferry {i} {j})" for i, j in self.loads if self.safe(*self.cross(state, i, j))]

    def cross(self, state, i, j):
        m, c, bank, _ = state
        return (m - i, c - j) if bank == "left" else (m + i, c + j)

    def safe(self, m, c):
        return 0 <= m <= 3 and 0 <= c <= 3 and (m in (0, 3) or m == c)

    def after(self, state, move):
        i, j = (int(n) for n in move[7:-1].split())
        return *self.cross(state, i, j), {"left": "right", "right": "left"}[state[2]], state[3] + 1

    def over(self, state):
        return state[:2] == (0, 0) or state[3] == 15

    def paid(self, state):
        return 100 if state[:2] == (0, 0) else 0


class WaterJugs:
    start = (8, 0, 0, 0)
    names, sizes = ("large", "middle", "small"), (8, 5, 3)

    def moves(self, state):
        pairs = product(range(3), repeat=2)
        good = [(i, j) for i, j in pairs if i != j and state[i] and state[j] < self.sizes[j]]
        return [f"(pour {self.names[i]} {self.names[j]})" for i, j in good]

    def after(self, state, move):
        i, j = (self.names.index(name) for name in move[6:-1].split())
        holds = list(state)
        litres = min(holds[i], self.sizes[j] - holds[j])
        holds[i] -= litres
        holds[j] += litres
        return *holds[:3], state[3] + 1

    def over(self, state):
        return state[:2] == (4, 4) or state[3] == 12

    def paid(self, state):
        return 100 if state[:2] == (4, 4) else 0


class Sudoku:
    """A state is the 81 cells in reading order, 0 for an empty one."""

    rows = (
        "008001060",
        "000500010",
        "019643005",
        "005074306",
        "006000174",
        "947000050",
        "070090508",
        "090060020",
        "080010040",
    )
    start = tuple(int(digit) for row in rows for digit in row)

    def seen(self, cell):
        row, column = divmod(cell, 9)
        block = row // 3, column // 3
        for other in range(81):
            r, c = divmod(other, 9)
            if r == row or c == column or (r // 3, c // 3) == block:
                yield other

    def free(self, state, cell):
        used = {state[other] for other in self.seen(cell)}
        return [digit for digit in range(1, 10) if not state[cell] and digit not in used]

    def moves(self, state):
        cells = [(cell, divmod(cell, 9)) for cell in range(81)]
        return [
            f"(enter {r + 1} {c + 1} {d})" for cell, (r, c) in cells for d in self.free(state, cell)
        ]

    def after(self, state, move):
        row, column, digit = (int(n) for n in move[7:-1].split())
        at = 9 * (row - 1) + column - 1
        return *state[:at], digit, *state[at + 1 :]

    def over(self, state):
        return not any(self.free(state, cell) for cell in range(81))

    def paid(self, state):
        return 100 if all(state) else 0


PUZZLES = {
    "eight_puzzle": LecturePuzzle((0, 1, 3, 4, 2, 5, 7, 8, 6), 8),
    "eight_puzzle_30": FarPuzzle((0, 4, 7, 6, 5, 8, 1, 2, 3), 50),
    "buttons_and_lights": ButtonsAndLights(),
    "lights_out": LightsOut(),
    "hanoi": Hanoi(),
    "peg_solitaire": PegSolitaire(),
    "knights_tour": KnightsTour(),
    "queens": Queens(),
    "blocks_world": BlocksWorld(),
    "maze": Maze(),
    "river_crossing": RiverCrossing(),
    "water_jugs": WaterJugs(),
    "sudoku": Sudoku(),
}
