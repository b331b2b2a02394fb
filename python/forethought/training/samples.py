"""Errors of evaluations to learn from, collected where a search asks for them.

MGSS* plays against itself. What it must foresee is the error at the states that it thinks of
expanding, and those that it did expand, in its own trees, are the samples.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from forethought.cost import per_node
from forethought.error_models import ErrorModel
from forethought.error_models.fitting import COLUMNS, Array
from forethought.evaluations import Named
from forethought.game import OVER, NativeGame
from forethought.rng import Rng
from forethought.search import MGSS, AlphaBeta, start

OPENING = (4, 10)
"""Fewest and most random actions at the start of a play."""

ACTIONS = 100
"""Of a play at most: what comes later in a long one is much alike."""

COST, NODES = 3e-4, 3000
"""Of the search that plays: the cost of a node, in units of the scale, and its most nodes."""

PER_TREE = 8
"""Steps of a tree that are samples at most: those of one tree are much alike."""

DECIDED = 0.99
"""Values of this size, in units of the scale, are as good as results. They hardly move any more, so
a tree gives no more than one."""

DEEPEST, DEEPER = 8, 4
"""How far looks go, and by how much a look is deeper than another at most."""

LONGEST = 200_000
"""Nodes of the looks at a state: where they take more, they go less far."""

LOOKED, PAIRS = 0.5, 4
"""The share of trees of which one state is looked at more deeply, and the pairs of looks that are
samples of it. The step is what most searches ask for, so most samples are steps."""


@dataclass(frozen=True)
class Source:
    """Where samples come from: a game, its evaluation, and the error model that the search has.

    The game is one of two players without chance that pays at its end; ``scale`` is the size of a
    large value.
    """

    game: NativeGame
    evaluation: Named
    error: ErrorModel
    scale: float = 1.0

    def search(self) -> MGSS:
        """The search that plays."""
        return MGSS(self.evaluation, self.error, per_node(COST * self.scale))


def collect(source: Source, rng: Rng) -> Array:
    """The samples of one play, a row each with ``COLUMNS``. A state is there once."""
    rows: list[list[float]] = []
    seen: set[Any] = set()
    for tree in _trees(source, rng):
        new = [step for step in steps(source, tree) if step[0] not in seen]
        found = chosen(new, source.scale, rng)
        seen.update(state for state, _ in found)
        rows += [row for _, row in found]
        if found and rng.random() < LOOKED:
            pairs = looks(source, *rng.choice(found))
            rows += rng.sample(pairs, min(PAIRS, len(pairs)))
    return np.array(rows, dtype=float).reshape(-1, len(COLUMNS))


def _trees(source: Source, rng: Rng) -> Iterator[list[Any]]:
    """The trees of the decisions of one play."""
    game, state, opening = source.game, source.game.initial(), rng.randint(*OPENING)
    for number in range(ACTIONS):
        if game.turn(state) == OVER:
            return
        if number < opening:
            action = rng.choice(game.actions(state))
        else:
            search = start(game, source.search(), state=state, seed=rng.getrandbits(63))
            action = search.run(nodes=NODES).action
            yield search.tree()
        _, state = game.apply(state, action)


Step = tuple[Any, list[float]]
"""A state, and the sample of the step that was made there."""


def steps(source: Source, tree: list[Any]) -> list[Step]:
    """The steps of a tree of MGSS*, one for each state, but for that of its root.

    The error is what the best successor is worth by the evaluation, or by how the play ended, less
    what the state is worth by the evaluation, both to the player to move there.
    """
    successors: dict[int, list[int]] = {}
    for number, ((parent, *_), _) in enumerate(tree):
        if parent:
            successors.setdefault(parent, []).append(number)
    found: dict[Any, list[float]] = {}
    for number, after in successors.items():
        _, _, state, mover, *_ = tree[number][0]
        if state not in found:
            value = _value(source, tree, number, mover)
            error = max(_value(source, tree, each, mover) for each in after) - value
            stage = source.game.stage(state)
            found[state] = [stage, value, float(len(after)), 0.0, 1.0, error]
    return list(found.items())


def _value(source: Source, tree: list[Any], number: int, player: int) -> float:
    """What a node is worth to a player; the values of the tree have the mean errors in them."""
    _, _, state, turn, _, made, _ = tree[number][0]
    if turn == OVER:
        return float(made if player == tree[0][0][3] else -made)
    return source.game.evaluate(state, source.evaluation.name)[player]


def chosen(found: list[Step], scale: float, rng: Rng) -> list[Step]:
    """Some steps of a tree: ``PER_TREE`` at most, and at most one at a decided state."""
    shuffled = rng.sample(found, len(found))
    decided = [step for step in shuffled if abs(step[1][1]) > DECIDED * scale]
    return ([step for step in shuffled if step not in decided] + decided[:1])[:PER_TREE]


def looks(source: Source, state: Any, row: list[float]) -> list[list[float]]:
    """The samples of deeper looks at a state whose sample of one step is given.

    A look is alpha-beta without the game's own solver, which would know the end. What is decided
    after a look is no sample, nor is the step once more.
    """
    stage, value, actions, *_ = row
    parts = AlphaBeta(None, source.evaluation, endgame=False)
    search = start(source.game, parts, state=state, seed=0)
    values = [value]
    for depth in range(1, DEEPEST + 1):
        found = search.run(depth=depth, nodes=LONGEST)
        if found.stop_reason == "nodes":
            break
        assert found.value is not None
        values.append(found.value)
    return [
        [stage, values[less], actions, less, more, values[more] - values[less]]
        for less, more in itertools.combinations(range(len(values)), 2)
        if more - less <= DEEPER and more > 1 and abs(values[less]) <= DECIDED * source.scale
    ]
