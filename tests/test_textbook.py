import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forethought.errors import StateError, Unsupported
from forethought.game import CHANCE, OVER, Game, Reward, step
from forethought.rng import Rng
from forethought.textbook import (
    MCTS,
    OCBA,
    UCT,
    BackwardInduction,
    Samples,
    Scale,
    TreePolicy,
    apcs,
    lower_bound,
    sample_arms,
)
from forethought.textbook.contenders import Contenders, Estimate, beats
from forethought.textbook.mcts import Backup, Chance
from forethought.textbook.policies import ocba_shares
from forethought.textbook.tree import Arm, Node, Outcome, Weighed, weigh
from tests.zoo import broken_followed
from tests.zoo.good import Dice, Inventory, Nim, Stock, Throw, TicTacToe

Q1 = [-20.5, -17.1, -14.8, -13.6, -13.5, -14.61, -15.84, -17.2]
Q2 = [-10.49, -15.412, -15.56, -15.96, -16.64, -17.63, -18.836, -20.26]
PAPER = OCBA(n0=2, root_n0=2, sigma0=100)
GROWING = UCT(n0=2, root_n0=2, growing=True)


# Backward induction


@pytest.mark.parametrize(("game", "exact"), [(Inventory(10, 0), Q1), (Inventory(1, 5), Q2)])
def test_the_published_values_of_the_inventory_problem(game: Game, exact: list[float]) -> None:
    worth = BackwardInduction(game).action_values((5, 0))
    assert [worth[order][0] for order in range(8)] == pytest.approx(exact, abs=0.0051)


def test_perfect_play_in_tic_tac_toe_is_a_draw() -> None:
    assert BackwardInduction(TicTacToe()).value(".........") == (0.5, 0.5)


def test_a_random_opponent_in_tic_tac_toe() -> None:
    exact = BackwardInduction(TicTacToe(), random_players={0})
    worth = sorted((q[1], cell) for cell, q in exact.action_values("X........").items())
    assert worth[-1][1] == 4
    assert [worth[-1][0], worth[-2][0]] == pytest.approx([0.9667, 0.9048], abs=5e-5)


def test_dice_by_hand() -> None:
    # V(p, 1) = (5 p + 20) / 6 and V(p, 2) = (25 p + 200) / 36, as throwing is best in all of them.
    exact = BackwardInduction(Dice())
    assert exact.value(Throw(0, 3))[0] == pytest.approx(1500 / 216)
    assert exact.value(Throw(6, 1))[0] == pytest.approx(50 / 6)
    assert exact.best_action(Throw(20, 1)) == "stop"


def test_three_players_each_for_himself() -> None:
    exact = BackwardInduction(Nim())
    assert exact.value(((1, 1, 1), 0)) == (-0.5, -0.5, 1.0)
    assert exact.value(((0, 2, 0), 1)) == (-0.5, 1.0, -0.5)
    # From 1 and 2 every move loses; the first one of them leaves 2 to the next player.
    assert exact.value(((1, 2), 0)) == (-0.5, 1.0, -0.5)


def test_what_backward_induction_can_not_solve() -> None:
    with pytest.raises(Unsupported, match="state 1 can come twice in a play"):
        BackwardInduction(broken_followed.Endless()).value(1)
    with pytest.raises(Unsupported, match="does not define outcomes"):
        BackwardInduction(Stock()).value((5, 0))


# Policies


def test_the_shares_of_ocba() -> None:
    # (5) gives 1/1 and 9/4, (6) gives sqrt(4) sqrt(1/1 + 81/16/9).
    assert ocba_shares([3, 2, 1], [4, 1, 9]) == [2 * 1.5625**0.5, 1, 2.25]
    assert ocba_shares([3, 3, 1], [4, 1, 4]) == [2 * 0.25**0.5, 1 * 0.25**0.5, 1]


def test_the_most_starving_arm() -> None:
    # The shares are 2.5, 1 and 2.25 of 5.75: of 23 samples 10, 4 and 9.
    assert OCBA().choose([10, 4, 8], [3, 2, 1], [4, 1, 9]) == 2
    assert OCBA().choose([10, 3, 9], [3, 2, 1], [4, 1, 9]) == 1


