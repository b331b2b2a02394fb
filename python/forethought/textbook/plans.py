"""Sequential planning: one search for the best plan, then its steps one after the other.

A sequential plan is a row of actions, each legal where it is done, of which the last one and no
other ends the play; it is optimal if no other plan pays more, however long it is. ``bestplan``
follows the course on general game playing of Stanford University, chapter 5::

    bestplan(role, state):
      if terminal(state): return (reward(role, state), [])
      for each legal action, the first one first: (s, p) = bestplan(role, next(state, action))
      return the (s, p) with the greatest s, the first of equals, with its action added to p

What one may trip over:

- It is for one player without chance: else what follows is not in its hands.
- A plan replaces the best one only if it pays more (a strict >), so of equals the first one stays.
- Nothing is remembered: a state that can be reached in many ways is searched each time. And no
  state is known again: plays must end by themselves, as those of rule sheets do by a step counter.
- The recursion is as deep as a play is long, which may be more than Python allows: here is none.
- There is no clock. So the plans come one by one, and whoever has no time left takes the best one
  so far: ``better_plans`` is the search that can be stopped at any time.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import Any, NamedTuple

from forethought.errors import Unsupported
from forethought.game import OVER, Game, actions_of
from forethought.textbook.adversarial import start_of
from forethought.textbook.course import check_alone, result


class Plan(NamedTuple):
    """A plan.

    Attributes:
        actions: what is done, first to last.
        value: what the player is paid in all.
    """

    actions: tuple[Any, ...]
    value: float


@dataclass(frozen=True)
class PlanCount:
    """How many sequential plans there are, and what they pay.

    Attributes:
        nodes: nodes of the tree of all plays, the root included.
        states: different states among them.
        plans: sequential plans, which are the leaves of the tree.
        returns: how many plans pay how much, the least first.
        optimal: how many optimal plans have how many actions, the shortest first.
        best: the first optimal plan; what ``bestplan`` finds.
    """

    nodes: int
    states: int
    plans: int
    returns: dict[float, int]
    optimal: dict[int, int]
    best: Plan


def sequential_plans(game: Game, state: Any = None) -> Iterator[Plan]:
    """Every sequential plan, depth first, in the order of the actions.

    Args:
        game: a game of one player without chance whose plays end.
        state: where to start; the initial state if it is not given.

    Raises Unsupported for another game.
    """
    for plan, _ in nodes_below(game, state):
        if plan is not None:
            yield plan


def better_plans(game: Game, state: Any = None) -> Iterator[Plan]:
    """Those of ``sequential_plans`` that pay more than each one before; the last one is optimal."""
    value = -inf
    for plan in sequential_plans(game, state):
        if plan.value > value:
            value = plan.value
            yield plan


def bestplan(game: Game, state: Any = None) -> Plan:
    """The first optimal plan; one without actions if the play is over at ``state``."""
    *_, best = better_plans(game, state)
    return best


def count_plans(game: Game, state: Any = None, max_nodes: int = 1_000_000) -> PlanCount:
    """Counts the plans, as a check of rules and of planners.

    Raises Unsupported if there are more than ``max_nodes`` nodes, or for another game.
    """
    nodes, states = 0, set()
    found: Counter[tuple[float, int]] = Counter()
    best = Plan((), -inf)
    for plan, at in nodes_below(game, state):
        nodes += 1
        if nodes > max_nodes:
            raise Unsupported(
                f"{game.name}: the plays have more than {max_nodes} nodes: raise max_nodes=, or "
                "take some of forethought.textbook.sequential_plans(game)"
            )
        states.add(at)
        if plan is not None:
            found[plan.value, len(plan.actions)] += 1
            best = plan if plan.value > best.value else best
    returns: Counter[float] = Counter()
    for (value, _), count in sorted(found.items()):
        returns[value] += count
    optimal = {length: n for (value, length), n in sorted(found.items()) if value == best.value}
    return PlanCount(nodes, len(states), found.total(), dict(returns), optimal, best)


def nodes_below(game: Game, state: Any) -> Iterator[tuple[Plan | None, Any]]:
    """The tree of plays: of every node the plan that ends there if one does, and the state."""
    check_alone(game, "sequential planning")
    rest = [(Plan((), 0.0), start_of(game, state))]
    while rest:
        so_far, at = rest.pop()
        if game.turn(at) == OVER:
            yield so_far, at
            continue
        yield None, at
        for action in reversed(actions_of(game, at)):
            reward, after = result(game, at, action)
            rest.append((Plan((*so_far.actions, action), so_far.value + reward), after))
