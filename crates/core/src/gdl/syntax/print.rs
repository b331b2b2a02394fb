//! Terms and rules as text in prefix form, spelled as the sheet spells them.

use super::{Atom, Literal, Rule, Sheet, Symbols, Term, TermKind};

/// A term.
pub fn print_term(term: &Term, symbols: &Symbols) -> String {
    match &term.kind {
        TermKind::Constant(name) => symbols.name(*name).to_owned(),
        TermKind::Variable(name) => format!("?{}", symbols.name(*name)),
        TermKind::Function(name, terms) => list(symbols.name(*name), terms, symbols),
    }
}

fn list(name: &str, terms: &[Term], symbols: &Symbols) -> String {
    let terms = terms
        .iter()
        .map(|term| format!(" {}", print_term(term, symbols)));
    format!("({name}{})", terms.collect::<String>())
}

fn atom(atom: &Atom, symbols: &Symbols) -> String {
    let name = symbols.name(atom.relation);
    match &atom.terms[..] {
        [] => name.to_owned(),
        terms => list(name, terms, symbols),
    }
}

fn literal(condition: &Literal, symbols: &Symbols) -> String {
    match condition {
        Literal::Atom(inner) => atom(inner, symbols),
        Literal::Not(inner, _) => format!("(not {})", literal(inner, symbols)),
        Literal::Or(parts, _) => {
            let parts = parts
                .iter()
                .map(|part| format!(" {}", literal(part, symbols)));
            format!("(or{})", parts.collect::<String>())
        }
        Literal::Distinct(a, b, _) => format!(
            "(distinct {} {})",
            print_term(a, symbols),
            print_term(b, symbols)
        ),
    }
}

/// A rule or a fact, on one line.
pub fn print_rule(rule: &Rule, symbols: &Symbols) -> String {
    let head = atom(&rule.head, symbols);
    if rule.body.is_empty() {
        return head;
    }
    let body = rule
        .body
        .iter()
        .map(|part| format!(" {}", literal(part, symbols)));
    format!("(<= {head}{})", body.collect::<String>())
}

/// A sheet, a rule a line.
pub fn print_sheet(sheet: &Sheet) -> String {
    let rules = sheet.rules.iter();
    rules
        .map(|rule| print_rule(rule, &sheet.symbols) + "\n")
        .collect()
}