@pytest.mark.parametrize(
    ("n", "mean", "s2", "arm"),
    [
        ([5, 3, 4], [1, 1, 1], [5, 3, 4], 1),
        ([5, 3, 3], [1, 2, 3], [0, 0, 0], 1),
        ([9], [1], [0], 0),
        ([2, 2], [1, 2], [0, 1], 0),
    ],
)
def test_ties_and_no_spread(n: list[int], mean: list[float], s2: list[float], arm: int) -> None:
    assert OCBA().choose(n, mean, s2) == arm


def test_uct() -> None:
    n, mean = [100, 10], [1.0, 0.5]
    scale = Scale(-50.0, -49.0)
    assert UCT().choose(n, mean, [], scale) == 1
    assert UCT(weight=0.1).choose(n, mean, [], scale) == 0
    assert UCT(weight=0.1, growing=True).choose(n, mean, [], scale) == 1
    assert UCT(weight=0.1, relative=True).choose(n, mean, [], scale) == 0
    assert UCT(weight=0.1, relative=True).choose(n, mean, [], Scale(-50.0, 50.0)) == 1
    assert UCT(weight=0.1, relative=True).choose(n, [0, 0], [], Scale(0, 0)) == 1


def test_the_scale_of_nothing_is_nothing() -> None:
    scale = Scale()
    assert scale.largest == scale.range == 0
    scale.include(-7)
    assert (scale.largest, scale.range) == (7, 0)


# Ranking and selection


def told(*arms: tuple[int, float, float]) -> list[Samples]:
    """Arms with these counts, means and unbiased variances."""
    found = []
    for n, mean, variance in arms:
        samples = Samples()
        samples.n, samples.mean, samples.squares = n, mean, variance * (n - 1)
        found.append(samples)
    return found


def test_apcs_by_hand() -> None:
    # Phi(-0.5 / sqrt(4/100 + 1/25)) = Phi(-1.76777).
    assert apcs(told((100, 1.0, 4.0), (25, 0.5, 1.0))) == pytest.approx(1 - 0.0385499, abs=1e-7)
    assert apcs(told((5, 1.0, 0.0), (5, 1.0, 0.0), (5, 0.0, 0.0))) == 0.5


ARMS = st.lists(st.tuples(st.floats(0.1, 9), st.floats(0.1, 9)), min_size=1, max_size=8)


@given(ARMS)
def test_the_bound_is_below_apcs_where_ocba_has_its_shares(arms: list[tuple[float, float]]) -> None:
    mean = [0.0, *(-gap for gap, _ in arms)]
    s2 = [1.0, *(variance for _, variance in arms)]
    shares = ocba_shares(mean, s2)
    n = [2 + round(10_000 * share / min(shares)) for share in shares]
    found = told(*zip(n, mean, s2, strict=True))
    assert lower_bound(found) <= apcs(found) + 1e-3


def normal_arms(means: list[float], seed: int) -> list[Callable[[], float]]:
    rng = Rng(seed)
    return [lambda mean=mean: rng.gauss(mean, 1.0) for mean in means]  # type: ignore[misc]


@pytest.mark.parametrize("policy", [OCBA(root_n0=5), UCT(root_n0=5)])
def test_a_budget_is_spent_on_the_arms_that_matter(policy: TreePolicy) -> None:
    found = sample_arms(normal_arms([0.0, 1.0, 2.0, 1.8], 3), policy, 500)
    n = [arm.n for arm in found]
    assert sum(n) == 500
    assert min(n) >= 5
    assert n[2] + n[3] > 300


def test_ocba_selects_better_than_equal_shares() -> None:
    class Equal(UCT):
        def choose(self, n: Any, mean: Any, s2: Any, scale: Scale) -> int:
            return min(range(len(n)), key=n.__getitem__)

    def right(policy: TreePolicy) -> int:
        means = [0.0] * 8 + [0.4]
        runs = [sample_arms(normal_arms(means, seed), policy, 300) for seed in range(200)]
        return sum(max(arms, key=lambda arm: arm.mean) is arms[-1] for arms in runs)

    # Measured .77 and .62 over 2000 seeds: 200 runs err by more than 4 standard errors with
    # probability below 1e-3.
    assert right(OCBA(root_n0=5)) > right(Equal(root_n0=5))


