//! The same answers whether relations are computed as a whole or where they are asked for.

use super::{Interpreter, KEYWORDS, Limits, TermId, normal, program::Program};
use crate::gdl::syntax::parse;
use crate::rng::Rng;
use std::fs;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/gdl");

/// All sheets that can be played.
fn sheets() -> Vec<(String, String)> {
    let mut sheets = Vec::new();
    for folder in [DATA.to_owned(), format!("{DATA}/pitfalls")] {
        for file in fs::read_dir(folder).expect("a folder") {
            let path = file.expect("a file").path();
            if path.extension().is_some_and(|ending| ending == "kif") {
                let text = fs::read_to_string(&path).expect("a text");
                sheets.push((path.display().to_string(), text));
            }
        }
    }
    sheets
}

/// The interpreter as it would be, and the one with every relation on demand.
fn pair(text: &str) -> (Interpreter, Interpreter) {
    let mut sheet = parse(text).expect("a sheet");
    for (keyword, _) in KEYWORDS {
        sheet.symbols.intern(keyword);
    }
    let (catalogue, clauses) = normal::normalize(&sheet).expect("clauses");
    let program = Program {
        symbols: &sheet.symbols,
        catalogue,
        clauses,
    };
    let plain = program.interpreter(Limits::default()).expect("a game");
    let tables = 0..program.catalogue.arities.len();
    let demanded: Vec<_> = tables.filter(|table| !plain.root(*table)).collect();
    let started = program.started(&demanded, Limits::default());
    (plain, started.map_err(|(error, _)| error).expect("a game"))
}

fn texts(game: &Interpreter, terms: &[TermId]) -> Vec<String> {
    let mut texts: Vec<_> = terms.iter().map(|term| game.text(*term)).collect();
    texts.sort();
    texts
}

/// Plays both in step.
fn play(name: &str, (a, b): &mut (Interpreter, Interpreter), rng: &mut Rng) {
    let (mut x, mut y) = (a.initial().to_vec(), b.initial().to_vec());
    for _ in 0..10 {
        assert_eq!(texts(a, &x), texts(b, &y), "{name}");
        let over = a.terminal(&x).expect("an answer");
        assert_eq!(b.terminal(&y), Ok(over), "{name}");
        assert_eq!(a.goals(&x), b.goals(&y), "{name}");
        let (own, other) = (a.legal(&x).expect("moves"), b.legal(&y).expect("moves"));
        for (own, other) in own.iter().zip(&other) {
            assert_eq!(texts(a, own), texts(b, other), "{name}");
        }
        if over || own.iter().any(Vec::is_empty) {
            return;
        }
        let picks: Vec<_> = own.iter().map(|moves| rng.below(moves.len())).collect();
        let joint = |moves: &[Vec<TermId>]| -> Vec<TermId> {
            moves.iter().zip(&picks).map(|(m, pick)| m[*pick]).collect()
        };
        let (own, other) = (joint(&own), joint(&other));
        assert_eq!(texts(a, &own), texts(b, &other), "{name}");
        x = a.next(&x, &own).expect("a state");
        y = b.next(&y, &other).expect("a state");
    }
}

#[test]
fn demand_changes_no_answer() {
    let mut rng = Rng::new(3, "test");
    for (name, text) in sheets() {
        let mut pair = pair(&text);
        for _ in 0..5 {
            play(&name, &mut pair, &mut rng);
        }
    }
}
