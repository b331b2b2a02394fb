//! Compares the interpreter and the net with recorded plays of rule sheets, and times the first
//! legal move, the building of the net and the random plays of both:
//! `cargo run --release --example gdl_traces SHEETS TRACES [SECONDS] [NAME]...`
//!
//! SHEETS has NAME.kif, TRACES NAME.jsonl: after a line with the roles one for each state, with
//! its fluents, goals, legal moves and the moves taken. SECONDS are spent on random plays of each
//! sheet and reasoner, 0 if not said; they are CPU seconds where the system tells them. The net is
//! asked about one state at a time and plays 64, 128 or 256 plays at once, whichever is quicker.
//! Ends with 1 if anything differs; a sheet that has no net does not count.

use forethought_core::gdl::{
    Diagnostic, GroundLimits, Interpreter, Limits, Net, NetReasoner, Playouts, Tally, TermId,
    syntax,
};
use forethought_core::rng::Rng;
use serde_json::Value as Json;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// What was found about one sheet and one reasoner.
#[derive(Default)]
struct Found {
    states: usize,
    differences: Vec<String>,
    /// Random plays and steps a second.
    speed: (f64, f64),
}

/// What was found about one sheet.
struct Row {
    /// Seconds to the first legal move, parsing included.
    first: f64,
    interpreter: Found,
    /// CPU seconds that the net took to build.
    build: f64,
    /// Or why there is none.
    net: Result<Found, String>,
    sizes: String,
    /// Random plays and steps a second, many at once.
    together: (f64, f64),
}

/// The reasoner that is asked, and the one that knows the terms.
struct Player {
    game: Interpreter,
    net: Option<NetReasoner>,
}

impl Player {
    fn terminal(&mut self, state: &[TermId]) -> Result<bool, Diagnostic> {
        match &mut self.net {
            Some(net) => Ok(net.terminal(state)),
            None => self.game.terminal(state),
        }
    }

    fn goals(&mut self, state: &[TermId]) -> Result<Vec<Vec<i64>>, Diagnostic> {
        match &mut self.net {
            Some(net) => Ok(net.goals(state)),
            None => self.game.goals(state),
        }
    }

    fn legal(&mut self, state: &[TermId]) -> Result<Vec<Vec<TermId>>, Diagnostic> {
        match &mut self.net {
            Some(net) => Ok(net.legal(state)),
            None => self.game.legal(state),
        }
    }

    fn next(&mut self, state: &[TermId], moves: &[TermId]) -> Result<Vec<TermId>, Diagnostic> {
        match &mut self.net {
            Some(net) => net.next(state, moves),
            None => self.game.next(state, moves),
        }
    }
}

fn main() -> ExitCode {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let [sheets, traces, rest @ ..] = &given[..] else {
        eprintln!("give the folders of the sheets and of the traces");
        return ExitCode::FAILURE;
    };
    let seconds = rest.first().map_or(0.0, |n| n.parse().expect("seconds"));
    let names = names(traces, rest.get(1..).unwrap_or_default());
    println!(
        "{:32} {:>6} {:>4} {:>8} {:>9} {:>4} {:>7} {:>10} {:>11} {:>11}  net",
        "sheet",
        "states",
        "diff",
        "first s",
        "plays/s",
        "diff",
        "build s",
        "plays/s",
        "together/s",
        "steps/s"
    );
    let (mut agreed, mut nets) = (0, 0);
    for name in &names {
        let text = |folder: &str, ending: &str| {
            let path = Path::new(folder).join(format!("{name}.{ending}"));
            fs::read_to_string(path).expect("a text")
        };
        let row = check(&text(sheets, "kif"), &text(traces, "jsonl"), seconds);
        let net = row.net.as_ref().map_or(0, |net| net.differences.len());
        agreed += usize::from(row.interpreter.differences.len() + net == 0);
        nets += usize::from(row.net.is_ok());
        print(name, &row);
    }
    println!(
        "{agreed} of {} sheets agree; {nets} have a net",
        names.len()
    );
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
    let Found {
        states,
        differences,
        speed,
    } = &row.interpreter;
    let count = differences.len();
    print!(
        "{name:32} {states:6} {count:4} {:8.4} {:9.1} ",
        row.first, speed.0
    );
    let none = Vec::new();
    let others = match &row.net {
        Ok(net) => {
            let (count, build) = (net.differences.len(), row.build);
            let (single, (plays, steps)) = (net.speed.0, row.together);
            print!("{count:4} {build:7.3} {single:10.1} {plays:11.1} {steps:11.0}  ");
            println!("{}", row.sizes);
            &net.differences
        }
        Err(reason) => {
            println!("   - {:7.3} {reason}", row.build);
            &none
        }
    };
    let few = differences.iter().take(3).chain(others.iter().take(3));
    few.for_each(|line| println!("    {line}"));
}

