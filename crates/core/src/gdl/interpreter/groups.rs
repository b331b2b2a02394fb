//! Relations in the order in which they can be computed.

use super::clause::{Access, Catalogue, Clause, Condition, Head};
use crate::gdl::graph::components;

/// Tables that depend on each other, and the clauses that fill them.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub tables: Vec<usize>,
    /// Their clauses, as numbers.
    pub clauses: Vec<usize>,
    /// Whether one is denied in a clause of another.
    pub denies: bool,
    /// Whether something depends on the state.
    pub state: bool,
    /// Whether something depends on the moves.
    pub moves: bool,
}

/// What a clause reads: the tables, and whether they are denied.
pub(super) fn reads(clause: &Clause, catalogue: &Catalogue, each: &mut impl FnMut(usize, bool)) {
    for condition in &clause.body {
        match condition {
            Condition::Holds(access) => each(access.table, false),
            Condition::Fails(access) => each(access.table, true),
            Condition::FailsOpen(open) => catalogue.range(open.split).for_each(|t| each(t, true)),
            Condition::Differ(..) => {}
        }
    }
}

/// The tables that a clause fills.
pub(super) fn fills(clause: &Clause, catalogue: &Catalogue) -> Vec<usize> {
    match &clause.head {
        Head::One(Access { table, .. }) => vec![*table],
        Head::Open(open) => catalogue.range(open.split).collect(),
    }
}

/// All groups, each after those it depends on. `state` and `moves` are the tables that come from
/// outside.
pub(super) fn groups(
    clauses: &[Clause],
    catalogue: &Catalogue,
    state: std::ops::Range<usize>,
    moves: std::ops::Range<usize>,
) -> Vec<Group> {
    let components = components(&edges(clauses, catalogue));
    let mut group_of = vec![0; catalogue.arities.len()];
    for (index, tables) in components.iter().enumerate() {
        tables.iter().for_each(|table| group_of[*table] = index);
    }
    let group = |tables: Vec<usize>| Group {
        state: tables.iter().any(|table| state.contains(table)),
        moves: tables.iter().any(|table| moves.contains(table)),
        tables,
        clauses: Vec::new(),
        denies: false,
    };
    let mut groups: Vec<Group> = components.into_iter().map(group).collect();
    for (number, clause) in clauses.iter().enumerate() {
        let own = group_of[fills(clause, catalogue)[0]];
        groups[own].clauses.push(number);
    }
    for own in 0..groups.len() {
        for number in groups[own].clauses.clone() {
            reads(&clauses[number], catalogue, &mut |table, denied| {
                let other = group_of[table];
                groups[own].denies |= denied && other == own;
                groups[own].state |= groups[other].state;
                groups[own].moves |= groups[other].moves;
            });
        }
    }
    groups
}

/// What each table depends on. Tables that are filled together depend on each other.
fn edges(clauses: &[Clause], catalogue: &Catalogue) -> Vec<Vec<usize>> {
    let mut edges = vec![Vec::new(); catalogue.arities.len()];
    for clause in clauses {
        let heads = fills(clause, catalogue);
        for head in &heads {
            reads(clause, catalogue, &mut |table, _| edges[*head].push(table));
        }
        for pair in heads.windows(2) {
            edges[pair[0]].push(pair[1]);
            edges[pair[1]].push(pair[0]);
        }
    }
    edges
}

/// The groups that some tables depend on, themselves included, in order.
pub(super) fn needed(
    tables: impl IntoIterator<Item = usize>,
    groups: &[Group],
    clauses: &[Clause],
    catalogue: &Catalogue,
) -> Vec<usize> {
    let mut wanted = vec![false; catalogue.arities.len()];
    tables.into_iter().for_each(|table| wanted[table] = true);
    let mut found = Vec::new();
    for (index, group) in groups.iter().enumerate().rev() {
        if !group.tables.iter().any(|table| wanted[*table]) {
            continue;
        }
        found.push(index);
        for number in &group.clauses {
            reads(&clauses[*number], catalogue, &mut |table, _| {
                wanted[table] = true
            });
        }
    }
    found.reverse();
    found
}
