//! Writes each rule out for all values that fit.

use super::relax::{Relaxed, denies};
use super::split::{add, head_variables, mark};
use super::{Action, Fact, Fluent, Ground, Rules, Scope};
use crate::gdl::Diagnostic;
use crate::gdl::interpreter::clause::{Access, Clause, Condition, Head, Open, Pattern};
use crate::gdl::interpreter::join::{closed, value};
use crate::gdl::interpreter::machine::Machine;
use crate::gdl::interpreter::{Interpreter, Limits, TermId, whole};
use crate::gdl::syntax::Symbol;
use rustc_hash::FxHashSet;

/// The game without variables.
pub(super) fn write_out(
    mut relaxed: Relaxed,
    game: &Interpreter,
    scope: &Scope,
) -> Result<Ground, Diagnostic> {
    let mut offsets = vec![0; relaxed.dynamic.len()];
    let mut atoms = 0;
    for (table, offset) in offsets.iter_mut().enumerate() {
        *offset = atoms;
        if relaxed.dynamic[table] {
            atoms += relaxed.machine.tables[table].len();
        }
    }
    let mut writer = Writer {
        machine: &mut relaxed.machine,
        dynamic: &relaxed.dynamic,
        offsets,
        rules: Rules::default(),
    };
    for clause in &relaxed.clauses {
        writer.clause(clause, scope)?;
    }
    let (fluents, moves) = (writer.fluents(game)?, writer.moves(game)?);
    Ok(Ground {
        atoms: atoms as usize,
        fluents,
        moves,
        goals: writer.goals(game),
        terminal: writer.fact(game.keywords.terminal, &[]),
        rules: writer.rules,
        terms: relaxed.machine.terms,
    })
}

struct Writer<'a> {
    machine: &'a mut Machine,
    dynamic: &'a [bool],
    /// The number of the first atom of each table.
    offsets: Vec<u32>,
    rules: Rules,
}