# Monte Carlo tree search


def searched(
    game: Game, state: Any, policy: TreePolicy, simulations: int, seed: int = 1, **parts: Any
) -> MCTS:
    search = MCTS(game, state, policy, Rng(seed, "search"), **parts)
    for _ in range(simulations):
        search.simulate()
    return search


@pytest.mark.parametrize("policy", [PAPER, GROWING])
def test_bellman_values_approach_the_exact_ones(policy: TreePolicy) -> None:
    search = searched(Inventory(1, 5), (5, 0), policy, 2000, backup="bellman")
    assert search.best_action() == 0
    # One run at a fixed seed; the standard error of the mean is below 0.2.
    assert search.root.arms[0].q[0] == pytest.approx(Q2[0], abs=0.8)


@pytest.mark.parametrize("policy", [PAPER, GROWING])
def test_mixed_values_come_closer_to_the_exact_ones(policy: TreePolicy) -> None:
    def error(simulations: int) -> float:
        search = searched(Inventory(1, 5), (5, 0), policy, simulations)
        return Q2[0] - search.root.arms[0].q[0]

    # The mean keeps what the successors were once thought to be worth: it is late, and too low.
    assert error(300) > 1.5 * error(3000) > 0


def test_the_published_frequency_of_correct_selection() -> None:
    # Inventory 2, OCBA, N = 170: 0.985. Fewer than 26 of 30 have probability below 1e-3.
    runs = [searched(Inventory(1, 5), (5, 0), PAPER, 170, seed) for seed in range(30)]
    assert sum(run.best_action() == 0 for run in runs) >= 26


@pytest.mark.parametrize("opponents", ["same", UCT(n0=1), "random"])
@pytest.mark.parametrize("policy", [UCT(n0=2, root_n0=2), OCBA(sigma0=10)])
def test_tic_tac_toe_replies_to_the_corner_with_the_centre(
    policy: TreePolicy, opponents: Any
) -> None:
    parts = {"backup": "average", "opponents": opponents}
    search = searched(TicTacToe(), "X........", policy, 1500, **parts)
    assert search.best_action() == 4
    assert all(sum(arm.q) == pytest.approx(1) for arm in search.root.arms)


@pytest.mark.parametrize("backup", ["mixed", "average", "bellman", "contenders"])
def test_every_backup_finds_the_block(backup: Backup) -> None:
    search = searched(TicTacToe(), "XX..O....", UCT(), 500, backup=backup)
    assert search.best_action() == 2


def outcome(n: int, reward: float, v: float, e2: float, p: float) -> Outcome:
    return Outcome(Node(None, 0, [v], [v], n=n, e2=e2), [reward], n, p)


def test_outcomes_by_hand() -> None:
    # Seen 1, 3 and 0 times: worth 10, 2 and, not known yet, 7.
    found = [outcome(1, 4, 6, 8, 0.5), outcome(3, 0, 2, 16, 0.25), outcome(0, 0, 7, 0, 0.25)]
    arm = Arm("a", [0.0], 4, outcomes=dict(enumerate(found)))
    assert weigh(arm, 0, listed=False) == Weighed(4, [4.0], (36 + 3 * 4) / 4, (8 + 9 * 16) / 16)
    listed = weigh(arm, 0, listed=True)
    assert listed.mean == pytest.approx([(0.5 * 10 + 0.25 * 2) / 0.75])
    assert listed.total == 0.75
    assert listed.between == pytest.approx(128 / 9)
    assert listed.within == pytest.approx((8 / 4 + 16 / 16) / 0.75**2)


def test_the_error_of_an_arm_by_hand() -> None:
    arm = Arm("a", [0.0], 4)
    contenders = Contenders(1)
    contenders.value_arm(arm, Weighed(0.75, [5.0], 8.0, 3.0), listed=False)
    assert (arm.q, arm.squares / 16) == ([5.0], 3 + 8 / 4)
    contenders.value_arm(arm, Weighed(0.75, [5.0], 8.0, 3.0), listed=True)
    assert arm.squares / 16 == 3 + 0.25 * 8 / 4


