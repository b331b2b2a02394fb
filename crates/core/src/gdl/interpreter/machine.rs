//! The tables and what fills them: computes relations when they are asked for, each once a state.

use super::clause::{Access, Catalogue, Clause, Condition, Head};
use super::groups::Group;
use super::join::{Join, Scratch, Stop, closed};
use super::plan::{Plan, plan};
use super::table::Table;
use super::terms::{TermId, Terms};
use super::{Limits, TOO_LARGE};
use crate::gdl::deadline::Deadline;
use crate::gdl::{Diagnostic, Place};
use std::ops::Range;

/// The plans of a group.
#[derive(Clone, Debug, Default)]
struct Plans {
    /// Those of clauses that read no table of the group.
    first: Vec<Plan>,
    /// Those that start from new rows of a table of the group.
    again: Vec<(usize, Plan)>,
}

#[derive(Clone, Debug)]
pub(super) struct Machine {
    pub catalogue: Catalogue,
    pub terms: Terms,
    pub tables: Vec<Table>,
    pub groups: Vec<Group>,
    /// The clauses of the groups.
    clauses: Vec<Clause>,
    plans: Vec<Plans>,
    done: Vec<bool>,
    /// What a table of a group that denies itself was in the last round: (table, its copy).
    copies: Vec<(usize, usize)>,
    scratch: Scratch,
    pub limits: Limits,
    left: Limits,
    pub deadline: Deadline,
    /// The groups with facts that could neither be proved nor refuted.
    undecided: Vec<bool>,
    /// The tables of the group that reached a limit.
    pub exhausted: Vec<usize>,
}

impl Machine {
    pub fn new(
        catalogue: Catalogue,
        terms: Terms,
        groups: Vec<Group>,
        mut clauses: Vec<Clause>,
        limits: Limits,
    ) -> Self {
        let mut tables: Vec<Table> = catalogue.arities.iter().map(|n| Table::new(*n)).collect();
        let mut copies = Vec::new();
        for group in groups.iter().filter(|group| group.denies) {
            for table in &group.tables {
                copies.push((*table, tables.len()));
                tables.push(Table::new(catalogue.arities[*table]));
            }
            for number in &group.clauses {
                deny_copies(&mut clauses[*number], &copies);
            }
        }
        let mut machine = Self {
            plans: vec![Plans::default(); groups.len()],
            done: vec![false; groups.len()],
            undecided: vec![false; groups.len()],
            catalogue,
            terms,
            tables,
            groups,
            clauses,
            copies,
            scratch: Scratch::default(),
            limits,
            left: limits,
            deadline: Deadline::default(),
            exhausted: Vec::new(),
        };
        (0..machine.groups.len()).for_each(|group| machine.plan(group));
        machine
    }

    /// Plans the clauses of a group by the tables as they are now.
    pub fn plan(&mut self, group: usize) {
        let Group {
            tables, clauses, ..
        } = &self.groups[group];
        let mut plans = Plans::default();
        for number in clauses {
            let clause = &self.clauses[*number];
            let inner = clause
                .body
                .iter()
                .enumerate()
                .filter_map(|(at, part)| match part {
                    Condition::Holds(access) if tables.contains(&access.table) => {
                        Some((at, access.table))
                    }
                    _ => None,
                });
            let inner: Vec<_> = inner.collect();
            for (at, table) in &inner {
                let plan = plan(clause, Some(*at), &mut self.tables);
                plans.again.push((*table, plan));
            }
            if inner.is_empty() {
                plans.first.push(plan(clause, None, &mut self.tables));
            }
        }
        self.plans[group] = plans;
    }

    /// Forgets what depends on the state.
    pub fn forget_state(&mut self) {
        self.left = self.limits;
        self.forget(|group| group.state || group.moves);
    }

    /// Forgets what depends on the moves.
    pub fn forget_moves(&mut self) {
        self.forget(|group| group.moves);
    }

    fn forget(&mut self, which: impl Fn(&Group) -> bool) {
        for (index, group) in self.groups.iter().enumerate() {
            if which(group) {
                self.done[index] = false;
                self.undecided[index] = false;
                group
                    .tables
                    .iter()
                    .for_each(|table| self.tables[*table].clear());
            }
        }
    }

    /// Computes groups that are not computed yet.
    pub fn compute(&mut self, groups: &[usize]) -> Result<(), Diagnostic> {
        for group in groups {
            if !self.done[*group] {
                self.group(*group)?;
                self.done[*group] = true;
            }
        }
        Ok(())
    }

