//! Getting an interpreter ready: what each question needs, what depends on no state, and how to
//! go about the rest.

use super::clause::{Catalogue, Clause, Split};
use super::groups::{Group, groups, needed};
use super::machine::Machine;
use super::terms::Terms;
use super::{Interpreter, Limits};
use crate::gdl::Diagnostic;
use crate::gdl::syntax::Symbols;
use std::ops::Range;

/// The groups of relations that each question needs.
#[derive(Clone, Debug)]
pub(super) struct Questions {
    pub start: Vec<usize>,
    pub role: Vec<usize>,
    pub terminal: Vec<usize>,
    pub goal: Vec<usize>,
    pub legal: Vec<usize>,
    pub next: Vec<usize>,
}

/// The tables of the relations that the language gives a meaning.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keywords {
    pub truths: Split,
    pub nexts: Split,
    pub inits: Split,
    pub does: Split,
    pub legals: Split,
    pub goal: usize,
    pub terminal: usize,
    pub role: usize,
}

impl Keywords {
    fn new(symbols: &Symbols, catalogue: &mut Catalogue) -> Self {
        let name = |word: &str| symbols.find(word).expect("keywords are interned");
        let split = |word: &str, arity| {
            let found = catalogue.split(name(word), arity);
            found.expect("it is split")
        };
        Self {
            truths: split("true", 1),
            nexts: split("next", 1),
            inits: split("init", 1),
            does: split("does", 2),
            legals: split("legal", 2),
            goal: catalogue.table(name("goal"), 2),
            terminal: catalogue.table(name("terminal"), 0),
            role: catalogue.table(name("role"), 1),
        }
    }
}

impl Questions {
    fn new(
        keywords: &Keywords,
        groups: &[Group],
        clauses: &[Clause],
        catalogue: &Catalogue,
    ) -> Self {
        let range = |tables: Range<usize>| needed(tables, groups, clauses, catalogue);
        let one = |table: usize| range(table..table + 1);
        let split = |split: Split| range(catalogue.range(split));
        Self {
            start: split(keywords.inits),
            role: one(keywords.role),
            terminal: one(keywords.terminal),
            goal: one(keywords.goal),
            legal: split(keywords.legals),
            next: split(keywords.nexts),
        }
    }
}

impl Interpreter {
    /// An interpreter that has computed nothing yet.
    pub(super) fn assemble(
        symbols: &Symbols,
        mut catalogue: Catalogue,
        clauses: Vec<Clause>,
        limits: Limits,
    ) -> Self {
        let keywords = Keywords::new(symbols, &mut catalogue);
        let (state, moves) = (
            catalogue.range(keywords.truths),
            catalogue.range(keywords.does),
        );
        let groups = groups(&clauses, &catalogue, state, moves);
        Self {
            symbols: symbols.clone(),
            questions: Questions::new(&keywords, &groups, &clauses, &catalogue),
            machine: Machine::new(catalogue, Terms::new(symbols), groups, clauses, limits),
            keywords,
            roles: Vec::new(),
            initial: Vec::new(),
            loaded: None,
        }
    }

    /// Whether a table is always computed as a whole.
    pub(super) fn root(&self, table: usize) -> bool {
        let Keywords {
            truths,
            nexts,
            inits,
            does,
            legals,
            goal,
            terminal,
            role,
        } = self.keywords;
        let mut splits = [truths, nexts, inits, does, legals].into_iter();
        [goal, terminal, role].contains(&table)
            || splits.any(|split| self.machine.catalogue.range(split).contains(&table))
    }

    /// Computes what depends on no state, and plans again with what is known then.
    pub(super) fn begin(&mut self) -> Result<(), Diagnostic> {
        let Questions {
            start,
            role,
            terminal,
            goal,
            legal,
            next,
        } = self.questions.clone();
        self.machine.compute(&role)?;
        self.machine.compute(&start)?;
        let roles = self.machine.tables[self.keywords.role].iter();
        self.roles = roles.map(|row| row[0]).collect();
        self.initial = self.fluents(self.keywords.inits)?;
        let all = [terminal, goal, legal, next].concat();
        let groups = &self.machine.groups;
        let (mut fixed, mut changing): (Vec<_>, Vec<_>) = all
            .into_iter()
            .partition(|g| !groups[*g].state && !groups[*g].moves);
        fixed.sort_unstable();
        fixed.dedup();
        changing.sort_unstable();
        for group in fixed {
            self.machine.plan(group);
            self.machine.compute(&[group])?;
        }
        changing.dedup();
        self.plan(&changing)
    }

    /// Plans what depends on the state, by what holds at the start: what one relation has in it
    /// says how to plan the next.
    fn plan(&mut self, changing: &[usize]) -> Result<(), Diagnostic> {
        let initial = self.initial.clone();
        self.load(&initial);
        for group in changing {
            if !self.machine.groups[*group].moves {
                self.machine.plan(*group);
                self.machine.compute(&[*group])?;
            }
        }
        let legal = self.legal(&initial)?;
        for (role, moves) in legal.iter().enumerate() {
            if let Some(action) = moves.first() {
                self.push_move(role, *action);
            }
        }
        for group in changing {
            if self.machine.groups[*group].moves {
                self.machine.plan(*group);
                self.machine.compute(&[*group])?;
            }
        }
        Ok(())
    }

    /// What the first state and the one after it take, in rows looked at and made. None where
    /// there is no move.
    pub(super) fn cost(&mut self) -> Option<u64> {
        let initial = self.initial.clone();
        self.loaded = None;
        self.terminal(&initial).ok()?;
        let legal = self.legal(&initial).ok()?;
        let moves = legal.iter().map(|moves| moves.first().copied());
        self.next(&initial, &moves.collect::<Option<Vec<_>>>()?)
            .ok()?;
        Some(self.machine.spent())
    }

    /// The tables with more rows than `few` that depend on the state, the largest first, with
    /// those they depend on in turn; none that are always computed as a whole.
    pub(super) fn large(&self, few: u32) -> Vec<Vec<usize>> {
        let rows = |tables: &[usize]| {
            let rows = tables.iter().map(|table| self.machine.tables[*table].len());
            rows.sum::<u32>()
        };
        let groups = self.machine.groups.iter().filter(|group| {
            let root = group.tables.iter().any(|table| self.root(*table));
            (group.state || group.moves) && !root && rows(&group.tables) > few
        });
        let mut large: Vec<_> = groups.map(|group| group.tables.clone()).collect();
        large.sort_by_key(|tables| std::cmp::Reverse(rows(tables)));
        large
    }

    pub(super) fn set_limits(&mut self, limits: Limits) {
        self.machine.limits = limits;
        self.loaded = None;
    }
}
