//! How long the exact solver of Othello takes for published positions:
//! `cargo run --release --example endgames [FIRST] [LAST]`, those numbered 40 to 44 if not said.

use forethought_core::game::{Native, Parameters, Value};
use forethought_core::games::Othello;
use forethought_core::games::othello::Solver;
use serde_json::Value as Json;
use std::time::Instant;

const POSITIONS: &str = include_str!("../../../testdata/oracles/othello_ffo.json");

/// Solves one, and gives the seconds and the boards looked at.
fn solve(game: &Othello, row: &Json) -> (f64, u64) {
    let text = Value::Text(row["state"].as_str().expect("a state").into());
    let position = game.parse_state(&text).expect("a state");
    let expected = row["value"].as_i64().expect("a value");
    let (mut solver, mut nodes) = (Solver::default(), 0);
    let start = Instant::now();
    let solved = solver.margin(&position, (-64, 64), &mut |more| {
        nodes += more;
        true
    });
    let seconds = start.elapsed().as_secs_f64();
    let (value, action) = solved.expect("nobody stops it");
    assert_eq!(i64::from(value), expected);
    println!(
        "#{:2} {:2} empty {value:+3} {} {seconds:8.2} s {nodes:12} boards {:5.1} M/s",
        row["number"],
        position.board().empty().count_ones(),
        game.action_value(action),
        nodes as f64 / seconds / 1e6
    );
    (seconds, nodes)
}

fn main() {
    let given: Vec<u64> = std::env::args().skip(1).flat_map(|n| n.parse()).collect();
    let (first, last) = (given.first().unwrap_or(&40), given.get(1).unwrap_or(&44));
    let parameters = Parameters::new(&Othello::parameters(), &[]).expect("the defaults");
    let game = Othello::build(&parameters).expect("the defaults");
    let data: Json = serde_json::from_str(POSITIONS).expect("JSON");
    let rows = data["positions"].as_array().expect("a list").iter();
    let (mut seconds, mut nodes) = (0.0, 0);
    for row in rows.filter(|row| {
        row["number"]
            .as_u64()
            .is_some_and(|n| n >= *first && n <= *last)
    }) {
        let (time, boards) = solve(&game, row);
        (seconds, nodes) = (seconds + time, nodes + boards);
    }
    println!("{seconds:.2} s, {nodes} boards");
}
