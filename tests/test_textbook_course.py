"""The players of the course in plain Python, against enumerations and exact values."""

from collections import Counter
from itertools import islice
from math import inf
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import forethought as ft
from forethought import textbook as tb
from forethought.game import actions_of, step
from forethought.textbook import course
from forethought.textbook.recursion import Call, run
from tests import lecture_puzzle as puzzle
from tests.lecture_puzzle import Endless, Long, Puzzle, Tree
from tests.zoo.good import Dice, TicTacToe

trees = st.recursive(
    st.sampled_from([0.0, 30.0, 50.0, 100.0]), lambda below: st.lists(below, min_size=1, max_size=3)
).filter(lambda tree: isinstance(tree, list))


def lecture_games() -> list[ft.Game]:
    return [ft.gdl.load("eight_puzzle"), Puzzle()]


# The puzzle of the lecture


@pytest.mark.parametrize("game", lecture_games(), ids=["sheet", "python"])
def test_the_puzzle_of_the_lecture_has_its_known_plans(game: ft.Game) -> None:
    found = tb.count_plans(game)
    assert (found.nodes, found.plans, found.states) == (4545, 2985, 381)
    assert list(found.returns.items()) == [
        (0, 33), (10, 271), (20, 419), (30, 684), (40, 856), (50, 73), (60, 366), (70, 219),
        (100, 64),
    ]  # fmt: skip
    assert found.optimal == {4: 1, 6: 8, 8: 55}
    assert found.best == tb.bestplan(game)
    assert found.best.value == 100


def test_an_enumeration_without_the_library_counts_the_same() -> None:
    nodes = list(puzzle.play_all())
    paid = Counter(score for _, score in nodes if score is not None)
    found = tb.count_plans(ft.gdl.load("eight_puzzle"))
    assert (len(nodes), paid.total()) == (found.nodes, found.plans)
    assert len({state for state, _ in nodes}) == found.states
    assert paid == found.returns


@pytest.mark.parametrize("game", lecture_games(), ids=["sheet", "python"])
def test_the_plans_of_the_lecture(game: ft.Game) -> None:
    pays = {" ".join(plan.actions): plan.value for plan in tb.sequential_plans(game)}
    assert {words: pays[words] for words in puzzle.LECTURE} == puzzle.LECTURE
    assert [words for words in pays if len(words.split()) == 4 and pays[words] == 100] == [
        "right down right down"
    ]


@pytest.mark.parametrize("game", lecture_games(), ids=["sheet", "python"])
def test_maxscore_stops_at_the_first_hundred(game: ft.Game) -> None:
    assert tb.maxscore(game, most=100) == (100.0, "right", 33, True)
    assert tb.maxscore(game) == (100.0, "right", 4545, True)
    assert tb.bestmove(game, most=100) == "right"


def test_maxscore_of_states_all_over_the_puzzle() -> None:
    game = Puzzle()
    for state in list(dict(puzzle.play_all()))[::7]:
        assert tb.maxscore(game, state, most=100).value == (
            0.0 if game.turn(state) == ft.OVER else puzzle.best(*state)
        )


# One player


def returns_of(tree: Any) -> list[float]:
    return [paid for below in tree for paid in returns_of(below)] if isinstance(tree, list) else [
        tree
    ]  # fmt: skip


@settings(max_examples=50)
@given(trees)
def test_the_best_return_and_the_first_action_to_it(tree: Any) -> None:
    game = Tree(tree)
    returns = returns_of(tree)
    first = next(i for i, below in enumerate(tree) if max(returns) in returns_of(below))
    score, cut = tb.maxscore(game), tb.maxscore(game, most=100)
    assert (score.value, score.action) == (cut.value, cut.action) == (max(returns), first)
    assert cut.nodes <= score.nodes
    plans = list(tb.sequential_plans(game))
    assert [plan.value for plan in plans] == returns
    assert tb.bestplan(game) == plans[returns.index(max(returns))]
    better = [plan.value for plan in tb.better_plans(game)]
    assert better == sorted(set(better))


@settings(max_examples=50)
@given(trees)
def test_what_is_paid_on_the_way_counts(tree: Any) -> None:
    game = Tree(tree, toll=7.0)
    best = max(plan.value for plan in tb.sequential_plans(game))
    assert tb.maxscore(game).value == tb.bestplan(game).value == best
    assert best == ft.solve(game).value


