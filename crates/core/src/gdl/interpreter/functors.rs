//! What fluents and moves can be, from the rules that make them and use them.

use super::clause::{Catalogue, Functors, SplitKind};
use crate::gdl::syntax::{Atom, Literal, Sheet, Term, TermKind};

/// The tables of a sheet whose keywords are interned.
pub(super) fn catalogue(sheet: &Sheet) -> Catalogue {
    let name = |word: &str| {
        let symbol = sheet.symbols.find(word);
        symbol.expect("keywords are interned before")
    };
    let fluents = functors(sheet, &["init", "next"], "true", 0);
    let moves = functors(sheet, &["legal"], "does", 1);
    let relations = [
        (name("true"), SplitKind::Fluent),
        (name("next"), SplitKind::Fluent),
        (name("init"), SplitKind::Fluent),
        (name("does"), SplitKind::Move),
        (name("legal"), SplitKind::Move),
    ];
    let mut catalogue = Catalogue::new(fluents, moves, &relations);
    for (word, arity) in [("role", 1), ("goal", 2), ("terminal", 0)] {
        catalogue.table(name(word), arity);
    }
    catalogue
}

/// The functions that stand in a column of the relations `makers` and `user`; every function of
/// the sheet where a maker has a variable there.
fn functors(sheet: &Sheet, makers: &[&str], user: &str, column: usize) -> Functors {
    let (mut found, mut open) = (Functors::default(), false);
    every_atom(sheet, &mut |atom, head| {
        let word = sheet.symbols.name(atom.relation);
        let makes = head && makers.contains(&word);
        if !makes && (head || word != user) {
            return;
        }
        match atom.terms.get(column).map(|term| &term.kind) {
            Some(TermKind::Function(functor, terms)) => found.add(*functor, terms.len()),
            Some(TermKind::Variable(_)) => open |= makes,
            _ => {}
        }
    });
    if open {
        every_atom(sheet, &mut |atom, _| {
            atom.terms.iter().for_each(|term| collect(term, &mut found));
        });
    }
    found
}

fn collect(term: &Term, into: &mut Functors) {
    if let TermKind::Function(functor, terms) = &term.kind {
        into.add(*functor, terms.len());
        terms.iter().for_each(|term| collect(term, into));
    }
}

/// Calls `each` for every atom, and says whether it is a head.
fn every_atom(sheet: &Sheet, each: &mut impl FnMut(&Atom, bool)) {
    for rule in &sheet.rules {
        each(&rule.head, true);
        rule.body.iter().for_each(|part| atoms(part, each));
    }
}

fn atoms(part: &Literal, each: &mut impl FnMut(&Atom, bool)) {
    match part {
        Literal::Atom(atom) => each(atom, false),
        Literal::Not(inner, _) => atoms(inner, each),
        Literal::Or(parts, _) => parts.iter().for_each(|part| atoms(part, each)),
        Literal::Distinct(..) => {}
    }
}
