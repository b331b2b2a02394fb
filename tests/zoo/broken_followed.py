"""Games that are broken in their states, in what follows an action, and in how plays end.

``code`` and ``told`` say what a check must say of them.
"""

# mypy: ignore-errors
import itertools
import math
import random

from forethought.game import OVER
from tests.zoo.bases import Box, Boxed, Chancy, Plain, Simulated, ValueBox

# The states


class ListStates(Plain):
    code, told = "unhashable-state", "unhashable type: 'list'"

    def initial(self):
        return [4]

    def turn(self, s):
        return 0 if s[0] > 0 else OVER

    def actions(self, s):
        return [1]

    def apply(self, s, a):
        Plain.refuse(self, s[0], a)
        return 1.0, [s[0] - a]


class UnstableHash(Boxed):
    code, told = "unstable-hash", "its hash was"

    class Kind(ValueBox):
        calls = itertools.count()

        def __hash__(self):
            return next(self.calls)


class HashByIdentity(Boxed):
    code, told = "hash-differs", "an equal state has another hash"

    class Kind(ValueBox):
        def __hash__(self):
            return id(self)


class IdentityStates(Boxed):
    code, told = "identity-states", "another state that holds the same is not equal to it"
    Kind = Box


class NeverEqual(Boxed):
    code, told = "unequal-to-itself", "it is not equal to itself"

    class Kind(ValueBox):
        __hash__ = ValueBox.__hash__

        def __eq__(self, other):
            return False


class ChangedByApply(Boxed):
    code, told = "state-changed", "the state was changed: it is Box("

    def apply(self, s, a):
        Plain.refuse(self, s.left, a)
        s.left -= a
        return 1.0, s


class ChangedUnseen(Boxed):
    """Neither repr nor == nor hash show the change: only what the state holds does."""

    code, told = "state-changed", "its hash or what it holds is not what it was"
    also = ("identity-states",)

    class Kind:
        def __init__(self, left):
            self.left, self.seen = left, []

    def turn(self, s):
        s.seen.append("turn")
        return 0 if s.left > 0 else OVER


# What follows


class NoPair(Plain):
    code, told = "step-shape", "state 4, action 1: it gave 3"

    def actions(self, s):
        return [1]

    def apply(self, s, a):
        self.refuse(s, a)
        return s - a


class NoTriples(Chancy):
    code, told = "outcomes-shape", "it gave [(1.0, 3)]"

    def outcomes(self, s, a):
        Plain.refuse(self, s, a)
        return [(1.0, 3)]


class ChanceInApply(Plain):
    code, told = "apply-differs", "global random module"

    def apply(self, s, a):
        self.refuse(s, a)
        return random.choice([0.0, 1.0]), s - a


class GlobalRandom(Simulated):
    code, told = "sample-differs", "it drew from the global random module"

    def sample(self, s, a, rng):
        Plain.refuse(self, s, a)
        return random.random(), s - a


class OwnRandom(Simulated):
    code, told = "sample-differs", "at another call"

    def __init__(self):
        self.random = random.Random(1)

    def sample(self, s, a, rng):
        Plain.refuse(self, s, a)
        return self.random.random(), s - a


class ChangingOutcomes(Chancy):
    code, told = "outcomes-differ", "at another call"

    def __init__(self):
        self.calls = itertools.count()

    def outcomes(self, s, a):
        Plain.refuse(self, s, a)
        return [(1.0, next(self.calls), s - a)]


# Chance


class NoOutcomes(Chancy):
    code, told = "no-outcomes", "nothing may follow"

    def outcomes(self, s, a):
        return []


class NegativeProbability(Chancy):
    code, told = "bad-probability", "a probability is -0.5"

    def outcomes(self, s, a):
        Plain.refuse(self, s, a)
        return [(-0.5, 0, s - a), (1.5, 0, s - 1)]


class LostProbability(Chancy):
    code, told = "probability-sum", "the probabilities sum to 0.9"

    def outcomes(self, s, a):
        Plain.refuse(self, s, a)
        return [(0.5, 0, s - a), (0.4, 0, s - 1)]


# Rewards


class Rewarding(Plain):
    reward = 0

    def apply(self, s, a):
        self.refuse(s, a)
        return self.reward, s - a


class WordReward(Rewarding):
    code, told = "reward-type", "the reward is 'won', of type str"
    reward = "won"


class ReversedPair(Plain):
    """(state, reward) in place of (reward, state)."""

    code, told = "reward-type", "the reward is 'three', of type str"

    def initial(self):
        return "four"

    def turn(self, s):
        return 0 if s == "four" else OVER

    def actions(self, s):
        return [1]

    def apply(self, s, a):
        return "three", 1.0


class TruthReward(Rewarding):
    code, told = "reward-bool", "the reward is True, a truth value"
    reward = True


class ShortReward(Rewarding):
    code, told = "reward-length", "the reward is (1, 0), not 3 numbers"
    players = 3
    reward = (1, 0)


class OneForThree(Rewarding):
    code, told = "reward-length", "the reward is 1, not 3 numbers"
    players = 3
    reward = 1


class InfiniteReward(Rewarding):
    code, told = "reward-not-finite", "the reward is -inf"
    reward = -math.inf


class HugeReward(Rewarding):
    code, told = "reward-too-large", "the reward is -2e+100, beyond 1e+100: scale the rewards"
    reward = -2e100


class EndlessReward(Rewarding):
    """A whole number that no float can hold."""

    code, told = "reward-not-finite", "the reward is 1000"
    reward = 10**400


class ForgottenPlayers(Rewarding):
    code, told = "reward-length", "the reward is 2 numbers for 1 player: set players = 2"
    reward = (1, -1)


class BeyondReturns(Plain):
    code, told = "returns-exceeded", "player 0 got 3 in a play, and returns is 0, 2"
    returns = (0, 2)


# The end


class Endless(Plain):
    code, told = "no-end", "a play is not over after 10000 steps"

    def turn(self, s):
        return 0

    def actions(self, s):
        return [1, 2]

    def apply(self, s, a):
        return 0, (s + a) % 5


class ShortHorizon(Plain):
    code, told = "horizon-exceeded", "a play is not over after 2 steps, its horizon"
    horizon = 2

    def actions(self, s):
        return [1]


class Lenient(Plain):
    code, told = (
        "accepts-illegal-action",
        "the action is not legal here, yet it gave (1.0, ",
    )
    warns = True

    def actions(self, s):
        return [1, 2] if s == 4 else [1]

    def refuse(self, s, a):
        return


# Images


class ManyStandIns(Plain):
    code, told = "canonical-differs", "it gave 3, and 2 for that"

    def canonical(self, s):
        return {4: 3, 3: 2}.get(s, s)


class WrongStandIn(Plain):
    code, told = "canonical-unlike", "it gave 1, which has another number of actions"

    def canonical(self, s):
        return min(s, 1)


class StandInAtTheEnd(Plain):
    code, told = "canonical-unlike", "it gave 0, where it is another turn"

    def canonical(self, s):
        return 0