    fn group(&mut self, group: usize) -> Result<(), Diagnostic> {
        if self.plans[group].first.is_empty() && self.plans[group].again.is_empty() {
            return Ok(());
        }
        let plans = std::mem::take(&mut self.plans[group]);
        let result = if self.groups[group].denies {
            self.alternate(group, &plans)
        } else {
            self.fixpoint(&plans)
        };
        self.plans[group] = plans;
        if result.is_err() {
            self.exhausted.clone_from(&self.groups[group].tables);
        }
        result
    }

    /// Everything that follows, by rounds that start from what the round before found (semi-naive
    /// evaluation).
    fn fixpoint(&mut self, plans: &Plans) -> Result<(), Diagnostic> {
        for plan in &plans.first {
            self.run(plan, 0..0)?;
        }
        let mut before = vec![0; plans.again.len()];
        loop {
            let tables = plans.again.iter();
            let now: Vec<u32> = tables.map(|(table, _)| self.tables[*table].len()).collect();
            if now == before {
                return Ok(());
            }
            for (index, (_, plan)) in plans.again.iter().enumerate() {
                if before[index] < now[index] {
                    self.run(plan, before[index]..now[index])?;
                }
            }
            before = now;
        }
    }

    /// The well-founded model where relations deny each other: what follows if as little as is
    /// known is denied, then if as much, in turn until nothing changes (Van Gelder 1989, "The
    /// alternating fixpoint of logic programs with negation"). Where facts are stratified one by
    /// one, nothing is left undecided.
    fn alternate(&mut self, group: usize, plans: &Plans) -> Result<(), Diagnostic> {
        let pairs = self.copies.iter();
        let pairs = pairs.filter(|(table, _)| self.groups[group].tables.contains(table));
        let pairs: Vec<_> = pairs.copied().collect();
        pairs
            .iter()
            .for_each(|(_, copy)| self.tables[*copy].clear());
        // Proved so far, and not refuted so far: the first grows, the second shrinks.
        let (mut proved, mut possible) = (0, usize::MAX);
        loop {
            let mut counts = [0; 2];
            for count in &mut counts {
                pairs
                    .iter()
                    .for_each(|(table, _)| self.tables[*table].clear());
                self.fixpoint(plans)?;
                let sizes = pairs
                    .iter()
                    .map(|(table, _)| self.tables[*table].len() as usize);
                *count = sizes.sum();
                pairs
                    .iter()
                    .for_each(|(table, copy)| self.copy(*table, *copy));
            }
            let [high, low] = counts;
            if (low, high) == (proved, possible) || low == high {
                self.undecided[group] = low != high;
                return Ok(());
            }
            (proved, possible) = (low, high);
        }
    }

    /// Computes a group whose tables grow by far more than is known before: plans again when they
    /// have.
    pub fn grow(&mut self, group: usize) -> Result<(), Diagnostic> {
        self.plan(group);
        if self.groups[group].denies {
            return self.compute(&[group]);
        }
        let size = |machine: &Self| {
            let tables = machine.groups[group].tables.iter();
            tables
                .map(|table| machine.tables[*table].len())
                .sum::<u32>()
        };
        let plans = std::mem::take(&mut self.plans[group]);
        for plan in &plans.first {
            self.run(plan, 0..0)?;
        }
        self.plan(group);
        let mut planned = size(self);
        let mut before = vec![0; plans.again.len()];
        loop {
            let tables = plans.again.iter();
            let now: Vec<u32> = tables.map(|(table, _)| self.tables[*table].len()).collect();
            if now == before {
                self.done[group] = true;
                return Ok(());
            }
            if size(self) > 4 * planned {
                planned = size(self);
                self.plan(group);
            }
            let plans = std::mem::take(&mut self.plans[group]);
            for (index, (_, plan)) in plans.again.iter().enumerate() {
                if before[index] < now[index] {
                    self.run(plan, before[index]..now[index])?;
                }
            }
            self.plans[group] = plans;
            before = now;
        }
    }

    /// What may be spent from now on.
    pub fn allow(&mut self, limits: Limits) {
        (self.limits, self.left) = (limits, limits);
    }

    /// The rows of the head of a clause, one after the other, and how many there are; its tables
    /// are computed.
    pub fn solve(&mut self, clause: &Clause) -> Result<(Vec<TermId>, usize), Diagnostic> {
        let plan = plan(clause, None, &mut self.tables);
        self.join(&plan, 0..0)?;
        Ok((std::mem::take(&mut self.scratch.found), self.scratch.count))
    }

