//! How fast each game plays at random, and how fast some are solved:
//! `cargo run --release --example speed`.

use forethought_core::game::{Native, Parameters, Turn, Value, rollout};
use forethought_core::games::{ConnectFour, Pig, TicTacToe};
use forethought_core::rng::Rng;
use forethought_core::search::solve::solve;
use forethought_core::with_games;
use std::time::Instant;

fn build<G: Native>(given: &[(&str, i64)]) -> G {
    let given: Vec<_> = given
        .iter()
        .map(|(name, n)| (name.to_string(), Value::Int(*n)))
        .collect();
    let parameters = Parameters::new(&G::parameters(), &given).expect("known parameters");
    G::build(&parameters).expect("parameters in range")
}

/// The plies of a play, counted by playing it again one action at a time.
fn plies<G: Native>(game: &G, rng: &mut Rng, actions: &mut Vec<G::Action>) -> u64 {
    let Ok(mut state) = game.initial();
    let mut rewards = vec![0.0; game.info().players];
    for plies in 0.. {
        let Ok(turn) = game.turn(&state);
        if turn == Turn::Over {
            return plies;
        }
        actions.clear();
        let Ok(()) = game.actions(&state, actions);
        let action = actions[rng.below(actions.len())];
        let Ok(()) = game.apply(&mut state, action, rng, &mut rewards);
    }
    unreachable!("plays end")
}

fn play<G: Native>() {
    let game: G = build(&[]);
    let (mut rng, mut actions) = (Rng::new(1, "speed"), Vec::new());
    let mut counting = rng.clone();
    let mut rewards = vec![0.0; game.info().players];
    let Ok(initial) = game.initial();
    let mut plays = 0;
    let start = Instant::now();
    while start.elapsed().as_secs_f64() < 0.5 {
        for _ in 0..100 {
            let mut state = initial.clone();
            let Ok(end) = rollout(&game, &mut state, &mut actions, &mut rng, &mut rewards);
            end.expect("plays end");
        }
        plays += 100;
    }
    let nanoseconds = start.elapsed().as_secs_f64() * 1e9;
    let plies: u64 = (0..plays)
        .map(|_| plies(&game, &mut counting, &mut actions))
        .sum();
    assert_eq!(counting, rng, "the same plays");
    println!(
        "{:14} {:6.1} plies a play, {:6.1} ns a ply, state of {} bytes",
        G::NAME,
        plies as f64 / f64::from(plays),
        nanoseconds / plies as f64,
        size_of::<G::State>()
    );
}

fn time<G: Native>(given: &[(&str, i64)]) {
    let game: G = build(given);
    let Ok(root) = game.initial();
    let start = Instant::now();
    let solution = solve(&game, &root, usize::MAX, &mut |_| true).expect("a small game");
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{:14} {given:?}: {} states, {:.2} million a second, worth {:?}",
        G::NAME,
        solution.states(),
        solution.states() as f64 / seconds / 1e6,
        solution.value(&root).expect("the root")
    );
}

macro_rules! play_all {
    ($($game:ty,)*) => { $(play::<$game>();)* };
}

fn main() {
    with_games!(play_all);
    time::<TicTacToe>(&[]);
    time::<ConnectFour>(&[("width", 4), ("height", 5)]);
    time::<Pig>(&[("target", 30)]);
    time::<Pig>(&[]);
}