def test_where_nothing_can_be_had_the_first_action_is_taken() -> None:
    assert tb.maxscore(Tree([[0, 0], 0])) == (0.0, 0, 5, True)
    assert tb.maxscore(Tree([-5, [-3, -7]])).value == -3
    assert tb.bestplan(Tree([[0, 0], 0])).actions == (0, 0)
    over = tb.maxscore(Tree([1]), (0,))
    assert over == (0.0, None, 1, True)
    assert tb.bestplan(Tree([1]), (0,)) == ((), 0.0)


def test_plays_may_be_longer_than_pythons_recursion() -> None:
    game = Long()
    assert tb.maxscore(game) == (100.0, "walk", 5002, True)
    assert len(tb.bestplan(game).actions) == 5000
    assert tb.bounded_depth(game, 0).value == 100
    assert tb.rest_is_small(game, 3000, 2002)


def test_a_search_that_is_stopped_gives_the_best_so_far() -> None:
    game = Tree([[10, 20], [[30, 50], 90], 100])
    for limit in range(1, 12):
        asked = iter(range(limit))
        score = tb.maxscore(game, enough=lambda: next(asked, None) is None)  # noqa: B023
        seen = returns_of(game.tree)[:limit]
        assert score.value in {-inf, *seen}
        assert score.action in {0, 1, 2}
        assert score.complete == (score.value == 100)
    endless = tb.maxscore(Endless(), enough=iter([False] * 50 + [True]).__next__)
    assert endless == (-inf, "on", 51, False)


def test_counting_too_many_nodes_is_refused() -> None:
    with pytest.raises(ft.Unsupported, match="more than 100 nodes: raise max_nodes="):
        tb.count_plans(Puzzle(), max_nodes=100)
    assert len(list(islice(tb.sequential_plans(ft.gdl.load("eight_puzzle_30")), 3))) == 3


@pytest.mark.parametrize("search", [tb.maxscore, tb.bestplan, tb.count_plans])
def test_searches_for_one_player_refuse_others(search: Any) -> None:
    with pytest.raises(ft.Unsupported, match="is for one player, and this game has 2: take"):
        search(TicTacToe())
    with pytest.raises(ft.Unsupported, match="here chance decides: take monte_carlo or mcts"):
        search(Dice())


# Several players


@settings(max_examples=50)
@given(trees, st.integers(0, 4))
def test_bounded_depth_is_minimax_where_players_take_turns(tree: Any, depth: int) -> None:
    game = Tree(tree, players=2)

    def judge(state: Any) -> float:
        return float(len(state))

    def exact(state: tuple[int, ...], depth: float) -> float:
        below = game.at(state)
        if not isinstance(below, list):
            return float(below)
        if depth <= 0 and state:
            return judge(state)
        values = [exact((*state, a), depth - 1) for a in range(len(below))]
        return max(values) if game.turn(state) == 0 else min(values)

    deep = max(depth, 1)
    found = tb.bounded_depth(game, 0, depth=deep, evaluation=judge)
    assert found.value == exact((), deep)
    values = [exact((a,), deep - 1) for a in range(len(tree))]
    assert found.action == values.index(max(values))
    cut = tb.bounded_depth(game, 0, depth=deep, evaluation=judge, returns=(0, 100))
    assert (cut.value, cut.action) == (found.value, found.action)
    assert cut.nodes <= found.nodes


def test_the_course_s_minimax_is_that_of_the_solver() -> None:
    game = TicTacToe()
    state = "XOX.O...."
    mover = game.turn(state)
    assert tb.bounded_depth(game, mover, state).value == ft.solve(game, state=state).value
    assert tb.bounded_depth(game, 1 - mover, state).action is None


def test_who_moves_at_once_does_not_know_what_the_others_do() -> None:
    game = ft.gdl.load("rock_paper_scissors")
    listed = list(tb.steps(game, game.initial()))
    assert len(listed) == 9
    # What matters is by how much one wins.
    assert len({step.state for step in listed}) == 3
    assert {tuple(step.moves) for step in listed} == {(0, 1)}
    for player in (0, 1):
        # Whatever one shows, the others may show what beats it, five times.
        assert tb.bounded_depth(game, player, depth=2, evaluation=None).value == 0.0
    dilemma = ft.gdl.load("prisoners_dilemma")
    for player in (0, 1):
        assert tb.bounded_depth(dilemma, player).value == 20.0
        assert tb.bounded_depth(dilemma, player).action == "talk"


