//! Plans for rule sheets of one role: `cargo run --release --example plan_sheets SECONDS SHEET...`
//!
//! Each line has the sheet, the value and the bound, whether it is proved, the method, the length
//! of the plan, states generated and CPU seconds spent.

use forethought_core::budget::{Limits as Budget, WallClock, Wish, drive};
use forethought_core::game::Game;
use forethought_core::gdl::{GdlGame, GroundLimits, Interpreter, Limits, Net, syntax};
use forethought_core::planning::{Found, GameSpace, NetSpace, Planner, Space};
use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

fn main() {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let [seconds, sheets @ ..] = &given[..] else {
        eprintln!("give the seconds and the sheets");
        return;
    };
    let seconds: f64 = seconds.parse().expect("seconds");
    for path in sheets {
        one(path, seconds);
    }
}

fn one(path: &str, seconds: f64) {
    let start = seconds_spent();
    let text = std::fs::read_to_string(path).expect("a text");
    let sheet = syntax::parse(&text).expect("a sheet");
    let mut interpreter = Interpreter::new(&sheet, Limits::default()).expect("a game");
    if interpreter.roles().len() != 1 {
        return;
    }
    let net = Net::new(&mut interpreter, &sheet, GroundLimits::default());
    let name = std::path::Path::new(path).file_stem().unwrap_or_default();
    let name = name.to_string_lossy().into_owned();
    match net {
        Ok(net) if net.sizes().bits < 100_000 => {
            let initial = interpreter.initial().to_vec();
            let space = NetSpace::new(Arc::new(net), &initial, |term| interpreter.text(term));
            let built = seconds_spent() - start;
            let (found, nodes) = plan(space, seconds);
            report(&name, "net", &found, nodes, built, start);
        }
        _ => {
            let game = GdlGame::new(&name, &sheet, Limits::default()).expect("a game");
            let initial = game.initial().expect("a state");
            let (found, nodes) = plan(GameSpace::new(game, initial), seconds);
            report(&name, "interpreter", &found, nodes, 0.0, start);
        }
    }
}

/// CPU seconds of this process so far, where the system tells them.
fn seconds_spent() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split(' ');
    let ticks = fields
        .skip(12)
        .take(2)
        .filter_map(|ticks| ticks.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}

fn plan<S: Space>(space: S, seconds: f64) -> (Found, u64)
where
    S::Error: Display,
{
    let mut planner = Planner::new(space, 1);
    let limits = Budget {
        time: Some(Duration::from_secs_f64(seconds)),
        ..Budget::default()
    };
    let mut nodes = 0;
    let stopped = drive(&mut planner, &limits, &WallClock::new(), &mut |spent| {
        nodes = spent.nodes;
        Wish::GoOn
    });
    if let Err(error) = stopped {
        println!("{error}");
    }
    (planner.found(), nodes)
}

fn report(name: &str, how: &str, found: &Found, nodes: u64, built: f64, start: f64) {
    let proved = found.value.is_some_and(|value| value >= found.bound);
    println!(
        "{name:28} {how:11} {:>5} / {:5} {:7} {:14} {:4} moves {nodes:12} nodes {built:6.2} {:6.2} s",
        found.value.map_or("-".into(), |value| value.to_string()),
        found.bound,
        if proved { "proved" } else { "" },
        found.method,
        found.moves.len(),
        seconds_spent() - start,
    );
}
