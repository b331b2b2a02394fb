//! In which order the conditions of a clause are looked at, and by which indexes.

use super::clause::{Access, Clause, Condition, Head, Open, Pattern, Split};
use super::table::Table;
use crate::gdl::Place;

/// How one column of a row is compared.
#[derive(Clone, Debug)]
pub(super) enum Match {
    /// The variable gets the value.
    Bind(u16),
    /// The value must be that of the variable.
    Same(u16),
    /// The value must be this term.
    Constant(u32),
    /// The value must be this function.
    Function(crate::gdl::syntax::Symbol, Box<[Match]>),
}

/// The rows of a table with the values of `key` in the columns of an index, that also match.
#[derive(Clone, Debug)]
pub(super) struct Probe {
    pub table: usize,
    /// The index; None where all rows are looked at.
    pub index: Option<usize>,
    pub key: Vec<Pattern>,
    pub matches: Vec<(u8, Match)>,
}

#[derive(Clone, Debug)]
pub(super) enum Step {
    /// Goes on with each row.
    Scan(Probe),
    /// Goes on with each of the newest rows.
    Newest(Probe),
    /// Goes on if there is no row.
    Lacks(Probe),
    LacksOpen(Open),
    Differ(Pattern, Pattern),
}

#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub steps: Vec<Step>,
    pub head: Head,
    pub variables: usize,
    /// From this step on the head does not change any more: one way through is enough.
    pub settled: usize,
    pub at: Place,
    /// What is scanned by an index: table and index.
    pub indexes: Vec<(usize, usize)>,
    /// Of which relations any table may be looked at, by its first index.
    pub open: Vec<Split>,
}

/// Plans a clause; where `newest` is given, that condition of the body comes first and takes the
/// newest rows only.
pub(super) fn plan(clause: &Clause, newest: Option<usize>, tables: &mut [Table]) -> Plan {
    let mut planner = Planner {
        tables,
        known: vec![false; clause.variables],
        steps: Vec::new(),
    };
    let mut left: Vec<&Condition> = clause.body.iter().collect();
    if let Some(index) = newest
        && let Condition::Holds(access) = left.remove(index)
    {
        let probe = planner.probe(access, false);
        planner.steps.push(Step::Newest(probe));
    }
    let settled = planner.place_all(left, &clause.head);
    let steps = planner.steps;
    let probes = steps.iter().filter_map(|step| match step {
        Step::Scan(probe) | Step::Lacks(probe) => Some((probe.table, probe.index?)),
        _ => None,
    });
    let open = steps.iter().filter_map(|step| match step {
        Step::LacksOpen(open) => Some(open.split),
        _ => None,
    });
    Plan {
        indexes: probes.collect(),
        open: open.collect(),
        settled,
        steps,
        head: clause.head.clone(),
        variables: clause.variables,
        at: clause.at,
    }
}

struct Planner<'a> {
    tables: &'a mut [Table],
    known: Vec<bool>,
    steps: Vec<Step>,
}

impl Planner<'_> {
    /// Places all conditions; gives the step from which on the head is known.
    fn place_all(&mut self, mut left: Vec<&Condition>, head: &Head) -> usize {
        let (Head::One(Access { patterns, .. }) | Head::Open(Open { patterns, .. })) = head;
        let mut settled = None;
        loop {
            if settled.is_none() && self.all_known(patterns) {
                settled = Some(self.steps.len());
            }
            let Some(index) = self.best(&left) else {
                return settled.unwrap_or(self.steps.len());
            };
            self.place(left.remove(index));
        }
    }

    /// The condition to look at next: tests as soon as their variables are known, then the
    /// relation with the fewest rows to go through. Tests whose variables never become known
    /// come last.
    fn best(&mut self, left: &[&Condition]) -> Option<usize> {
        let costs = left.iter().map(|condition| self.cost(condition));
        let costs: Vec<f64> = costs.collect();
        let least = costs.iter().copied().min_by(f64::total_cmp)?;
        costs.iter().position(|cost| *cost == least)
    }

    fn cost(&mut self, condition: &Condition) -> f64 {
        let test = |known: bool, cost: f64| if known { cost } else { f64::INFINITY };
        match condition {
            Condition::Differ(a, b) => test(a.known(&self.known) && b.known(&self.known), -2.0),
            Condition::Fails(access) => test(self.all_known(&access.patterns), -1.0),
            Condition::FailsOpen(open) => test(self.all_known(&open.patterns), -1.0),
            Condition::Holds(access) => self.rows(access),
        }
    }

    fn all_known(&self, patterns: &[Pattern]) -> bool {
        patterns.iter().all(|pattern| pattern.known(&self.known))
    }

    /// How many rows to expect.
    fn rows(&mut self, access: &Access) -> f64 {
        let columns = self.columns(access);
        let table = &mut self.tables[access.table];
        if columns.len() == table.arity() {
            return -1.5;
        }
        if table.len() == 0 {
            // Nothing known: smaller with each column that is given.
            return 20.0 / 4f64.powi(columns.len() as i32);
        }
        if columns.is_empty() {
            return f64::from(table.len());
        }
        let index = table.index(&columns);
        table.catch_up(index);
        f64::from(table.len()) / table.keys(index) as f64
    }

    /// The columns whose values are known.
    fn columns(&self, access: &Access) -> Vec<u8> {
        let known = |column: &u8| access.patterns[usize::from(*column)].known(&self.known);
        (0..access.patterns.len() as u8).filter(known).collect()
    }

    fn place(&mut self, condition: &Condition) {
        let step = match condition {
            // Terms with a variable that nothing binds are different, unless they are the same.
            Condition::Differ(a, b)
                if a != b && !(a.known(&self.known) && b.known(&self.known)) =>
            {
                return;
            }
            Condition::Differ(a, b) => Step::Differ(a.clone(), b.clone()),
            Condition::FailsOpen(open) => Step::LacksOpen(open.clone()),
            Condition::Holds(access) => Step::Scan(self.probe(access, true)),
            Condition::Fails(access) => {
                let known = self.known.clone();
                let probe = self.probe(access, true);
                // What a denied relation would bind is known only inside it.
                self.known = known;
                Step::Lacks(probe)
            }
        };
        self.steps.push(step);
    }

    /// How to find the rows of `access`, after which its variables are known.
    fn probe(&mut self, access: &Access, indexed: bool) -> Probe {
        let columns = if indexed {
            self.columns(access)
        } else {
            Vec::new()
        };
        let key = columns
            .iter()
            .map(|c| access.patterns[usize::from(*c)].clone());
        let key = key.collect();
        let rest = (0..access.patterns.len() as u8).filter(|c| !columns.contains(c));
        let matches = rest
            .map(|column| {
                let pattern = &access.patterns[usize::from(column)];
                (column, matched(pattern, &mut self.known))
            })
            .collect();
        let table = &mut self.tables[access.table];
        let all = table.arity() == 0;
        let index = (indexed && (all || !columns.is_empty())).then(|| table.index(&columns));
        Probe {
            table: access.table,
            index,
            key,
            matches,
        }
    }
}

fn matched(pattern: &Pattern, known: &mut [bool]) -> Match {
    match pattern {
        Pattern::Constant(term) => Match::Constant(*term),
        Pattern::Variable(v) if known[usize::from(*v)] => Match::Same(*v),
        Pattern::Variable(v) => {
            known[usize::from(*v)] = true;
            Match::Bind(*v)
        }
        Pattern::Function(functor, parts) => {
            let parts = parts.iter().map(|part| matched(part, known));
            Match::Function(*functor, parts.collect())
        }
    }
}
