"""How much MGSS* thinks before it stops, by kind of position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from forethought.cost import per_node
from forethought.decision import Decision
from forethought.error_models import Constant
from forethought.error_models.model import shipped
from forethought.experiments import races
from forethought.experiments.constructed import Guessed
from forethought.games import make
from forethought.search import MGSS, decide

COST = 1e-4
"""What a state costs."""
MOST = 20_000
"""Most states of a decision, as the whole tree is kept."""
WIDE, NARROW = 0.1, 0.0005
"""Spreads of the errors of constructed trees: large beside the cost of a step, and small."""
LEAD = 4 * WIDE
"""By how much a clear move leads in a constructed tree."""

CLEAR, CLOSE, LEVEL = "one clear move", "close race of two", "four level moves"
IMAGES, ALIKE = "images, wide error", "images, narrow error"
START = "images (the start)"

KINDS: dict[str, tuple[tuple[float, ...], float, bool]] = {
    CLEAR: ((LEAD, 0.0, 0.0, 0.0), WIDE, False),
    CLOSE: ((LEAD, LEAD, 0.0, 0.0), WIDE, False),
    LEVEL: ((LEAD, LEAD, LEAD, LEAD), WIDE, False),
    IMAGES: ((LEAD, LEAD, LEAD, LEAD), WIDE, True),
    ALIKE: ((LEAD, LEAD, LEAD, LEAD), NARROW, True),
}
"""Constructed trees: the values of the moves, the spread of the errors, whether they are images."""

PLAYED = {"othello": range(8, 41), "connect_four": range(4, 25)}
"""Native games, and after how many random moves their positions are taken."""


@dataclass(frozen=True)
class Effort:
    """The decision at one position: the steps that it took, and the states."""

    game: str
    kind: str
    steps: int
    nodes: int

    @classmethod
    def of(cls, game: str, kind: str, decision: Decision) -> Effort:
        """What a decision took."""
        return cls(game, kind, len(decision.computations), decision.spent.nodes)


def constructed(count: int, seed: int, cost: float = COST) -> Iterator[Effort]:
    """The effort on ``count`` constructed trees of each kind, their errors as the model says."""
    for kind, (moves, sd, mirrored) in KINDS.items():
        for number in range(count):
            game = Guessed(moves, sd, seed + number, mirrored=mirrored)
            search = MGSS(Guessed.evaluation, Constant(0.0, sd), per_node(cost))
            yield Effort.of("constructed", kind, decide(game, search, nodes=MOST))


def played(name: str, count: int, seed: int, cost: float = COST) -> Iterator[Effort]:
    """The effort on ``count`` positions of each kind from random plays of a native game.

    The error model is that of the game's evaluation, or one number, as it was at these positions.
    Othello's start has four moves that are images of one another.
    """
    game = make(name)
    kinds: dict[str, list[races.Position]] = {CLEAR: [], CLOSE: []}
    for position in races.positions(game, PLAYED[name], seed):
        if min(map(len, kinds.values())) == count:
            break
        kind = CLEAR if position.lead >= races.CLEAR else CLOSE
        if len(kinds[kind]) < count and not races.CLOSE < position.lead < races.CLEAR:
            kinds[kind].append(position)
    states = [position.state for found in kinds.values() for position in found]
    model = shipped(name, game.evaluations[0]) or races.error(game, states)
    search = MGSS(error=model, cost=per_node(cost))
    for kind, found in kinds.items():
        for position in found:
            yield Effort.of(name, kind, decide(game, search, state=position.state, nodes=MOST))
    if name == "othello":
        yield Effort.of(name, START, decide(game, search, nodes=MOST))
