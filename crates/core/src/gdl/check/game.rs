//! What every game has: roles, legal moves, an end, goals.

use super::{Diagnostic, name};
use crate::game::{Many, Players};
use crate::gdl::Place;
use crate::gdl::syntax::{Rule, Sheet, Symbol, TermKind};
use std::collections::BTreeSet;

/// What a sheet must have: relation, code, what is wrong without it, how to mend that.
const NEEDED: [(&str, &str, &str, &str); 3] = [
    (
        "role",
        "no-role",
        "nobody plays",
        "add a fact such as (role white)",
    ),
    (
        "legal",
        "no-legal",
        "no move is ever legal",
        "add rules for 'legal'",
    ),
    (
        "terminal",
        "no-terminal",
        "the play never ends",
        "add a rule for 'terminal'",
    ),
];

pub(super) fn check(sheet: &Sheet, found: &mut Vec<Diagnostic>) {
    let start = Place { line: 1, column: 1 };
    let Some(last) = sheet.rules.last() else {
        let (message, fix) = ("there are no rules".into(), "give a rule sheet".into());
        found.push(Diagnostic::error("empty", start, message, fix));
        return;
    };
    let has = |word: &str| {
        let mut rules = sheet.rules.iter();
        rules.any(|rule| name(sheet, rule.head.relation) == word)
    };
    for (word, code, message, fix) in NEEDED {
        if !has(word) {
            found.push(Diagnostic::error(code, last.at, message.into(), fix.into()));
        }
    }
    if !has("goal") {
        let (message, fix) = ("nobody is ever paid".into(), "add rules for 'goal'".into());
        found.push(Diagnostic::warning("no-goal", last.at, message, fix));
    }
    roles(sheet, found);
    for rule in &sheet.rules {
        value(sheet, rule, found);
    }
    sees(sheet, found);
}

fn roles(sheet: &Sheet, found: &mut Vec<Diagnostic>) {
    let is_role = |rule: &&Rule| name(sheet, rule.head.relation) == "role";
    let roles = sheet.rules.iter().filter(is_role);
    let mut seen = Vec::new();
    for rule in roles {
        let Some(term) = rule.head.terms.first() else {
            continue;
        };
        if let TermKind::Constant(role) = term.kind {
            if name(sheet, role).eq_ignore_ascii_case("random") {
                found.push(Diagnostic::note(
                    "random",
                    term.at,
                    "role 'random' is played by chance, each legal move equally likely".into(),
                    "nothing to do".into(),
                ));
            }
            if seen.contains(&role) {
                found.push(Diagnostic::warning(
                    "twice",
                    rule.at,
                    format!("role '{}' is named twice", name(sheet, role)),
                    "remove one of them".into(),
                ));
            }
            seen.push(role);
        }
    }
    let is_player = |role: &&Symbol| !name(sheet, **role).eq_ignore_ascii_case("random");
    let players = BTreeSet::from_iter(seen.iter().filter(is_player)).len();
    if let Some(last) = sheet.rules.iter().rfind(is_role)
        && !(1..=Many::MOST).contains(&players)
        && !seen.is_empty()
    {
        found.push(Diagnostic::error(
            "roles",
            last.at,
            format!("{players} players"),
            format!("a game has 1 to {} of them, beside 'random'", Many::MOST),
        ));
    }
}

/// A goal value that is no whole number from 0 to 100.
fn value(sheet: &Sheet, rule: &Rule, found: &mut Vec<Diagnostic>) {
    let ("goal", [_, term]) = (name(sheet, rule.head.relation), &rule.head.terms[..]) else {
        return;
    };
    let number = match &term.kind {
        TermKind::Constant(value) => name(sheet, *value).parse::<i64>().ok(),
        TermKind::Variable(_) => return,
        TermKind::Function(..) => None,
    };
    let text = crate::gdl::syntax::print_term(term, &sheet.symbols);
    match number {
        Some(0..=100) => {}
        Some(_) => found.push(Diagnostic::warning(
            "goal-value",
            term.at,
            format!("the goal value {text} is not from 0 to 100"),
            "give a whole number from 0 to 100".into(),
        )),
        None => found.push(Diagnostic::error(
            "goal-value",
            term.at,
            format!("the goal value {text} is no number"),
            "give a whole number from 0 to 100".into(),
        )),
    }
}

fn sees(sheet: &Sheet, found: &mut Vec<Diagnostic>) {
    let sees = |rule: &&Rule| name(sheet, rule.head.relation) == "sees";
    if let Some(rule) = sheet.rules.iter().find(sees) {
        found.push(Diagnostic::note(
            "sees",
            rule.at,
            "what a role sees is not searched: all roles are taken to know the whole state".into(),
            "nothing to do; remove 'sees' if everything is seen".into(),
        ));
    }
}
