"""Sound games and states that the broken ones derive from."""

# mypy: ignore-errors
from forethought.game import OVER, Game


class Countdown(Game):
    """The sound game that the broken ones derive from: take 1 or 2 from 4."""

    def initial(self):
        return 4

    def turn(self, s):
        return 0 if s > 0 else OVER

    def actions(self, s):
        return [1, 2] if s > 1 else [1]


class Plain(Countdown):
    def apply(self, s, a):
        self.refuse(s, a)
        return 1.0, s - a

    def refuse(self, s, a):
        if a not in (1, 2) or a > s:
            raise ValueError(a)


class Chancy(Countdown):
    def outcomes(self, s, a):
        Plain.refuse(self, s, a)
        return [(0.5, 1.0, s - a), (0.5, 0.0, s - 1)]


class Simulated(Countdown):
    def sample(self, s, a, rng):
        Plain.refuse(self, s, a)
        return rng.random(), s - a


class Box:
    """A state that a careless user would write."""

    def __init__(self, left):
        self.left = left

    def __repr__(self):
        return f"Box({self.left})"


class ValueBox(Box):
    def __eq__(self, other):
        return isinstance(other, Box) and self.left == other.left

    def __hash__(self):
        return hash(self.left)


class Boxed(Countdown):
    Kind = ValueBox

    def initial(self):
        return self.Kind(4)

    def turn(self, s):
        return 0 if s.left > 0 else OVER

    def actions(self, s):
        return [1, 2] if s.left > 1 else [1]

    def apply(self, s, a):
        Plain.refuse(self, s.left, a)
        return 1.0, self.Kind(s.left - a)