impl Writer<'_> {
    /// The instances of one clause.
    fn clause(&mut self, clause: &Clause, scope: &Scope) -> Result<(), Diagnostic> {
        let catalogue = &self.machine.catalogue;
        let changes = |table: usize| self.dynamic[table];
        let wanted = match &clause.head {
            Head::One(access) => changes(access.table),
            Head::Open(open) => catalogue.range(open.split).any(changes),
        };
        if !wanted {
            return Ok(());
        }
        let sorted = Sorted::new(clause, |c| denies(c, self.dynamic, catalogue), changes);
        self.machine.allow(Limits {
            facts: scope.limits.rules.saturating_sub(self.rules.len()),
            work: scope.limits.work,
            gives_up: scope.limits.gives_up,
        });
        let found = self.machine.solve(&sorted.query(clause));
        let (rows, count) =
            found.map_err(|_| scope.too_large(scope.limits.rules, "rules", clause.at))?;
        let mut values = vec![0; clause.variables];
        let width = sorted.shown.len();
        for row in 0..count {
            let terms = &rows[row * width..][..width];
            for (v, term) in sorted.shown.iter().zip(terms) {
                values[usize::from(*v)] = *term;
            }
            self.instance(clause, &sorted, &values);
        }
        Ok(())
    }

    /// Adds the instance of a clause for some values.
    fn instance(&mut self, clause: &Clause, sorted: &Sorted, values: &[TermId]) {
        let mut body = Vec::new();
        for access in &sorted.held {
            let atom = self.atom(access.table, &access.patterns, values);
            body.extend(atom.map(|atom| 2 * atom));
        }
        for condition in &sorted.denied {
            self.deny(condition, values, &sorted.shown, &mut body);
        }
        if let Some(head) = self.head(&clause.head, values) {
            self.rules.push(head, &body);
        }
    }

    fn head(&self, head: &Head, values: &[TermId]) -> Option<u32> {
        match head {
            Head::One(access) => self.atom(access.table, &access.patterns, values),
            Head::Open(open) => self.open(open, values),
        }
    }

    /// The atom of a row; None if there is none.
    fn atom(&self, table: usize, patterns: &[Pattern], values: &[TermId]) -> Option<u32> {
        self.row(table, &self.values(patterns, values)?)
    }

    fn values(&self, patterns: &[Pattern], values: &[TermId]) -> Option<Vec<TermId>> {
        let terms = &self.machine.terms;
        let all = patterns.iter().map(|pattern| value(pattern, values, terms));
        all.collect()
    }

    fn row(&self, table: usize, row: &[TermId]) -> Option<u32> {
        let row = self.machine.tables[table].first(0, row)?;
        Some(self.offsets[table] + row)
    }

    fn open(&self, open: &Open, values: &[TermId]) -> Option<u32> {
        let row = self.values(&open.patterns, values)?;
        let (table, row) = closed(open, &row, &self.machine.catalogue, &self.machine.terms)?;
        self.row(table, &row)
    }

    /// Adds the denial of what a condition denies.
    fn deny(&self, condition: &Condition, values: &[TermId], known: &[u16], body: &mut Vec<u32>) {
        let access = match condition {
            Condition::Fails(access) => access,
            Condition::FailsOpen(open) => {
                body.extend(self.open(open, values).map(|atom| 2 * atom + 1));
                return;
            }
            _ => return,
        };
        let mut all = true;
        access.patterns.iter().for_each(|pattern| {
            pattern.variables(&mut |v| all &= known.contains(&v));
        });
        if all {
            let atom = self.atom(access.table, &access.patterns, values);
            body.extend(atom.map(|atom| 2 * atom + 1));
            return;
        }
        for (index, row) in self.machine.tables[access.table].iter().enumerate() {
            let mut bound: Vec<_> = known
                .iter()
                .map(|v| (*v, values[usize::from(*v)]))
                .collect();
            let mut pairs = access.patterns.iter().zip(row);
            if pairs.all(|(pattern, term)| self.fits(pattern, *term, &mut bound)) {
                body.push(2 * (self.offsets[access.table] + index as u32) + 1);
            }
        }
    }

    /// Whether a term is what a pattern may stand for; learns its variables.
    fn fits(&self, pattern: &Pattern, term: TermId, bound: &mut Vec<(u16, TermId)>) -> bool {
        match pattern {
            Pattern::Constant(constant) => *constant == term,
            Pattern::Variable(v) => match bound.iter().find(|(known, _)| known == v) {
                Some((_, value)) => *value == term,
                None => {
                    bound.push((*v, term));
                    true
                }
            },
            Pattern::Function(functor, parts) => match self.machine.terms.parts(term) {
                Some((name, terms)) if name == *functor && terms.len() == parts.len() => {
                    let mut pairs = parts.iter().zip(terms);
                    pairs.all(|(part, term)| self.fits(part, *term, bound))
                }
                _ => false,
            },
        }
    }

    /// When a row holds.
    fn fact(&self, table: usize, row: &[TermId]) -> Fact {
        match self.machine.tables[table].first(0, row) {
            None => Fact::Never,
            Some(row) if self.dynamic[table] => Fact::Atom(self.offsets[table] + row),
            Some(_) => Fact::Always,
        }
    }

    fn fluents(&mut self, game: &Interpreter) -> Result<Vec<Fluent>, Diagnostic> {
        let catalogue = &self.machine.catalogue;
        let tables = catalogue.range(game.keywords.truths);
        let nexts = catalogue.range(game.keywords.nexts);
        let pairs = tables.zip(nexts).enumerate();
        let functors: Vec<_> = pairs
            .map(|(part, tables)| (catalogue.fluents.of(part), tables))
            .collect();
        let initial: FxHashSet<_> = game.initial.iter().collect();
        let mut fluents = Vec::new();
        for (functor, (table, next)) in functors {
            for (index, row) in self.rows(table).into_iter().enumerate() {
                let term = self.whole(functor, &row)?;
                fluents.push(Fluent {
                    term,
                    holds: self.offsets[table] + index as u32,
                    next: self.fact(next, &row),
                    initial: initial.contains(&term),
                });
            }
        }
        Ok(fluents)
    }

    fn rows(&self, table: usize) -> Vec<Vec<TermId>> {
        self.machine.tables[table]
            .iter()
            .map(<[_]>::to_vec)
            .collect()
    }

    fn whole(
        &mut self,
        functor: Option<(Symbol, usize)>,
        row: &[TermId],
    ) -> Result<TermId, Diagnostic> {
        whole(&mut self.machine.terms, functor, row)
    }

    fn moves(&mut self, game: &Interpreter) -> Result<Vec<Vec<Action>>, Diagnostic> {
        let catalogue = &self.machine.catalogue;
        let tables = catalogue.range(game.keywords.does);
        let legals = catalogue.range(game.keywords.legals);
        let functors: Vec<_> = tables
            .zip(legals)
            .enumerate()
            .map(|(part, tables)| (catalogue.moves.of(part), tables))
            .collect();
        let mut moves = vec![Vec::new(); game.roles.len()];
        for (functor, (table, legal)) in functors {
            for (index, row) in self.rows(table).into_iter().enumerate() {
                let role = game.roles.iter().position(|role| *role == row[0]);
                let action = Action {
                    term: self.whole(functor, &row[1..])?,
                    does: self.offsets[table] + index as u32,
                    legal: self.fact(legal, &row),
                };
                moves[role.expect("only roles move")].push(action);
            }
        }
        let terms = &self.machine.terms;
        for moves in &mut moves {
            moves.sort_unstable_by(|a: &Action, b| terms.compare(a.term, b.term));
        }
        Ok(moves)
    }

    fn goals(&self, game: &Interpreter) -> Vec<Vec<(i64, Fact)>> {
        let mut goals = vec![Vec::new(); game.roles.len()];
        for row in self.machine.tables[game.keywords.goal].iter() {
            let role = game.roles.iter().position(|role| *role == row[0]);
            if let (Some(role), Some(value)) = (role, game.number(row[1])) {
                goals[role].push((value, self.fact(game.keywords.goal, row)));
            }
        }
        goals
            .iter_mut()
            .for_each(|values| values.sort_unstable_by_key(|(value, _)| *value));
        goals
    }
}

