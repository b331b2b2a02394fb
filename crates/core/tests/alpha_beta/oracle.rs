//! What a search must find, by the plainest recursion; and evaluations to try it with.

use forethought_core::game::{BoxError, Evaluation, Game, Turn};
use forethought_core::rng::Rng;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Numbers that depend on the state alone, few of them, so that some tie.
#[derive(Clone, Copy)]
pub struct Scattered;

impl<G: Game> Evaluation<G> for Scattered {
    fn evaluate(&self, _: &G, state: &G::State, values: &mut [f64]) -> Result<(), BoxError> {
        let mut hasher = DefaultHasher::new();
        state.hash(&mut hasher);
        let value = (hasher.finish() % 17) as f64 / 16.0 - 0.5;
        values.copy_from_slice(&[value, -value]);
        Ok(())
    }
}

fn evaluated<G: Game>(game: &G, state: &G::State) -> f64 {
    let mut values = [0.0; 2];
    Scattered
        .evaluate(game, state, &mut values)
        .expect("it never fails");
    values[0]
}

pub fn listed<G: Game>(game: &G, state: &G::State) -> Vec<G::Action> {
    let mut actions = Vec::new();
    assert!(game.actions(state, &mut actions).is_ok());
    actions
}

pub fn applied<G: Game>(game: &G, state: &G::State, action: G::Action) -> (f64, G::State) {
    let (mut next, mut paid) = (state.clone(), [0.0; 2]);
    let rng = &mut Rng::new(0, "unused");
    assert!(game.apply(&mut next, action, rng, &mut paid).is_ok());
    (paid[0], next)
}

/// The minimax value to player 0, with the search of noisy actions at the end where there are any.
/// `path` are the states before; coming back to one is a draw.
pub fn minimax<G: Game>(game: &G, state: &G::State, depth: u32, path: &mut Vec<G::State>) -> f64 {
    let Ok(Turn::Player(mover)) = game.turn(state) else {
        return 0.0;
    };
    if game.info().horizon.is_none() && path.contains(state) {
        return 0.0;
    }
    if depth == 0 {
        return quiet(game, state);
    }
    path.push(state.clone());
    let values = listed(game, state).into_iter().map(|action| {
        let (paid, next) = applied(game, state, action);
        paid + minimax(game, &next, depth - 1, path)
    });
    let best = best(mover, values.collect());
    path.pop();
    best
}

fn quiet<G: Game>(game: &G, state: &G::State) -> f64 {
    let Ok(Turn::Player(mover)) = game.turn(state) else {
        return 0.0;
    };
    let actions = listed(game, state);
    let noisy = |action: &&G::Action| matches!(game.noisy(state, **action), Ok(true));
    let chosen: Vec<G::Action> = actions.iter().filter(noisy).copied().collect();
    let mut values: Vec<f64> = chosen
        .iter()
        .map(|action| {
            let (paid, next) = applied(game, state, *action);
            paid + quiet(game, &next)
        })
        .collect();
    if chosen.len() < actions.len() {
        values.push(evaluated(game, state));
    }
    best(mover, values)
}

fn best(mover: u8, values: Vec<f64>) -> f64 {
    let better = |a: f64, b: f64| if mover == 0 { a.max(b) } else { a.min(b) };
    values
        .into_iter()
        .reduce(better)
        .expect("there are actions")
}