def test_an_arm_is_out_four_standard_errors_below() -> None:
    best = Estimate(10, [10.0], 3.0)
    assert beats(best, Estimate(2, [1.9], 1.0), 0)
    assert not beats(best, Estimate(2, [2.1], 1.0), 0)


def test_of_arms_that_are_equal_beyond_doubt_the_first_counts() -> None:
    arms = [Arm("a", [1.0, 0.0], 3), Arm("b", [1.0, 5.0], 3), Arm("c", [1.0, 9.0], 3)]
    arms[2].squares = 9.0
    x = Node(None, 0, [0.0, 0.0], [0.0, 0.0], arms=arms)
    Contenders(2).value_node(x, 0)
    assert x.v == [1.0, 4.5]


def test_a_node_is_worth_its_contenders() -> None:
    # Standard errors 1/4: the last is out where the first player chooses, not where nobody does.
    arms = [Arm("a", [1.0, 0.0], 6), Arm("b", [3.0, 5.0], 2), Arm("c", [-9.0, 9.0], 4)]
    for arm in arms:
        arm.squares = arm.n * arm.n / 16
    contenders, x = Contenders(2), Node(None, 0, [0.0, 0.0], [7.0, 7.0], arms=arms)
    contenders.value_node(x, None)
    assert x.v == pytest.approx([(6 + 6 - 36) / 12, (10 + 36) / 12])
    arms[0].squares = 36.0
    contenders.value_node(x, 0)
    assert (x.v, x.e2) == ([1.5, 1.25], (36 + 4 / 16) / 64)
    # Its own rollouts count until its arms were taken twice in the mean.
    for number in (5.0, 9.0):
        contenders.value_leaf(x, [number, 7.0])
    contenders.value_node(x, 0)
    assert x.v == [1.5, 1.25]
    arms[0].n = arms[1].n = arms[2].n = 1
    arms[0].squares = arms[1].squares = 1.0
    arms[2].squares = 0.0
    contenders.value_node(x, 0)
    assert x.v == pytest.approx([(1 + 3 + 2 * 7) / 4, (0 + 5 + 2 * 7) / 4])
    assert x.e2 == pytest.approx((1 + 1 + 4 * (8 / 2)) / 16)


@pytest.mark.parametrize("policy", [PAPER, UCT(weight=0.7, relative=True)])
def test_contenders_with_listed_chance_become_exact(policy: TreePolicy) -> None:
    parts: Any = {"backup": "contenders", "chance": "explicit"}
    search = searched(Dice(), Throw(14, 2), policy, 3000, **parts)
    exact = BackwardInduction(Dice()).action_values(Throw(14, 2))
    assert search.best_action() == "throw"
    assert search.root.arms[1].q == pytest.approx(list(exact["throw"]), abs=1e-9)


def test_three_player_nim() -> None:
    exact = BackwardInduction(Nim())
    state = exact.game.initial()
    search = searched(Nim(), state, UCT(), 3000)
    worth = exact.action_values(state)
    assert worth[search.best_action()][0] == exact.value(state)[0]


def test_dice_with_turns_of_chance() -> None:
    search = searched(Dice(), Throw(14, 2), UCT(growing=True), 3000, backup="bellman")
    exact = BackwardInduction(Dice()).value(Throw(14, 2))
    assert search.best_action() == "throw"
    assert search.root.v == pytest.approx(list(exact), abs=0.8)


def test_counts_add_up() -> None:
    search = searched(Inventory(), (5, 0), PAPER, 400)
    assert search.root.n == 400 == sum(arm.n for arm in search.root.arms)
    for arm in (arm for node in search.nodes.values() for arm in node.arms):
        assert arm.n == sum(outcome.n for outcome in arm.outcomes.values())
    arrived = {id(node): 0 for node in search.nodes.values()}
    for outcome in outcomes_in(search):
        arrived[id(outcome.node)] += outcome.n
    assert arrived.pop(id(search.root)) == 0
    assert all(arrived[id(node)] == node.n for node in list(search.nodes.values())[1:])


