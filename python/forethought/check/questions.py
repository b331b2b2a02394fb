"""Asking a state everything, and judging the answers."""

from collections.abc import Iterable
from copy import deepcopy
from numbers import Real
from operator import index
from typing import Any, NamedTuple

from forethought.check.content import alike, text_of
from forethought.check.declared import methods_to_step, players_of
from forethought.check.ledger import FAILED, MOST_LISTED, Ledger
from forethought.game import CHANCE, OVER, Rewards, reward_fault, rewards_of
from forethought.rng import Rng

_ROUNDING = 1e-9


class Row(NamedTuple):
    """One thing that may follow: what outcomes lists, or with probability 1 what was given."""

    probability: float
    rewards: Rewards
    state: Any


class Questions:
    """The questions to a game about one state. Each answer is None where it is of no use."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.players = players_of(ledger.game)
        self.methods = methods_to_step(ledger.game)

    def hashes(self, state: Any, method: str) -> bool:
        """Whether a state that ``method`` gave can be looked up."""
        note = self.ledger.note
        try:
            first, second = hash(state), hash(state)
        except Exception as error:  # __hash__ is the user's
            note("unhashable-state", f"a state can't be hashed: {error}", method, state)
            return False
        if first != second:
            note("unstable-hash", f"its hash was {first}, and then {second}", method, state)
        return first == second

    def is_value(self, state: Any, method: str) -> None:
        """Notes whether a state differs from another one that holds the same."""
        try:
            twin = deepcopy(state)
            itself, equal = bool(state == state), bool(state == twin)
        except Exception:  # a state that can't be copied has no twin to compare
            return
        if not itself:
            self.ledger.note("unequal-to-itself", "it is not equal to itself", method, state)
        elif not equal:
            text = "another state that holds the same is not equal to it"
            self.ledger.note("identity-states", text, method, state)
        else:
            self.same_hash(state, twin, method)

    def same_hash(self, a: Any, b: Any, method: str) -> None:
        """Notes whether equal states have different hashes."""
        if self.ledger.has("unstable-hash"):
            return
        try:
            differs = bool(a == b) and hash(a) != hash(b)
        except Exception:  # == and __hash__ are the user's
            return
        if differs:
            self.ledger.note("hash-differs", "an equal state has another hash", method, a)

    def turn(self, state: Any) -> int | None:
        """Whose turn it is."""
        given = self.ledger.ask("turn", state)
        if given is FAILED:
            return None
        try:
            turn = index(given)
        except TypeError:
            turn = None
        if turn is None or isinstance(given, bool):
            self._note_turn("turn-type", f"the turn is {text_of(given)}", state)
            return None
        return self._turn_in_range(turn, state)

    def _turn_in_range(self, turn: int, state: Any) -> int | None:
        if turn == CHANCE and self.methods[0] == "apply":
            self._note_turn("chance-without-means", "it is chance's turn, with apply only", state)
            return None
        if turn in (OVER, CHANCE) or self.players is None or 0 <= turn < self.players:
            return turn
        self._note_turn("turn-range", f"the turn is {turn}, of {self.players} players", state)
        return None

    def _note_turn(self, code: str, text: str, state: Any) -> None:
        self.ledger.note(code, text, "turn", state)

    def actions(self, state: Any) -> list[Any] | None:
        """The legal actions."""
        given = self.ledger.ask("actions", state)
        if given is FAILED:
            return None
        fault = _fault_of_actions(given)
        if fault is not None:
            self.ledger.note(*fault, "actions", state)
        usable = isinstance(given, list) and 0 < len(given) <= MOST_LISTED
        return given if usable else None

    def rows(self, method: str, state: Any, action: Any, rng: Rng) -> list[Row] | None:
        """What may follow an action, asked with one of apply, sample and outcomes."""
        extra = (rng,) if method == "sample" else ()
        given = self.ledger.ask(method, state, action, *extra)
        if given is FAILED:
            return None
        if method == "outcomes":
            fault, triples = _fault_of_outcomes(given), given
        else:
            fault, triples = _fault_of_pair(given), [(1.0, *given)] if _is_row(given, 2) else []
        if fault is not None:
            self.ledger.note(*fault, method, state, action)
            return None
        return self._judged(triples, (method, state, action))

    def _judged(self, triples: list[Any], place: tuple[str, Any, Any]) -> list[Row]:
        """The rows; play goes on with what can be made of faulty numbers."""
        fault = _fault_of_probabilities([triple[0] for triple in triples])
        if fault is not None:
            self.ledger.note(*fault, *place)
            triples = [(1 / len(triples), *triple[1:]) for triple in triples]
        return [Row(float(p), self._rewards(r, place), state) for p, r, state in triples]

    def _rewards(self, reward: Any, place: tuple[str, Any, Any]) -> Rewards:
        """One number per player, or nothing where they are not to be had."""
        if self.players is None:
            return ()
        self.ledger.tried.add("rewards")
        fault = reward_fault(reward, self.players)
        if fault is not None:
            self.ledger.note(*fault, *place)
        return () if fault is not None else rewards_of(reward, self.players)


def same_rows(a: list[Row], b: list[Row]) -> bool:
    """Whether the same follows with the same rewards and probabilities."""
    return len(a) == len(b) and all(
        left[:2] == right[:2] and alike(left.state, right.state)
        for left, right in zip(a, b, strict=True)
    )


def _fault_of_actions(given: object) -> tuple[str, str] | None:
    if not isinstance(given, list):
        return "actions-not-iterable", f"it gave {text_of(given)}"
    if not given:
        return "no-actions", "there is no action, and the play is not over"
    if len(given) > MOST_LISTED:
        return "endless-actions", f"there are more than {MOST_LISTED} actions"
    return _fault_of_items(given)


def _fault_of_items(actions: Iterable[Any]) -> tuple[str, str] | None:
    seen = set()
    for action in actions:
        try:
            repeated = action in seen
            seen.add(action)
        except Exception as error:  # __hash__ is the user's
            return "unhashable-action", f"action {text_of(action)} can't be hashed: {error}"
        if repeated:
            return "repeated-action", f"action {text_of(action)} is listed twice"
    return None


def _is_row(given: object, length: int) -> bool:
    return isinstance(given, tuple | list) and len(given) == length


def _fault_of_pair(given: object) -> tuple[str, str] | None:
    return None if _is_row(given, 2) else ("step-shape", f"it gave {text_of(given)}")


def _fault_of_outcomes(given: Any) -> tuple[str, str] | None:
    if not isinstance(given, list) or not all(_is_row(row, 3) for row in given):
        return "outcomes-shape", f"it gave {text_of(given)}"
    if len(given) > MOST_LISTED:
        return "outcomes-shape", f"there are more than {MOST_LISTED} outcomes"
    return None if given else ("no-outcomes", "nothing may follow")


def _fault_of_probabilities(probabilities: list[Any]) -> tuple[str, str] | None:
    for p in probabilities:
        if isinstance(p, bool) or not isinstance(p, Real) or not 0 <= float(p) <= 1 + _ROUNDING:
            return "bad-probability", f"a probability is {text_of(p)}"
    total = sum(float(p) for p in probabilities)
    if abs(total - 1) > _ROUNDING * len(probabilities):
        return "probability-sum", f"the probabilities sum to {total:.12g}"
    return None
