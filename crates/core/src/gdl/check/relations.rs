//! Keywords where they may not stand.

use super::{Diagnostic, atoms, bodiless, name};
use crate::gdl::syntax::{Literal, Rule, Sheet, TermKind};
use crate::gdl::{Place, Severity};

pub(super) fn check(sheet: &Sheet, found: &mut Vec<Diagnostic>) {
    for rule in &sheet.rules {
        head(sheet, rule, found);
        atoms(&rule.body, &mut |atom, _| {
            let word = name(sheet, atom.relation);
            if let Some(fix) = not_in_body(word) {
                let mut finding = misplaced(word, "stands in a body", fix, atom.at);
                if word == "init" {
                    // It means what it says.
                    finding.severity = Severity::Warning;
                }
                found.push(finding);
            }
        });
        rule.body
            .iter()
            .for_each(|part| denied_distinct(part, found));
        if bodiless(rule) {
            found.push(Diagnostic::warning(
                "empty-body",
                rule.at,
                "a rule without conditions".into(),
                "write its head alone, as a fact".into(),
            ));
        }
    }
}

fn misplaced(word: &str, how: &str, fix: &str, at: Place) -> Diagnostic {
    Diagnostic::error("keyword", at, format!("'{word}' {how}"), fix.into())
}

fn not_in_body(word: &str) -> Option<&'static str> {
    match word {
        "init" => Some("ask with 'true' what holds in a state"),
        "next" => Some("give the condition of the other rule a relation of its own"),
        "sees" => Some("give its condition a relation of its own"),
        _ => None,
    }
}

fn head(sheet: &Sheet, rule: &Rule, found: &mut Vec<Diagnostic>) {
    let (word, at) = (name(sheet, rule.head.relation), rule.head.at);
    match word {
        "true" => found.push(misplaced(
            word,
            "is the head of a rule",
            "say with 'init' or 'next' what becomes true",
            at,
        )),
        "does" => found.push(misplaced(
            word,
            "is the head of a rule",
            "say with 'legal' what a role may do",
            at,
        )),
        "role" if !rule.body.is_empty() => found.push(misplaced(
            word,
            "is the head of a rule with conditions",
            "name the roles by facts, such as (role white)",
            at,
        )),
        "role" if rule.head.terms.iter().any(open) => found.push(misplaced(
            word,
            "has a variable",
            "name the roles by facts, such as (role white)",
            at,
        )),
        _ => {}
    }
}

fn open(term: &crate::gdl::syntax::Term) -> bool {
    let mut open = false;
    term.variables(&mut |_, _| open = true);
    open || matches!(term.kind, TermKind::Variable(_))
}

fn denied_distinct(part: &Literal, found: &mut Vec<Diagnostic>) {
    match part {
        Literal::Not(inner, at) => match &**inner {
            Literal::Distinct(..) => found.push(Diagnostic::warning(
                "not-distinct",
                *at,
                "'distinct' is denied; it is taken to say that both are equal".into(),
                "write the same variable twice".into(),
            )),
            inner => denied_distinct(inner, found),
        },
        Literal::Or(parts, _) => parts.iter().for_each(|part| denied_distinct(part, found)),
        Literal::Atom(_) | Literal::Distinct(..) => {}
    }
}