fn check(text: &str, trace: &str, seconds: f64) -> Row {
    let mut row = Row {
        first: 0.0,
        interpreter: Found::default(),
        build: 0.0,
        net: Err(String::new()),
        sizes: String::new(),
        together: (0.0, 0.0),
    };
    let start = Instant::now();
    let game = match ready(text) {
        Ok(game) => game,
        Err(error) => {
            row.interpreter.differences.push(error);
            return row;
        }
    };
    row.first = start.elapsed().as_secs_f64();
    let mut player = Player { game, net: None };
    row.interpreter = found(&mut player, trace, seconds);
    let sheet = syntax::parse(text).expect("it was parsed before");
    let start = self::seconds();
    let net = Net::new(&mut player.game, &sheet, GroundLimits::default());
    row.build = self::seconds() - start;
    match net {
        Ok(net) => {
            row.sizes = format!("{:?}", net.sizes());
            let net = Arc::new(net);
            player.net = Some(NetReasoner::new(Arc::clone(&net)));
            let mut found = found(&mut player, trace, seconds);
            found.differences.extend(in_step(&mut player).err());
            if seconds > 0.0 && found.differences.is_empty() {
                row.together = fastest(&net, player.game.initial(), seconds);
            }
            row.net = Ok(found);
        }
        Err(error) => row.net = Err(error.to_string()),
    }
    row
}

/// Compares all states of a trace, and plays at random.
fn found(player: &mut Player, trace: &str, seconds: f64) -> Found {
    let mut row = Found::default();
    let mut reached: Option<Vec<TermId>> = None;
    for line in trace.lines() {
        let line: Json = serde_json::from_str(line).expect("JSON");
        if line["roles"].is_array() {
            let game = &player.game;
            let own: Vec<String> = game.roles().iter().map(|role| game.text(*role)).collect();
            if own != texts(&line["roles"]) {
                row.differences.push(format!("roles {own:?}"));
            }
            continue;
        }
        if line["d"] == 0 {
            reached = Some(player.game.initial().to_vec());
        }
        row.states += 1;
        let mut found = Vec::new();
        match compare(player, &line, reached.take(), &mut found) {
            Ok(next) => reached = next,
            Err(error) => found.push(error),
        }
        let place = format!("play {} step {}", line["p"], line["d"]);
        let found = found.iter().map(|what| format!("{place}: {what}"));
        row.differences.extend(found);
    }
    if seconds > 0.0 && row.differences.is_empty() {
        row.speed = speed(player, seconds);
    }
    row
}

