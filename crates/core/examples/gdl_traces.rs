//! Compares the interpreter with recorded plays of rule sheets, and times its first legal move
//! and its random plays:
//! `cargo run --release --example gdl_traces SHEETS TRACES [SECONDS] [NAME]...`
//!
//! SHEETS has NAME.kif, TRACES NAME.jsonl: after a line with the roles one for each state, with
//! its fluents, goals, legal moves and the moves taken. SECONDS are spent on random plays of each
//! sheet, 0 if not said; they are CPU seconds where the system tells them. Ends with 1 if anything
//! differs.

use forethought_core::gdl::{Interpreter, Limits, TermId, syntax};
use forethought_core::rng::Rng;
use serde_json::Value as Json;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

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
    let names = names(traces, rest.get(1..).unwrap_or_default());
    let heads = ["sheet", "states", "diff", "first s", "plays/s", "steps/s"];
    let [a, b, c, d, e, f] = heads;
    println!("{a:32} {b:>6} {c:>5} {d:>9} {e:>10} {f:>10}");
    let mut agreed = 0;
    for name in &names {
        let text = |folder: &str, ending: &str| {
            let path = Path::new(folder).join(format!("{name}.{ending}"));
            fs::read_to_string(path).expect("a text")
        };
        let row = check(&text(sheets, "kif"), &text(traces, "jsonl"), seconds);
        agreed += usize::from(row.differences.is_empty());
        print(name, &row);
    }
    println!("{agreed} of {} sheets agree", names.len());
    ExitCode::from(u8::from(agreed < names.len()))
}

/// The names that have a trace; those in `only`, if there are any.
fn names(traces: &str, only: &[String]) -> Vec<String> {
    let files = fs::read_dir(traces).expect("a folder of traces");
    let paths = files.map(|file| file.expect("a file").path());
    let names = paths.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()));
    let mut names: Vec<String> = names
        .filter(|name| only.is_empty() || only.contains(name))
        .collect();
    names.sort();
    names
}

fn print(name: &str, row: &Row) {
    println!(
        "{name:32} {:6} {:5} {:9.4} {:10.1} {:10.0}",
        row.states,
        row.differences.len(),
        row.first,
        row.plays,
        row.steps
    );
    let few = row.differences.iter().take(3);
    few.for_each(|line| println!("    {line}"));
}

fn check(sheet: &str, trace: &str, seconds: f64) -> Row {
    let mut row = Row::default();
    let start = Instant::now();
    let mut game = match ready(sheet) {
        Ok(game) => game,
        Err(error) => {
            row.differences.push(error);
            return row;
        }
    };
    row.first = start.elapsed().as_secs_f64();
    let mut reached: Option<Vec<TermId>> = None;
    for line in trace.lines() {
        let line: Json = serde_json::from_str(line).expect("JSON");
        if line["roles"].is_array() {
            let own: Vec<String> = game.roles().iter().map(|role| game.text(*role)).collect();
            if own != texts(&line["roles"]) {
                row.differences.push(format!("roles {own:?}"));
            }
            continue;
        }
        if line["d"] == 0 {
            reached = Some(game.initial().to_vec());
        }
        row.states += 1;
        let mut found = Vec::new();
        match compare(&mut game, &line, reached.take(), &mut found) {
            Ok(next) => reached = next,
            Err(error) => found.push(error),
        }
        let place = format!("play {} step {}", line["p"], line["d"]);
        let found = found.iter().map(|what| format!("{place}: {what}"));
        row.differences.extend(found);
    }
    if seconds > 0.0 && row.differences.is_empty() {
        (row.plays, row.steps) = speed(&mut game, seconds);
    }
    row
}

/// The interpreter, after its first legal moves.
fn ready(sheet: &str) -> Result<Interpreter, String> {
    let sheet = syntax::parse(sheet).map_err(|error| error.to_string())?;
    let game = Interpreter::new(&sheet, Limits::default());
    let mut game = game.map_err(|error| error.to_string())?;
    let initial = game.initial().to_vec();
    game.legal(&initial).map_err(|error| error.to_string())?;
    Ok(game)
}

