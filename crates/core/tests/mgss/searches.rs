//! MGSS* whose steps are searches, and alpha-beta that sets states aside.

use crate::random_tree::{RandomTree, Static, Values};
use crate::run;
use forethought_core::budget::{Deliberation, Limits, StopReason};
use forethought_core::error_model::{Error, ErrorModel};
use forethought_core::game::Turn;
use forethought_core::search::alpha_beta::{AlphaBeta, Doubt, Settings as Inner};
use forethought_core::search::mgss::Stepwise;
use forethought_core::search::mgss::deepening::{Deepening, Settings};
use forethought_core::search::{Fault, Kind, Lookahead};
use std::sync::Arc;

fn model(sd: f64) -> Arc<dyn ErrorModel<RandomTree>> {
    Arc::new(Error { mean: 0.0, sd })
}

fn deepening(game: &RandomTree, sd: f64, doubt: Option<f64>) -> Deepening<RandomTree> {
    let settings = Settings {
        centred: false,
        doubt,
        table: 1 << 16,
        kept: None,
    };
    Deepening::new(game.clone(), Box::new(Static), model(sd), settings, None, 0)
        .expect("a decision")
}

/// What player 0 gets from a state on.
fn minimax(game: &RandomTree, state: u32) -> f64 {
    let values = (0..game.count_at(state)).map(|action| {
        let next = game.after(state, action);
        let paid = if game.turn_at(next) == Turn::Over {
            game.value_at(next)
        } else {
            0.0
        };
        paid + minimax(game, next)
    });
    match game.turn_at(state) {
        Turn::Player(0) => values.fold(f64::NEG_INFINITY, f64::max),
        Turn::Over => 0.0,
        _ => values.fold(f64::INFINITY, f64::min),
    }
}

#[test]
fn left_alone_it_finds_the_value_of_the_game() {
    for seed in 0..500 {
        let game = RandomTree::new(seed, Values::Continuous, false);
        let mut search = deepening(&game, 2.0, None);
        let reason = run(&mut search, &Limits::default());
        if reason == StopReason::SingleAction {
            continue;
        }
        let sign = if game.turn_at(0) == Turn::Player(0) {
            1.0
        } else {
            -1.0
        };
        let value = sign * search.rows()[search.best()].value;
        assert!(
            (value - minimax(&game, 0)).abs() < 1e-9,
            "tree {seed} {reason:?}"
        );
    }
}

#[test]
fn a_higher_price_ends_it_sooner() {
    let mut nodes = [0, 0, 0];
    for seed in 0..200 {
        let game = RandomTree::new(seed, Values::Continuous, false);
        for (sum, price) in nodes.iter_mut().zip([0.0, 0.003, 0.03]) {
            let mut search = deepening(&game, 1.0, None);
            let cost = forethought_core::budget::Cost {
                per_node: price,
                per_second: 0.0,
            };
            let limits = Limits {
                cost: Some(cost),
                ..Limits::default()
            };
            run(&mut search, &limits);
            *sum += search.spent().nodes;
        }
    }
    assert!(nodes[0] > nodes[1] && nodes[1] > nodes[2], "{nodes:?}");
}

#[test]
fn its_steps_are_told() {
    let mut steps = 0;
    for seed in 0..50 {
        let game = RandomTree::new(seed, Values::Continuous, false);
        let mut search = deepening(&game, 1.0, None);
        run(&mut search, &Limits::default());
        steps += search.steps().len();
        for step in search.steps() {
            assert!(step.expected > 0.0 && step.gained >= 0.0);
            assert_eq!(search.path(step).len(), 1);
        }
        let told = search.told().expect("no error");
        assert_eq!(told.len(), 1 + search.rows().len());
    }
    assert!(steps > 100, "{steps}");
}

#[test]
fn moves_are_known_before_they_are_looked_at() {
    let mut moved = 0;
    for seed in 0..200 {
        let game = RandomTree::new(seed, Values::Continuous, false);
        let mut search = deepening(&game, 1.0, None);
        let mut state = 0;
        while let Turn::Player(_) = game.turn_at(state) {
            search.move_root(state).expect("a decision");
            let rows = search.rows();
            assert_eq!(rows.len(), game.count_at(state));
            assert!(
                rows.iter()
                    .all(|row| row.kind == Kind::Unknown && row.value.is_nan())
            );
            assert!(rows.iter().map(|row| row.action).eq(0..rows.len() as u32));
            assert_eq!((search.best(), search.line()), (0, Vec::new()));
            (state, moved) = (game.after(state, rows.len() - 1), moved + 1);
        }
        let before = *search.root();
        assert!(matches!(
            search.move_root(state),
            Err(Fault::NothingToDecide)
        ));
        assert_eq!(*search.root(), before);
        run(&mut search, &Limits::default());
        assert!(search.rows().iter().all(|row| row.kind != Kind::Unknown));
    }
    assert!(moved > 500, "{moved}");
}

fn alpha_beta(game: &RandomTree, depth: u32, doubt: Option<(f64, f64)>) -> (f64, u64) {
    let settings = Inner {
        depth: Some(depth),
        table: 1 << 16,
        ..Inner::default()
    };
    let search = AlphaBeta::new(game.clone(), Box::new(Static), settings, 0).expect("a decision");
    let doubt = doubt.map(|(margin, sd)| Doubt {
        model: model(sd),
        margin,
        centred: false,
    });
    let mut search = search.with_doubt(doubt);
    run(&mut search, &Limits::default());
    (search.rows()[search.best()].value, search.spent().nodes)
}

#[test]
fn who_doubts_everything_finds_the_minimax_value() {
    for seed in 0..300 {
        let game = RandomTree::new(seed, Values::Continuous, false);
        for depth in 1..6 {
            let (plain, _) = alpha_beta(&game, depth, None);
            let (value, _) = alpha_beta(&game, depth, Some((1e6, 1.0)));
            assert_eq!(value, plain, "tree {seed} depth {depth}");
        }
    }
}

#[test]
fn who_doubts_less_looks_at_less() {
    let nodes = |margin: f64| -> u64 {
        let of = |seed| {
            let game = RandomTree::new(seed, Values::Continuous, false);
            alpha_beta(&game, 5, Some((margin, 1.0))).1
        };
        (0..300).map(of).sum()
    };
    let (none, some, all) = (nodes(0.0), nodes(1.5), nodes(1e6));
    assert!(none < some && some < all, "{none} {some} {all}");
}
