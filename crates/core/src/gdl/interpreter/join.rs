//! Runs a plan: finds all rows of its head.

use super::Limits;
use super::clause::{Access, Catalogue, Head, Open, Pattern};
use super::plan::{Match, Plan, Probe, Step};
use super::table::Table;
use super::terms::{TermId, Terms};
use crate::gdl::deadline::Deadline;
use std::ops::Range;

/// Why a plan was not run to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// More rows than are allowed.
    Facts,
    /// A term is nested too deep.
    Depth,
    /// More rows were looked at than are allowed.
    Work,
    /// It took too long.
    Time,
    /// Whoever asked does not want to wait any more.
    GivenUp,
}

/// Working memory, kept from one plan to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    values: Vec<TermId>,
    keys: Vec<TermId>,
    /// The rows that were found, one after the other.
    pub found: Vec<TermId>,
    /// How many.
    pub count: usize,
}

pub(super) struct Join<'a> {
    pub plan: &'a Plan,
    pub tables: &'a [Table],
    pub catalogue: &'a Catalogue,
    pub terms: &'a mut Terms,
    pub scratch: &'a mut Scratch,
    pub allowance: &'a mut Limits,
    pub deadline: &'a Deadline,
    /// The newest rows of the table of a [`Step::Newest`].
    pub newest: Range<u32>,
    pub stop: Option<Stop>,
}

impl<'a> Join<'a> {
    /// Fills `scratch.found`.
    pub fn run(mut self) -> Result<(), Stop> {
        self.scratch.found.clear();
        self.scratch.count = 0;
        self.scratch.keys.clear();
        self.scratch.values.clear();
        self.scratch.values.resize(self.plan.variables, 0);
        self.step(0);
        self.stop.map_or(Ok(()), Err)
    }

    /// Goes through everything from a step on; whether it came to the end at least once.
    fn step(&mut self, index: usize) -> bool {
        let plan: &'a Plan = self.plan;
        let Some(step) = plan.steps.get(index) else {
            self.emit();
            return true;
        };
        match step {
            Step::Scan(probe) => self.scan(probe, index),
            Step::Newest(probe) => {
                let rows = self.newest.clone();
                self.range(probe, rows, index)
            }
            Step::Lacks(probe) => !self.some(probe) && self.step(index + 1),
            Step::LacksOpen(open) => !self.holds_open(open) && self.step(index + 1),
            Step::Differ(a, b) => self.differ(a, b) && self.step(index + 1),
        }
    }

    fn scan(&mut self, probe: &'a Probe, index: usize) -> bool {
        let tables: &'a [Table] = self.tables;
        let table = &tables[probe.table];
        let Some(by) = probe.index else {
            return self.range(probe, 0..table.len(), index);
        };
        let mut next = self.first(table, by, &probe.key);
        if probe.matches.is_empty() && probe.key.len() == table.arity() {
            return next.is_some() && self.step(index + 1);
        }
        let mut found = false;
        while let Some(row) = next {
            if self.matches(table.row(row), &probe.matches) && self.step(index + 1) {
                found = true;
                if index >= self.plan.settled {
                    return true;
                }
            }
            if self.worked() {
                return found;
            }
            next = table.before(by, row);
        }
        found
    }

    fn range(&mut self, probe: &'a Probe, rows: Range<u32>, index: usize) -> bool {
        let tables: &'a [Table] = self.tables;
        let table = &tables[probe.table];
        let mut found = false;
        for row in rows {
            if self.matches(table.row(row), &probe.matches) && self.step(index + 1) {
                found = true;
                if index >= self.plan.settled {
                    return true;
                }
            }
            if self.worked() {
                return found;
            }
        }
        found
    }

    /// Counts a row that was looked at; whether it is time to stop.
    #[inline]
    fn worked(&mut self) -> bool {
        match self.allowance.work.checked_sub(1) {
            Some(left) => {
                self.allowance.work = left;
                // Asking for the time takes longer than a row.
                if left % 65536 == 0 {
                    self.stop = self.stop.or_else(|| self.given_up());
                }
            }
            None => self.stop = self.stop.or(Some(Stop::Work)),
        }
        self.stop.is_some()
    }

    #[cold]
    fn given_up(&self) -> Option<Stop> {
        if self.deadline.passed() {
            return Some(Stop::Time);
        }
        let asked = self.allowance.gives_up.is_some_and(|ask| ask());
        asked.then_some(Stop::GivenUp)
    }

    /// The newest row with a key.
    #[inline]
    fn first(&mut self, table: &Table, by: usize, key: &[Pattern]) -> Option<u32> {
        let start = self.scratch.keys.len();
        for pattern in key {
            let value = value(pattern, &self.scratch.values, self.terms);
            let Some(value) = value else {
                self.scratch.keys.truncate(start);
                return None;
            };
            self.scratch.keys.push(value);
        }
        let row = table.first(by, &self.scratch.keys[start..]);
        self.scratch.keys.truncate(start);
        row
    }

