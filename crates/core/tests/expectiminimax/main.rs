//! Expectiminimax with each pruning against the plainest recursion, on random trees.

mod limits;

use forethought_core::budget::{Deliberation, Limits, StopReason, WallClock, Wish, drive};
use forethought_core::game::{
    BoxError, Evaluation, Game, Native, Outcomes, Parameters, Turn, Value,
};
use forethought_core::games::Tree;
use forethought_core::rng::Rng;
use forethought_core::search::expectiminimax::{Expectiminimax, Parts, Pruning};
use forethought_core::search::{Kind, Lookahead};
use std::convert::Infallible;

const ALL: [Pruning; 3] = [Pruning::None, Pruning::Star1, Pruning::Star2];

/// What kind of random trees.
#[derive(Clone, Copy)]
struct Shape {
    players: usize,
    rewards: bool,
    /// Probabilities in eighths, so that sums are exact, or of any kind.
    exact: bool,
    depth: usize,
}

fn text(text: &str) -> Value {
    Value::Text(text.into())
}

fn pay(rng: &mut Rng, shape: Shape) -> Value {
    let paid = rng.below(13) as i64 - 6;
    let all = [paid, -paid];
    Value::ints(all[..shape.players].iter().copied())
}

fn probabilities(rng: &mut Rng, outcomes: usize, exact: bool) -> Vec<f64> {
    let mut left = if exact { 8.0 } else { 1.0 };
    let mut drawn = Vec::new();
    for _ in 1..outcomes {
        let share = if exact {
            rng.below(left as usize + 1) as f64
        } else {
            left * rng.unit()
        };
        drawn.push(share);
        left -= share;
    }
    drawn.push(left);
    let whole = if exact { 8.0 } else { 1.0 };
    let drawn = drawn.iter().map(|share| share / whole);
    drawn.filter(|share| *share > 0.0).collect()
}

fn node(rng: &mut Rng, shape: Shape, depth: usize) -> Value {
    if depth == 0 || (depth < shape.depth - 1 && rng.below(8) == 0) {
        return Value::List(vec![text("leaf"), pay(rng, shape)]);
    }
    let children = 1 + rng.below(3);
    let mut list = match rng.below(if shape.rewards { 7 } else { 6 }) {
        0..3 => {
            let player = rng.below(shape.players) as i64;
            vec![text("player"), Value::Int(player)]
        }
        3..6 => {
            let weighed = probabilities(rng, children + 1, shape.exact).into_iter();
            let outcome = |p| Value::List(vec![Value::Float(p), node(rng, shape, depth - 1)]);
            let outcomes = weighed.map(outcome);
            return Value::List(std::iter::once(text("chance")).chain(outcomes).collect());
        }
        _ => vec![text("reward"), pay(rng, shape), node(rng, shape, depth - 1)],
    };
    if list[0] == text("player") {
        list.extend((0..children).map(|_| node(rng, shape, depth - 1)));
    }
    Value::List(list)
}

fn random_tree(rng: &mut Rng, shape: Shape) -> Tree {
    let mut root = vec![text("player"), Value::Int(rng.below(shape.players) as i64)];
    root.extend((0..2 + rng.below(2)).map(|_| node(rng, shape, shape.depth - 1)));
    build(&[
        ("tree", Value::List(root)),
        ("players", Value::Int(shape.players as i64)),
    ])
}

fn build<G: Native>(given: &[(&str, Value)]) -> G {
    let named = given.iter().map(|(name, v)| (name.to_string(), v.clone()));
    let given: Vec<_> = named.collect();
    G::build(&Parameters::new(&G::parameters(), &given).expect("known")).expect("in range")
}

/// Judges a state by the play in which everybody takes the first of everything.
struct FirstLine;

impl<G: Game<Error = Infallible>> Evaluation<G> for FirstLine {
    fn evaluate(&self, game: &G, state: &G::State, values: &mut [f64]) -> Result<(), BoxError> {
        let mut state = state.clone();
        values.fill(0.0);
        while turn(game, &state) != Turn::Over {
            let next = following(game, &state, actions(game, &state)[0]);
            for (value, paid) in values.iter_mut().zip(next.rewards(0)) {
                *value += paid;
            }
            state = next.state(0).clone();
        }
        Ok(())
    }
}

fn turn<G: Game<Error = Infallible>>(game: &G, state: &G::State) -> Turn {
    let Ok(turn) = game.turn(state);
    turn
}

fn actions<G: Game<Error = Infallible>>(game: &G, state: &G::State) -> Vec<G::Action> {
    let mut actions = Vec::new();
    let Ok(()) = game.actions(state, &mut actions);
    actions
}

