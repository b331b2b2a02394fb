//! The restriction on recursion that keeps what can be derived finite (Love et al. 2008,
//! "General game playing: game description language specification", definition 15): an argument
//! that goes round in a loop is ground, an argument of the head, or comes from outside the loop.

use super::{Diagnostic, atoms, name};
use crate::gdl::graph::components;
use crate::gdl::syntax::{Atom, Rule, Sheet, Term};

pub(super) fn check(sheet: &Sheet, found: &mut Vec<Diagnostic>) {
    let mut edges = vec![Vec::new(); sheet.symbols.len()];
    for rule in &sheet.rules {
        atoms(&rule.body, &mut |atom, _| {
            edges[rule.head.relation.0 as usize].push(atom.relation.0 as usize);
        });
    }
    let mut component = vec![0; edges.len()];
    for (index, members) in components(&edges).into_iter().enumerate() {
        members
            .into_iter()
            .for_each(|member| component[member] = index);
    }
    for rule in &sheet.rules {
        let own = component[rule.head.relation.0 as usize];
        let inside = |atom: &Atom| component[atom.relation.0 as usize] == own;
        if let Some((atom, term)) = offence(rule, &inside) {
            let word = name(sheet, atom.relation);
            let term_text = crate::gdl::syntax::print_term(term, &sheet.symbols);
            found.push(Diagnostic::warning(
                "recursion",
                term.at,
                format!("{term_text} may grow without end as '{word}' leads back to itself"),
                "bind it by a condition that does not lead back, such as a successor relation"
                    .into(),
            ));
        }
    }
}

/// An argument that may grow.
fn offence<'a>(rule: &'a Rule, inside: &dyn Fn(&Atom) -> bool) -> Option<(&'a Atom, &'a Term)> {
    let mut outside: Vec<&Term> = rule.head.terms.iter().collect();
    atoms(&rule.body, &mut |atom, denied| {
        if !denied && !inside(atom) {
            outside.extend(&atom.terms);
        }
    });
    let mut offence = None;
    atoms(&rule.body, &mut |atom, denied| {
        if denied || !inside(atom) {
            return;
        }
        let free = atom
            .terms
            .iter()
            .find(|term| !ground(term) && !outside.iter().any(|other| other.same(term)));
        offence = offence.or(free.map(|term| (atom, term)));
    });
    offence
}

fn ground(term: &Term) -> bool {
    let mut open = false;
    term.variables(&mut |_, _| open = true);
    !open
}
