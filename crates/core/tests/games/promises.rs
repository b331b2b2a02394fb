//! What the contract promises, on random plays of every case.

use super::data::{Case, cases};
use forethought_core::game::{Chance, Game, Native, Outcomes, Turn};
use forethought_core::rng::Rng;

const PLAYS: usize = 100;
/// A play this long is long enough to look at.
const MOST_PLIES: u32 = 10_000;
/// Times that one action is taken, to compare with its probabilities.
const DRAWS: u32 = 4000;

/// Sees a state and the actions there.
type Visit<'a, G> = dyn FnMut(&<G as Game>::State, &[<G as Game>::Action]) + 'a;

/// A random play, with what it paid. `visit` is called at each state.
fn play<G: Native>(game: &G, rng: &mut Rng, visit: &mut Visit<G>) -> (u32, Vec<f64>) {
    let Ok(mut state) = game.initial();
    let mut rewards = vec![0.0; game.info().players];
    for plies in 0..MOST_PLIES {
        let Ok(turn) = game.turn(&state);
        let mut actions = Vec::new();
        if turn != Turn::Over {
            let Ok(()) = game.actions(&state, &mut actions);
        }
        visit(&state, &actions);
        if turn == Turn::Over {
            return (plies, rewards);
        }
        let action = actions[rng.below(actions.len())];
        let Ok(()) = game.apply(&mut state, action, rng, &mut rewards);
    }
    panic!("{}: a random play does not end", G::NAME);
}

fn check_actions<G: Native>(game: &G, state: &G::State, actions: &[G::Action]) {
    let Ok(turn) = game.turn(state);
    match turn {
        Turn::Over => {}
        Turn::Chance => {
            assert_eq!(actions.len(), 1, "chance does not choose");
            assert_ne!(game.info().chance, Chance::None);
        }
        Turn::Player(player) => {
            assert!(usize::from(player) < game.info().players);
            assert!(!actions.is_empty());
        }
    }
    if turn != Turn::Over {
        check_shortcuts(game, state, actions);
    }
    for (index, action) in actions.iter().enumerate() {
        let told = |other: &G::Action| game.action_value(*other) == game.action_value(*action);
        assert!(!actions[..index].contains(action) && !actions[..index].iter().any(told));
    }
}

/// What a game may say more quickly agrees with the list of its actions.
fn check_shortcuts<G: Native>(game: &G, state: &G::State, actions: &[G::Action]) {
    assert_eq!(game.count(state), Ok(actions.len() as u64));
    let mut listed = Rng::new(actions.len() as u64, "shortcuts");
    let (mut drawn, mut buffer) = (listed.clone(), actions.to_vec());
    for _ in 0..3 {
        let action = actions[listed.below(actions.len())];
        let Ok(found) = game.random_action(state, &mut buffer, &mut drawn);
        assert_eq!((found, &drawn), (Some(action), &listed), "{state:?}");
    }
}

pub fn plays<G: Native>() {
    for Case { game, data } in cases::<G>() {
        let (info, mut rng) = (game.info().clone(), Rng::new(1, "plays"));
        let context = format!("{} {}", G::NAME, data["parameters"]);
        let (mut sums, mut visit) = (Vec::new(), |state: &_, actions: &[_]| {
            check_actions(&game, state, actions);
        });
        for _ in 0..PLAYS {
            let (plies, rewards) = play(&game, &mut rng, &mut visit);
            assert!(info.horizon.is_none_or(|most| plies <= most), "{context}");
            if let Some((low, high)) = info.returns {
                let inside = |r: &f64| (low - 1e-9..=high + 1e-9).contains(r);
                assert!(rewards.iter().all(inside), "{context}: {rewards:?}");
            }
            sums.push(rewards.iter().sum::<f64>());
        }
        let constant = sums.iter().all(|sum| (sum - sums[0]).abs() < 1e-9);
        assert_eq!(constant, info.constant_sum, "{context}");
    }
}

pub fn told<G: Native>() {
    for Case { game, .. } in cases::<G>() {
        let mut rng = Rng::new(2, "plays");
        for _ in 0..PLAYS / 10 {
            play(&game, &mut rng, &mut |state, _| {
                let value = game.state_value(state);
                assert_eq!(game.parse_state(&value).as_ref(), Ok(state), "{value}");
                assert!(!game.render(state).is_empty());
            });
        }
    }
}