    /// Whether there is a row.
    fn some(&mut self, probe: &Probe) -> bool {
        let tables: &'a [Table] = self.tables;
        let table = &tables[probe.table];
        let Some(by) = probe.index else {
            return (0..table.len())
                .any(|row| self.matches(table.row(row), &probe.matches) || self.worked());
        };
        let mut next = self.first(table, by, &probe.key);
        if probe.matches.is_empty() {
            return next.is_some();
        }
        while let Some(row) = next {
            if self.matches(table.row(row), &probe.matches) || self.worked() {
                return true;
            }
            next = table.before(by, row);
        }
        false
    }

    /// The same for a relation whose table depends on a value.
    fn holds_open(&mut self, open: &Open) -> bool {
        let tables: &'a [Table] = self.tables;
        let values = open.patterns.iter();
        let values: Option<Vec<_>> = values
            .map(|pattern| value(pattern, &self.scratch.values, self.terms))
            .collect();
        let row = values.and_then(|row| closed(open, &row, self.catalogue, self.terms));
        row.is_some_and(|(table, row)| tables[table].first(0, &row).is_some())
    }

    fn differ(&self, a: &Pattern, b: &Pattern) -> bool {
        let known = |pattern| value(pattern, &self.scratch.values, self.terms);
        match (known(a), known(b)) {
            // A term that never came up equals only itself.
            (None, None) => a != b,
            (a, b) => a != b,
        }
    }

    #[inline]
    fn matches(&mut self, row: &[TermId], matches: &[(u8, Match)]) -> bool {
        let (values, terms) = (&mut self.scratch.values, &*self.terms);
        matches
            .iter()
            .all(|(column, with)| fits(row[usize::from(*column)], with, values, terms))
    }

    fn emit(&mut self) {
        let (Head::One(Access { patterns, .. }) | Head::Open(Open { patterns, .. })) =
            &self.plan.head;
        for pattern in patterns {
            match made(pattern, &self.scratch.values, self.terms) {
                Some(term) => self.scratch.found.push(term),
                None => {
                    self.stop = Some(Stop::Depth);
                    return;
                }
            }
        }
        self.scratch.count += 1;
        if self.scratch.count > self.allowance.facts {
            self.stop = Some(Stop::Facts);
        }
    }
}

#[inline]
fn fits(term: TermId, with: &Match, values: &mut [TermId], terms: &Terms) -> bool {
    match with {
        Match::Bind(v) => {
            values[usize::from(*v)] = term;
            true
        }
        Match::Same(v) => values[usize::from(*v)] == term,
        Match::Constant(constant) => *constant == term,
        Match::Function(functor, parts) => match terms.parts(term) {
            Some((found, arguments)) => {
                found == *functor
                    && arguments.len() == parts.len()
                    && arguments
                        .iter()
                        .zip(parts)
                        .all(|(term, with)| fits(*term, with, values, terms))
            }
            None => false,
        },
    }
}

/// The term that a pattern stands for; None if there never was one.
#[inline]
pub(super) fn value(pattern: &Pattern, values: &[TermId], terms: &Terms) -> Option<TermId> {
    match pattern {
        Pattern::Constant(term) => Some(*term),
        Pattern::Variable(v) => Some(values[usize::from(*v)]),
        Pattern::Function(functor, parts) => {
            let parts = parts.iter().map(|part| value(part, values, terms));
            terms.find(*functor, &parts.collect::<Option<Vec<_>>>()?)
        }
    }
}

/// The same, made if there is none; None if it is nested too deep.
#[inline]
fn made(pattern: &Pattern, values: &[TermId], terms: &mut Terms) -> Option<TermId> {
    match pattern {
        Pattern::Constant(term) => Some(*term),
        Pattern::Variable(v) => Some(values[usize::from(*v)]),
        Pattern::Function(functor, parts) => {
            let parts = parts.iter().map(|part| made(part, values, terms));
            let parts: Option<Vec<_>> = parts.collect();
            terms.function(*functor, &parts?)
        }
    }
}

/// The table and the row that a row of an open relation is.
pub(super) fn closed(
    open: &Open,
    row: &[TermId],
    catalogue: &Catalogue,
    terms: &Terms,
) -> Option<(usize, Vec<TermId>)> {
    let split = open.split;
    match terms.parts(row[split.column]) {
        None => Some((split.first, row.to_vec())),
        Some((functor, parts)) => {
            let functors = catalogue.functors(split.kind);
            let position = functors.position(functor, parts.len())?;
            let row = [&row[..split.column], parts].concat();
            Some((split.first + position, row))
        }
    }
}
