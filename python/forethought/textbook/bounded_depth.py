"""Bounded depth, minimax and the evaluations of the course, for any number of players.

It follows the course on general game playing of Stanford University, chapters 6 and 7. One's own
action is worth the least over what all others may do at once; they are taken to know it::

    maxscore(role, state, level):
      if terminal(state): return reward(role, state)
      if level >= limit: return evaluation(role, state)
      return the greatest of minscore(role, a, state, level) over the legal actions a of the role

    minscore(role, a, state, level):
      return the least of maxscore(role, next(state, a and m), level + 1) over the joint moves m of
      the others

Without a limit this is the minimax of the course; for one player it is compulsive deliberation.
The evaluations are

- 0, the "conservative" one: what is not seen is worth nothing;
- mobility, how much of what a player may ever do it may do now; focus, the opposite;
- goal proximity, what a rule sheet would pay now (``forethought.textbook.goal_proximity``);
- what a few plays at random pay (``montecarlo``), and any other function of a state;
- sums of these with weights.

What one may trip over:

- An action replaces the best one only if it is worth more (a strict >): of equals the first.
- The depth counts steps, in which all players move. In games where they take turns a player has one
  legal move where it has no choice, so that its mobility there is small.
- Evaluations lie between the returns of the game, 0 to 100 for goals, or a guess would be taken for
  better than a sure win.
- Looking at more where much is going on (``quiet``) needs a function that gets quiet some time.
- It has no clock: ``enough`` is asked at every node. What is stopped gives the best of the root's
  actions that were seen through; a player goes one step deep, then two, and so on.
"""

from collections.abc import Callable, Iterable
from math import inf
from typing import Any

from forethought.game import OVER, Game, actions_of, step
from forethought.rng import Rng
from forethought.textbook.adversarial import start_of
from forethought.textbook.course import Step, steps
from forethought.textbook.deliberation import Score, never
from forethought.textbook.recursion import Call, run

Heuristic = Callable[[Any], float]
"""What one player may expect from a state on."""

_LONGEST = 1000


def bounded_depth(
    game: Game,
    player: int,
    state: Any = None,
    depth: float = inf,
    evaluation: Heuristic | None = None,
    *,
    quiet: Callable[[Any], bool] | None = None,
    returns: tuple[float, float] = (-inf, inf),
    enough: Callable[[], bool] = never,
) -> Score:
    """What a player can be sure of, as far as it looks, and its action for that.

    Args:
        game: a game without chance.
        player: the index of the player who asks.
        state: where to start; the initial state if it is not given.
        depth: how many steps to look ahead; to the end if it is not given.
        evaluation: what a state at that depth is worth to the player; 0 if it is not given.
        quiet: whether a state at that depth is to be judged; if not, one step more is looked at.
        returns: the least and the most that a play can pay from there on; where that is reached
            there is nothing more to look for.
        enough: whether to stop now.

    The action is None where the player has no choice. Raises Unsupported where chance decides.
    """
    search = _Search(game, player, evaluation, quiet, returns, enough)
    return search.score(start_of(game, state), depth)


class _Enough(Exception):  # noqa: N818
    """There is no time for more."""


class _Search:
    def __init__(
        self,
        game: Game,
        player: int,
        evaluation: Heuristic | None,
        quiet: Callable[[Any], bool] | None,
        returns: tuple[float, float],
        enough: Callable[[], bool],
    ) -> None:
        self.game, self.player, self.evaluation, self.quiet = game, player, evaluation, quiet
        self.least, self.most = returns
        self.enough = enough
        self.nodes = 0

    def score(self, state: Any, depth: float) -> Score:
        """The action with the greatest minscore at the root."""
        self.nodes += 1
        if self.game.turn(state) == OVER:
            return Score(0.0, None, self.nodes, True)
        score, best, complete = -inf, None, True
        for action, replies in self.choices(state).items():
            try:
                value = run(self.minscore(replies, 0.0, depth))
            except _Enough:
                complete = False
                break
            if value > score:
                score, best = value, action
            if score >= self.most:
                break
        return Score(score, best, self.nodes, complete)

    def choices(self, state: Any) -> dict[Any, list[Step]]:
        """What may follow each action of the player, by what the others do."""
        found: dict[Any, list[Step]] = {}
        for each in steps(self.game, state):
            found.setdefault(each.moves.get(self.player), []).append(each)
        return found

    def maxscore(self, state: Any, paid: float, depth: float) -> Call[float]:
        """The most that the player is sure of, with what it was ``paid`` on the way."""
        self.nodes += 1
        if self.enough():
            raise _Enough
        if self.game.turn(state) == OVER:
            return paid
        if depth <= 0 and (self.quiet is None or self.quiet(state)):
            return paid + (0.0 if self.evaluation is None else self.evaluation(state))
        score = -inf
        for replies in self.choices(state).values():
            score = max(score, (yield self.minscore(replies, paid, depth)))
            if score >= self.most:
                break
        return score

    def minscore(self, replies: list[Step], paid: float, depth: float) -> Call[float]:
        """The least over what the others may do."""
        score = inf
        for each in replies:
            so_far = paid + each.rewards[self.player]
            score = min(score, (yield self.maxscore(each.state, so_far, depth - 1)))
            if score <= self.least:
                break
        return score


# Evaluations


def feasible(game: Game, player: int, plays: int = 20, seed: int = 0) -> int:
    """How many different actions the player had in some random plays: about all that it may do.

    A sheet may list them (``input``), but need not, and a game of Python can't; so they are seen
    in plays. A play is left after 1000 actions.
    """
    rng, seen = Rng(seed, "feasible actions"), set[Any]()
    for _ in range(plays):
        state = game.initial()
        for _ in range(_LONGEST):
            if game.turn(state) == OVER:
                break
            actions = actions_of(game, state)
            if game.turn(state) == player:
                seen.update(actions)
            state = step(game, state, rng.choice(actions), rng)[1]
    return max(1, len(seen))


def mobility(game: Game, player: int, actions: int) -> Heuristic:
    """100 times the share of a player's actions that are legal at a state.

    ``actions`` is how many it has in all, as ``feasible`` counts them. Where it is not asked it has
    one, as a role that waits.
    """

    def judge(state: Any) -> float:
        legal = len(actions_of(game, state)) if game.turn(state) == player else 1
        return min(100.0, 100.0 * legal / actions)

    return judge


def focus(game: Game, player: int, actions: int) -> Heuristic:
    """100 less the mobility: few actions are easy to search."""
    mobile = mobility(game, player, actions)
    return lambda state: 100.0 - mobile(state)


def weighted(parts: Iterable[tuple[float, Heuristic]]) -> Heuristic:
    """The sum of evaluations, each times its weight; with weights that sum to 1 a mean."""
    listed = list(parts)
    return lambda state: sum(weight * judge(state) for weight, judge in listed)
