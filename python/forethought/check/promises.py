"""What a game promises, and each way to break a promise with the way to mend it."""

from typing import Final, NamedTuple

PROMISES: Final = {
    "class": "the class defines the methods, and declares players, horizon and returns",
    "raises": "the methods raise nothing where they are rightly called",
    "initial": "initial gives one state, equal at every call",
    "turn": "turn gives a player, ft.CHANCE or ft.OVER, the same at every call",
    "actions": "actions lists different hashable actions, the same at every call",
    "states": "states are values: nothing changes them, and == and hash agree",
    "steps": "what follows depends on the state, the action and rng alone",
    "chance": "probabilities are from 0 to 1, and sum to 1",
    "rewards": "rewards are finite numbers, one per player, within returns",
    "end": "every play ends, within the horizon",
    "images": "canonical, where it is defined, gives a state from which the play goes on alike",
    "illegal": "an action that is not legal is refused",
}
"""The promises in the order of a report."""


class Breach(NamedTuple):
    """A way to break a promise."""

    promise: str
    fix: str
    warning: bool = False


BREACHES: Final = {
    "missing-method": Breach("class", "add the method to the class"),
    "no-step-method": Breach(
        "class", "define one of apply (no chance), outcomes (listed chance), sample (simulator)"
    ),
    "several-step-methods": Breach("class", "keep one of them: the search must know which to ask"),
    "players": Breach("class", "let players be a whole number of at least 1"),
    "horizon": Breach("class", "let horizon be a whole number of at least 1, or None"),
    "returns": Breach("class", "let returns be (least, greatest), two finite numbers, or None"),
    "raises": Breach("raises", "mend the method, or do not list the action that it fails on"),
    "initial-differs": Breach(
        "initial", "always give the same state; let a first turn of ft.CHANCE draw what differs"
    ),
    "turn-type": Breach("turn", "give the index of a player, ft.CHANCE or ft.OVER"),
    "turn-range": Breach("turn", "give an index below players, or let players be larger"),
    "turn-differs": Breach(
        "turn", "let turn depend on the state alone: what it depends on belongs in the state"
    ),
    "chance-without-means": Breach(
        "turn", "define outcomes or sample instead of apply: at ft.CHANCE the action is None"
    ),
    "actions-not-iterable": Breach("actions", "give a list, a tuple, a range or a generator"),
    "endless-actions": Breach("actions", "list finitely many actions"),
    "no-actions": Breach("actions", "let turn give ft.OVER there, or add an action that passes"),
    "repeated-action": Breach("actions", "list every action once"),
    "unhashable-action": Breach("actions", "use a number, a string, a tuple or a frozen dataclass"),
    "actions-differ": Breach(
        "actions", "let actions depend on the state alone, and keep one order"
    ),
    "actions-in-a-set": Breach(
        "actions", "give sorted(...) of it: the order of a set can differ from run to run", True
    ),
    "unhashable-state": Breach(
        "states", "use a tuple or a frozen dataclass, with tuples in place of lists"
    ),
    "unstable-hash": Breach("states", "compute __hash__ from the fields that == compares"),
    "hash-differs": Breach("states", "compute __hash__ from the fields that == compares"),
    "identity-states": Breach(
        "states", "use a tuple or a frozen dataclass, or define __eq__ and __hash__"
    ),
    "unequal-to-itself": Breach("states", "mend __eq__: a state must be equal to itself"),
    "state-changed": Breach("states", "build a new state and leave the one that is given alone"),
    "step-shape": Breach("steps", "give the pair (reward, state)"),
    "outcomes-shape": Breach("steps", "give a list of triples (probability, reward, state)"),
    "apply-differs": Breach(
        "steps", "let apply depend on state and action alone; chance needs outcomes or sample"
    ),
    "outcomes-differ": Breach("steps", "let outcomes depend on state and action alone"),
    "sample-differs": Breach(
        "steps", "draw from the rng that is given only, not from random, numpy.random or self"
    ),
    "sample-not-listed": Breach("steps", "let sample and outcomes follow the same rules"),
    "no-outcomes": Breach("chance", "list at least one outcome"),
    "bad-probability": Breach("chance", "give a number from 0 to 1"),
    "probability-sum": Breach("chance", "list every outcome, with probabilities that sum to 1"),
    "reward-type": Breach("rewards", "give a number, or a sequence with one number per player"),
    "reward-bool": Breach("rewards", "give float(...) of it, or 1.0 and 0.0"),
    "reward-length": Breach("rewards", "give one number per player, or a plain 0 for nobody"),
    "reward-not-finite": Breach("rewards", "give a finite number: a loss is -1, not -inf"),
    "reward-too-large": Breach("rewards", "scale the rewards: give numbers up to 1e100"),
    "returns-exceeded": Breach("rewards", "declare a wider returns, or None if unknown"),
    "no-end": Breach("end", "let turn give ft.OVER in the end: count the moves in the state"),
    "horizon-exceeded": Breach("end", "declare a longer horizon, or None if unknown"),
    "canonical-differs": Breach(
        "images", "let canonical give the same state for all images of a state, one of them"
    ),
    "canonical-unlike": Breach(
        "images", "let canonical give a state with the same turn and as many actions"
    ),
    "accepts-illegal-action": Breach(
        "illegal", "raise ft.IllegalAction there: it shows mistakes of a caller early", True
    ),
}
"""Every breach by its code. The search itself never tries an illegal action: that one warns."""
