//! MGSS* against brute force on random trees.

mod random_tree;
mod searches;

use forethought_core::budget::{Deliberation, Limits, StopReason, WallClock, Wish, drive};
use forethought_core::error_model::{Error, ErrorModel, Look};
use forethought_core::game::{BoxError, Evaluation, Turn};
use forethought_core::rng::Rng;
use forethought_core::search::mgss::{Mgss, Settings, Stepwise, Told};
use forethought_core::search::{Kind, Lookahead, Row};
use random_tree::{RandomTree, Static, Values};
use std::fmt::Debug;
use std::sync::Arc;

type Search = Mgss<RandomTree>;
type Node = Told<u32, u32>;

/// One known change of the value of each leaf, to player 0.
struct Known(u64);

impl Known {
    /// Small whole numbers, so that there are ties, and numbers that are not whole.
    fn change(&self, state: u32) -> f64 {
        let mut rng = Rng::new(self.0 ^ u64::from(state), "change");
        let whole = rng.below(9) as f64 - 4.0;
        if rng.below(2) == 0 {
            whole
        } else {
            whole + rng.unit()
        }
    }
}

impl ErrorModel<RandomTree> for Known {
    fn error(&self, game: &RandomTree, state: &u32, _: &Look) -> Result<Error, BoxError> {
        let change = self.change(*state);
        let mean = if game.turn_at(*state) == Turn::Player(0) {
            change
        } else {
            -change
        };
        Ok(Error { mean, sd: 0.0 })
    }
}

/// Runs a search to `nodes` nodes.
fn run<S: Deliberation<Error: Debug>>(search: &mut S, limits: &Limits) -> StopReason {
    let stopped = drive(search, limits, &WallClock::new(), &mut |_| Wish::GoOn);
    stopped.expect("rules that do not fail").expect("no pause")
}

/// One computation.
fn advance(search: &mut Search, price: f64) -> Option<StopReason> {
    let before = search.spent().nodes;
    let limits = Limits {
        nodes: Some(before + 1),
        cost: Some(forethought_core::budget::Cost {
            per_node: price,
            per_second: 0.0,
        }),
        ..Limits::default()
    };
    let reason = run(search, &limits);
    (reason != StopReason::Nodes).then_some(reason)
}

/// The values of all nodes if a leaf had another, by plain recursion over the whole tree.
fn values_with(tree: &[Node], leaf: usize, value: f64, mover: u8) -> Vec<f64> {
    let mut values: Vec<f64> = tree.iter().map(|node| node.values[1]).collect();
    values[leaf] = value;
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); tree.len()];
    for (n, node) in tree.iter().enumerate() {
        below[node.parent.unwrap_or(n)].push(n);
    }
    below[0].retain(|n| *n != 0);
    for n in (0..tree.len()).rev().filter(|n| !below[*n].is_empty()) {
        let of = |c: &usize| values[*c];
        values[n] = match tree[n].turn {
            Turn::Player(player) if player == mover => {
                below[n].iter().map(of).fold(f64::NEG_INFINITY, f64::max)
            }
            Turn::Chance => below[n].iter().map(|c| tree[*c].p * values[*c]).sum(),
            _ => below[n].iter().map(of).fold(f64::INFINITY, f64::min),
        };
    }
    values
}

/// The gain of a step (Russell and Wefald 1989, equation 8) if it gives a leaf another value.
fn gain(tree: &[Node], leaf: usize, value: f64, mover: u8) -> f64 {
    let moves: Vec<usize> = (0..tree.len())
        .filter(|n| tree[*n].parent == Some(0))
        .collect();
    let mut alpha = moves[0];
    for r in &moves {
        if tree[*r].values[1] > tree[alpha].values[1] {
            alpha = *r;
        }
    }
    let after = values_with(tree, leaf, value, mover);
    moves
        .iter()
        .map(|r| after[*r])
        .fold(f64::NEG_INFINITY, f64::max)
        - after[alpha]
}

