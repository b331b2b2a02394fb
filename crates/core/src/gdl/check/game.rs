//! What every game has: roles, legal moves, an end, goals.

use super::{Diagnostic, name};
use crate::gdl::Place;
use crate::gdl::syntax::{Rule, Sheet, TermKind};

pub(super) fn check(sheet: &Sheet, found: &mut Vec<Diagnostic>) {
    let end = sheet
        .rules
        .last()
        .map_or(Place { line: 1, column: 1 }, |rule| rule.at);
    let has = |word: &str| {
        sheet
            .rules
            .iter()
            .any(|rule| name(sheet, rule.head.relation) == word)
    };
    let missing =
        |code, message: &str, fix: &str| Diagnostic::error(code, end, message.into(), fix.into());
    if sheet.rules.is_empty() {
        found.push(missing("empty", "there are no rules", "give a rule sheet"));
        return;
    }
    if !has("role") {
        found.push(missing(
            "no-role",
            "nobody plays",
            "add a fact such as (role white)",
        ));
    }
    if !has("legal") {
        let fix = "add rules for 'legal'";
        found.push(missing("no-legal", "no move is ever legal", fix));
    }
    if !has("terminal") {
        let fix = "add a rule for 'terminal'";
        found.push(missing("no-terminal", "the play never ends", fix));
    }
    if !has("goal") {
        found.push(Diagnostic::warning(
            "no-goal",
            end,
            "nobody is ever paid".into(),
            "add rules for 'goal'".into(),
        ));
    }
    roles(sheet, found);
    sheet
        .rules
        .iter()
        .for_each(|rule| value(sheet, rule, found));
    sees(sheet, found);
}

fn roles(sheet: &Sheet, found: &mut Vec<Diagnostic>) {
    let roles = sheet
        .rules
        .iter()
        .filter(|rule| name(sheet, rule.head.relation) == "role");
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
