//! What naive reasoners get wrong, one thing a sheet: the first state and the one after it.

use super::{files, interpreter, text};
use forethought_core::gdl::{Interpreter, TermId};
use serde_json::{Value as Json, json};

fn texts(game: &Interpreter, terms: &[TermId]) -> Vec<String> {
    let mut texts: Vec<_> = terms.iter().map(|term| game.text(*term)).collect();
    texts.sort();
    texts
}

/// What the interpreter says, in the form of the file.
fn found(sheet: &str, moves: &Json) -> Json {
    let mut game = interpreter(sheet);
    let state = game.initial().to_vec();
    let terminal = game.terminal(&state).expect("an answer");
    let goals = game.goals(&state).expect("an answer");
    let legal = game.legal(&state).expect("an answer");
    let legal: Vec<_> = legal.iter().map(|moves| texts(&game, moves)).collect();
    let joint = moves.as_array().expect("moves").iter();
    let joint: Vec<_> = joint
        .map(|text| game.term(text.as_str().expect("a text")).expect("a move"))
        .collect();
    let next = game.next(&state, &joint).expect("an answer");
    let next_terminal = game.terminal(&next).expect("an answer");
    let next_goals = game.goals(&next).expect("an answer");
    assert!(!game.undecided());
    json!({
        "state": texts(&game, &state), "terminal": terminal, "goals": goals, "legal": legal,
        "move": moves, "next": texts(&game, &next), "next_terminal": next_terminal,
        "next_goals": next_goals,
    })
}

#[test]
fn pitfalls_are_no_pitfalls() {
    let expected: Json = serde_json::from_str(&text("pitfalls.json")).expect("JSON");
    let expected = expected.as_object().expect("an object");
    assert_eq!(files("pitfalls").len(), expected.len());
    for (name, expected) in expected {
        let sheet = text(&format!("pitfalls/{name}.kif"));
        assert_eq!(found(&sheet, &expected["move"]), *expected, "{name}");
    }
}

#[test]
fn a_sheet_means_the_same_once_printed() {
    use forethought_core::gdl::syntax::{parse, print_sheet};
    let expected: Json = serde_json::from_str(&text("pitfalls.json")).expect("JSON");
    for (name, expected) in expected.as_object().expect("an object") {
        let sheet = parse(&text(&format!("pitfalls/{name}.kif"))).expect("a sheet");
        let printed = print_sheet(&sheet);
        assert_eq!(print_sheet(&parse(&printed).expect("a sheet")), printed);
        assert_eq!(found(&printed, &expected["move"]), *expected, "{name}");
    }
}