pub fn judged<G: Native>() {
    for Case { game, .. } in cases::<G>() {
        let Ok(initial) = game.initial();
        assert_eq!(game.stage(&initial), 0.0, "{}", G::NAME);
        let mut rng = Rng::new(4, "plays");
        for _ in 0..PLAYS / 10 {
            play(&game, &mut rng, &mut |state, actions| {
                assert!((0.0..=1.0).contains(&game.stage(state)), "{state:?}");
                if !actions.is_empty() {
                    check_evaluations(&game, state);
                }
            });
        }
    }
}

/// The canonical state is its own, and the same follows from it, but for the images.
pub fn images<G: Native>() {
    for Case { game, .. } in cases::<G>() {
        let mut rng = Rng::new(5, "plays");
        for _ in 0..PLAYS / 10 {
            play(&game, &mut rng, &mut |state, actions| {
                let Ok(image) = game.canonical(state);
                assert_eq!(game.canonical(&image).as_ref(), Ok(&image));
                assert_eq!(game.turn(&image), game.turn(state), "{state:?}");
                if !actions.is_empty() && game.info().chance != Chance::Sampled {
                    let [mut here, mut there] = [state, &image].map(|at| follow(&game, at));
                    here.sort();
                    there.sort();
                    assert_eq!(here, there, "{state:?}");
                }
            });
        }
    }
}

/// All that may follow a state, in words, with images taken for one.
fn follow<G: Native>(game: &G, state: &G::State) -> Vec<String> {
    let (mut actions, mut told) = (Vec::new(), Vec::new());
    let Ok(()) = game.actions(state, &mut actions);
    for action in actions {
        let mut outcomes = Outcomes::new(game.info().players);
        let Ok(()) = game.outcomes(state, action, &mut outcomes);
        for (probability, after, rewards) in outcomes.iter() {
            let Ok(image) = game.canonical(after);
            told.push(format!(
                "{probability} {rewards:?} {}",
                game.state_value(&image)
            ));
        }
    }
    told
}

/// Evaluations stay below the best return, which is known when it is got, and pay from one player
/// to the other to the last bit.
fn check_evaluations<G: Native>(game: &G, state: &G::State) {
    for (name, _) in G::evaluations() {
        let evaluation = game.evaluation(name).expect("it is listed");
        let mut values = vec![f64::NAN; game.info().players];
        evaluation
            .evaluate(game, state, &mut values)
            .expect("rules");
        let (low, high) = game.info().returns.expect("bounds");
        assert!(values.iter().all(|v| low < *v && *v < high), "{state:?}");
        assert_eq!(values[0], -values[1], "{state:?}");
    }
    assert!(game.evaluation("no such").is_none());
}

pub fn draws<G: Native>() {
    for Case { game, .. } in cases::<G>() {
        let (mut rng, mut draws) = (Rng::new(3, "plays"), Rng::new(3, "draws"));
        let mut seen = 0;
        play(&game, &mut rng, &mut |state, actions| {
            seen += 1;
            for action in actions.iter().filter(|_| seen < 8) {
                check_draws(&game, state, *action, &mut draws);
            }
        });
    }
}

/// Takes an action often: each result is one of the outcomes, as often as its probability says.
/// The allowance is 6 standard deviations, which one outcome misses with probability below 1e-8.
fn check_draws<G: Native>(game: &G, state: &G::State, action: G::Action, rng: &mut Rng) {
    let mut outcomes = Outcomes::new(game.info().players);
    let Ok(()) = game.outcomes(state, action, &mut outcomes);
    let sum: f64 = outcomes.probabilities().iter().sum();
    assert!((sum - 1.0).abs() < 1e-9, "{state:?} {action:?}: {sum}");
    let mut counts = vec![0; outcomes.len()];
    let draws = if outcomes.len() == 1 { 1 } else { DRAWS };
    for _ in 0..draws {
        let (mut next, mut paid) = (state.clone(), vec![0.0; game.info().players]);
        let Ok(()) = game.apply(&mut next, action, rng, &mut paid);
        let found = outcomes
            .iter()
            .position(|(_, s, r)| *s == next && *r == *paid);
        counts[found.expect("one of the outcomes")] += 1;
    }
    for (index, (_, next, paid)) in outcomes.iter().enumerate() {
        let same = outcomes.iter().filter(|(_, s, r)| *s == next && *r == paid);
        let p: f64 = same.map(|(p, _, _)| p).sum();
        let first = outcomes.iter().position(|(_, s, r)| s == next && r == paid);
        let (n, expected) = (f64::from(draws), p * f64::from(draws));
        let miss = (f64::from(counts[first.expect("itself")]) - expected).abs();
        assert!(
            miss <= 6.0 * (n * p * (1.0 - p)).sqrt() + 1e-9,
            "{state:?} {index}"
        );
    }
}
