//! Simulations a second of a search of rule sheets, interpreted and compiled:
//! `cargo run --release --example gdl_search SIMULATIONS SHEET...`

use forethought_core::budget::{Deliberation, Leave, Limits as Budget, WallClock, Wish};
use forethought_core::decision::Choice;
use forethought_core::game::{Game, rollout};
use forethought_core::gdl::{GdlGame, GroundLimits, Limits, Net, Playouts, TermId, syntax};
use forethought_core::policy::{AnyRule, Policy, Ucb1, Weight};
use forethought_core::rng::Rng;
use forethought_core::search::mcts::{Backup, ChanceIn, Mcts, Opponents, Parts, Simulate};
use forethought_core::tree::Merge;
use std::fs;

fn parts<G: Game>() -> Parts<G> {
    Parts {
        policy: Policy::new(AnyRule::Ucb1(Ucb1::new(Weight::Relative(0.7)))),
        opponents: Opponents::Same,
        merge: Merge::State,
        backup: Backup::Average,
        chance: ChanceIn::Sampled,
        simulate: Simulate::Uniform,
        rave: None,
        choice: Choice::Mean,
        decoupled: false,
        solver: false,
    }
}

fn searched(game: &GdlGame, simulations: u64) -> f64 {
    let state = game.initial().expect("a state");
    let mut search = Mcts::new(game.clone(), parts(), state, 1).expect("a search");
    let (limits, clock, start) = (Budget::default(), WallClock::new(), seconds());
    for _ in 0..simulations {
        let done = search.advance(&mut Leave::new(&limits, &clock, &mut |_| Wish::GoOn));
        done.expect("an answer");
    }
    simulations as f64 / (seconds() - start)
}

fn played(game: &GdlGame, plays: u64, whole: bool) -> (f64, f64) {
    let mut rng = Rng::new(1, "speed");
    let state = game.initial().expect("a state");
    let (start, mut plies, mut actions) = (seconds(), 0, Vec::new());
    for _ in 0..plays {
        let mut paid = vec![0.0; game.info().players];
        let steps = match whole {
            true => game.play_out(&state, &mut actions, &mut rng, &mut paid),
            false => rollout(game, &mut state.clone(), &mut actions, &mut rng, &mut paid),
        };
        plies += u64::from(steps.expect("an answer").expect("an end"));
    }
    let time = seconds() - start;
    (plays as f64 / time, plies as f64 / time)
}

/// Random plays a second, 64 N at once.
fn together<const N: usize>(net: &Net, start: &[TermId]) -> f64 {
    let mut playouts = Playouts::<N>::new(net, start);
    let (mut rng, begun) = (Rng::new(1, "speed"), seconds());
    loop {
        let plays = playouts.run(64, &mut rng).plays as f64;
        let time = seconds() - begun;
        if time > 0.3 {
            return plays / time;
        }
    }
}

/// CPU seconds of this process.
fn seconds() -> f64 {
    let line = fs::read_to_string("/proc/self/schedstat").expect("Linux");
    let nanoseconds = line.split(' ').next().and_then(|n| n.parse::<f64>().ok());
    nanoseconds.expect("a number") / 1e9
}

fn main() {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let count: u64 = given[0].parse().expect("simulations");
    for path in &given[1..] {
        let sheet = syntax::parse(&fs::read_to_string(path).expect("a text")).expect("a sheet");
        let game = GdlGame::new("sheet", &sheet, Limits::default()).expect("a game");
        let before = searched(&game, count / 20);
        let (interpreted, _) = played(&game, count / 20, false);
        let start = seconds();
        let net = game.compile(GroundLimits::default());
        let build = seconds() - start;
        if let Err(why) = net {
            println!("{path}: {before:.0} {why}");
            continue;
        }
        let net = game.net().expect("it was made");
        let start = game.terms(&game.initial().expect("a state"));
        let wide = [
            together::<1>(&net, &start),
            together::<2>(&net, &start),
            together::<4>(&net, &start),
        ];
        println!(
            "    asks the net: {}; plays/s together {wide:.0?}",
            game.asks_net()
        );
        let (steps, _) = played(&game, count, false);
        let (whole, moves) = played(&game, count, true);
        println!(
            "{path}: build {build:.3} simulations/s {before:.0} {:.0}, plays/s {interpreted:.0} {steps:.0} {whole:.0} moves/s {moves:.0}",
            searched(&game, count)
        );
    }
}