fn texts(list: &Json) -> Vec<String> {
    let items = list.as_array().expect("a list").iter();
    items
        .map(|item| item.as_str().expect("a text").to_owned())
        .collect()
}

fn terms(game: &mut Interpreter, list: &Json) -> Result<Vec<TermId>, String> {
    let texts = texts(list).into_iter();
    let terms = texts.map(|text| game.term(&text).ok_or_else(|| format!("no term {text}")));
    terms.collect()
}

/// Compares one state, and gives the one that follows from the moves taken.
fn compare(
    game: &mut Interpreter,
    line: &Json,
    reached: Option<Vec<TermId>>,
    found: &mut Vec<String>,
) -> Result<Option<Vec<TermId>>, String> {
    let fault = |error: forethought_core::gdl::Diagnostic| error.to_string();
    let mut state = terms(game, &line["state"])?;
    state.sort_unstable();
    if let Some(reached) = reached {
        let texts = |game: &Interpreter, terms: &[TermId]| -> Vec<String> {
            terms.iter().map(|term| game.text(*term)).collect()
        };
        differ("state", texts(game, &reached), texts(game, &state), found);
    }
    let over = game.terminal(&state).map_err(fault)?;
    if Json::Bool(over) != line["terminal"] {
        found.push(format!("terminal: {over}"));
    }
    let goals = game.goals(&state).map_err(fault)?;
    let others = line["goals"].as_array().expect("goals");
    for (own, other) in goals.iter().zip(others) {
        let own = own.iter().map(i64::to_string).collect();
        differ("goals", own, texts(other), found);
    }
    let Some(others) = line["legal"].as_array() else {
        return Ok(None);
    };
    for (own, other) in game.legal(&state).map_err(fault)?.iter().zip(others) {
        let own = own.iter().map(|action| game.text(*action)).collect();
        differ("legal", own, texts(other), found);
    }
    if !line["move"].is_array() {
        return Ok(None);
    }
    let moves = terms(game, &line["move"])?;
    game.next(&state, &moves).map(Some).map_err(fault)
}

/// Reports what is in one list and not in the other.
fn differ(what: &str, mut own: Vec<String>, mut other: Vec<String>, found: &mut Vec<String>) {
    own.sort();
    other.sort();
    if own != other {
        let only = |a: &[String], b: &[String]| -> Vec<String> {
            a.iter().filter(|text| !b.contains(text)).cloned().collect()
        };
        let (more, less) = (only(&own, &other), only(&other, &own));
        found.push(format!("{what}: too many {more:?}, missing {less:?}"));
    }
}

/// CPU seconds of this process, or those of the clock where the system does not tell.
fn seconds() -> f64 {
    let line = fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds = line.split(' ').next().and_then(|n| n.parse::<f64>().ok());
    nanoseconds.map_or_else(
        || {
            let since = SystemTime::now().duration_since(UNIX_EPOCH);
            since.expect("a time after 1970").as_secs_f64()
        },
        |n| n / 1e9,
    )
}

/// Random plays and steps a second.
fn speed(game: &mut Interpreter, limit: f64) -> (f64, f64) {
    let mut rng = Rng::new(1, "speed");
    let (start, mut plays, mut steps) = (seconds(), 0, 0);
    // Asking for the time takes as long as a step of a small game.
    while plays % 8 != 0 || seconds() - start < limit {
        steps += play(game, &mut rng);
        plays += 1;
    }
    let time = seconds() - start;
    (f64::from(plays) / time, f64::from(steps) / time)
}

/// The steps of one random play; it ends where some role has no move.
fn play(game: &mut Interpreter, rng: &mut Rng) -> u32 {
    let (mut state, mut steps) = (game.initial().to_vec(), 0);
    while !game.terminal(&state).expect("an answer") {
        let legal = game.legal(&state).expect("an answer");
        if legal.iter().any(Vec::is_empty) {
            break;
        }
        let moves = legal.iter().map(|moves| moves[rng.below(moves.len())]);
        let moves: Vec<_> = moves.collect();
        state = game.next(&state, &moves).expect("an answer");
        steps += 1;
    }
    game.goals(&state).expect("an answer");
    steps
}
