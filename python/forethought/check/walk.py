"""Random plays that ask every question at every state."""

import random
from collections.abc import Callable
from typing import Any, Final

from forethought.check.content import alike, text_of
from forethought.check.ledger import FAILED, NOWHERE, Ledger, listed
from forethought.check.questions import Questions, Row, same_rows
from forethought.game import CHANCE, OVER
from forethought.rng import Rng

MOST_STEPS: Final = 10_000
"""A play that is longer is taken to have no end."""
_STEPS_WATCHED = 2_000
_ACTIONS_KEPT = 200
_ROUNDING = 1e-9
_DIFFERS: Final = {
    "turn": "turn-differs",
    "actions": "actions-differ",
    "apply": "apply-differs",
    "sample": "sample-differs",
    "outcomes": "outcomes-differ",
}


class Walk:
    """Plays a game at random, and notes in the ledger what it does wrong.

    The first few thousand steps are watched closely: each method is asked twice, the state is
    compared before and after, and answers are compared with those for an equal state before.
    """

    def __init__(self, ledger: Ledger, seed: int) -> None:
        self.ledger = ledger
        self.questions = Questions(ledger)
        self.choices, self.rng = Rng(seed, "check"), Rng(seed, "game")
        self.steps = 0
        self._answers: dict[Any, Any] = {}
        self._actions_seen: dict[Any, None] = {}

    def initial(self) -> Any:
        """The state in which plays start, or FAILED."""
        first, second = self.ledger.ask("initial"), self.ledger.ask("initial")
        if first is FAILED or second is FAILED:
            return FAILED
        if not alike(first, second):
            text = f"it gave {text_of(first)}, and then {text_of(second)}"
            self.ledger.note("initial-differs", text, "initial")
        self._check_states([first], "initial")
        self.questions.same_hash(first, second, "initial")
        return first

    def play(self, state: Any) -> bool:
        """Plays once; gives whether another play can show anything new."""
        returns = [0.0] * (self.questions.players or 0)
        for length in range(MOST_STEPS + 1):
            self.ledger.watching = self.steps < _STEPS_WATCHED
            turn = self._turn(state)
            if hasattr(self.ledger.game, "canonical"):
                self._check_canonical(state, turn)
            if turn == OVER:
                self.ledger.tried.add("end")
                self._check_returns(returns, state)
            if turn is None or turn == OVER:
                return True
            self._check_length(length, state)
            row = self._step(state, turn) if length < MOST_STEPS else None
            if row is None:
                return length < MOST_STEPS
            returns = [sum(pair) for pair in zip(returns, row.rewards, strict=False)]
            state = row.state
        return False

    def _turn(self, state: Any) -> int | None:
        turn = self.questions.turn(state)
        self._ask_again("turn", turn, lambda: self.questions.turn(state), state)
        return turn

    def _check_canonical(self, state: Any, turn: int | None) -> None:
        """Compares a state with the one that stands for its images."""
        image = self.ledger.ask("canonical", state)
        again = FAILED if image is FAILED else self.ledger.ask("canonical", image)
        if again is FAILED or turn is None:
            return
        if not alike(image, again):
            text = f"it gave {text_of(image)}, and {text_of(again)} for that"
            self.ledger.note("canonical-differs", text, "canonical", state)
        elif self.questions.turn(image) != turn:
            text = f"it gave {text_of(image)}, where it is another turn"
            self.ledger.note("canonical-unlike", text, "canonical", state)
        elif turn >= 0 and self._count(image) != self._count(state):
            text = f"it gave {text_of(image)}, which has another number of actions"
            self.ledger.note("canonical-unlike", text, "canonical", state)

    def _count(self, state: Any) -> int:
        return len(self.questions.actions(state) or ())

    def _step(self, state: Any, turn: int) -> Row | None:
        """Takes one random step; None where play can't go on."""
        self.steps += 1
        actions = [None] if turn == CHANCE else self._actions(state)
        if actions is None:
            return None
        action = self.choices.choice(actions)
        answers = [self._rows(method, state, action) for method in self.questions.methods]
        if turn != CHANCE and self.ledger.watching:
            self._try_illegal(state, actions)
        rows = [answer for answer in answers if answer is not None]
        if len(rows) < len(answers):
            return None
        self._check_sample_is_listed(rows, state, action)
        return self._drawn(rows[0])

    def _actions(self, state: Any) -> list[Any] | None:
        actions = self.questions.actions(state)
        self._ask_again("actions", actions, lambda: self.questions.actions(state), state)
        return actions

    def _rows(self, method: str, state: Any, action: Any) -> list[Row] | None:
        before, outer = self.rng.getstate(), self.ledger.watching and random.getstate()
        rows = self.questions.rows(method, state, action, self.rng)
        if outer and random.getstate() != outer:
            text = "it drew from the global random module"
            self.ledger.note(_DIFFERS[method], text, method, state, action)
        self._check_states([row.state for row in rows or ()], method)

        def again() -> list[Row] | None:
            self.rng.setstate(before)
            return self.questions.rows(method, state, action, self.rng)

        self._ask_again(method, rows, again, state, action)
        return rows

    def _ask_again(
        self,
        method: str,
        first: Any,
        again: Callable[[], Any],
        state: Any,
        action: object = NOWHERE,
    ) -> None:
        """Compares an answer with a second one, and with the first one for an equal state."""
        if first is None or not self.ledger.watching or self.ledger.has("state-changed"):
            return
        others = [again()]
        if method != "sample":
            others.append(self._answer_before((method, state, action), first))
        for other in others:
            if other is not None and not self._agree(first, other, method):
                text = f"it gave {text_of(first)}, and {text_of(other)} at another call"
                self.ledger.note(_DIFFERS[method], text, method, state, action)
                return

    def _agree(self, a: Any, b: Any, method: str) -> bool:
        if method in ("turn", "actions"):
            return alike(a, b)
        for left, right in zip(a, b, strict=False):
            self.questions.same_hash(left.state, right.state, method)
        return same_rows(a, b)

    def _answer_before(self, question: Any, answer: Any) -> Any:
        try:
            return self._answers.setdefault(question, answer)
        except Exception:  # a state that can't be looked up is noted elsewhere
            return answer

    def _try_illegal(self, state: Any, legal: list[Any]) -> None:
        """Tries an action of another state that is not legal here."""
        try:
            others = list(self._actions_seen.keys() - set(legal))
            fresh = dict.fromkeys(legal[:_ACTIONS_KEPT])
        except Exception:  # an action that can't be hashed is noted elsewhere
            return
        if len(self._actions_seen) < _ACTIONS_KEPT:
            self._actions_seen.update(fresh)
        if others:
            self._try(state, self.choices.choice(sorted(others, key=text_of)))

    def _try(self, state: Any, illegal: Any) -> None:
        self.ledger.tried.add("illegal")
        method = self.questions.methods[0]
        extra = (Rng(0, "illegal"),) if method == "sample" else ()
        try:
            given = getattr(self.ledger.game, method)(state, illegal, *extra)
            # A generator refuses no sooner than it is asked for something.
            given = listed(given) if method == "outcomes" else given
        except Exception:  # refusing it is right, with whatever error
            return
        text = f"the action is not legal here, yet it gave {text_of(given)}"
        self.ledger.note("accepts-illegal-action", text, method, state, illegal)

    def _check_states(self, states: list[Any], method: str) -> None:
        for state in states:
            self.ledger.tried.add("states")
            hashes = self.questions.hashes(state, method)
            if hashes and self.ledger.watching and self._answer_before(state, state) is state:
                self.questions.is_value(state, method)

    def _check_sample_is_listed(self, rows: list[list[Row]], state: Any, action: Any) -> None:
        if len(rows) < 2 or not self.ledger.watching:
            return
        [sampled], possible = rows
        if not any(same_rows([sampled], [row._replace(probability=1.0)]) for row in possible):
            text = f"outcomes does not list {text_of(tuple(sampled[1:]))}"
            self.ledger.note("sample-not-listed", text, "sample", state, action)

    def _check_length(self, length: int, state: Any) -> None:
        if length == self.ledger.game.horizon:
            text = f"a play is not over after {length} steps, its horizon"
            self.ledger.note("horizon-exceeded", text, None, state)
        if length == MOST_STEPS:
            text = f"a play is not over after {length} steps"
            self.ledger.note("no-end", text, None, state)

    def _check_returns(self, returns: list[float], state: Any) -> None:
        if self.ledger.game.returns is None or self.ledger.has("returns"):
            return
        low, high = self.ledger.game.returns
        slack = _ROUNDING * max(1.0, abs(low), abs(high))
        for player, number in enumerate(returns):
            if not low - slack <= number <= high + slack:
                text = f"player {player} got {number:g} in a play, and returns is {low}, {high}"
                self.ledger.note("returns-exceeded", text, None, state)

    def _drawn(self, rows: list[Row]) -> Row:
        weights = [float(row.probability) for row in rows]
        return self.choices.choices(rows, weights)[0]
