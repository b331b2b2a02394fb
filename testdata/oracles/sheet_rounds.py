"""The games at once, of three, and of chance among the rule sheets of the package, written again,
as those of sheet_matches.py.
"""

from itertools import pairwise, product


def won(winner, decided=True):
    """The goals of two roles, the winner's number given."""
    return ((100, 0), (0, 100))[winner] if decided else (50, 50)


class RockPaperScissors:
    roles = ("left", "right")
    signs = ("rock", "paper", "scissors")
    start = (50, 0)

    def legal(self, _):
        return [self.signs, self.signs]

    def after(self, state, joint):
        left, right = (self.signs.index(sign) for sign in joint)
        return state[0] + (0, 10, -10)[(left - right) % 3], state[1] + 1

    def over(self, state):
        return state[1] == 5

    def goals(self, state):
        return state[0], 100 - state[0]


POINTS = {
    ("silent", "silent"): (3, 3),
    ("silent", "talk"): (0, 5),
    ("talk", "silent"): (5, 0),
    ("talk", "talk"): (1, 1),
}


class PrisonersDilemma:
    roles = ("row", "column")
    start = (0, 0, 0)

    def legal(self, _):
        return [["silent", "talk"]] * 2

    def after(self, state, joint):
        row, column = POINTS[tuple(joint)]
        return state[0] + row, state[1] + column, state[2] + 1

    def over(self, state):
        return state[2] == 5

    def goals(self, state):
        return 4 * state[0], 4 * state[1]


STRIDES = {"stay": 0, "east": 1, "west": -1, "south": 1j, "north": -1j}


class Meeting:
    """A state is the places of both as complex numbers, and the steps."""

    roles = ("left", "right")
    start = (0j, 2 + 2j, 0)

    def legal(self, state):
        def inside(place):
            return 0 <= place.real <= 2 and 0 <= place.imag <= 2

        return [[w for w, by in STRIDES.items() if inside(at + by)] for at in state[:2]]

    def after(self, state, joint):
        left, right = (at + STRIDES[way] for at, way in zip(state[:2], joint, strict=True))
        return left, right, state[2] + 1

    def over(self, state):
        return state[0] == state[1] or state[2] == 6

    def goals(self, state):
        return (140 - 20 * state[2] if state[0] == state[1] else 0,) * 2


class ThreePlayerBoxes:
    """A state: the sides drawn, as pairs of dots in a frozen set; the owner of each box by its
    number, None if it has none; whose turn it is.
    """

    roles = ("first", "second", "third")
    start = (frozenset(), (None,) * 4, 0)
    level = tuple(((r, c), (r, c + 1)) for r, c in product((1, 2, 3), (1, 2)))
    upright = tuple(((r, c), (r + 1, c)) for r, c in product((1, 2), (1, 2, 3)))
    edges = level + upright

    def name(self, edge):
        (r, c), (s, _) = edge
        return f"(draw {'level' if r == s else 'upright'} {r} {c})"

    def legal(self, state):
        moves = [["noop"], ["noop"], ["noop"]]
        moves[state[2]] = [self.name(edge) for edge in self.edges if edge not in state[0]]
        return moves

    def closed(self, drawn):
        corners = product((1, 2), repeat=2)
        rings = [[(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c), (r, c)] for r, c in corners]
        return [all(tuple(sorted(side)) in drawn for side in pairwise(ring)) for ring in rings]

    def after(self, state, joint):
        drawn, owners, turn = state
        edge = next(edge for edge in self.edges if self.name(edge) == joint[turn])
        boxes = zip(owners, self.closed(drawn | {edge}), strict=True)
        now = tuple(turn if closed and owner is None else owner for owner, closed in boxes)
        return drawn | {edge}, now, (turn + 1) % 3 if now == owners else turn

    def over(self, state):
        return len(state[0]) == 12

    def goals(self, state):
        return tuple(25 * state[1].count(player) for player in range(3))


class DiceRace:
    roles = ("first", "second", "random")
    start = (0, 0, 0)

    def legal(self, state):
        moves = [["noop"], ["noop"], [f"(throw {d})" for d in range(1, 7)]]
        moves[state[2]] = ["walk", "run"]
        return moves

    def after(self, state, joint):
        squares, turn = list(state[:2]), state[2]
        far = 2 if joint[turn] == "walk" else 4 if joint[2] in ("(throw 5)", "(throw 6)") else 1
        squares[turn] = min(10, squares[turn] + far)
        return *squares, 1 - turn

    def over(self, state):
        return 10 in state[:2]

    def goals(self, state):
        return *won(int(state[1] == 10), 10 in state[:2]), 0
