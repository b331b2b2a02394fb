//! Everything that can hold in some state, and a little more.

use super::split::Splitter;
use super::{Scope, denied_loop};
use crate::gdl::Diagnostic;
use crate::gdl::interpreter::Limits;
use crate::gdl::interpreter::clause::{Access, Catalogue, Clause, Condition, Head, Pattern, Split};
use crate::gdl::interpreter::groups::{fills, groups, reads};
use crate::gdl::interpreter::machine::Machine;
use crate::gdl::interpreter::ready::Keywords;
use crate::gdl::interpreter::terms::Terms;

/// The tables of all that can hold, and the clauses that make them.
pub(super) struct Relaxed {
    pub machine: Machine,
    pub clauses: Vec<Clause>,
    /// Whether the rows of a table depend on the state or the moves; the others hold always.
    pub dynamic: Vec<bool>,
}

/// Fills the tables.
pub(super) fn relax(
    mut catalogue: Catalogue,
    clauses: Vec<Clause>,
    terms: Terms,
    keywords: &Keywords,
    scope: &Scope,
) -> Result<Relaxed, Diagnostic> {
    let clauses = wanted(clauses, &catalogue, keywords);
    let mut splitter = Splitter::new(&mut catalogue);
    clauses.into_iter().for_each(|clause| splitter.add(clause));
    let (clauses, domains) = (splitter.out, splitter.domains);
    let dynamic = dynamic(&clauses, &catalogue, keywords);
    let mut program = relaxed(&clauses, &dynamic, &catalogue);
    program.extend(feedback(&catalogue, keywords));
    for ((table, column), domain) in domains {
        program.push(projection(table, column, domain, &catalogue));
    }
    let groups = groups(&program, &catalogue, 0..0, 0..0);
    let allowed = Limits {
        facts: scope.limits.facts,
        work: scope.limits.work,
        gives_up: scope.limits.gives_up,
    };
    let count = groups.len();
    let mut machine = Machine::new(catalogue, terms, groups, program, allowed);
    machine.deadline = scope.deadline.clone();
    for group in 0..count {
        let grown = machine.grow(group);
        grown.map_err(|error| scope.too_large(allowed.facts, "facts", error.at))?;
    }
    if machine.undecided() {
        return Err(denied_loop());
    }
    Ok(Relaxed {
        machine,
        clauses,
        dynamic,
    })
}

/// The clauses that a play depends on.
fn wanted(clauses: Vec<Clause>, catalogue: &Catalogue, keywords: &Keywords) -> Vec<Clause> {
    let mut want = vec![false; catalogue.arities.len()];
    for split in [keywords.nexts, keywords.inits, keywords.legals] {
        want[catalogue.range(split)].fill(true);
    }
    for table in [keywords.goal, keywords.terminal, keywords.role] {
        want[table] = true;
    }
    let mut used = vec![false; clauses.len()];
    loop {
        let more: Vec<usize> = (0..clauses.len())
            .filter(|i| !used[*i] && fills(&clauses[*i], catalogue).iter().any(|t| want[*t]))
            .collect();
        if more.is_empty() {
            break;
        }
        for index in more {
            used[index] = true;
            reads(&clauses[index], catalogue, &mut |table, _| {
                want[table] = true
            });
        }
    }
    let kept = clauses.into_iter().zip(used).filter(|(_, used)| *used);
    kept.map(|(clause, _)| clause).collect()
}

/// Which tables depend on the state or the moves.
fn dynamic(clauses: &[Clause], catalogue: &Catalogue, keywords: &Keywords) -> Vec<bool> {
    let (state, moves) = (
        catalogue.range(keywords.truths),
        catalogue.range(keywords.does),
    );
    let mut dynamic = vec![false; catalogue.arities.len()];
    for group in groups(clauses, catalogue, state, moves) {
        for table in group.tables {
            dynamic[table] = group.state || group.moves;
        }
    }
    dynamic
}

/// The clauses without the denials of what depends on the state.
fn relaxed(clauses: &[Clause], dynamic: &[bool], catalogue: &Catalogue) -> Vec<Clause> {
    let mut program = clauses.to_vec();
    for clause in &mut program {
        clause
            .body
            .retain(|condition| !denies(condition, dynamic, catalogue));
    }
    program
}

/// Whether a condition denies what depends on the state.
pub(super) fn denies(condition: &Condition, dynamic: &[bool], catalogue: &Catalogue) -> bool {
    match condition {
        Condition::Fails(access) => dynamic[access.table],
        Condition::FailsOpen(open) => catalogue.range(open.split).any(|table| dynamic[table]),
        _ => false,
    }
}

/// What can be next or is at the start can be true; what is legal for a role can be done.
fn feedback(catalogue: &Catalogue, keywords: &Keywords) -> Vec<Clause> {
    let mut clauses = Vec::new();
    let mut pair = |from: Split, to: Split, role: Option<usize>| {
        for (from, to) in catalogue.range(from).zip(catalogue.range(to)) {
            clauses.push(copy(from, to, catalogue.arities[to], role));
        }
    };
    pair(keywords.inits, keywords.truths, None);
    pair(keywords.nexts, keywords.truths, None);
    pair(keywords.legals, keywords.does, Some(keywords.role));
    clauses
}

/// The rows of one table are also in another, if the first column is a role.
fn copy(from: usize, to: usize, arity: usize, role: Option<usize>) -> Clause {
    let patterns: Vec<_> = (0..arity as u16).map(Pattern::Variable).collect();
    let access = |table| Access {
        table,
        patterns: patterns.clone(),
    };
    let role = role.map(|table| Access {
        table,
        patterns: vec![Pattern::Variable(0)],
    });
    let body = [Some(access(from)), role];
    Clause {
        head: Head::One(access(to)),
        body: body.into_iter().flatten().map(Condition::Holds).collect(),
        variables: arity,
        at: Default::default(),
    }
}

/// The values of a column are the rows of a table.
fn projection(table: usize, column: usize, to: usize, catalogue: &Catalogue) -> Clause {
    let arity = catalogue.arities[table];
    let mut clause = copy(table, to, arity, None);
    let patterns = vec![Pattern::Variable(column as u16)];
    clause.head = Head::One(Access {
        table: to,
        patterns,
    });
    clause
}
