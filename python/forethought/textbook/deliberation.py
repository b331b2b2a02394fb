"""Compulsive deliberation: the whole rest of the game is searched anew before every move.

It follows the course on general game playing of Stanford University, chapter 5, for one player::

    maxscore(role, state):
      if terminal(state): return reward(role, state)
      score = 0
      for each legal action a:
        result = maxscore(role, next(state, a))
        if result == 100: return 100
        if result > score: score = result
      return score

    bestmove(role, state): the legal action with the greatest maxscore after it

What one may trip over:

- An action replaces the best one only if it is worth more (a strict >): of equals the first one is
  taken, and where nothing can be had that is the first legal one.
- The course lets the score start at 0, which is right for goals from 0 to 100. Games may pay less
  than nothing, so here it starts below everything; with goals that gives the same action.
- The look around ends where there is nothing better to find, at 100 in the course. What that is
  depends on the game: say it by ``most``, or every play is looked at.
- Nothing is remembered, neither within a search nor from one move to the next, and no state is
  known again: plays must end by themselves, as those of rule sheets do by a step counter.
- The recursion is as deep as a play is long: see ``forethought.textbook.recursion``.
- The course has no clock. Here ``enough`` is asked at every node; once it says yes, no more is
  looked at, and the score is the best of the plays that were seen to their end.
"""

from collections.abc import Callable
from math import inf
from typing import Any, NamedTuple

from forethought.game import OVER, Game, actions_of
from forethought.textbook.adversarial import start_of
from forethought.textbook.course import check_alone, legal, result
from forethought.textbook.recursion import Call, run


class Score(NamedTuple):
    """What maxscore found.

    Attributes:
        value: the most that can be had from the state on; -inf if no play was seen to its end.
        action: the first action that leads to it; None if the play is over.
        nodes: states that it looked at, the first one included.
        complete: whether it was not stopped, so that the value is exact.
    """

    value: float
    action: Any
    nodes: int
    complete: bool


def never() -> bool:
    """There is always time for more."""
    return False


def maxscore(
    game: Game,
    state: Any = None,
    most: float = inf,
    enough: Callable[[], bool] = never,
) -> Score:
    """The most that the only player can get, and how.

    Args:
        game: a game of one player without chance whose plays end.
        state: where to start; the initial state if it is not given.
        most: what no play pays more of from there on; 100 for rule sheets.
        enough: whether to stop now.

    Raises Unsupported for another game.
    """
    check_alone(game, "compulsive deliberation")
    start = start_of(game, state)
    search = _Deliberation(game, most, enough)
    value, action = run(search.maxscore(start, 0.0))
    if action is None and game.turn(start) != OVER:
        action = legal(game, start)
    return Score(value, action, search.nodes, search.complete)


def bestmove(game: Game, state: Any = None, most: float = inf) -> Any:
    """The action of the player who deliberates compulsively."""
    return maxscore(game, state, most).action


class _Deliberation:
    def __init__(self, game: Game, most: float, enough: Callable[[], bool]) -> None:
        self.game, self.most, self.enough = game, most, enough
        self.nodes, self.complete = 0, True

    def maxscore(self, state: Any, paid: float) -> Call[tuple[float, Any]]:
        """The best return of a play through this state, of which ``paid`` is paid already."""
        self.nodes += 1
        if self.game.turn(state) == OVER:
            return paid, None
        score, best = -inf, None
        for action in actions_of(self.game, state):
            if self.stops():
                break
            reward, after = result(self.game, state, action)
            value, _ = yield self.maxscore(after, paid + reward)
            if value > score:
                score, best = value, action
            if score >= self.most:
                break
        return score, best

    def stops(self) -> bool:
        """Whether nothing more is to be looked at."""
        if self.complete and self.enough():
            self.complete = False
        return not self.complete
