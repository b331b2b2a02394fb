"""Games that keep every promise, written as a user would."""

from dataclasses import dataclass

from forethought.errors import IllegalAction
from forethought.game import CHANCE, OVER, Game, Reward
from forethought.rng import Rng

Pair = tuple[int, int]


class Stock(Game):
    """Order stock against random demand; only a simulator."""

    players = 1

    def initial(self) -> Pair:
        return (5, 0)

    def turn(self, s: Pair) -> int:
        return OVER if s[1] == 3 else 0

    def actions(self, s: Pair) -> range:
        return range(21 - s[0])

    def sample(self, s: Pair, a: int, rng: Rng) -> tuple[Reward, Pair]:
        demand = rng.randrange(10)
        left = s[0] + a - demand
        return -max(left, 0) - 10 * max(-left, 0), (max(left, 0), s[1] + 1)


class Inventory(Game[Pair, int]):
    """The same with its outcomes listed, and costs of choice."""

    horizon = 3

    def __init__(self, penalty: float = 10, setup: float = 0) -> None:
        self.penalty, self.setup = penalty, setup

    def initial(self) -> Pair:
        return (5, 0)

    def turn(self, s: Pair) -> int:
        return OVER if s[1] == 3 else 0

    def actions(self, s: Pair) -> range:
        return range(21 - s[0])

    def outcomes(self, s: Pair, a: int) -> list[tuple[float, Reward, Pair]]:
        if a not in self.actions(s):
            raise IllegalAction(self.name, s, a, self.actions(s))
        return [(0.1, -self._cost(s[0] + a, a, d), self._next(s, a, d)) for d in range(10)]

    def _cost(self, available: int, order: int, demand: int) -> float:
        left, short = max(0, available - demand), max(0, demand - available)
        return 1 * left + self.penalty * short + (self.setup if order > 0 else 0)

    def _next(self, s: Pair, a: int, demand: int) -> Pair:
        return (max(0, s[0] + a - demand), s[1] + 1)


class TicTacToe(Game[str, int]):
    """X moves first; the winner gets 1, the loser 0, both 0.5 of a draw."""

    players = 2
    horizon = 9
    returns = (0, 1)
    lines = ("012", "345", "678", "036", "147", "258", "048", "246")

    def initial(self) -> str:
        return "." * 9

    def turn(self, s: str) -> int:
        full = "." not in s
        return OVER if full or self.winner(s) is not None else s.count("X") - s.count("O")

    def actions(self, s: str) -> list[int]:
        return [cell for cell in range(9) if s[cell] == "."]

    def apply(self, s: str, a: int) -> tuple[Reward, str]:
        if a not in self.actions(s):
            raise IllegalAction(self.name, s, a, self.actions(s))
        board = s[:a] + "XO"[self.turn(s)] + s[a + 1 :]
        return self._reward(board), board

    def winner(self, s: str) -> int | None:
        rows = {"".join(s[int(cell)] for cell in line) for line in self.lines}
        return 0 if "XXX" in rows else 1 if "OOO" in rows else None

    def _reward(self, s: str) -> Reward:
        winner = self.winner(s)
        if winner is None:
            return 0 if "." in s else (0.5, 0.5)
        return (1.0, 0.0) if winner == 0 else (0.0, 1.0)


class Nim(Game[tuple[tuple[int, ...], int], Pair]):
    """Take any number from one heap; who takes the last is paid 1, the others -1/(n-1)."""

    def __init__(self, heaps: tuple[int, ...] = (1, 2, 2), players: int = 3) -> None:
        self.heaps, self.players = heaps, players

    def initial(self) -> tuple[tuple[int, ...], int]:
        return self.heaps, 0

    def turn(self, s: tuple[tuple[int, ...], int]) -> int:
        return s[1] if any(s[0]) else OVER

    def actions(self, s: tuple[tuple[int, ...], int]) -> list[Pair]:
        return [(heap, n) for heap, size in enumerate(s[0]) for n in range(1, size + 1)]

    def apply(
        self, s: tuple[tuple[int, ...], int], a: Pair
    ) -> tuple[Reward, tuple[tuple[int, ...], int]]:
        if a not in self.actions(s):
            raise IllegalAction(self.name, s, a, self.actions(s))
        heaps = tuple(size - a[1] * (heap == a[0]) for heap, size in enumerate(s[0]))
        others = -1 / (self.players - 1)
        paid = [1.0 if player == s[1] else others for player in range(self.players)]
        return (0 if any(heaps) else paid), (heaps, (s[1] + 1) % self.players)


@dataclass(frozen=True)
class Throw:
    """Points so far, throws left, and whether the die is in the air."""

    points: int
    left: int
    thrown: bool = False


class Dice(Game[Throw, str]):
    """Throw a die up to three times; a one loses all. Chance has turns of its own."""

    horizon = 6
    returns = (0, 18)

    def initial(self) -> Throw:
        return Throw(0, 3)

    def turn(self, s: Throw) -> int:
        return CHANCE if s.thrown else 0 if s.left else OVER

    def actions(self, s: Throw) -> tuple[str, ...]:
        return ("stop", "throw")

    def outcomes(self, s: Throw, a: str | None) -> list[tuple[float, Reward, Throw]]:
        if a == "throw":
            return [(1.0, 0, Throw(s.points, s.left - 1, thrown=True))]
        if a == "stop":
            return [(1.0, s.points, Throw(s.points, 0))]
        lost = (1 / 6, 0, Throw(0, 0))
        return [lost, *(self._thrown(s, face) for face in range(2, 7))]

    def _thrown(self, s: Throw, face: int) -> tuple[float, Reward, Throw]:
        points = s.points + face
        return 1 / 6, 0 if s.left else points, Throw(points, s.left)


GOOD: tuple[type[Game], ...] = (Stock, Inventory, TicTacToe, Nim, Dice)
