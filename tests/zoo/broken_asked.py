"""Games that are broken in what they declare, and in initial, turn and actions.

``code`` and ``told`` say what a check must say of them.
"""

# mypy: ignore-errors
import itertools
import math
import random

from forethought.game import CHANCE, OVER, Game
from tests.zoo.bases import Countdown, Plain

# The class


class NoInitial(Game):
    code, told = "missing-method", "NoInitial does not define initial"

    def turn(self, s):
        return OVER

    def actions(self, s):
        return []

    def apply(self, s, a):
        return 0, s


class NoStep(Countdown):
    code, told = "no-step-method", "none of apply, outcomes and sample is defined"


class TwoSteps(Plain):
    code, told = "several-step-methods", "apply and sample are defined"

    def sample(self, s, a, rng):
        return self.apply(s, a)


class NoPlayers(Plain):
    code, told = "players", "players is 0"
    players = 0


class FloatHorizon(Plain):
    code, told = "horizon", "horizon is 4.0"
    horizon = 4.0


class OneBound(Plain):
    code, told = "returns", "returns is (0, inf)"
    returns = (0, math.inf)


# The methods


class Raising(Plain):
    code, told = "raises", "ZeroDivisionError: division by zero"

    def apply(self, s, a):
        self.refuse(s, a)
        return 1 / (s - a), s - a


class FewArguments(Plain):
    code, told = "raises", "takes 2 positional arguments but 3 were given"

    def apply(self, s):
        return 1.0, s - 1


class LazilyRaising(Plain):
    code, told = "raises", "KeyError: 'later'"

    def actions(self, s):
        yield 1
        raise KeyError("later")


class RandomStart(Plain):
    code, told = "initial-differs", "and then"

    def __init__(self):
        self.starts = itertools.count(4)

    def initial(self):
        return next(self.starts)


class NoTurn(Plain):
    code, told = "turn-type", "the turn is None"

    def turn(self, s):
        if s == 0:
            return OVER
        return None


class TruthfulTurn(Plain):
    code, told = "turn-type", "the turn is False"

    def turn(self, s):
        return False if s > 0 else OVER


class ThirdPlayer(Plain):
    code, told = "turn-range", "the turn is 1, of 1 players"

    def turn(self, s):
        return OVER if s == 0 else s % 2


class ForgetfulTurn(Plain):
    """Keeps whose turn it is in the game and not in the state."""

    code, told = "turn-differs", "it gave"
    players = 2
    mover = 0

    def turn(self, s):
        self.mover = 1 - self.mover
        return self.mover if s > 0 else OVER

    def apply(self, s, a):
        self.refuse(s, a)
        return 0, s - a


class HiddenHistory(Plain):
    """Whose turn it is hangs on the play before: two calls in a row agree."""

    code, told = "turn-differs", "it gave"
    players = 2
    moves = 0

    def turn(self, s):
        return self.moves % 2 if s > 0 else OVER

    def apply(self, s, a):
        self.refuse(s, a)
        self.moves = 4 - s + 1 if a == 1 else 0
        return 0, s - a


class ApplyAtChance(Plain):
    code, told = "chance-without-means", "it is chance's turn, with apply only"

    def turn(self, s):
        return CHANCE if s == 4 else OVER


class OneAction(Plain):
    code, told = "actions-not-iterable", "it gave 1"

    def actions(self, s):
        return 1


class EndlessActions(Plain):
    code, told = "endless-actions", "there are more than 100000 actions"

    def actions(self, s):
        return itertools.count(1)


class NoActions(Plain):
    code, told = "no-actions", "there is no action, and the play is not over"

    def actions(self, s):
        return [1, 2] if s == 4 else []


class RepeatedActions(Plain):
    code, told = "repeated-action", "action 1 is listed twice"

    def actions(self, s):
        return [1, 1]


class ListActions(Plain):
    code, told = "unhashable-action", "action [1] can't be hashed"

    def actions(self, s):
        return [[1]]

    def apply(self, s, a):
        return 1.0, s - a[0]


class ShuffledActions(Plain):
    code, told = "actions-differ", "at another call"

    def actions(self, s):
        actions = [1, 2] if s > 1 else [1]
        random.shuffle(actions)
        return actions


class UsedUpActions(Plain):
    """The generator is made once, so that the second call finds nothing."""

    code, told = "no-actions", "there is no action"

    def __init__(self):
        self.once = iter([1, 2])

    def actions(self, s):
        return self.once


class SetOfActions(Plain):
    code, told = "actions-in-a-set", "the actions come in a set"
    warns = True

    def actions(self, s):
        return {1, 2} if s > 1 else {1}