def outcomes_in(search: MCTS) -> list[Any]:
    arms = [arm for node in search.nodes.values() for arm in node.arms]
    return [outcome for arm in arms for outcome in arm.outcomes.values()]


def test_ways_to_one_state_share_its_node_and_stages_do_not() -> None:
    search = searched(Inventory(), (5, 0), PAPER, 400)
    assert len(search.nodes) <= 1 + 3 * 21
    assert {stage for _, stage in search.nodes} == {0, 1, 2, 3}


def test_one_seed_gives_one_search() -> None:
    def visits(seed: int) -> list[tuple[int, list[float]]]:
        found = searched(Inventory(), (5, 0), PAPER, 300, seed)
        return [(node.n, node.v) for node in found.nodes.values()]

    assert visits(1) == visits(1) != visits(2)


def test_first_samples_come_first() -> None:
    policy = OCBA(n0=2, root_n0=4)
    search = searched(Inventory(), (5, 0), policy, 4 * 16)
    assert {arm.n for arm in search.root.arms} == {4}


class Ladder(Game[tuple[int, int], int]):
    """A random tree by hand: what follows and what it pays hang on a hash of the state."""

    def __init__(self, players: int, depth: int, chance: bool) -> None:
        self.players, self.depth, self.with_chance = players, depth, chance

    def initial(self) -> tuple[int, int]:
        return (1, 0)

    def turn(self, s: tuple[int, int]) -> int:
        if s[1] == self.depth:
            return OVER
        return CHANCE if self.with_chance and s[1] % 3 == 2 else s[0] % self.players

    def actions(self, s: tuple[int, int]) -> list[int]:
        return [1, 2, 3]

    def outcomes(self, s: tuple[int, int], a: int | None) -> list[tuple[float, Reward, Any]]:
        draw = random.Random(hash((s, a)))
        pay = [[draw.choice([0.0, 1.0, 2.0]) for _ in range(self.players)] for _ in range(2)]
        return [(0.5, pay[i], (draw.randrange(50), s[1] + 1)) for i in range(2)]


@given(
    st.sampled_from([1, 2, 3]),
    st.integers(2, 4),
    st.booleans(),
    st.sampled_from(["mixed", "average", "bellman", "contenders"]),
    st.sampled_from(["sampled", "explicit"]),
    st.sampled_from(["same", "random", GROWING]),
    st.sampled_from([PAPER, GROWING, UCT()]),
)
def test_any_parts_go_together(
    players: int,
    depth: int,
    turns_of_chance: bool,
    backup: Backup,
    chance: Chance,
    opponents: Any,
    policy: TreePolicy,
) -> None:
    game = Ladder(players, depth, turns_of_chance)
    parts = {"backup": backup, "opponents": opponents, "chance": chance}
    search = searched(game, (1, 0), policy, 60, **parts)
    assert search.root.n == 60
    low, high = 0.0, 2.0 * depth
    assert all(low <= v <= high for node in search.nodes.values() for v in node.v)
    assert all(arm.s2(1.0) > 0 for arm in search.root.arms if arm.n)


def test_nobody_is_to_move() -> None:
    with pytest.raises(StateError, match=r"no player is to move at \(5, 3\)"):
        MCTS(Inventory(), (5, 3), PAPER, Rng(1))


def test_swapping_the_players_swaps_the_values() -> None:
    class Swapped(TicTacToe):
        def turn(self, s: str) -> int:
            turn = super().turn(s)
            return turn if turn == OVER else 1 - turn

        def apply(self, s: str, a: int) -> tuple[Reward, str]:
            rewards, _ = step(TicTacToe(), s, a, Rng(0))
            mark = "XO"[super().turn(s)]
            return rewards[::-1], s[:a] + mark + s[a + 1 :]

    plain = searched(TicTacToe(), "X........", OCBA(sigma0=1), 300)
    swapped = searched(Swapped(), "X........", OCBA(sigma0=1), 300)
    assert [arm.q for arm in swapped.root.arms] == [arm.q[::-1] for arm in plain.root.arms]