/// Random plays of both reasoners at once, until they were asked about 300 states or differ.
fn in_step(player: &mut Player) -> Result<(), String> {
    let Player { game, net } = player;
    let (Some(net), mut rng) = (net, Rng::new(2, "steps")) else {
        return Ok(());
    };
    let fault = |error: Diagnostic| error.to_string();
    let mut state = game.initial().to_vec();
    for _ in 0..300 {
        let over = game.terminal(&state).map_err(fault)?;
        let legal = game.legal(&state).map_err(fault)?;
        let goals = game.goals(&state).map_err(fault)?;
        let same = over == net.terminal(&state) && goals == net.goals(&state);
        if !same || legal != net.legal(&state) {
            let texts: Vec<_> = state.iter().map(|term| game.text(*term)).collect();
            return Err(format!("other answers at {texts:?}"));
        }
        if over || legal.iter().any(Vec::is_empty) {
            state = game.initial().to_vec();
            continue;
        }
        let moves = legal.iter().map(|moves| moves[rng.below(moves.len())]);
        let moves: Vec<_> = moves.collect();
        let next = game.next(&state, &moves).map_err(fault)?;
        if net.next(&state, &moves) != Ok(next.clone()) {
            return Err("another next state".into());
        }
        state = next;
    }
    Ok(())
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
    player: &mut Player,
    line: &Json,
    reached: Option<Vec<TermId>>,
    found: &mut Vec<String>,
) -> Result<Option<Vec<TermId>>, String> {
    let fault = |error: Diagnostic| error.to_string();
    let mut state = terms(&mut player.game, &line["state"])?;
    state.sort_unstable();
    if let Some(reached) = reached {
        let texts = |game: &Interpreter, terms: &[TermId]| -> Vec<String> {
            terms.iter().map(|term| game.text(*term)).collect()
        };
        differ(
            "state",
            texts(&player.game, &reached),
            texts(&player.game, &state),
            found,
        );
    }
    let over = player.terminal(&state).map_err(fault)?;
    if Json::Bool(over) != line["terminal"] {
        found.push(format!("terminal: {over}"));
    }
    let goals = player.goals(&state).map_err(fault)?;
    let others = line["goals"].as_array().expect("goals");
    for (own, other) in goals.iter().zip(others) {
        let own = own.iter().map(i64::to_string).collect();
        differ("goals", own, texts(other), found);
    }
    let Some(others) = line["legal"].as_array() else {
        return Ok(None);
    };
    for (own, other) in player.legal(&state).map_err(fault)?.iter().zip(others) {
        let own = own.iter().map(|action| player.game.text(*action)).collect();
        differ("legal", own, texts(other), found);
    }
    if !line["move"].is_array() {
        return Ok(None);
    }
    let moves = terms(&mut player.game, &line["move"])?;
    player.next(&state, &moves).map(Some).map_err(fault)
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
fn speed(player: &mut Player, limit: f64) -> (f64, f64) {
    let mut rng = Rng::new(1, "speed");
    let (start, mut plays, mut steps) = (seconds(), 0, 0);
    // Asking for the time takes as long as a step of a small game.
    while plays % 8 != 0 || seconds() - start < limit {
        steps += play(player, &mut rng);
        plays += 1;
    }
    let time = seconds() - start;
    (f64::from(plays) / time, f64::from(steps) / time)
}

/// The steps of one random play; it ends where some role has no move.
fn play(player: &mut Player, rng: &mut Rng) -> u32 {
    let (mut state, mut steps) = (player.game.initial().to_vec(), 0);
    while !player.terminal(&state).expect("an answer") {
        let legal = player.legal(&state).expect("an answer");
        if legal.iter().any(Vec::is_empty) {
            break;
        }
        let moves = legal.iter().map(|moves| moves[rng.below(moves.len())]);
        let moves: Vec<_> = moves.collect();
        state = player.next(&state, &moves).expect("an answer");
        steps += 1;
    }
    player.goals(&state).expect("an answer");
    steps
}

/// Random plays and steps a second, as many at once as is quickest.
fn fastest(net: &Net, start: &[TermId], limit: f64) -> (f64, f64) {
    let short = limit / 8.0;
    let play = |width, limit| match width {
        0 => together::<1>(net, start, limit),
        1 => together::<2>(net, start, limit),
        _ => together::<4>(net, start, limit),
    };
    let best = (0..3).max_by_key(|width| play(*width, short).steps);
    let tally = play(best.expect("three"), limit);
    (tally.plays as f64 / limit, tally.steps as f64 / limit)
}

/// What comes of random plays, 64 N at once; scaled to the time.
fn together<const N: usize>(net: &Net, state: &[TermId], limit: f64) -> Tally {
    let (mut rng, mut playouts) = (Rng::new(1, "speed"), Playouts::<N>::new(net, state));
    let start = seconds();
    loop {
        let tally = playouts.run(8, &mut rng);
        let time = seconds() - start;
        if time >= limit {
            let scale = limit / time;
            return Tally {
                plays: (tally.plays as f64 * scale) as u64,
                steps: (tally.steps as f64 * scale) as u64,
                ..tally.clone()
            };
        }
    }
}
