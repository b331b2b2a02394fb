//! Sheets as games of the core, against what is known of them.

use super::{game, text};
use forethought_core::game::{Game, Outcomes, Turn, perft, reachable_by_depth, rollout};
use forethought_core::gdl::syntax::parse;
use forethought_core::gdl::{GdlGame, Move, Shape, State, outline};
use forethought_core::rng::Rng;
use forethought_core::search::solve::solve;
use std::collections::BTreeMap;

fn moves(game: &GdlGame, state: &State) -> Vec<Move> {
    let mut moves = Vec::new();
    game.actions(state, &mut moves).expect("an answer");
    moves
}

fn after(game: &GdlGame, state: &State, action: Move) -> (State, Vec<f64>) {
    let (mut next, mut rewards) = (state.clone(), vec![0.0; game.info().players]);
    game.apply(&mut next, action, &mut Rng::new(1, "test"), &mut rewards)
        .expect("an answer");
    (next, rewards)
}

/// The state after moves given as texts, and what was paid on the way.
fn played(game: &GdlGame, plan: &[&str]) -> (State, Vec<f64>) {
    let start = (
        game.initial().expect("a state"),
        vec![0.0; game.info().players],
    );
    plan.iter().fold(start, |(state, paid), text| {
        let mut all = moves(game, &state).into_iter();
        let action = all
            .find(|action| game.text(*action) == *text)
            .expect("a legal move");
        let (next, rewards) = after(game, &state, action);
        (next, paid.iter().zip(rewards).map(|(a, b)| a + b).collect())
    })
}

#[test]
fn tic_tac_toe_has_its_known_counts() {
    let game = game("tic_tac_toe.kif");
    let known = [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78];
    assert_eq!(reachable_by_depth(&game, 20), Ok(known.to_vec()));
    let start = game.initial().expect("a state");
    // 9 x 8 x 7 x 6 x 5 x 4 paths, without the 4 that each of the 1440 wins at move 5 would have.
    assert_eq!(
        perft(&game, &start, 6, true, &mut || true),
        Ok(60_480 - 4 * 1440 + 1440)
    );
    let (last, paid) = played(
        &game,
        &[
            "(mark 1 1)",
            "(mark 2 1)",
            "(mark 1 2)",
            "(mark 2 2)",
            "(mark 1 3)",
        ],
    );
    assert_eq!(game.turn(&last), Ok(Turn::Over));
    assert_eq!(paid, [100.0, 0.0]);
    assert_eq!(game.odd_goals(), (0, 0));
}

#[test]
fn moves_and_fluents_are_in_the_order_of_the_sheet() {
    let game = game("tic_tac_toe.kif");
    let start = game.initial().expect("a state");
    let texts: Vec<_> = moves(&game, &start).iter().map(|m| game.text(*m)).collect();
    let cells = (1..=3).flat_map(|row| (1..=3).map(move |column| (row, column)));
    let expected: Vec<_> = cells.map(|(r, c)| format!("(mark {r} {c})")).collect();
    assert_eq!(texts, expected);
    assert_eq!(
        game.fluents(&start)[..2],
        ["(control x)", "(cell 1 1 blank)"]
    );
}

#[test]
fn states_come_back_from_their_texts() {
    for name in ["rock_paper_scissors.kif", "towers.kif", "coin_guess.kif"] {
        let (game, mut rng) = (game(name), Rng::new(1, "texts"));
        for _ in 0..20 {
            let mut state = game.initial().expect("a state");
            while game.turn(&state) != Ok(Turn::Over) {
                let texts = game.texts(&state);
                let again = game.state(&texts).expect("the same state");
                assert_eq!(again, state);
                assert_eq!(moves(&game, &again), moves(&game, &state));
                let all = moves(&game, &state);
                let action = all[rng.below(all.len())];
                let mut paid = vec![0.0; game.info().players];
                game.apply(&mut state, action, &mut rng, &mut paid)
                    .expect("an answer");
            }
        }
    }
}

#[test]
fn no_state_has_unknown_fluents_or_moves_out_of_turn() {
    let game = game("rock_paper_scissors.kif");
    let refused = |texts: &[&str]| {
        let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
        game.state(&texts).expect_err("no state").0
    };
    assert!(refused(&["(circle 1)"]).starts_with("(circle 1) is no fluent of the rules"));
    for chosen in ["(does right rock)", "(does left well)", "(does left rock"] {
        assert!(refused(&["(round 1)", chosen]).contains("is no choice that is open here"));
    }
    refused(&["(round 1)", "(does left rock)", "(does right rock)"]);
}