fn check_all_leaves(search: &mut Search, known: &Known) -> usize {
    let tree = search.told().expect("no error");
    let mover = match tree[0].turn {
        Turn::Player(mover) => mover,
        _ => unreachable!("a player decides at the root"),
    };
    let sign = if mover == 0 { 1.0 } else { -1.0 };
    let mut leaves = 0;
    for n in 1..tree.len() {
        let is_leaf = tree.iter().all(|node| node.parent != Some(n));
        let Some(state) = tree[n]
            .state
            .filter(|_| is_leaf && tree[n].turn != Turn::Over)
        else {
            continue;
        };
        let value = tree[n].values[1] + sign * known.change(state);
        let (is, should) = (
            tree[n].expected.unwrap_or(0.0),
            gain(&tree, n, value, mover),
        );
        assert!(
            (is - should).abs() < 1e-9,
            "node {n} of {tree:#?}: {is} {should}"
        );
        leaves += 1;
    }
    leaves
}

fn new_search(game: &RandomTree, model: impl ErrorModel<RandomTree> + 'static) -> Search {
    new_with(
        game,
        model,
        Settings {
            centred: false,
            trust: None,
        },
    )
}

fn new_with(
    game: &RandomTree,
    model: impl ErrorModel<RandomTree> + 'static,
    settings: Settings,
) -> Search {
    let model = Some(Arc::new(model) as Arc<dyn ErrorModel<RandomTree>>);
    Mgss::new(game.clone(), Box::new(Static), model, settings, 0).expect("a decision")
}

#[test]
fn a_step_is_worth_what_brute_force_finds() {
    let mut leaves = 0;
    for seed in 0..10_000 {
        let values = if seed % 2 == 0 {
            Values::Whole
        } else {
            Values::Continuous
        };
        let game = RandomTree::new(seed, values, seed % 3 == 0);
        let mut search = new_search(&game, Known(seed));
        let known = Known(seed);
        for _ in 0..8 {
            if advance(&mut search, 0.0).is_some() {
                break;
            }
            leaves += check_all_leaves(&mut search, &known);
        }
    }
    assert!(leaves > 50_000, "{leaves}");
}

#[test]
fn the_step_to_come_is_that_of_a_full_look() {
    let mut steps = 0;
    for seed in 0..3_000 {
        let values = if seed % 2 == 0 {
            Values::Whole
        } else {
            Values::Continuous
        };
        let game = RandomTree::new(seed, values, seed % 3 == 0);
        let sd = [0.3, 1.0, 3.0][seed as usize % 3];
        let mut search = new_search(&game, Error { mean: 0.1, sd });
        let price = [0.0, 1e-3, 0.05][seed as usize / 3 % 3];
        while advance(&mut search, price).is_none() {
            steps += 1;
            let (is, should) = (search.upcoming(), search.recomputed().expect("no error"));
            assert_eq!(is, should, "tree {seed}");
            assert_eq!(search.ahead().map(|step| step.net), is.map(|(_, net)| net));
        }
    }
    assert!(steps > 10_000, "{steps}");
}

#[test]
fn what_is_remembered_holds_at_other_prices() {
    let mut steps = 0;
    for seed in 0..2_000 {
        let mut rng = Rng::new(seed, "prices");
        let game = RandomTree::new(seed, Values::Continuous, seed % 3 == 0);
        let settings = Settings {
            centred: seed % 2 == 0,
            trust: None,
        };
        let sd = [0.3, 1.0, 3.0][rng.below(3)];
        let mut search = new_with(&game, Error { mean: 0.1, sd }, settings);
        while advance(&mut search, 1e-3 * rng.below(4) as f64).is_none() {
            steps += 1;
            let (is, should) = (search.upcoming(), search.recomputed().expect("no error"));
            assert_eq!(is, should, "tree {seed}");
        }
    }
    assert!(steps > 5_000, "{steps}");
}

#[test]
fn a_step_gains_what_is_told() {
    for seed in 0..500 {
        let game = RandomTree::new(seed, Values::Continuous, false);
        let mut search = new_search(&game, Error { mean: 0.0, sd: 1.0 });
        advance(&mut search, 0.0);
        loop {
            let (best, before) = (search.best(), search.steps().len());
            if advance(&mut search, 0.0).is_some() {
                break;
            }
            let rows = search.rows();
            let gained = rows[search.best()].value - rows[best].value;
            assert_eq!(search.steps()[before].gained, gained);
        }
    }
}

