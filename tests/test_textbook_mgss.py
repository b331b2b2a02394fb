"""MGSS* of the textbook: what a step is worth, against the change of move that it brings.

The oracle puts values in the place of a leaf, works out the whole tree again for each, and looks
whether another move is chosen (equation 8). It knows nothing of relevance and bounds.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import inf, sqrt
from typing import Any

import numpy as np
import pytest
from numpy.polynomial.legendre import leggauss
from numpy.typing import NDArray

import forethought as ft
from forethought.errors import ParameterError, StateError, Unsupported
from forethought.textbook import Choice, Outlook, mgss
from forethought.textbook.value_of_computation import (
    CHANCE,
    MAX,
    MIN,
    Leaf,
    Node,
    back_up,
    gain_below_alpha,
    gain_below_beta,
    psi,
    relevant,
)
from tests.minimax import ragged
from tests.places import late
from tests.replay import Replay
from tests.zoo.good import TicTacToe

Array = NDArray[np.float64]

# Random trees


def random_tree(rng: random.Random, draw: Callable[[], float], levels: int, chance: bool) -> Node:
    """Of 1 to 4 moves, uneven, with single children and ends; players in any order."""
    return inner(rng, draw, MAX, levels, chance)


def inner(
    rng: random.Random, draw: Callable[[], float], mover: int, levels: int, chance: bool
) -> Node:
    movers = [MAX, MIN, MIN, CHANCE] if chance else [MAX, MIN]
    node = Node(0.0, mover)
    for label in range(rng.choice((1, 2, 2, 3, 3, 4))):
        deeper = levels > 1 and rng.random() < 0.7
        below = inner(rng, draw, rng.choice(movers), levels - 1, chance) if deeper else None
        node.children.append(below or bottom(rng, draw))
        node.labels.append(label)
    if mover == CHANCE:
        node.p = shares(rng, len(node.children))
    node.value = back_up(node)
    return node


def bottom(rng: random.Random, draw: Callable[[], float]) -> Node:
    value, mover = draw(), rng.choice((MAX, MIN, MIN, None))
    return Node(value, mover, value + rng.gauss(0, 1), abs(rng.gauss(0, 2)))


def shares(rng: random.Random, n: int) -> list[float]:
    """In sixteenths, so that with whole values all is exact and ties are ties."""
    cuts = [0, *sorted(rng.sample(range(1, 16), n - 1)), 16]
    return [(b - a) / 16 for a, b in pairwise(cuts)]


def ends(node: Node) -> Iterator[Node]:
    """Leaves and ends of play, in depth-first order."""
    if not node.children:
        yield node
    for child in node.children:
        yield from ends(child)


# The oracle


def gains(root: Node, substituted: Array) -> Array:
    """What each leaf (row) gains by equation 8 if its value becomes each of these (column)."""
    leaves = list(ends(root))
    moves = np.stack([worth(move, leaves, substituted) for move in root.children])
    old = int(np.argmax([move.value for move in root.children]))
    gained: Array = moves.max(axis=0) - moves[old]
    return gained


def worth(node: Node, leaves: list[Node], substituted: Array) -> Array:
    """Minimax values of a node with the value of one leaf changed, as ``gains`` has them."""
    if not node.children:
        values = np.full(substituted.shape, node.value)
        row = next(i for i, leaf in enumerate(leaves) if leaf is node)
        values[row] = substituted[row]
        return values
    below = np.stack([worth(child, leaves, substituted) for child in node.children])
    if node.mover == CHANCE:
        mean: Array = np.tensordot(node.p, below, axes=1)
        return mean
    best: Array = below.max(axis=0) if node.mover == MAX else below.min(axis=0)
    return best


def clamped(leaf: Leaf | None, values: Array) -> Array:
    """The gain by the bounds of the textbook, of A x + B; 0 of a leaf that is not relevant."""
    if leaf is None:
        return np.zeros_like(values)
    share, node = slope(leaf), leaf.path[-1]
    seen = leaf.mean + share * (values - node.mean)
    if leaf.below_alpha:
        return np.maximum(leaf.threshold - np.maximum(seen, leaf.delta), 0)
    return np.maximum(np.minimum(seen, leaf.delta) - leaf.threshold, 0)


def slope(leaf: Leaf) -> float:
    """The product of the probabilities on the way."""
    share = 1.0
    for node, child in pairwise(leaf.path):
        if node.mover == CHANCE:
            share *= node.p[[x is child for x in node.children].index(True)]
    return share


def by_node(root: Node) -> dict[int, Leaf]:
    return {id(leaf.path[-1]): leaf for leaf in relevant(root)}


KINDS = [(whole, chance) for whole in (True, False) for chance in (True, False)]


@pytest.mark.parametrize(("whole", "chance"), KINDS)
def test_steps_are_worth_the_change_of_move_that_they_bring(whole: bool, chance: bool) -> None:
    rng = random.Random(f"{whole} {chance}")
    values = np.array([-1e6, *range(-8, 9), 1e6]) + (0.0 if whole else 0.1)
    seen = found = 0
    for _ in range(3000):
        draw = (lambda: float(rng.randint(-4, 4))) if whole else (lambda: rng.gauss(0, 3))
        root = random_tree(rng, draw, rng.randint(1, 5), chance)
        leaves = list(ends(root))
        substituted = np.tile(values, (len(leaves), 1))
        known = by_node(root)
        # Terminals are never looked at: their rows are left out.
        rows = [i for i, leaf in enumerate(leaves) if leaf.mover is not None]
        told = [clamped(known.get(id(leaves[i])), values) for i in rows]
        gained = gains(root, substituted)[rows]
        assert np.allclose(gained, np.reshape(told, gained.shape), rtol=0, atol=1e-9)
        seen, found = seen + len(rows), found + len(known)
        assert len(known) == len(list(relevant(root)))
        assert all(np.any(gained[rows.index(i)] > 0) for i in positive(leaves, known, rows))
    assert 0.1 < found / seen < 0.9


def positive(leaves: list[Node], known: dict[int, Leaf], rows: list[int]) -> list[int]:
    """Relevant leaves that some value of -1e6 to 1e6 lets pass; a share of 0 never does."""
    return [i for i in rows if id(leaves[i]) in known and slope(known[id(leaves[i])]) > 0]


# Expected gains

NODES, WEIGHTS = leggauss(60)


def integral(f: Callable[[Array], Array], kinks: Sequence[float], mean: float, sd: float) -> float:
    """Of f times the normal density; f is smooth between the kinks."""
    ends = [mean - 12 * sd, mean, mean + 12 * sd]
    inside = [kink for kink in kinks if ends[0] < kink < ends[2]]
    edges = sorted({*np.linspace(ends[0], ends[2], 13).tolist(), *inside})
    total = 0.0
    for low, high in pairwise(edges):
        x = (low + high) / 2 + (high - low) / 2 * NODES
        density = np.exp(-(((x - mean) / sd) ** 2) / 2) / (sd * sqrt(2 * np.pi))
        total += (high - low) / 2 * float(WEIGHTS @ (f(x) * density))
    return total


def drawn(rng: random.Random) -> tuple[float, float, float, float]:
    """A mean, a standard deviation, a threshold, and a bound that may be infinite."""
    mean, sd, threshold = rng.gauss(0, 2), rng.expovariate(1), rng.gauss(0, 2)
    return mean, sd, threshold, rng.choice([inf, rng.gauss(0, 2)])


def test_closed_forms_are_the_integrals() -> None:
    rng = random.Random(1)
    for _ in range(3000):
        mean, sd, t, delta = drawn(rng)

        def up(x: Array, t: float = t, delta: float = delta) -> Array:
            return np.maximum(np.minimum(x, delta) - t, 0)

        expected = integral(up, [t, delta], mean, sd)
        assert gain_below_beta(mean, sd, t, delta) == pytest.approx(expected, rel=1e-9, abs=1e-13)

        def down(x: Array, t: float = t, delta: float = -delta) -> Array:
            return np.maximum(t - np.maximum(x, delta), 0)

        expected = integral(down, [t, -delta], mean, sd)
        assert gain_below_alpha(mean, sd, t, -delta) == pytest.approx(expected, rel=1e-9, abs=1e-13)


def test_a_certain_value_gains_without_a_density() -> None:
    assert gain_below_beta(3, 0, 1, inf) == 2
    assert gain_below_beta(3, 0, 1, 2) == 1
    assert gain_below_beta(3, 0, 1, 1) == gain_below_beta(0, 0, 1, inf) == 0
    assert gain_below_alpha(-1, 0, 1, -inf) == 2
    assert gain_below_alpha(-1, 0, 1, 0) == 1
    assert gain_below_alpha(-1, 0, 1, 1) == gain_below_alpha(2, 0, 1, -inf) == 0


def test_the_unit_normal_loss_far_out() -> None:
    # φ(z)/z² ∫ u exp(-u - u²/2z²) du, by Gauss and Laguerre.
    u, weights = np.polynomial.laguerre.laggauss(60)
    for z in (3.0, 6.0, 8.0, 12.0, 20.0, 35.0):
        density = np.exp(-z * z / 2) / sqrt(2 * np.pi)
        tail = density / z**2 * float(weights @ (u * np.exp(-((u / z) ** 2) / 2)))
        assert psi(z) == pytest.approx(tail, rel=1e-8)
        assert psi(-z) == pytest.approx(z + tail)
    assert psi(inf) == psi(100) == 0


@pytest.mark.parametrize("chance", [False, True])
def test_the_expected_gain_is_that_of_the_whole_tree(chance: bool) -> None:
    # A grid of 4001 points; the error of the trapezoids at the kinks is below 1e-5.
    rng, z = random.Random(f"{chance}"), np.linspace(-8, 8, 4001)
    density = np.exp(-z * z / 2) / np.exp(-z * z / 2).sum()
    for _ in range(60):
        root = random_tree(rng, lambda: rng.gauss(0, 3), 4, chance)
        leaves, known = list(ends(root)), by_node(root)
        substituted = np.stack([leaf.mean + leaf.sd * z for leaf in leaves])
        for leaf, expected in zip(leaves, gains(root, substituted) @ density, strict=True):
            if leaf.mover is not None:
                told = known[id(leaf)].expected if id(leaf) in known else 0.0
                assert told == pytest.approx(float(expected), abs=1e-5)


# The whole search


def guess(state: Any) -> float:
    """An evaluation that knows nothing of the rules, in eighths; ties are common."""
    return random.Random(repr(state)).randint(-24, 24) / 8


def spread(state: Any, value: float) -> tuple[float, float]:
    """An error that depends on the state and on its value; for some states there is none."""
    return value / 4 + 0.25, random.Random(f"sd {state!r}").choice((0.0, 0.5, 1.0, 2.0))


EINSTEIN = ft.games.einstein(size=3, rows=1)
FOUR = ft.games.connect_four(width=4, height=4)
# No moves are images of one another, as the evaluation does not know that they are.
GAMES: dict[str, tuple[ft.Game, Any]] = {
    "tic-tac-toe": (ft.games.tic_tac_toe(), "XO......."),
    "tic-tac-toe by chance": (ft.games.tic_tac_toe(opponent="random"), "X.......O"),
    "nim": (ft.games.nim(heaps=(1, 2, 3)), ft.games.nim(heaps=(1, 2, 3)).initial()),
    "connect four": (FOUR, FOUR.apply(FOUR.initial(), 0)[1]),
    "pig": (ft.games.pig(target=4, sides=3), None),
    "einstein": (EINSTEIN, late(EINSTEIN, 0)),
}


def with_trees() -> dict[str, tuple[ft.Game, Any]]:
    rng = random.Random(7)
    trees = {f"tree {i}": ragged(rng, 5, chance=i % 2 == 0) for i in range(30)}
    return GAMES | {name: (ft.games.tree(tree=tree), ()) for name, tree in trees.items()}


@pytest.mark.parametrize(("game", "state"), with_trees().values(), ids=with_trees())
def test_each_step_is_the_one_worth_most(game: ft.Game, state: Any) -> None:
    state = game.initial() if state is None else state
    looks: list[Outlook] = []
    found = mgss(game, state, guess, spread, 0.01, 12, looks.append)
    replay = Replay(game, state, guess, spread, {()})
    for outlook, step in zip(looks, found.computations, strict=False):
        told = {c.leaf.line: c.expected for c in outlook.candidates}
        values = [float(v) for v in replay.values((), 0.0)]
        assert outlook.values == pytest.approx(values)
        leaves = dict(replay.leaves(state))
        for line, leaf in leaves.items():
            assert told.get(line, 0.0) == pytest.approx(replay.gain(line, leaf), abs=1e-3)
        assert step.net == max(c.net for c in outlook.candidates) > 0
        assert step.net == pytest.approx(step.expected - 0.01 * step.nodes)
        old = values.index(max(values))
        replay.expanded.add(step.line)
        after = [float(v) for v in replay.values((), 0.0)]
        assert step.gained == pytest.approx(max(after) - after[old])
    assert_ended_well(found, looks, game, state)


def assert_ended_well(found: Choice, looks: list[Outlook], game: ft.Game, state: Any) -> None:
    if len(found.computations) < 12:
        assert looks[-1].chosen is None
        assert all(c.net <= 0 for c in looks[-1].candidates)
        assert looks[-1].values == found.values
    best = list(game.actions(state))[found.values.index(max(found.values))]
    assert (found.action, found.value) == (best, max(found.values))


def test_nodes_are_all_states_that_were_generated() -> None:
    rules = ft.games.tic_tac_toe()
    found = mgss(rules, rules.initial(), lambda s: 0.0, lambda s, v: (0.0, 1.0), most_steps=3)
    assert [c.nodes for c in found.computations] == [8, 7, 7]
    assert found.nodes == 1 + 9 + 8 + 7 + 7
    # Each move leads to a turn of chance, the die, and that to a state for each of its sides.
    dice = ft.games.einstein(size=3, rows=2)
    state = late(dice, 0)
    rolls = [dice.outcomes(dice.outcomes(state, a)[0][2], None) for a in dice.actions(state)]
    alone = mgss(dice, state, lambda s: 0.0, lambda s, v: (0.0, 1.0), most_steps=0)
    assert alone.nodes == 1 + sum(1 + len(sides) for sides in rolls)
    assert all(len(sides) == 3 for sides in rolls)


def test_one_move_is_played_at_once() -> None:
    looks: list[Outlook] = []
    found = mgss(ft.games.tree(tree=(((1, 2), 3),)), (), guess, spread, trace=looks.append)
    assert (found.computations, found.nodes, looks[0].candidates) == ([], 2, [])


def test_equal_moves_are_thought_about_only_while_they_are_uncertain() -> None:
    # Two moves of value 0 with spread s: a look at one is worth s φ(0) = 0.4 s, and costs 0.02.
    rules = ft.games.tree(tree=((0, 0), (0, 0)))
    wide = mgss(rules, (), lambda s: 0.0, lambda s, v: (0.0, 0.06), 0.01)
    narrow = mgss(rules, (), lambda s: 0.0, lambda s, v: (0.0, 0.04), 0.01)
    assert (len(wide.computations), len(narrow.computations)) == (2, 0)


def test_without_a_cost_it_stops_when_no_step_can_change_the_move() -> None:
    rng = random.Random(3)
    for _ in range(200):
        rules = ft.games.tree(tree=ragged(rng, 5, chance=True))
        looks: list[Outlook] = []
        found = mgss(rules, (), guess, spread, trace=looks.append)
        assert all(c.expected <= 0 for c in looks[-1].candidates)
        assert all(c.expected > 0 and c.gained >= 0 for c in found.computations)


def test_a_game_in_python() -> None:
    native = ft.games.tic_tac_toe()

    class Signed(TicTacToe):
        def apply(self, s: str, a: int) -> tuple[Any, str]:
            board = super().apply(s, a)[1]
            winner = self.winner(board)
            return 0 if winner is None else (1, -1) if winner == 0 else (-1, 1), board

        canonical = staticmethod(native.canonical)

    for state in ("X........", "XO.......", "X..OX...."):
        here = mgss(Signed(), state, guess, spread, 0.001)
        assert here == mgss(native, state, guess, spread, 0.001)


def test_what_can_not_be_searched() -> None:
    rules = ft.games.tic_tac_toe()
    with pytest.raises(StateError, match=r"no player is to move at 'XXXOO\.\.\.\.'"):
        mgss(rules, "XXXOO....", guess, spread)
    with pytest.raises(ParameterError, match=r"mgss\(cost=-1\): give a number, 0 or more"):
        mgss(rules, rules.initial(), guess, spread, -1)
    with pytest.raises(ParameterError, match=r"gives \(0, -1\): give a mean and a standard dev"):
        mgss(rules, rules.initial(), guess, lambda s, v: (0, -1))
    with pytest.raises(Unsupported, match="3 players"):
        mgss(ft.games.nim(players=3), ft.games.nim(players=3).initial(), guess, spread)


def test_of_images_the_first_move_is_looked_at() -> None:
    rules = ft.games.tic_tac_toe()
    looks: list[Outlook] = []
    images = {0: 0, 1: 1, 2: 0, 3: 1, 4: 4, 5: 1, 6: 0, 7: 1, 8: 0}
    found = mgss(rules, rules.initial(), guess, spread, most_steps=30, trace=looks.append)
    assert found.nodes > 1 + 9 + 30
    assert {step.line[0] for step in found.computations} <= {0, 1, 4}
    for outlook in looks:
        assert outlook.values == [outlook.values[images[action]] for action in range(9)]