fn following<G: Game<Error = Infallible>>(
    game: &G,
    state: &G::State,
    action: G::Action,
) -> Outcomes<G::State> {
    let mut outcomes = Outcomes::new(game.info().players);
    let Ok(()) = game.outcomes(state, action, &mut outcomes);
    outcomes
}

/// What player 0 gets from a state on, and the nodes and leaves that are on the way.
fn plain<G: Game<Error = Infallible>>(
    game: &G,
    state: &G::State,
    depth: u32,
    counts: &mut (u64, u64),
) -> f64 {
    counts.0 += 1;
    let player = match turn(game, state) {
        Turn::Player(player) if depth > 0 => player,
        Turn::Chance if depth > 0 => {
            return after(game, state, actions(game, state)[0], depth - 1, counts);
        }
        end => {
            counts.1 += 1;
            let mut values = vec![0.0; game.info().players];
            if end != Turn::Over {
                let judged = FirstLine.evaluate(game, state, &mut values);
                judged.expect("an evaluation that does not fail");
            }
            return values[0];
        }
    };
    let all = actions(game, state);
    let values = all
        .iter()
        .map(|action| after(game, state, *action, depth - 1, counts));
    if player == 0 {
        values.fold(f64::NEG_INFINITY, f64::max)
    } else {
        values.fold(f64::INFINITY, f64::min)
    }
}

fn after<G: Game<Error = Infallible>>(
    game: &G,
    state: &G::State,
    action: G::Action,
    depth: u32,
    counts: &mut (u64, u64),
) -> f64 {
    let mut mean = 0.0;
    for (p, next, rewards) in following(game, state, action).iter() {
        if p > 0.0 {
            mean += p * (rewards[0] + plain(game, next, depth, counts));
        }
    }
    mean
}

fn parts<G: Game<Error = Infallible>>(pruning: Pruning, depth: Option<u32>) -> Parts<G> {
    Parts {
        depth,
        evaluation: Box::new(FirstLine),
        pruning,
        iterative: depth.is_none(),
        seed: 1,
    }
}

fn search<G: Game<Error = Infallible>>(game: G, parts: Parts<G>) -> Expectiminimax<G> {
    let Ok(root) = game.initial();
    Expectiminimax::new(game, parts, root).expect("a game that can be searched")
}

fn finish<G: Game<Error = Infallible>>(search: &mut Expectiminimax<G>) -> StopReason {
    let (limits, clock) = (Limits::default(), WallClock::new());
    let stopped = drive(search, &limits, &clock, &mut |_| Wish::GoOn);
    stopped.expect("a sound game").expect("an end")
}

/// Searches, compares with the plain recursion, and gives the leaves.
fn check<G: Game<Error = Infallible>>(search: &mut Expectiminimax<G>, depth: u32) -> u64 {
    finish(search);
    let (game, root) = (search.game(), search.root());
    let sign = if turn(game, root) == Turn::Player(0) {
        1.0
    } else {
        -1.0
    };
    let rows = search.rows();
    let of = |action| sign * after(game, root, action, depth - 1, &mut (0, 0));
    let exact: Vec<f64> = rows.iter().map(|row| of(row.action)).collect();
    let most = exact.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
    assert!(near(exact[search.best()], most), "{rows:?} {exact:?}");
    assert!(near(rows[search.best()].value, most), "{rows:?} {exact:?}");
    for (row, exact) in rows.iter().zip(exact) {
        match row.kind {
            Kind::Exact | Kind::Estimate => assert!(near(row.value, exact)),
            Kind::Upper => assert!(row.value >= exact - 1e-9, "{row:?} {exact}"),
            Kind::Lower | Kind::Unknown => assert!(near(rows[search.best()].value, most)),
        }
    }
    search.leaves()
}

#[test]
fn every_pruning_gives_the_value_and_an_action_that_attains_it() {
    let mut rng = Rng::new(1, "trees");
    for nth in 0..3000 {
        let shape = Shape {
            players: 1 + nth % 2,
            rewards: nth % 4 < 2,
            exact: nth % 3 > 0,
            depth: 3 + nth % 4,
        };
        let tree = random_tree(&mut rng, shape);
        for depth in [1, 2, 4, 9] {
            for pruning in ALL {
                check(
                    &mut search(tree.clone(), parts(pruning, Some(depth))),
                    depth,
                );
            }
        }
    }
}

