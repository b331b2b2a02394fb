//! The solver of connect four against published positions.

use forethought_core::game::{Endgame, Game, Native};
use forethought_core::games::ConnectFour;
use forethought_core::rng::Rng;
use std::path::Path;
use std::sync::Arc;

/// The positions of a set, with the sign of their published score.
fn positions(set: &str) -> Vec<(String, f64)> {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/oracles/connect_four.json");
    let text = std::fs::read_to_string(path).expect("the file");
    let file: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let rows = file["sets"][set].as_array().expect("a set").iter();
    let sign = |score: f64| if score == 0.0 { 0.0 } else { score.signum() };
    let read = |row: &serde_json::Value| {
        let moves = row[0].as_str().expect("columns").to_string();
        (moves, sign(row[1].as_f64().expect("a score")))
    };
    rows.map(read).collect()
}

/// The state after columns that are counted from 1 on.
fn after(game: &Arc<ConnectFour>, moves: &str) -> <ConnectFour as Game>::State {
    let (Ok(mut state), mut rng) = (game.initial(), Rng::new(0, "unused"));
    for column in moves.bytes() {
        let Ok(()) = game.apply(&mut state, column - b'1', &mut rng, &mut [0.0; 2]);
    }
    state
}

/// Solves what the solver is made for. The action attains the value: from the state after it, the
/// other gets no more than its negative.
fn check(set: &str, far: bool) {
    let game = Arc::new(data_game());
    let mut solver = game.endgame().expect("a solver");
    let mut seen = 0;
    for (moves, expected) in positions(set) {
        let state = after(&game, &moves);
        if !far && !solver.reaches(&state) {
            continue;
        }
        seen += 1;
        let solved = solver.solve(&game, &state, (-1.0, 1.0), &mut |_| true);
        let (value, action) = solved.expect("it may go on");
        assert_eq!(value, expected, "{moves}");
        let (mut next, mut paid) = (state, [0.0; 2]);
        let mover = moves.len() % 2;
        let action = action.expect("a column");
        let Ok(()) = game.apply(&mut next, action, &mut Rng::new(0, "unused"), &mut paid);
        let Ok(turn) = game.turn(&next);
        let reached = match turn {
            forethought_core::game::Turn::Over => paid[mover],
            _ => {
                -solver
                    .solve(&game, &next, (-1.0, 1.0), &mut |_| true)
                    .unwrap()
                    .0
            }
        };
        assert_eq!(reached, expected, "{moves} {action}");
    }
    assert!(seen > 20, "{set}: {seen}");
}

fn data_game() -> ConnectFour {
    super::data::build(&serde_json::json!({}))
}

#[test]
fn late_positions_are_solved() {
    check("Test_L3_R1", false);
    check("Test_L2_R1", false);
    check("Test_L2_R2", false);
}

#[test]
#[ignore = "takes minutes unless optimised"]
fn early_positions_are_solved() {
    check("Test_L1_R1", true);
    check("Test_L1_R2", true);
}

#[test]
fn the_solver_stops_when_told_and_keeps_what_it_knows() {
    let game = Arc::new(data_game());
    let mut solver = game.endgame().expect("a solver");
    let state = after(&game, "");
    assert_eq!(
        solver.solve(&game, &state, (-1.0, 1.0), &mut |_| false),
        None
    );
    let mut nodes = 0;
    let mut count = |more| {
        nodes += more;
        nodes < 50_000
    };
    assert_eq!(solver.solve(&game, &state, (-1.0, 1.0), &mut count), None);
    assert!((50_000..60_000).contains(&nodes), "{nodes}");
}
