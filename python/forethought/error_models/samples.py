"""Errors to learn from, collected where a search asks for them.

Plays of MGSS* against itself: the nodes of its trees that it chose to expand are the states whose
errors it must foresee, so they are the samples (Russell and Wefald 1989 trained on leaves alike).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from forethought.cost import per_node
from forethought.error_models.model import ErrorModel
from forethought.evaluations import Named
from forethought.game import OVER, NativeGame
from forethought.rng import Rng
from forethought.search import MGSS, AlphaBeta, start

Array = npt.NDArray[np.float64]

COLUMNS = ("stage", "value", "actions", "from", "to", "error")
"""Of a sample: how far the play has come, from 0 to 1; the value to the player to move after a look
``from`` actions ahead; the number of his actions; how far the deeper look went; and by how much it
moved the value."""

OPENING = (4, 10)
"""Fewest and most random actions at the start of a play."""

COST, NODES = 3e-4, 3000
"""Of the search that plays: the cost of a node, in units of the scale, and its most nodes."""

PER_TREE = 8
"""Samples of one step that a tree gives at most: those of one tree are much alike."""

DECIDED = 0.99
"""Values of this size, in units of the scale, are as good as results. They hardly move any more, so
a tree gives no more than one."""

DEEPEST, DEEPER = 8, 4
"""How far looks go, and by how much a look is deeper than another at most."""


@dataclass(frozen=True)
class Source:
    """Where samples come from: a game, its evaluation, and the error model that the search has.

    ``scale`` is the size of a large value.
    """

    game: NativeGame
    evaluation: Named
    error: ErrorModel
    scale: float = 1.0

    def search(self) -> MGSS:
        """The search that plays."""
        return MGSS(self.evaluation, self.error, per_node(COST * self.scale))


def collect(source: Source, plays: int, rng: Rng) -> Array:
    """The samples of some plays, a row each with ``COLUMNS``.

    Those of one step come from every tree; of every other tree one state is looked at up to
    ``DEEPEST`` actions ahead, and gives a sample for each two looks that are 1 to ``DEEPER`` apart.
    """
    rows: list[list[float]] = []
    for _ in range(plays):
        for tree in _trees(source, rng):
            found = chosen(steps(source.game, tree), source.scale, rng)
            rows += [row for _, row in found]
            if found and rng.random() < 0.5:
                rows += looks(source, *rng.choice(found))
    return np.array(rows, dtype=float).reshape(-1, len(COLUMNS))


def _trees(source: Source, rng: Rng) -> Iterator[list[Any]]:
    """The trees of the decisions of one play."""
    game, state, opening = source.game, source.game.initial(), rng.randint(*OPENING)
    while game.turn(state) != OVER:
        if opening > 0:
            opening, action = opening - 1, rng.choice(game.actions(state))
        else:
            search = start(game, source.search(), state=state, seed=rng.getrandbits(63))
            action = search.run(nodes=NODES).action
            yield search.tree()
        _, state = game.apply(state, action)


Step = tuple[Any, list[float]]
"""A state, and the sample of the step that was made there."""


def steps(game: NativeGame, tree: list[Any]) -> list[Step]:
    """The steps of a tree of MGSS*: all but the first, since nothing is thought of a root.

    The error is the value of the best successor when it was made, less that of the state when it
    was made, both to the player to move there.
    """
    successors: dict[int, list[float]] = {}
    for (parent, *_, made, _), _ in tree:
        if parent:
            successors.setdefault(parent, []).append(made)
    found = []
    for number, values in successors.items():
        _, _, state, turn, _, made, _ = tree[number][0]
        sign = 1.0 if turn == tree[0][0][3] else -1.0
        error = max(sign * (value - made) for value in values)
        row = [game.stage(state), sign * made, float(len(values)), 0.0, 1.0, error]
        found.append((state, row))
    return found


def chosen(found: list[Step], scale: float, rng: Rng) -> list[Step]:
    """Some steps of a tree: ``PER_TREE`` at most, and at most one at a decided state."""
    rng.shuffle(found)
    decided = [step for step in found if abs(step[1][1]) > DECIDED * scale]
    return ([step for step in found if step not in decided] + decided[:1])[:PER_TREE]


def looks(source: Source, state: Any, row: list[float]) -> list[list[float]]:
    """The samples of deeper looks at a state whose sample of one step is given.

    A look is alpha-beta without the game's own solver, which would know the end. What is decided
    after a look is no sample, nor is the step once more.
    """
    stage, value, actions, *_ = row
    search = start(source.game, AlphaBeta(None, source.evaluation, endgame=False), state=state)
    values = [value, *(search.run(depth=depth).value for depth in range(1, DEEPEST + 1))]
    return [
        [stage, values[less], actions, less, more, values[more] - values[less]]
        for less in range(DEEPEST)
        for more in range(less + 1, min(less + DEEPER, DEEPEST) + 1)
        if more > 1 and abs(values[less]) <= DECIDED * source.scale
    ]
