//! Damages rule sheets at random, checks what is left of them, and plays it by the interpreter and
//! by the net, where there is one; both must play alike:
//! `cargo run --release --example gdl_fuzz SECONDS SEED SHEET...`
//!
//! A crash shows the seed with which it comes again, and leaves the sheet in the folder for
//! temporary files. Sheets that take longer than 5 seconds are named.

use forethought_core::game::{Game, Turn};
use forethought_core::gdl::{GdlGame, GroundLimits, Limits, examine, syntax};
use forethought_core::rng::Rng;
use std::fs;
use std::time::Instant;

/// Small, since most damaged sheets that reach a limit would reach any.
const LIMITS: Limits = Limits {
    facts: 200_000,
    work: 20_000_000,
    gives_up: None,
};
const NET_LIMITS: GroundLimits = GroundLimits {
    facts: 20_000,
    rules: 100_000,
    work: 5_000_000,
    seconds: 60.0,
    gives_up: None,
};
/// Steps of a play.
const STEPS: usize = 30;
/// Seconds that are too many for one sheet.
const SLOW: f64 = 5.0;

fn main() {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let [seconds, seed, paths @ ..] = &given[..] else {
        eprintln!("give the seconds, a seed and some sheets");
        return;
    };
    let seconds: f64 = seconds.parse().expect("seconds");
    let seed: u64 = seed.parse().expect("a seed");
    let sheets = paths.iter().map(|path| {
        let text = fs::read_to_string(path).expect("a text");
        words(&text)
    });
    let sheets: Vec<Vec<String>> = sheets.collect();
    let kept = std::env::temp_dir().join(format!("gdl_fuzz_{seed}.kif"));
    let mut rng = Rng::new(seed, "fuzz");
    let (start, mut count, mut steps) = (Instant::now(), 0, 0);
    while start.elapsed().as_secs_f64() < seconds {
        let which = rng.below(sheets.len());
        let text = damaged(&sheets[which], &mut rng).join(" ");
        fs::write(&kept, &text).expect("a place for the sheet");
        let before = Instant::now();
        steps += tried(&text, &mut rng);
        let time = before.elapsed().as_secs_f64();
        if time > SLOW {
            println!("sheet {count} from {}: {time:.1} s", paths[which]);
        }
        count += 1;
    }
    println!("{count} sheets, {steps} steps");
}

/// The text as words and parentheses, without comments.
fn words(text: &str) -> Vec<String> {
    let lines = text.lines().filter_map(|line| line.split(';').next());
    let code = lines.collect::<Vec<_>>().join("\n");
    let code = code.replace('(', " ( ").replace(')', " ) ");
    code.split_whitespace().map(str::to_owned).collect()
}

/// The words with one to four changes: mostly one word in the place of another of its kind, so
/// that many sheets can still be played.
fn damaged(words: &[String], rng: &mut Rng) -> Vec<String> {
    let mut words = words.to_vec();
    for _ in 0..1 + rng.below(4) {
        let (at, from) = (rng.below(words.len()), rng.below(words.len()));
        match rng.below(6) {
            0 if words.len() > 1 => _ = words.remove(at),
            1 => words.insert(at, words[from].clone()),
            2 => words.swap(at, from),
            _ => {
                let near = at.saturating_sub(rng.below(30));
                let from = if rng.below(2) == 0 { near } else { from };
                if kind(&words[at]) == kind(&words[from]) {
                    words[at] = words[from].clone();
                }
            }
        }
    }
    words
}

fn kind(word: &str) -> usize {
    match word {
        "(" | ")" => 0,
        word if word.starts_with('?') => 1,
        _ => 2,
    }
}

/// Checks a sheet and plays it; how many steps.
fn tried(text: &str, rng: &mut Rng) -> usize {
    examine(text, LIMITS);
    let Ok(sheet) = syntax::parse(text) else {
        return 0;
    };
    let Ok(game) = GdlGame::new("damaged", &sheet, LIMITS) else {
        return 0;
    };
    let mut again = rng.clone();
    let (steps, last) = play(&game, rng);
    if game.compile(NET_LIMITS).is_ok() {
        let (other, end) = play(&game, &mut again);
        // What is too much for one may be little for the other.
        let same = last.is_none() || end.is_none() || (steps, &last) == (other, &end);
        assert!(same, "other plays: {last:?} {end:?}");
    }
    steps
}

/// How many steps a random play took, and the state at its end; None where the rules failed.
fn play(game: &GdlGame, rng: &mut Rng) -> (usize, Option<Vec<String>>) {
    let mut state = game.initial().expect("the first state");
    let (mut actions, mut rewards) = (Vec::new(), vec![0.0; game.info().players]);
    for step in 0..STEPS {
        if game.turn(&state).expect("a turn") == Turn::Over {
            return (step, Some(game.fluents(&state)));
        }
        let action = game.random_action(&state, &mut actions, rng);
        let action = action.expect("actions").expect("an action");
        // A state without legal moves, or with too many facts, is an error of the sheet.
        if game.apply(&mut state, action, rng, &mut rewards).is_err() {
            return (step, None);
        }
    }
    (STEPS, Some(game.fluents(&state)))
}
