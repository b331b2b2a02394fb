//! Every game against its file in `testdata/games` and against the promises of the contract.

mod data;
mod mirrors;
mod promises;
mod published;

use data::{Case, cases, close};
use forethought_core::game::{Native, Value, perft, reachable_by_depth};
use forethought_core::search::solve::{Solution, solve};
use forethought_core::with_games;

/// More states than any of the files has.
const MOST_STATES: usize = 10_000_000;

fn counts<G: Native>() {
    for Case { game, data } in cases::<G>() {
        let expected = data::counts(&data["reachable"]);
        let Ok(counts) = reachable_by_depth(&game, expected.len() as u32 - 1);
        assert_eq!(counts, expected, "{} {}", G::NAME, data["parameters"]);
    }
}

/// `perft` of a case: `counts`, the paths of 1, 2, ... plies, and whether plays that `ended` earlier
/// are among them (no, if it is not said).
fn paths<G: Native>(most: u64) {
    for Case { game, data } in cases::<G>() {
        let (Ok(root), given) = (game.initial(), &data["perft"]);
        if given.is_null() {
            continue;
        }
        let ended = given["ended"].as_bool().unwrap_or(false);
        for (index, expected) in data::counts(&given["counts"]).into_iter().enumerate() {
            let depth = index as u32 + 1;
            if expected <= most {
                let found = perft(&game, &root, depth, ended, &mut || true);
                assert_eq!(found, Ok(expected), "{} at depth {depth}", G::NAME);
            }
        }
    }
}

/// Paths that take a moment to count, and those that take seconds when optimised.
const FEW_PATHS: u64 = 500_000;
const MANY_PATHS: u64 = 1_000_000_000;

fn solved<G: Native>(game: &G) -> Solution<G> {
    let Ok(root) = game.initial();
    solve(game, &root, MOST_STATES, &mut |_| true).expect("a solution")
}

fn values<G: Native>(slow: bool) {
    let cases = cases::<G>().filter(|case| case.data["slow"].as_bool().unwrap_or(false) == slow);
    for Case { game, data } in cases.filter(|case| !case.data["solved"].is_null()) {
        let solution = solved(&game);
        if let Some(states) = data["states"].as_u64() {
            assert_eq!(solution.states() as u64, states, "{}", data["parameters"]);
        }
        for entry in data["solved"].as_array().expect("a list") {
            check_entry(&game, &solution, entry);
        }
    }
}

/// Checks the value of a state, and those of its actions with another solution from there.
fn check_entry<G: Native>(game: &G, solution: &Solution<G>, entry: &serde_json::Value) {
    let value = data::value(&entry["state"]);
    let state = game.parse_state(&value).expect("a state");
    let tolerance = entry["tolerance"].as_f64().unwrap_or(1e-8);
    let found = solution.value(&state).expect("a reachable state");
    let context = format!("{} {} at {value}: {found:?}", G::NAME, entry["value"]);
    assert!(close(found, &entry["value"], tolerance), "{context}");
    let Some(actions) = entry["actions"].as_array() else {
        return;
    };
    let from_here = solve(game, &state, MOST_STATES, &mut |_| true).expect("a solution");
    assert_eq!(from_here.actions().len(), actions.len(), "{context}");
    for (index, (action, expected)) in from_here.actions().iter().zip(actions).enumerate() {
        let (q, action) = (from_here.q(index), game.action_value(*action));
        assert_eq!(action, data::value(&expected[0]), "{context}");
        assert!(
            close(q, &expected[1], tolerance),
            "{context}: {action} {q:?}"
        );
    }
    check_best(game, &from_here, &state);
}

/// The best action is the first that gives its mover as much as the state is worth.
fn check_best<G: Native>(game: &G, solution: &Solution<G>, state: &G::State) {
    use forethought_core::game::Turn;
    let Ok(turn) = game.turn(state);
    let best = match turn {
        Turn::Over => None,
        Turn::Chance => Some(0),
        Turn::Player(player) => {
            let worth = |q: &[f64]| q[usize::from(player)];
            let value = worth(solution.value(state).expect("the root"));
            (0..solution.actions().len()).find(|index| worth(solution.q(*index)) == value)
        }
    };
    assert_eq!(solution.best(), best);
}

macro_rules! each {
    ($($game:ty,)*) => {
        #[test]
        fn the_numbers_of_states_are_known() {
            $(counts::<$game>();)*
        }

        #[test]
        fn the_numbers_of_paths_are_known() {
            $(paths::<$game>(FEW_PATHS);)*
        }

        #[test]
        #[ignore = "takes minutes unless optimised"]
        fn the_numbers_of_long_paths_are_known() {
            $(paths::<$game>(MANY_PATHS);)*
        }

        #[test]
        fn exact_values_are_known() {
            $(values::<$game>(false);)*
        }

        #[test]
        #[ignore = "takes minutes unless optimised"]
        fn exact_values_of_large_cases_are_known() {
            $(values::<$game>(true);)*
        }

        #[test]
        fn plays_keep_what_is_declared() {
            $(promises::plays::<$game>();)*
        }

        #[test]
        fn states_survive_being_told() {
            $(promises::told::<$game>();)*
        }

        #[test]
        fn evaluations_and_stages_are_in_range() {
            $(promises::judged::<$game>();)*
        }

        #[test]
        fn images_go_on_alike() {
            $(promises::images::<$game>();)*
        }

        #[test]
        fn what_happens_follows_the_outcomes() {
            $(promises::draws::<$game>();)*
        }

        #[test]
        fn nonsense_is_no_state() {
            $(nonsense::<$game>();)*
        }
    };
}
with_games!(each);

fn nonsense<G: Native>() {
    let game = data::build::<G>(&serde_json::json!({}));
    let texts = ["", "X", "/////", "é........"];
    let values = texts.map(|text| Value::Text(text.into()));
    let lists = [vec![-1], vec![7; 3], vec![0; 9]].map(Value::ints);
    for value in values
        .into_iter()
        .chain(lists)
        .chain([Value::None, Value::Float(0.5)])
    {
        let refused = game.parse_state(&value).expect_err("nonsense");
        assert!(refused.0.contains("is no state"), "{refused}");
        assert!(refused.0.contains("give "), "{refused}");
    }
}