#[test]
fn later_roots_need_no_more_than_the_declared_returns() {
    let mut rng = Rng::new(2, "trees");
    for nth in 0..1500 {
        let shape = Shape {
            players: 1 + nth % 2,
            rewards: true,
            exact: nth % 3 > 0,
            depth: 6,
        };
        let tree = random_tree(&mut rng, shape);
        let Ok(root) = tree.initial();
        let mut later = vec![root];
        while let Some(state) = later.pop() {
            if let Turn::Player(_) = turn(&tree, &state) {
                for pruning in ALL {
                    let made = parts(pruning, Some(2 + (nth % 2) as u32 * 7));
                    let made = Expectiminimax::new(tree.clone(), made, state);
                    let depth = 2 + (nth % 2) as u32 * 7;
                    check(&mut made.expect("a game that can be searched"), depth);
                }
            }
            if turn(&tree, &state) != Turn::Over {
                let all = actions(&tree, &state);
                let next = following(&tree, &state, all[rng.below(all.len())]);
                later.push(*next.state(rng.below(next.len())));
            }
        }
    }
}

#[test]
fn without_pruning_every_node_is_counted_and_with_it_fewer_leaves_are() {
    let mut rng = Rng::new(3, "trees");
    let mut leaves = [0; 3];
    for nth in 0..300 {
        let shape = Shape {
            players: 2,
            rewards: nth % 2 == 0,
            exact: true,
            depth: 8,
        };
        let tree = random_tree(&mut rng, shape);
        for (sum, pruning) in leaves.iter_mut().zip(ALL) {
            let mut search = search(tree.clone(), parts(pruning, Some(20)));
            *sum += check(&mut search, 20);
            let mut counts = (0, 0);
            plain(&tree, &0, 20, &mut counts);
            if pruning == Pruning::None {
                assert_eq!((search.spent().nodes, search.leaves()), counts);
            } else {
                assert!(search.leaves() <= counts.1);
            }
            let below: u64 = search.rows().iter().map(|row| row.nodes).sum();
            assert_eq!(search.spent().nodes, below + 1);
        }
    }
    assert!(leaves[2] < leaves[1] && leaves[1] < leaves[0], "{leaves:?}");
}

/// A tree of dice between the two players' choices, in which all nodes have as many children.
fn regular(
    rng: &mut Rng,
    depth: usize,
    branching: usize,
    max: bool,
    ordered: bool,
) -> (Value, f64) {
    if depth == 0 {
        let value = rng.below(101) as i64 - 50;
        return (Value::Int(value), value as f64);
    }
    let mut children: Vec<(Value, f64)> = (0..branching)
        .map(|_| {
            let mut sum = 0.0;
            let mut dice = vec![text("chance")];
            for _ in 0..branching {
                let (child, value) = regular(rng, depth - 1, branching, !max, ordered);
                sum += value / branching as f64;
                let p = Value::Float(1.0 / branching as f64);
                dice.push(Value::List(vec![p, child]));
            }
            (Value::List(dice), sum)
        })
        .collect();
    let better = |a: f64, b: f64| {
        if max {
            b.total_cmp(&a)
        } else {
            a.total_cmp(&b)
        }
    };
    let best = children
        .iter()
        .map(|child| child.1)
        .min_by(|a, b| better(*a, *b));
    if ordered {
        children.sort_by(|a, b| better(a.1, b.1));
    }
    let name = text(if max { "max" } else { "min" });
    let written = std::iter::once(name).chain(children.into_iter().map(|child| child.0));
    (Value::List(written.collect()), best.expect("a child"))
}

fn leaves_of(ordered: bool) -> [u64; 3] {
    let mut rng = Rng::new(4, "trees");
    let mut leaves = [0; 3];
    for _ in 0..20 {
        let (tree, value) = regular(&mut rng, 3, 4, true, ordered);
        let tree: Tree = build(&[("tree", tree)]);
        for (sum, pruning) in leaves.iter_mut().zip(ALL) {
            let mut search = search(tree.clone(), parts(pruning, Some(6)));
            assert_eq!(finish(&mut search), StopReason::Proven);
            let found = search.rows()[search.best()].value;
            assert!((found - value).abs() < 1e-9);
            *sum += search.leaves();
        }
    }
    leaves
}

#[test]
fn probing_pays_most_where_the_best_action_comes_first() {
    let (random, ordered) = (leaves_of(false), leaves_of(true));
    println!("leaves in random order {random:?}, ordered {ordered:?}");
    for [none, star1, star2] in [random, ordered] {
        assert!(star1 < none && star2 < star1, "{none} {star1} {star2}");
    }
    assert!(ordered[2] < random[2] && ordered[2] * 2 < ordered[1]);
}
