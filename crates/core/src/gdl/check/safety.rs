//! Every variable must get its value from a condition that holds.

use super::{Diagnostic, name};
use crate::gdl::Place;
use crate::gdl::syntax::{Literal, Rule, Sheet, Symbol, Term};
use std::collections::BTreeSet;

type Variables = BTreeSet<Symbol>;

pub(super) fn check(sheet: &Sheet, found: &mut Vec<Diagnostic>) {
    for rule in &sheet.rules {
        let bound = bound_by_all(&rule.body);
        if let Some(error) = head(sheet, rule, &bound) {
            found.push(error);
            continue;
        }
        for part in &rule.body {
            tests(sheet, part, &bound, found);
        }
    }
}

/// Calls `each` for every variable of a rule.
pub(super) fn every_variable(rule: &Rule, each: &mut impl FnMut(Symbol)) {
    fn walk(part: &Literal, each: &mut impl FnMut(Symbol)) {
        let mut term = |term: &Term| term.variables(&mut |variable, _| each(variable));
        match part {
            Literal::Atom(atom) => atom.terms.iter().for_each(term),
            Literal::Distinct(a, b, _) => [a, b].into_iter().for_each(&mut term),
            Literal::Not(inner, _) => walk(inner, each),
            Literal::Or(parts, _) => parts.iter().for_each(|part| walk(part, each)),
        }
    }
    let head = rule.head.terms.iter();
    head.for_each(|term| term.variables(&mut |variable, _| each(variable)));
    rule.body.iter().for_each(|part| walk(part, each));
}

fn variables(terms: &[Term]) -> Vec<(Symbol, Place)> {
    let mut all = Vec::new();
    for term in terms {
        term.variables(&mut |variable, at| all.push((variable, at)));
    }
    all
}

/// What the parts bind together. Equal terms bind each other.
fn bound_by_all(parts: &[Literal]) -> Variables {
    let mut bound: Variables = parts.iter().flat_map(bound_by).collect();
    loop {
        let before = bound.len();
        for part in parts {
            if let Literal::Not(inner, _) = part
                && let Literal::Distinct(a, b, _) = &**inner
            {
                let known = |term: &Term| {
                    let term = std::slice::from_ref(term);
                    variables(term).iter().all(|(v, _)| bound.contains(v))
                };
                let more = match (known(a), known(b)) {
                    (true, false) => variables(std::slice::from_ref(b)),
                    (false, true) => variables(std::slice::from_ref(a)),
                    _ => Vec::new(),
                };
                bound.extend(more.into_iter().map(|(v, _)| v));
            }
        }
        if bound.len() == before {
            return bound;
        }
    }
}

fn bound_by(part: &Literal) -> Variables {
    match part {
        Literal::Atom(atom) => variables(&atom.terms).into_iter().map(|(v, _)| v).collect(),
        Literal::Or(parts, _) => {
            let mut sets = parts
                .iter()
                .map(|part| bound_by_all(std::slice::from_ref(part)));
            let first = sets.next().unwrap_or_default();
            sets.fold(first, |common, set| &common & &set)
        }
        Literal::Not(inner, _) => match &**inner {
            Literal::Not(inner, _) => bound_by(inner),
            _ => Variables::new(),
        },
        Literal::Distinct(..) => Variables::new(),
    }
}

fn head(sheet: &Sheet, rule: &Rule, bound: &Variables) -> Option<Diagnostic> {
    if name(sheet, rule.head.relation) == "role" {
        // Refused for that already.
        return None;
    }
    let mut open = variables(&rule.head.terms).into_iter();
    let (variable, at) = open.find(|(v, _)| !bound.contains(v))?;
    let variable = name(sheet, variable);
    let mut others = bound.iter().map(|other| name(sheet, *other));
    let fix = match others.find(|other| other.eq_ignore_ascii_case(variable)) {
        Some(other) => format!("did you mean ?{other}? Capitals tell variables apart"),
        None => format!("add a condition that holds for the values that ?{variable} may have"),
    };
    Some(Diagnostic::error(
        "unsafe-head",
        at,
        format!("nothing in the body says what ?{variable} is"),
        fix,
    ))
}

/// Conditions that deny something of variables that have no value.
fn tests(sheet: &Sheet, part: &Literal, bound: &Variables, found: &mut Vec<Diagnostic>) {
    let mut report = |what: &str, code, terms: &[Term], fix: &str| {
        let open = variables(terms).into_iter();
        if let Some((variable, at)) = open.into_iter().find(|(v, _)| !bound.contains(v)) {
            let variable = name(sheet, variable);
            let message =
                format!("?{variable} in '{what}' gets no value from the other conditions");
            found.push(Diagnostic::warning(
                code,
                at,
                message,
                fix.replace("?v", &format!("?{variable}")),
            ));
        }
    };
    match part {
        Literal::Atom(_) => {}
        Literal::Distinct(a, b, _) => report(
            "distinct",
            "unsafe-distinct",
            &[a.clone(), b.clone()],
            "add a condition for ?v; without one both always differ",
        ),
        Literal::Not(inner, _) => match &**inner {
            Literal::Atom(atom) => report(
                "not",
                "unsafe-not",
                &atom.terms,
                "add a condition for ?v; without one no value at all may fit",
            ),
            inner => tests(sheet, inner, bound, found),
        },
        Literal::Or(parts, _) => {
            for part in parts {
                let inside = bound | &bound_by_all(std::slice::from_ref(part));
                tests(sheet, part, &inside, found);
            }
        }
    }
}
