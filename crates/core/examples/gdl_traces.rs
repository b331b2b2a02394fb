//! Compares the interpreter with recorded plays of rule sheets, and times its first legal move
//! and its random plays:
//! `cargo run --release --example gdl_traces SHEETS TRACES [SECONDS] [NAME]...`
//!
//! SHEETS has NAME.kif, TRACES NAME.jsonl: after a line with the roles one for each state, with
//! its fluents, goals, legal moves and the moves taken. SECONDS are spent on random plays of each
//! sheet, 0 if not said. Ends with 1 if anything differs.

use forethought_core::gdl::{Interpreter, Limits, TermId, syntax};
use forethought_core::rng::Rng;
use serde_json::Value as Json;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

/// What was found about one sheet.
#[derive(Default)]
struct Row {
    states: usize,
    differences: Vec<String>,
    /// Seconds to the first legal move, parsing included.
    first: f64,
    /// Random plays and steps a second.
    plays: f64,
    steps: f64,
}

fn main() -> ExitCode {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let [sheets, traces, rest @ ..] = &given[..] else {
        eprintln!("give the folders of the sheets and of the traces");
        return ExitCode::FAILURE;
    };
    let seconds = rest.first().map_or(0.0, |n| n.parse().expect("seconds"));
    let files = fs::read_dir(traces).expect("a folder of traces");
    let names = files.map(|file| file.expect("a file").path());
    let mut names: Vec<String> = names
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .filter(|name| rest.len() < 2 || rest[1..].contains(name))
        .collect();
    names.sort();
    println!(
        "{:32} {:>6} {:>5} {:>9} {:>10} {:>10}",
        "sheet", "states", "diff", "first s", "plays/s", "steps/s"
    );
    let mut agreed = 0;
    for name in &names {
        let text = |folder: &str, ending: &str| {
            let path = Path::new(folder).join(format!("{name}.{ending}"));
            fs::read_to_string(path).expect("a text")
        };
        let row = check(&text(sheets, "kif"), &text(traces, "jsonl"), seconds);
        agreed += usize::from(row.differences.is_empty());
        let Row {
            states,
            first,
            plays,
            steps,
            ..
        } = row;
        let count = row.differences.len();
        println!("{name:32} {states:6} {count:5} {first:9.4} {plays:10.1} {steps:10.0}");
        row.differences
            .iter()
            .take(3)
            .for_each(|line| println!("    {line}"));
    }
    println!("{agreed} of {} sheets agree", names.len());
    ExitCode::from(u8::from(agreed < names.len()))
}

fn check(sheet: &str, trace: &str, seconds: f64) -> Row {
    let mut row = Row::default();
    let start = Instant::now();
    let game = syntax::parse(sheet).and_then(|sheet| Interpreter::new(&sheet, Limits::default()));
    let mut game = match game {
        Ok(game) => game,
        Err(error) => {
            row.differences.push(error.to_string());
            return row;
        }
    };
    let initial = game.initial().to_vec();
    if let Err(error) = game.legal(&initial) {
        row.differences.push(error.to_string());
    }
    row.first = start.elapsed().as_secs_f64();
    let mut lines = trace
        .lines()
        .map(|line| serde_json::from_str::<Json>(line).expect("JSON"));
    let roles = texts(&lines.next().expect("a first line")["roles"]);
    let own: Vec<String> = game.roles().iter().map(|role| game.text(*role)).collect();
    if own != roles {
        row.differences.push(format!("roles {own:?}"));
    }
    let mut expected: Option<Vec<TermId>> = None;
    for line in lines {
        if line["d"] == 0 {
            expected = Some(game.initial().to_vec());
        }
        row.states += 1;
        let (p, d) = (&line["p"], &line["d"]);
        match compare(&mut game, &line, expected.take(), &mut row.differences) {
            Ok(next) => expected = next,
            Err(error) => row.differences.push(format!("play {p} step {d}: {error}")),
        }
    }
    if seconds > 0.0 && row.differences.is_empty() {
        (row.plays, row.steps) = speed(&mut game, seconds);
    }
    row
}