#[test]
fn a_zero_sum_score_sums_to_zero() {
    let moves = [
        "(mark 1 1)",
        "(mark 2 1)",
        "(mark 1 2)",
        "(mark 2 2)",
        "(mark 1 3)",
    ];
    let game = game("tic_tac_toe.kif").zero_sum().expect("two players");
    assert_eq!(played(&game, &moves).1, [1.0, -1.0]);
    assert_eq!(game.info().returns, Some((-1.0, 1.0)));
    let one = super::game("eight_puzzle.kif").zero_sum();
    assert_eq!(one.expect_err("one player").code, "zero-sum");
}

#[test]
fn an_outline_names_what_a_sheet_talks_about() {
    let outline = outline(&parse(&text("nim.kif")).expect("a sheet"));
    let shapes = |shapes: &[Shape]| -> Vec<String> {
        let shapes = shapes.iter();
        shapes.map(|s| format!("{}/{}", s.name, s.arity)).collect()
    };
    assert_eq!(shapes(&outline.fluents), ["heap/2", "control/1"]);
    assert_eq!(shapes(&outline.moves), ["reduce/2", "wait/0"]);
    let fixed = outline.relations.iter().filter(|relation| relation.fixed);
    let fixed: Vec<_> = fixed.map(|r| (r.shape.name.as_str(), r.rules)).collect();
    assert_eq!(fixed, [("succ", 4), ("less", 2)]);
}

/// All plans from a state on: their lengths and what they pay. Gives the number of nodes.
fn plans(game: &GdlGame, state: &State, length: u32, paid: f64, ends: &mut Vec<(u32, f64)>) -> u32 {
    if game.turn(state) == Ok(Turn::Over) {
        ends.push((length, paid));
        return 1;
    }
    let next = moves(game, state).into_iter().map(|action| {
        let (next, rewards) = after(game, state, action);
        plans(game, &next, length + 1, paid + rewards[0], ends)
    });
    1 + next.sum::<u32>()
}

#[test]
fn the_eight_puzzle_has_its_known_plans() {
    let game = game("eight_puzzle.kif");
    let mut ends = Vec::new();
    let nodes = plans(&game, &game.initial().expect("a state"), 0, 0.0, &mut ends);
    assert_eq!((nodes, ends.len()), (4545, 2985));
    let mut histogram = BTreeMap::new();
    let mut best = BTreeMap::new();
    for (length, paid) in ends {
        *histogram.entry(paid as u32).or_insert(0) += 1;
        if paid == 100.0 {
            *best.entry(length).or_insert(0) += 1;
        }
    }
    let expected = [
        (0, 33),
        (10, 271),
        (20, 419),
        (30, 684),
        (40, 856),
        (50, 73),
        (60, 366),
        (70, 219),
        (100, 64),
    ];
    assert_eq!(histogram, BTreeMap::from(expected));
    assert_eq!(best, BTreeMap::from([(4, 1), (6, 8), (8, 55)]));
    for plan in [
        "right down right down",
        "right down left right right down",
        "right down left right left right right down",
    ] {
        assert_eq!(
            played(&game, &plan.split(' ').collect::<Vec<_>>()).1,
            [100.0]
        );
    }
    assert_eq!(played(&game, &["right", "left"].repeat(4)).1, [40.0]);
}

/// What the first player gets if both play to win.
fn value(game: &GdlGame, state: &State) -> f64 {
    let Ok(Turn::Player(player)) = game.turn(state) else {
        return 0.0;
    };
    let values = moves(game, state).into_iter().map(|action| {
        let (next, rewards) = after(game, state, action);
        rewards[0] + value(game, &next)
    });
    match player {
        0 => values.fold(f64::MIN, f64::max),
        _ => values.fold(f64::MAX, f64::min),
    }
}

#[test]
fn nim_is_won_unless_the_sum_is_zero() {
    let game = game("nim.kif");
    let start = game.initial().expect("a state");
    // 1, 2 and 4: their binary digits do not cancel.
    assert_eq!(value(&game, &start), 100.0);
    // The one winning move leaves 1, 2 and 3.
    let winning = moves(&game, &start).into_iter().filter(|action| {
        let (next, _) = after(&game, &start, *action);
        value(&game, &next) == 100.0
    });
    let winning: Vec<_> = winning.map(|action| game.text(action)).collect();
    assert_eq!(winning, ["(reduce c 3)"]);
}

