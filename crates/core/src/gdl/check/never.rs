//! What is asked of states and moves and can never be: misspelled fluents, moves and roles.

use super::words::near;
use super::{Diagnostic, atoms, name};
use crate::gdl::syntax::{Atom, Sheet, Symbol, Term, TermKind};
use std::collections::BTreeSet;

/// The name and the number of terms of what can be; None if a variable leaves that open.
type Known = Option<BTreeSet<(Symbol, usize)>>;

pub(super) fn check(sheet: &Sheet, found: &mut Vec<Diagnostic>) {
    let fluents = known(sheet, &[("init", 0), ("next", 0)]);
    let moves = known(sheet, &[("legal", 1)]);
    let roles = known(sheet, &[("role", 0)]);
    for rule in &sheet.rules {
        atoms(&rule.body, &mut |atom, _| {
            let (word, terms) = (name(sheet, atom.relation), &atom.terms[..]);
            match (word, terms) {
                ("true", [fluent]) => {
                    let fix = "give a 'next' or an 'init' that makes it true, or remove it";
                    report(
                        sheet,
                        fluent,
                        &fluents,
                        "is in no init and no next",
                        fix,
                        found,
                    );
                }
                ("does", [_, action]) => {
                    let fix = "give a 'legal' that allows it, or remove it";
                    report(
                        sheet,
                        action,
                        &moves,
                        "is a move that is never legal",
                        fix,
                        found,
                    );
                }
                _ => {}
            }
            actor(sheet, atom, &roles, found);
        });
        actor(sheet, &rule.head, &roles, found);
    }
}

/// What stands at a place of the heads of some relations.
fn known(sheet: &Sheet, places: &[(&str, usize)]) -> Known {
    let mut known = BTreeSet::new();
    for rule in &sheet.rules {
        let word = name(sheet, rule.head.relation);
        let Some((_, place)) = places.iter().find(|(relation, _)| *relation == word) else {
            continue;
        };
        if let Some(term) = rule.head.terms.get(*place) {
            known.insert(shape(term)?);
        }
    }
    Some(known)
}

/// The name of a term and how many terms it has; None of a variable.
fn shape(term: &Term) -> Option<(Symbol, usize)> {
    match &term.kind {
        TermKind::Constant(symbol) => Some((*symbol, 0)),
        TermKind::Function(symbol, terms) => Some((*symbol, terms.len())),
        TermKind::Variable(_) => None,
    }
}

/// The role that an atom is about.
fn actor(sheet: &Sheet, atom: &Atom, roles: &Known, found: &mut Vec<Diagnostic>) {
    if !["legal", "does", "goal", "input", "sees"].contains(&name(sheet, atom.relation)) {
        return;
    }
    if let [role, _] = &atom.terms[..] {
        let fix = "name it in a fact such as (role white), or name one of the roles";
        report(sheet, role, roles, "is no role", fix, found);
    }
}

fn report(
    sheet: &Sheet,
    term: &Term,
    known: &Known,
    what: &str,
    fix: &str,
    found: &mut Vec<Diagnostic>,
) {
    let (Some(shape), Some(known)) = (shape(term), known) else {
        return;
    };
    // Where nothing of the kind is defined, or with other terms, that is said elsewhere.
    if known.is_empty() || known.iter().any(|(symbol, _)| *symbol == shape.0) {
        return;
    }
    let word = name(sheet, shape.0);
    let alike = known.iter().filter(|(_, terms)| *terms == shape.1);
    let mut alike = alike.map(|(symbol, _)| name(sheet, *symbol));
    let fix = match alike.find(|other| near(word, other)) {
        Some(other) => format!("did you mean '{other}'?"),
        None => fix.into(),
    };
    found.push(Diagnostic::warning(
        "never",
        term.at,
        format!("{} {what}", called(word, shape.1)),
        fix,
    ));
}

fn called(word: &str, terms: usize) -> String {
    match terms {
        0 => format!("'{word}'"),
        1 => format!("'{word}' with 1 term"),
        n => format!("'{word}' with {n} terms"),
    }
}