fn texts(list: &Json) -> Vec<String> {
    let items = list.as_array().expect("a list").iter();
    items
        .map(|item| item.as_str().expect("a text").to_owned())
        .collect()
}

/// Compares one state, and gives the one that follows from the moves taken.
fn compare(
    game: &mut Interpreter,
    line: &Json,
    reached: Option<Vec<TermId>>,
    differences: &mut Vec<String>,
) -> Result<Option<Vec<TermId>>, String> {
    let fault = |error: forethought_core::gdl::Diagnostic| error.to_string();
    let mut state = Vec::new();
    for fluent in texts(&line["state"]) {
        state.push(
            game.term(&fluent)
                .ok_or_else(|| format!("no fluent {fluent}"))?,
        );
    }
    state.sort_unstable();
    let mut differ = |what: &str, own: String| {
        differences.push(format!(
            "play {} step {}: {what}: {own}",
            line["p"], line["d"]
        ));
    };
    if let Some(reached) = reached
        && reached != state
    {
        let only = |a: &[TermId], b: &[TermId]| -> Vec<String> {
            a.iter()
                .filter(|f| !b.contains(f))
                .map(|f| game.text(*f))
                .collect()
        };
        differ(
            "state",
            format!(
                "too many {:?}, missing {:?}",
                only(&reached, &state),
                only(&state, &reached)
            ),
        );
    }
    let over = game.terminal(&state).map_err(fault)?;
    if Json::Bool(over) != line["terminal"] {
        differ("terminal", over.to_string());
    }
    for (own, other) in game
        .goals(&state)
        .map_err(fault)?
        .iter()
        .zip(line["goals"].as_array().expect("goals"))
    {
        let mut other: Vec<i64> = texts(other)
            .iter()
            .map(|n| n.parse().expect("a number"))
            .collect();
        other.sort_unstable();
        if *own != other {
            differ("goals", format!("{own:?} instead of {other:?}"));
        }
    }
    let Some(legal) = line["legal"].as_array() else {
        return Ok(None);
    };
    for (own, other) in game.legal(&state).map_err(fault)?.iter().zip(legal) {
        let mut own: Vec<String> = own.iter().map(|m| game.text(*m)).collect();
        own.sort();
        let mut other = texts(other);
        other.sort();
        if own != other {
            let only = |a: &[String], b: &[String]| -> Vec<String> {
                a.iter().filter(|m| !b.contains(m)).cloned().collect()
            };
            differ(
                "legal",
                format!(
                    "too many {:?}, missing {:?}",
                    only(&own, &other),
                    only(&other, &own)
                ),
            );
        }
    }
    if !line["move"].is_array() {
        return Ok(None);
    }
    let mut moves = Vec::new();
    for text in texts(&line["move"]) {
        moves.push(game.term(&text).ok_or_else(|| format!("no move {text}"))?);
    }
    game.next(&state, &moves).map(Some).map_err(fault)
}

/// Random plays and steps a second.
fn speed(game: &mut Interpreter, seconds: f64) -> (f64, f64) {
    let mut rng = Rng::new(1, "speed");
    let (start, mut plays, mut steps) = (Instant::now(), 0, 0);
    while start.elapsed().as_secs_f64() < seconds {
        let mut state = game.initial().to_vec();
        while !game.terminal(&state).expect("an answer") {
            let legal = game.legal(&state).expect("an answer");
            let moves = legal.iter().filter(|moves| !moves.is_empty());
            let moves: Vec<_> = moves.map(|moves| moves[rng.below(moves.len())]).collect();
            if moves.len() < legal.len() {
                break;
            }
            state = game.next(&state, &moves).expect("an answer");
            steps += 1;
        }
        game.goals(&state).expect("an answer");
        plays += 1;
    }
    let time = start.elapsed().as_secs_f64();
    (f64::from(plays) / time, f64::from(steps) / time)
}