#[test]
fn moves_at_once_are_chosen_one_after_the_other() {
    let game = game("rock_paper_scissors.kif");
    let start = game.initial().expect("a state");
    assert_eq!(game.turn(&start), Ok(Turn::Player(0)));
    let rock = moves(&game, &start)[0];
    let (half, paid) = after(&game, &start, rock);
    assert_eq!(game.turn(&half), Ok(Turn::Player(1)));
    assert_eq!(game.chosen(&half), [("left".to_owned(), "rock".to_owned())]);
    assert_eq!(
        (game.fluents(&half), paid),
        (game.fluents(&start), vec![0.0, 0.0])
    );
    assert_ne!(half, start);
    let (over, paid) = played(&game, &["rock", "paper", "paper", "paper"]);
    assert_eq!(game.turn(&over), Ok(Turn::Over));
    assert_eq!(paid, [25.0, 75.0]);
    assert_eq!(perft(&game, &start, 4, true, &mut || true), Ok(81));
    // Round 1, after one choice, round 2 with 3 results, each after one choice, and 9 ends.
    assert_eq!(reachable_by_depth(&game, 9), Ok(vec![1, 3, 3, 9, 9]));
}

#[test]
fn random_is_chance_and_no_player() {
    let game = game("coin_guess.kif");
    let start = game.initial().expect("a state");
    assert_eq!((game.info().players, game.roles().len()), (1, 2));
    assert_eq!(game.turn(&start), Ok(Turn::Player(0)));
    let guess = moves(&game, &start)[0];
    let (half, _) = after(&game, &start, guess);
    assert_eq!(game.turn(&half), Ok(Turn::Chance));
    let [chance] = moves(&game, &half)[..] else {
        panic!("one action of chance");
    };
    let mut outcomes = Outcomes::new(1);
    game.outcomes(&half, chance, &mut outcomes)
        .expect("outcomes");
    let pays: Vec<_> = outcomes
        .iter()
        .map(|(p, _, rewards)| (p, rewards[0]))
        .collect();
    assert_eq!(pays, [(0.5, 100.0), (0.5, 0.0)]);
    let solution = solve(&game, &start, 1000, &mut |_| true).expect("a solution");
    let values = solution.value(&start).expect("a value");
    assert_eq!(values, [50.0]);
}

#[test]
fn nested_functions_are_played() {
    let game = game("towers.kif");
    let plan = [
        "(lift left right)",
        "(lift left centre)",
        "(lift right centre)",
        "(lift left right)",
        "(lift centre left)",
        "(lift centre right)",
        "(lift left right)",
    ];
    let (over, paid) = played(&game, &plan);
    assert_eq!((game.turn(&over), paid), (Ok(Turn::Over), vec![100.0]));
    assert!(
        game.fluents(&over)
            .contains(&"(peg right (on small (on middle (on large floor))))".to_owned())
    );
    let mut ends = Vec::new();
    plans(&game, &game.initial().expect("a state"), 0, 0.0, &mut ends);
    assert_eq!(ends.iter().filter(|(_, paid)| *paid == 100.0).count(), 1);
}

#[test]
fn missing_and_several_goals_are_counted() {
    let game = game("pitfalls/several_goals.kif");
    let start = game.initial().expect("a state");
    // Nobody has a choice: one action of the first player.
    assert_eq!(game.turn(&start), Ok(Turn::Player(0)));
    let (over, paid) = played(&game, &["go"]);
    assert_eq!((game.turn(&over), paid), (Ok(Turn::Over), vec![70.0, 0.0]));
    assert_eq!(game.odd_goals(), (1, 1));
}

#[test]
fn random_plays_end() {
    for name in [
        "tic_tac_toe.kif",
        "eight_puzzle.kif",
        "nim.kif",
        "rock_paper_scissors.kif",
        "coin_guess.kif",
        "towers.kif",
    ] {
        let game = game(name);
        let mut rng = Rng::new(5, "test");
        for _ in 0..20 {
            let mut state = game.initial().expect("a state");
            let mut rewards = vec![0.0; game.info().players];
            let plies = rollout(&game, &mut state, &mut Vec::new(), &mut rng, &mut rewards);
            assert!(matches!(plies, Ok(Ok(1..=20))), "{name}: {plies:?}");
            assert!(
                rewards.iter().all(|pay| (0.0..=100.0).contains(pay)),
                "{name}"
            );
        }
    }
}

#[test]
fn lists_without_end_are_looked_at_where_they_come_up() {
    let game = game("collect.kif");
    let mut ends = Vec::new();
    plans(&game, &game.initial().expect("a state"), 0, 0.0, &mut ends);
    // All orders of three letters; a is the last of two of them.
    assert_eq!(ends.len(), 6);
    assert_eq!(ends.iter().filter(|(_, paid)| *paid == 100.0).count(), 2);
}
