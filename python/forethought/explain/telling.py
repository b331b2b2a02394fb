"""The story of a decision of MGSS*, in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from forethought.decision import Decision, Prospect
from forethought.explain.growth import Step

_ALL = 40
"""Up to so many steps are told one by one."""
_FIRST = 5
"""Of more, the first ones are, and those that change the choice; ..."""
_FEW = 2
"""... and what is between, if it is not more than this."""
_LISTED = 8


def short(number: float) -> str:
    """A value to four digits, without a negative zero."""
    return f"{number + 0.0:.4g}"


def gain(number: float) -> str:
    """A gain or a cost to three digits."""
    return f"{number + 0.0:.3g}"


def called(action: object) -> str:
    """An action in a sentence: a number says what it is."""
    text = str(action)
    return f"action {text}" if text.lstrip("-").isdigit() else text


def opened(first: Sequence[tuple[str, float]], decision: Decision) -> str:
    """How things stood before the first step."""
    ranked = sorted(first, key=lambda move: -move[1])
    listed = ", ".join(f"{action} ({short(value)})" for action, value in ranked[:_LISTED])
    more = len(ranked) - _LISTED
    rest = f" and {more} more" if more > 0 else ""
    return f"At first sight, with values to player {decision.player}: {listed}{rest}."


def told(steps: Sequence[Step]) -> list[str]:
    """A line for each step; of many steps those that change nothing are told together."""
    width = len(str(len(steps)))
    lines: list[str] = []
    quiet: list[str] = []
    since = 0
    for number, step in enumerate(steps, 1):
        line = f"{number:>{width}}. {_step(step)}"
        if len(steps) <= _ALL or number <= _FIRST or step.choices[0] != step.choices[1]:
            lines += [*_short(quiet, since, steps[since : number - 1]), line]
            quiet, since = [], number
        else:
            quiet.append(line)
    return [*lines, *_short(quiet, since, steps[since:])]


def _short(lines: list[str], since: int, steps: Sequence[Step]) -> list[str]:
    """The lines of steps that follow the first ``since``, or one line for more than two of them."""
    return lines if len(steps) <= _FEW else [_together(since, steps)]


def _together(since: int, steps: Sequence[Step]) -> str:
    below = Counter(step.move for step in steps)
    moves = ", ".join(f"{many} below {called(move)}" for move, many in below.most_common(_LISTED))
    expected = sum(step.expected for step in steps)
    nodes = sum(step.nodes for step in steps)
    return (
        f"{since + 1} to {since + len(steps)}. {moves}: {count(nodes, 'state')}, expected to gain "
        f"{gain(expected)} in all. "
        f"{_sentence(called(steps[-1].choices[1]))} stays the choice."
    )


def _step(step: Step) -> str:
    best = step.move == step.choices[0]
    why = f"{called(step.move)} might be {'worse' if best else 'better'} than {called(step.rival)}"
    look = f"{_look(step.line, step.depth)}, {_worth(step.expected, step.cost)}"
    return f"{_sentence(why)}: {look}. {_found(step)}"


def _look(line: Sequence[str], depth: int) -> str:
    """What a step does: where it looks, and how deep if it is more than an expansion."""
    return f"look {f'{depth} deep ' if depth > 1 else ''}at {' '.join(line)}"


def _worth(expected: float, cost: float) -> str:
    price = f" and to cost {gain(cost)}" if cost > 0 else ""
    return f"expected to gain {gain(expected)}{price}"


def _found(step: Step) -> str:
    """What came of a step."""
    found = f"It {_change(*step.values)}"
    if len(step.line) > 1:
        found += _passed_on(step)
    before, after = map(called, step.choices)
    if before == after:
        return f"{found}; {after} stays the choice."
    gained = f"{gain(step.gained)} gained" if step.gained > 0 else "nothing gained"
    return f"{found}: {after} is the choice now, {gained}."


def _passed_on(step: Step) -> str:
    """What became of the action that leads there."""
    before, after = map(short, step.move_values)
    if before == after:
        return f", but {called(step.move)} stays at {after}"
    if step.values == step.move_values:
        return f", and {called(step.move)} with it"
    return f", and {called(step.move)} from {before} to {after}"


def _change(before: float, after: float) -> str:
    if short(before) == short(after):
        return f"stays at {short(after)}"
    return f"{'rises' if after > before else 'falls'} from {short(before)} to {short(after)}"


def outcome(decision: Decision, steps: Sequence[Step], ending: str) -> list[str]:
    """Why it stopped, what the answer is, and what was spent."""
    changes = sum(step.choices[0] != step.choices[1] for step in steps)
    expected, gained = (
        sum(getattr(step, name) for step in steps) for name in ("expected", "gained")
    )
    return [
        ending,
        _answer(decision),
        f"{count(len(steps), 'step')}, {count(decision.spent.nodes, 'state')} in "
        f"{decision.spent.seconds:.2g} s; expected to gain {gain(expected)} in all, gained "
        f"{gain(gained)}; the choice changed {count(changes, 'time')}.",
    ]


def ended(decision: Decision, line: Sequence[str]) -> str:
    """Why it stopped, in a sentence; ``line`` leads to where the next step would have been."""
    reason, ahead = decision.stop_reason, decision.ahead
    if reason == "single_action":
        return "There is only one action, so there was nothing to think about."
    if reason == "proven":
        return "It stopped because the choice is proven: all values are exact."
    if reason == "not_worth_it" and ahead is None:
        return "It stopped because no single step could change the choice any more."
    how = {
        "running": "It is still running.",
        "interrupted": "It was interrupted.",
        "not_worth_it": "It stopped because no step was worth its cost.",
    }.get(reason, f"It stopped at the limit of {reason}.")
    return f"{how} {_next(ahead, line)}"


def _next(ahead: Prospect | None, line: Sequence[str]) -> str:
    if ahead is None:
        return "No single step could change the choice any more."
    worth = _worth(ahead.expected, ahead.cost)
    return f"The best next one, a {_look(line, ahead.depth)}, was {worth}."


def _answer(decision: Decision) -> str:
    others = [row for row in decision.actions if row.action != decision.action]
    known = [(row.mean, row.action) for row in others if row.mean is not None]
    answer = f"The choice is {called(decision.action)}"
    if decision.value is not None:
        answer += f", worth {short(decision.value)}"
    if known:
        value, second = max(known, key=lambda row: row[0])
        answer += f"; the next best is {called(second)}, worth {short(value)}"
    line = " ".join(map(str, decision.pv))
    return f"{answer}. Expected to follow: {line}." if len(decision.pv) > 1 else f"{answer}."


def _sentence(text: str) -> str:
    """The beginning of a sentence; the names of actions are left as they are."""
    return f"A{text[1:]}" if text.startswith("action ") else text


def count(number: int, what: str) -> str:
    """So many of what, in words."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"
