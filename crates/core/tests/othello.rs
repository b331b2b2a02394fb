//! Othello beyond what every game is tested for: the endgame solver against plain minimax and
//! against published positions.

use forethought_core::game::{Endgame, Game, Native, Parameters, Turn, Value};
use forethought_core::games::Othello;
use forethought_core::games::othello::{Board, Move, Position, Solver};
use forethought_core::rng::Rng;
use std::path::Path;

/// Small enough for boards to push each other out.
const SMALL: usize = 1 << 12;

fn game(score: &str) -> Othello {
    let given = [("score".to_string(), Value::Text(score.into()))];
    let parameters = Parameters::new(&Othello::parameters(), &given).expect("known parameters");
    Othello::build(&parameters).expect("parameters in range")
}

fn next(game: &Othello, position: &Position, action: Move) -> (Position, f64) {
    let (mut next, mut paid) = (*position, [0.0; 2]);
    let Ok(()) = game.apply(&mut next, action, &mut Rng::new(0, "unused"), &mut paid);
    (next, paid[0])
}

fn actions(game: &Othello, position: &Position) -> Vec<Move> {
    let mut actions = Vec::new();
    let Ok(()) = game.actions(position, &mut actions);
    actions
}

/// What best play pays black, by the rules alone.
fn minimax(game: &Othello, position: &Position) -> f64 {
    let values = actions(game, position).into_iter().map(|action| {
        let (next, paid) = next(game, position, action);
        if next.turn() == Turn::Over {
            paid
        } else {
            minimax(game, &next)
        }
    });
    match position.turn() {
        Turn::Player(0) => values.fold(f64::NEG_INFINITY, f64::max),
        _ => values.fold(f64::INFINITY, f64::min),
    }
}

/// The same, seen by the player to move.
fn to_mover(position: &Position, value: f64) -> f64 {
    if position.turn() == Turn::Player(0) {
        value
    } else {
        -value
    }
}

/// A random play up to a number of empty squares.
fn played(game: &Othello, empty: u32, rng: &mut Rng) -> Position {
    let Ok(mut position) = game.initial();
    while position.turn() != Turn::Over && position.board().empty().count_ones() > empty {
        let actions = actions(game, &position);
        position = next(game, &position, actions[rng.below(actions.len())]).0;
    }
    position
}

/// Discs strewn at random: boards with passes and with regions nobody can enter.
fn strewn(empty: u32, rng: &mut Rng) -> Position {
    let mut taken = u64::MAX;
    while taken.count_zeros() < empty {
        taken &= !(1 << rng.below(64));
    }
    let own = rng.next_u64()
        & if rng.below(2) == 0 {
            taken
        } else {
            taken & rng.next_u64()
        };
    let board = Board {
        own,
        other: taken & !own,
    };
    Position::new(board, rng.below(2) as u8)
}

fn compare(game: &Othello, solver: &mut Solver, position: &Position, rng: &mut Rng) {
    let exact = to_mover(position, minimax(game, position));
    let most = game.info().returns.expect("known").1;
    let (value, action) = solver
        .solve(game, position, (-most - 1.0, most + 1.0), &mut |_| true)
        .expect("nobody stops it");
    assert_eq!(value, exact, "{position:?}");
    let (after, paid) = next(game, position, action.expect("above the window"));
    let paid = if after.turn() == Turn::Over {
        paid
    } else {
        minimax(game, &after)
    };
    assert_eq!(to_mover(position, paid), exact, "{position:?} {action:?}");
    let alpha = (rng.unit() * 2.0 - 1.0) * most;
    let window = (alpha, alpha + rng.unit() * most);
    let bound = solver.solve(game, position, window, &mut |_| true);
    let (value, action) = bound.expect("nobody stops it");
    let context = format!("{position:?} {window:?}: {value}, exactly {exact}");
    if exact <= window.0 {
        assert!(
            exact <= value && value <= window.0 && action.is_none(),
            "{context}"
        );
    } else if exact >= window.1 {
        assert!(window.1 <= value && value <= exact, "{context}");
    } else {
        assert_eq!(value, exact, "{context}");
    }
}

#[test]
fn endgames_have_their_minimax_values() {
    let mut rng = Rng::new(1, "endgames");
    for score in ["win", "discs"] {
        let (game, mut solver) = (game(score), Solver::new(SMALL));
        for round in 0..1500 {
            let empty = 1 + round % 7;
            let position = match round % 3 {
                0 => strewn(empty, &mut rng),
                _ => played(&game, empty, &mut rng),
            };
            if position.turn() != Turn::Over {
                compare(&game, &mut solver, &position, &mut rng);
            }
        }
    }
}

#[test]
fn longer_endgames_have_their_minimax_values() {
    let mut rng = Rng::new(2, "endgames");
    let (game, mut solver) = (game("discs"), Solver::new(SMALL));
    for _ in 0..8 {
        let position = played(&game, 9, &mut rng);
        if position.turn() != Turn::Over {
            compare(&game, &mut solver, &position, &mut rng);
        }
    }
}

/// A published position with its value and its best moves.
fn published(game: &Othello, most: u32) -> Vec<(Position, f64, Vec<String>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/oracles");
    let text = std::fs::read_to_string(folder.join("othello_ffo.json")).expect("the file");
    let data: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let rows = data["positions"].as_array().expect("a list").iter();
    let read = rows.map(|row| {
        let state = Value::Text(row["state"].as_str().expect("a text").into());
        let best = row["best"].as_array().expect("a list").iter();
        (
            game.parse_state(&state).expect("a state"),
            row["value"].as_f64().expect("a number"),
            best.map(|name| name.as_str().expect("a text").into())
                .collect(),
        )
    });
    let near = |position: &Position| position.board().empty().count_ones() <= most;
    read.filter(|(position, ..)| near(position)).collect()
}

#[test]
fn published_positions_have_their_values() {
    let (discs, win) = (game("discs"), game("win"));
    let mut solver = Solver::new(1 << 22);
    let positions = published(&discs, 14);
    assert_eq!(positions.len(), 8);
    for (position, value, best) in positions {
        let solved = solver.solve(&discs, &position, (-64.0, 64.0), &mut |_| true);
        let (found, action) = solved.expect("nobody stops it");
        let action = discs.action_value(action.expect("above the window"));
        assert_eq!(found, value);
        assert!(
            best.iter().any(|name| action == Value::Text(name.clone())),
            "{action}"
        );
        let solved = solver.solve(&win, &position, (-2.0, 2.0), &mut |_| true);
        assert_eq!(
            solved.expect("nobody stops it").0,
            value.signum() * value.abs().min(1.0)
        );
    }
}

#[test]
fn a_solver_stops_when_told_and_can_go_on() {
    let game = game("discs");
    let (position, value, _) = published(&game, 14).remove(0);
    let mut solver = Solver::new(1 << 22);
    let (mut asked, mut nodes) = (0, 0);
    let stopped = solver.solve(&game, &position, (-64.0, 64.0), &mut |more| {
        (asked, nodes) = (asked + 1, nodes + more);
        asked < 3
    });
    assert!(stopped.is_none() && nodes > 0);
    assert!(nodes < 40_000, "it is asked often: {nodes}");
    let solved = solver.solve(&game, &position, (-64.0, 64.0), &mut |_| true);
    assert_eq!(solved.expect("nobody stops it").0, value);
}