#[test]
fn doubt_believes_steps_as_far_as_they_lasted() {
    let (mut sooner, mut steps) = (0, 0);
    for seed in 0..2_000 {
        let game = RandomTree::new(seed, Values::Continuous, seed % 3 == 0);
        let [mut sure, mut doubtful] = [None, Some(0.5)].map(|trust| {
            let settings = Settings {
                centred: false,
                trust,
            };
            new_with(&game, Error { mean: 0.0, sd: 1.0 }, settings)
        });
        let mut ended = advance(&mut sure, 0.02).or(advance(&mut doubtful, 0.02));
        let (first, mut said) = (sure.best(), 0.0);
        while ended.is_none() {
            let (Some(full), Some(less)) = (sure.ahead(), doubtful.ahead()) else {
                break;
            };
            let rows = sure.rows();
            let lasted = rows[sure.best()].value - rows[first].value;
            let factor = ((0.5 + lasted) / (0.5 + said)).min(1.0);
            assert!((less.expected - factor * full.expected).abs() < 1e-9);
            assert!((less.expected - less.net - (full.expected - full.net)).abs() < 1e-9);
            said += full.expected;
            ended = advance(&mut doubtful, 0.02);
            assert!(ended.is_none() || less.net <= 0.0 || doubtful.proven());
            sooner += u32::from(ended.is_some() && full.net > 0.0);
            ended = ended.or(advance(&mut sure, 0.02));
            steps += 1;
        }
    }
    assert!(sooner > 20 && steps > 1_000, "{sooner} {steps}");
}

#[test]
fn without_cost_it_ends_where_no_step_can_change_anything() {
    for seed in 0..500 {
        let game = RandomTree::new(seed, Values::Continuous, seed % 3 == 0);
        let mut search = new_search(&game, Error { mean: 0.0, sd: 1.0 });
        let reason = loop {
            if let Some(reason) = advance(&mut search, 0.0) {
                break reason;
            }
        };
        match reason {
            StopReason::NotWorthIt => assert_eq!(search.recomputed().expect("no error"), None),
            StopReason::Proven => assert!(search.proven()),
            other => assert_eq!(other, StopReason::SingleAction),
        }
    }
}

#[test]
fn what_is_below_another_root_is_kept() {
    let mut kept = 0;
    for seed in 0..500 {
        let game = RandomTree::new(seed, Values::Continuous, false);
        let model = || Error { mean: 0.1, sd: 1.0 };
        let mut search = new_search(&game, model());
        while advance(&mut search, 0.01).is_none() {}
        let next = game.after(0, search.best());
        if !matches!(game.turn_at(next), Turn::Player(_)) {
            continue;
        }
        search.move_root(next).expect("a decision");
        assert_eq!(search.upcoming(), search.recomputed().expect("no error"));
        kept += search.told().expect("no error").len();
        let sum = |search: &Search| search.rows().iter().map(|row| row.nodes).sum::<u64>();
        let before = sum(&search);
        while advance(&mut search, 0.0).is_none() {}
        assert!(sum(&search) >= before);
    }
    assert!(kept > 500, "{kept}");
}

/// Knows nothing: all states are worth the same.
struct Level(f64);

impl Evaluation<RandomTree> for Level {
    fn evaluate(&self, _: &RandomTree, _: &u32, values: &mut [f64]) -> Result<(), BoxError> {
        values.copy_from_slice(&[self.0, -self.0]);
        Ok(())
    }
}

#[test]
fn moves_that_look_alike_are_looked_at() {
    let mut steps = 0;
    for (seed, level) in (0..200).flat_map(|seed| [(seed, 0.0), (seed, -1.5)]) {
        let game = RandomTree::new(seed, Values::Continuous, false);
        let settings = Settings {
            centred: true,
            trust: None,
        };
        let evaluation = Box::new(Level(level));
        let mut search = Mgss::new(game.clone(), evaluation, None, settings, 0).expect("a game");
        advance(&mut search, 0.0);
        let rows = search.rows();
        let alike = |row: &Row<u32>| row.kind == Kind::Estimate && row.value == rows[0].value;
        if rows.len() > 1 && rows.iter().all(alike) {
            assert!(search.ahead().expect("a step").expected > 0.0);
            run(&mut search, &Limits::default());
            steps += search.steps().len();
        }
    }
    assert!(steps > 500, "{steps}");
}

#[test]
fn memory_has_an_end() {
    let game = RandomTree::new(3, Values::Continuous, false);
    let mut search = new_search(&game, Error { mean: 0.0, sd: 1.0 });
    let limits = Limits {
        memory: Some(500),
        ..Limits::default()
    };
    assert_eq!(run(&mut search, &limits), StopReason::Memory);
}
