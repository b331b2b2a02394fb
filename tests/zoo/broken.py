"""Games that break a promise each. ``code`` and ``told`` say what a check must say of them."""

# mypy: ignore-errors
import itertools
import math
import random

from forethought.game import CHANCE, OVER, Game


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


BROKEN = [kind for kind in list(globals().values()) if hasattr(kind, "told")]