    fn copy(&mut self, from: usize, to: usize) {
        let mut copy = std::mem::replace(&mut self.tables[to], Table::new(0));
        copy.clear();
        self.tables[from]
            .iter()
            .for_each(|row| copy.push(row.iter().copied()));
        self.tables[to] = copy;
    }

    fn run(&mut self, plan: &Plan, newest: Range<u32>) -> Result<(), Diagnostic> {
        if let Head::One(Access { table, .. }) = &plan.head
            && self.tables[*table].arity() == 0
            && self.tables[*table].len() > 0
        {
            return Ok(());
        }
        self.join(plan, newest)?;
        let fresh = self.insert(plan);
        match self.left.facts.checked_sub(fresh) {
            Some(left) => self.left.facts = left,
            None => return Err(stopped(Stop::Facts, self.limits, plan.at)),
        }
        Ok(())
    }

    /// Finds the rows of the head of a plan.
    fn join(&mut self, plan: &Plan, newest: Range<u32>) -> Result<(), Diagnostic> {
        for (table, index) in &plan.indexes {
            self.tables[*table].catch_up(*index);
        }
        for table in plan
            .open
            .iter()
            .flat_map(|open| self.catalogue.range(*open))
        {
            self.tables[table].catch_up(0);
        }
        let join = Join {
            plan,
            tables: &self.tables,
            catalogue: &self.catalogue,
            terms: &mut self.terms,
            scratch: &mut self.scratch,
            allowance: &mut self.left,
            deadline: &self.deadline,
            newest,
            stop: None,
        };
        join.run()
            .map_err(|stop| stopped(stop, self.limits, plan.at))
    }

    /// Adds the rows that were found; how many are new.
    fn insert(&mut self, plan: &Plan) -> usize {
        let (found, mut fresh) = (&self.scratch.found, 0);
        match &plan.head {
            Head::One(Access { table, patterns }) if patterns.is_empty() => {
                let once = self.scratch.count > 0 && self.tables[*table].insert(&[]);
                fresh += usize::from(once);
            }
            Head::One(Access { table, patterns }) => {
                for row in found.chunks_exact(patterns.len()) {
                    fresh += usize::from(self.tables[*table].insert(row));
                }
            }
            Head::Open(open) => {
                for row in found.chunks_exact(open.patterns.len()) {
                    if let Some((table, row)) = closed(open, row, &self.catalogue, &self.terms) {
                        fresh += usize::from(self.tables[table].insert(&row));
                    }
                }
            }
        }
        fresh
    }

    /// Whether some fact that is needed could neither be proved nor refuted.
    pub fn undecided(&self) -> bool {
        self.undecided.contains(&true)
    }

    /// What was spent on this state so far: rows looked at, and four times the rows made.
    pub fn spent(&self) -> u64 {
        let facts = self.limits.facts - self.left.facts;
        self.limits.work - self.left.work + 4 * facts as u64
    }

    /// Bytes that the tables and the terms hold.
    pub fn bytes(&self) -> usize {
        self.tables.iter().map(Table::bytes).sum::<usize>() + self.terms.bytes()
    }
}

/// Makes a clause read the copies of the tables that its group denies.
fn deny_copies(clause: &mut Clause, copies: &[(usize, usize)]) {
    for condition in &mut clause.body {
        if let Condition::Fails(access) = condition
            && let Some((_, copy)) = copies.iter().find(|(table, _)| *table == access.table)
        {
            access.table = *copy;
        }
    }
}

fn stopped(stop: Stop, limits: Limits, at: Place) -> Diagnostic {
    let (message, fix) = match stop {
        Stop::Facts => (
            format!("more than {} facts follow from one state", limits.facts),
            "bind the variables of the rule more tightly",
        ),
        Stop::Depth => (TOO_LARGE.0.to_owned(), TOO_LARGE.1),
        Stop::Time => (
            "the time is up".to_owned(),
            "give it more, or bind the variables of the rule more tightly",
        ),
        Stop::GivenUp => ("given up".to_owned(), "ask again"),
        Stop::Work => (
            format!("more than {} rows are looked at for one state", limits.work),
            "bind the variables of the rule more tightly",
        ),
    };
    Diagnostic::error("limit", at, message, fix.into())
}
