//! What a search proves is what exhaustive search finds.

use crate::parts::{advance, build, kinds, parts};
use forethought_core::budget::{Deliberation, StopReason};
use forethought_core::game::{Chance, Game, Numbers, Outcomes, Players, Turn, Value};
use forethought_core::games::{ConnectFour, Nim, TicTacToe};
use forethought_core::rng::Rng;
use forethought_core::search::mcts::{Backup, Mcts, SearchTree};
use forethought_core::tree::ROOT;
use std::collections::HashMap;
use std::fmt::Debug;

type Payoff<G> = <<G as Game>::Players as Players>::Payoff;

/// What everybody gets from a state on where each takes its first best action, by looking at all.
fn exact<G: Game<Error: Debug>>(
    game: &G,
    state: &G::State,
    known: &mut HashMap<G::State, Payoff<G>>,
) -> Payoff<G> {
    if let Some(payoff) = known.get(state) {
        return *payoff;
    }
    let turn = game.turn(state).expect("a turn");
    let mut actions = Vec::new();
    if turn != Turn::Over {
        game.actions(state, &mut actions).expect("actions");
    }
    let mut best: Option<Payoff<G>> = None;
    for action in actions {
        let mut outcomes = Outcomes::new(game.info().players);
        game.outcomes(state, action, &mut outcomes)
            .expect("outcomes");
        let mut mean = Payoff::<G>::ZERO;
        for (probability, next, rewards) in outcomes.iter() {
            let rest = exact(game, next, known);
            for (player, reward) in rewards.iter().enumerate() {
                mean.get_mut()[player] += probability * (reward + rest.get()[player]);
            }
        }
        let better = |best: &Payoff<G>| match turn {
            Turn::Player(player) => {
                mean.get()[usize::from(player)] > best.get()[usize::from(player)]
            }
            _ => false,
        };
        if best.as_ref().is_none_or(better) {
            best = Some(mean);
        }
    }
    let payoff = best.unwrap_or(Payoff::<G>::ZERO);
    known.insert(state.clone(), payoff);
    payoff
}

/// The state after the first action of each ply.
fn after<G: Game<Error: Debug>>(game: &G, plies: usize) -> G::State {
    let mut state = game.initial().expect("a state");
    let (mut rng, mut paid) = (Rng::new(1, "test"), vec![0.0; game.info().players]);
    for _ in 0..plies {
        let mut actions = Vec::new();
        game.actions(&state, &mut actions).expect("actions");
        game.apply(&mut state, actions[0], &mut rng, &mut paid)
            .expect("a step");
    }
    state
}

/// Searches with every kind of parts until the root is proven.
fn check<G: Game<Error: Debug> + Clone>(game: &G, plies: usize) {
    let mut known = HashMap::new();
    for kind in kinds(game) {
        if kind.backup == Backup::Average {
            continue;
        }
        let mut wanted = parts::<G>(kind);
        wanted.solver = true;
        let mut search = Mcts::new(game.clone(), wanted, after(game, plies), 3).expect("a search");
        for _ in 0..20_000 {
            if search.settled() == Some(StopReason::Proven) {
                break;
            }
            advance(&mut search).expect("a simulation");
        }
        let info = game.info();
        let drawn = info.chance == Chance::Explicit && !search.tree().shape().probabilities;
        assert_eq!(search.is_proven(), !drawn, "{kind:?}");
        check_proofs(game, search.tree(), &mut known);
        if !drawn && info.chance == Chance::None {
            check_choice(game, &search, &mut known);
        }
    }
}

/// Every proof is what exhaustive search finds.
fn check_proofs<G: Game<Error: Debug>>(
    game: &G,
    tree: &SearchTree<G>,
    known: &mut HashMap<G::State, Payoff<G>>,
) {
    for node in 0..tree.len() as u32 {
        let Some(proof) = tree.proof(node) else {
            continue;
        };
        let expected = exact(game, &tree.node(node).state, known);
        for (found, expected) in proof.iter().zip(expected.get()) {
            assert!((found - expected).abs() < 1e-9, "{found} for {expected}");
        }
    }
}

/// The action that is chosen is worth what the root is.
fn check_choice<G: Game<Error: Debug>>(
    game: &G,
    search: &Mcts<G>,
    known: &mut HashMap<G::State, Payoff<G>>,
) {
    let mut state = search.tree().node(ROOT).state.clone();
    let Turn::Player(mover) = search.tree().node(ROOT).turn else {
        panic!("nobody moves")
    };
    let mut rewards = vec![0.0; game.info().players];
    let action = search.arms()[search.best()].action;
    game.apply(&mut state, action, &mut Rng::new(0, "test"), &mut rewards)
        .expect("a legal action");
    let rest = exact(game, &state, known);
    let mover = usize::from(mover);
    let proof = search.tree().proof(ROOT).expect("a proof");
    assert_eq!(rewards[mover] + rest.get()[mover], proof[mover]);
}

#[test]
fn of_two_players() {
    check(&build::<TicTacToe>(&[]), 3);
    let small = [("width", 3), ("height", 3), ("connect", 3)];
    let small = small.map(|(name, number)| (name, Value::Int(number)));
    check(&build::<ConnectFour>(&small), 0);
}

#[test]
fn of_three_players() {
    let heaps = Value::List(vec![Value::Int(1), Value::Int(2), Value::Int(2)]);
    let given = [("heaps", heaps), ("players", Value::Int(3))];
    check(&build::<Nim>(&given), 0);
}

#[test]
fn of_listed_chance() {
    let random = ("opponent", Value::Text("random".to_owned()));
    check(&build::<TicTacToe>(&[random]), 2);
}