/// The conditions of a clause.
struct Sorted<'a> {
    /// Those that hold always or never.
    plain: Vec<&'a Condition>,
    /// What has to hold in the state; these are among the plain ones too, as what can hold.
    held: Vec<&'a Access>,
    /// Those that deny what depends on the state.
    denied: Vec<&'a Condition>,
    /// The variables whose values say which instance it is.
    shown: Vec<u16>,
}

impl<'a> Sorted<'a> {
    fn new(
        clause: &'a Clause,
        denies: impl Fn(&Condition) -> bool,
        changes: impl Fn(usize) -> bool,
    ) -> Self {
        let (denied, plain): (Vec<_>, Vec<_>) = clause.body.iter().partition(|c| denies(c));
        let held = plain.iter().filter_map(|condition| match condition {
            Condition::Holds(access) if changes(access.table) => Some(access),
            _ => None,
        });
        let held: Vec<&Access> = held.collect();
        let (mut bound, mut found) = (vec![false; clause.variables], vec![false; clause.variables]);
        for condition in &plain {
            if let Condition::Holds(access) = condition {
                mark(&access.patterns, &mut bound);
            }
        }
        head_variables(&clause.head, &mut found);
        held.iter()
            .for_each(|access| mark(&access.patterns, &mut found));
        denied
            .iter()
            .for_each(|condition| add(condition, &mut found));
        let shown = (0..clause.variables).filter(|v| found[*v] && bound[*v]);
        Self {
            shown: shown.map(|v| v as u16).collect(),
            plain,
            held,
            denied,
        }
    }

    /// The clause whose rows are the values of the instances.
    fn query(&self, clause: &Clause) -> Clause {
        let shown = self.shown.iter();
        Clause {
            head: Head::One(Access {
                table: usize::MAX,
                patterns: shown.map(|v| Pattern::Variable(*v)).collect(),
            }),
            body: self.plain.iter().copied().cloned().collect(),
            ..*clause
        }
    }
}