def test_states_between_the_choices_are_told_and_taken_back() -> None:
    game = ft.gdl.load("rock_paper_scissors")
    start = game.initial()
    _, between = game.apply(start, "rock")
    assert course.is_between(game, between)
    assert not course.is_between(game, start)
    assert course.before_choices(game, between) == start
    assert course.before_choices(game, start) == start
    assert course.before_choices(Puzzle(), Puzzle().initial()) == Puzzle().initial()


def test_three_players_of_whom_two_are_against_the_third() -> None:
    game = ft.gdl.load("three_player_boxes")
    state = game.initial()
    for _ in range(7):
        _, state = game.apply(state, game.actions(state)[0])
    player = game.turn(state)
    found = tb.bounded_depth(game, player, state, returns=(0, 100))
    exact = tb.paranoid(game, state)
    assert (found.value, found.action) == (exact.values[player], exact.action)


def test_a_depth_of_one_with_an_evaluation_by_hand() -> None:
    game = Puzzle()
    seen = {"right": 30.0, "down": 60.0}
    found = tb.bounded_depth(
        game, 0, depth=1, evaluation=lambda s: seen["right" if s[0][1] == "_" else "down"]
    )
    assert found == (60.0, "down", 3, True)
    assert tb.bounded_depth(game, 0, depth=1) == (0.0, "right", 3, True)


def test_noisy_states_are_looked_beyond() -> None:
    game = Tree([[90, 10], 20])
    flat = tb.bounded_depth(game, 0, depth=1, evaluation=lambda _: 30.0)
    assert (flat.value, flat.action) == (30.0, 0)
    deeper = tb.bounded_depth(game, 0, depth=1, evaluation=lambda _: 30.0, quiet=lambda _: False)
    assert (deeper.value, deeper.action) == (90.0, 0)


def test_bounded_depth_that_is_stopped_keeps_the_actions_seen_through() -> None:
    game = Tree([[10, 20], [[30, 50], 90], 100])
    stop = iter([False] * 4 + [True]).__next__
    assert tb.bounded_depth(game, 0, enough=stop)[:2] == (20.0, 0)
    at_once = tb.bounded_depth(game, 0, enough=lambda: True)
    assert at_once == (-inf, None, 2, False)


def test_evaluations_by_hand() -> None:
    game = Puzzle()
    assert tb.feasible(game, 0) == 4
    mobile, narrow = tb.mobility(game, 0, 4), tb.focus(game, 0, 4)
    corner, middle = game.initial(), ("1234_5678", 1)
    assert (mobile(corner), mobile(middle)) == (50.0, 100.0)
    assert (narrow(corner), narrow(middle)) == (50.0, 0.0)
    both = tb.weighted([(0.25, mobile), (0.5, lambda _: 60.0)])
    assert both(middle) == 55.0
    other = TicTacToe()
    assert tb.feasible(other, 0) == 9
    assert tb.mobility(other, 1, 9)(other.initial()) == pytest.approx(100 / 9)


def test_goal_values_of_the_puzzle_are_its_score_everywhere() -> None:
    game = ft.gdl.load("eight_puzzle")
    near = tb.goal_proximity(game, 0)
    ours, theirs = Puzzle().initial(), game.initial()
    for way in ["right", "down", "left", "right", "right", "down"]:
        assert near(theirs) == puzzle.score(ours[0])
        _, ours = Puzzle().apply(ours, way)
        _, theirs = game.apply(theirs, way)
    assert near(theirs) == 100


@pytest.mark.parametrize("name", ft.gdl.names())
def test_goal_values_at_the_end_are_what_is_paid(name: str) -> None:
    game = ft.gdl.load(name)
    near = [tb.goal_proximity(game, player) for player in range(game.players)]
    rng, state = ft.Rng(2, "play"), game.initial()
    while game.turn(state) != ft.OVER:
        assert all(0 <= judge(state) <= 100 for judge in near)
        paid, state = step(game, state, rng.choice(actions_of(game, state)), rng)
    assert tuple(judge(state) for judge in near) == paid


def test_goals_that_ask_what_is_legal_and_whether_it_is_over() -> None:
    game = ft.gdl.load(
        """
        (role r) (init (at 1)) (succ 1 2) (succ 2 3) ; (goal r 5)
        (<= (LEGAL r go) (true (at ?n)) (succ ?n ?m)) (legal r stay)
        (<= (next (at ?m)) (does r go) (true (at ?n)) (succ ?n ?m))
        (<= (next (at ?n)) (does r stay) (true (at ?n)))
        (<= terminal (true (at 3)))
        (<= (goal r 10) (not terminal) (legal r go))
        (<= (goal r 100) terminal)
        """
    )
    near = tb.goal_proximity(game, 0)
    assert near(("(at 1)",)) == 10
    assert near(("(at 3)",)) == 100


