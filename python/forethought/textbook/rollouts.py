"""Rollouts that learn which actions do well wherever they are taken.

The move-average sampling technique (MAST: Finnsson and Björnsson 2008) with an epsilon-greedy
choice, and over runs of actions (NST: Tak, Winands and Björnsson 2012).
"""

from collections.abc import Sequence
from math import inf
from typing import Any

from forethought.rng import Rng
from forethought.textbook.trail import Trail


class LearnedRollouts:
    """What is known of actions, and how rollouts act by it.

    Args:
        epsilon: how often a rollout acts at random.
        longest: the most actions in a run; 1 is MAST.
        least: samples from which on a run of more than one action counts.
    """

    def __init__(self, epsilon: float = 0.1, longest: int = 1, least: float = 7) -> None:
        self.epsilon, self.longest, self.least = epsilon, longest, least
        self.count: dict[tuple[Any, ...], int] = {}
        self.mean: dict[tuple[Any, ...], float] = {}

    def choose(self, player: int, actions: list[Any], before: list[Any], rng: Rng) -> Any:
        """One of the actions that did best, or any with probability epsilon."""
        if rng.random() < self.epsilon:
            return rng.choice(actions)
        worth = [self.worth(player, action, before) for action in actions]
        best = max(worth)
        return rng.choice([a for a, w in zip(actions, worth, strict=True) if w == best])

    def worth(self, player: int, action: Any, before: list[Any]) -> float:
        """The mean over the runs that the action would end; inf if it was never taken."""
        if (player, action) not in self.count:
            return inf
        runs = [(player, *before[len(before) - n :], action) for n in self.lengths(len(before))]
        known = [self.mean[r] for r in runs if len(r) == 2 or self.count.get(r, 0) >= self.least]
        total = 0.0
        # One after the other: sum() corrects its rounding since Python 3.12.
        for mean in known:
            total += mean
        return total / len(known)

    def learn(self, trail: Trail, returns: Sequence[float]) -> None:
        """Adds what each player was paid from an action on to all runs that ended with it."""
        actions = [taken.action for taken in trail.taken]
        for at, taken in enumerate(trail.taken):
            sample = trail.onward(taken, returns)
            for n in self.lengths(at):
                run = (taken.player, *actions[at - n : at], taken.action)
                self.count[run] = count = self.count.get(run, 0) + 1
                old = self.mean.get(run, 0.0)
                self.mean[run] = old + (sample - old) / count

    def lengths(self, before: int) -> range:
        """How many actions before it a run may take in, where there are so many."""
        return range(min(self.longest, before + 1))