def test_goal_values_need_a_sheet() -> None:
    with pytest.raises(ft.Unsupported, match="is no rule sheet, so that only its ends have goals"):
        tb.goal_proximity(Puzzle(), 0)
    infix = ft.gdl.load("role(r)\nlegal(r,go)\nterminal :- true(done)\nnext(done)\ngoal(r,100)\n")
    assert tb.goal_proximity(infix, 0)(infix.initial()) == 100


def test_chance_is_refused_by_bounded_depth() -> None:
    with pytest.raises(ft.Unsupported, match="chance decides at state"):
        tb.bounded_depth(Dice(), 0)


# At random


def test_depth_charges_have_the_exact_mean_of_random_play() -> None:
    game, count = Puzzle(), 2000
    exact = tb.BackwardInduction(game, random_players={0}).action_values(game.initial())
    found = tb.monte_carlo(game, game.initial(), count, ft.Rng(3, "charges"))
    assert found.action == max(exact, key=lambda action: exact[action][0])
    for action, mean in found.values.items():
        # Returns lie within 0 and 100, so that 4 standard errors are at most 3.2; this fails by
        # chance once in 10 000 seeds, and the seed is fixed.
        assert mean == pytest.approx(exact[action][0], abs=4 * 50 / count**0.5)
    value = tb.montecarlo(game, 0, game.initial(), count, ft.Rng(4, "charges"))
    whole = tb.BackwardInduction(game, random_players={0}).value(game.initial())[0]
    assert value == pytest.approx(whole, abs=4 * 50 / count**0.5)


def test_depth_charges_of_several_players() -> None:
    game = TicTacToe()
    state = "XOXOXO..."
    exact = tb.BackwardInduction(game, random_players={0, 1}).action_values(state)
    player = game.turn(state)
    found = tb.monte_carlo(game, state, 1000, ft.Rng(5, "charges"))
    for action, mean in found.values.items():
        assert mean == pytest.approx(exact[action][player], abs=4 * 0.5 / 1000**0.5)


def test_legal_and_random() -> None:
    game = Puzzle()
    assert tb.legal(game, game.initial()) == "right"
    rng = ft.Rng(1, "random")
    drawn = Counter(tb.random(game, game.initial(), rng) for _ in range(1000))
    # Binomial: 4 standard deviations are 64.
    assert abs(drawn["right"] - 500) < 64


def test_the_best_line_is_a_play_and_the_search_is_the_same() -> None:
    game = Puzzle()
    policy = tb.UCT(weight=50.0)
    plain = tb.MCTS(game, game.initial(), policy, ft.Rng(2, "search"))
    lined = tb.BestLine(game, game.initial(), policy, ft.Rng(2, "search"))
    values = []
    for _ in range(400):
        plain.simulate()
        lined.simulate()
        values.append(lined.best.value)
    assert [(arm.n, arm.q) for arm in plain.root.arms] == [
        (arm.n, arm.q) for arm in lined.root.arms
    ]
    assert values == sorted(values)
    paid, state = 0.0, game.initial()
    for action in lined.best.actions:
        reward, state = game.apply(state, action)
        paid += reward
    assert game.turn(state) == ft.OVER
    assert paid == lined.best.value == 100


def test_mixed_plans_once_the_rest_is_small() -> None:
    game = Puzzle()
    asked = []

    def first(state: Any) -> str:
        asked.append(state)
        return "right" if state == game.initial() else "down"

    actions = list(tb.mixed(game, first, small=1000))
    assert len(asked) < len(actions)
    assert not tb.rest_is_small(game, asked[-1], 1000)
    assert tb.rest_is_small(game, game.initial(), 4545)
    assert not tb.rest_is_small(game, game.initial(), 4544)
    assert list(tb.mixed(game, first, small=5000)) == list(tb.bestplan(game).actions)
    with pytest.raises(ft.Unsupported, match="a plan is for one player"):
        next(tb.mixed(TicTacToe(), first))


def test_recursion_without_a_limit() -> None:
    def count(number: int) -> Call[int]:
        return 0 if number == 0 else 1 + (yield count(number - 1))

    assert run(count(50_000)) == 50_000

    def fails() -> Call[int]:
        yield count(3)
        raise ValueError("within")

    with pytest.raises(ValueError, match="within"):
        run(fails())
