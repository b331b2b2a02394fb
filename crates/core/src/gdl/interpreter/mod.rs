//! The interpreter: answers all questions about any state of any sheet, at once.
//!
//! Facts are derived bottom up, relation by relation; a relation is computed when it is first
//! asked for, once for a state, and once for all if it depends on no state.

mod clause;
mod demand;
mod functors;
mod ground;
mod groups;
mod join;
mod machine;
mod normal;
mod plan;
mod program;
mod ready;
mod table;
mod terms;
#[cfg(test)]
mod tests;
mod unify;

pub use ground::GroundLimits;
pub(super) use ground::{Action, Fact, Ground, Scope, denied_loop};
pub use terms::TermId;

use super::syntax::{KEYWORDS, Sheet, Symbol, Symbols, parse_term};
use super::{Diagnostic, Place};
use clause::Split;
use machine::Machine;
use program::Program;
use ready::{Keywords, Questions};
use terms::Terms;

/// What one state may cost before the sheet is taken to be without end.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Facts that follow from a state.
    pub facts: usize,
    /// Rows that are looked at to find them.
    pub work: u64,
    /// Asked now and then in the middle of that whether to give up.
    pub gives_up: Option<fn() -> bool>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            facts: 10_000_000,
            work: 1_000_000_000,
            gives_up: None,
        }
    }
}

/// The rules of a game, ready to be asked.
///
/// A state is the sorted list of its fluents, a move a term; both are numbers that mean the same
/// as long as the interpreter lives.
#[derive(Clone, Debug)]
pub struct Interpreter {
    symbols: Symbols,
    machine: Machine,
    questions: Questions,
    keywords: Keywords,
    roles: Vec<TermId>,
    initial: Vec<TermId>,
    /// The state whose facts the tables hold.
    loaded: Option<Vec<TermId>>,
}

impl Interpreter {
    /// Gets a sheet ready that has no errors.
    ///
    /// # Errors
    /// A limit that is reached already at the start of a play.
    pub fn new(sheet: &Sheet, limits: Limits) -> Result<Self, Diagnostic> {
        let mut sheet = sheet.clone();
        for (keyword, _) in KEYWORDS {
            sheet.symbols.intern(keyword);
        }
        let (catalogue, clauses) = normal::normalize(&sheet)?;
        let program = Program {
            symbols: &sheet.symbols,
            catalogue,
            clauses,
        };
        program.interpreter(limits)
    }

    /// The roles, in the order of the sheet.
    pub fn roles(&self) -> &[TermId] {
        &self.roles
    }

    /// The state in which a play starts.
    pub fn initial(&self) -> &[TermId] {
        &self.initial
    }

    /// Whether the play is over.
    ///
    /// # Errors
    /// A limit that is reached.
    pub fn terminal(&mut self, state: &[TermId]) -> Result<bool, Diagnostic> {
        self.load(state);
        self.machine.compute(&self.questions.terminal)?;
        Ok(self.machine.tables[self.keywords.terminal].len() > 0)
    }

    /// The goal values that can be derived for each role; what is no number is left out.
    ///
    /// # Errors
    /// A limit that is reached.
    pub fn goals(&mut self, state: &[TermId]) -> Result<Vec<Vec<i64>>, Diagnostic> {
        self.load(state);
        self.machine.compute(&self.questions.goal)?;
        let mut goals = vec![Vec::new(); self.roles.len()];
        for row in self.machine.tables[self.keywords.goal].iter() {
            let role = self.roles.iter().position(|role| *role == row[0]);
            if let (Some(role), Some(value)) = (role, self.number(row[1])) {
                goals[role].push(value);
            }
        }
        goals.iter_mut().for_each(|values| values.sort_unstable());
        Ok(goals)
    }

    /// The legal moves of each role, in the order of the sheet.
    ///
    /// # Errors
    /// A limit that is reached.
    pub fn legal(&mut self, state: &[TermId]) -> Result<Vec<Vec<TermId>>, Diagnostic> {
        self.load(state);
        self.machine.compute(&self.questions.legal)?;
        let mut legal = vec![Vec::new(); self.roles.len()];
        let machine = &mut self.machine;
        for (part, table) in machine.catalogue.range(self.keywords.legals).enumerate() {
            let functor = machine.catalogue.moves.of(part);
            for row in machine.tables[table].iter() {
                let Some(role) = self.roles.iter().position(|role| *role == row[0]) else {
                    continue;
                };
                legal[role].push(whole(&mut machine.terms, functor, &row[1..])?);
            }
        }
        let terms = &self.machine.terms;
        for moves in &mut legal {
            moves.sort_unstable_by(|a, b| terms.compare(*a, *b));
        }
        Ok(legal)
    }

    /// The state after one move of each role.
    ///
    /// # Errors
    /// A limit that is reached.
    pub fn next(&mut self, state: &[TermId], moves: &[TermId]) -> Result<Vec<TermId>, Diagnostic> {
        self.load(state);
        self.machine.forget_moves();
        for (role, action) in moves.iter().enumerate() {
            self.push_move(role, *action);
        }
        self.machine.compute(&self.questions.next)?;
        self.fluents(self.keywords.nexts)
    }

    /// The number that a term is.
    fn number(&self, term: TermId) -> Option<i64> {
        let constant = (term as usize) < self.symbols.len();
        constant.then(|| self.symbols.name(Symbol(term)).parse().ok())?
    }

    /// Whether some fact of the state last asked about depends on its own denial.
    pub fn undecided(&self) -> bool {
        self.machine.undecided()
    }

    /// The term as the sheet spells it.
    pub fn text(&self, term: TermId) -> String {
        let mut text = String::new();
        self.machine.terms.print(term, &self.symbols, &mut text);
        text
    }

    /// The number of a ground term in prefix form, such as a move; None if nothing is called so.
    pub fn term(&mut self, text: &str) -> Option<TermId> {
        let mut symbols = self.symbols.clone();
        let term = parse_term(text, &mut symbols).ok()?;
        (symbols.len() == self.symbols.len()).then(|| self.machine.terms.intern(&term))?
    }

    /// Whether `a` comes before `b` in the order of the sheet.
    pub fn compare(&self, a: TermId, b: TermId) -> std::cmp::Ordering {
        self.machine.terms.compare(a, b)
    }

    /// A hash of a term by what it says: it does not depend on what the interpreter was asked before.
    pub fn key(&self, term: TermId) -> u64 {
        self.machine.terms.key(term)
    }

    /// Bytes that it holds.
    pub fn bytes(&self) -> usize {
        self.machine.bytes()
    }

    /// Fills the tables with a state.
    fn load(&mut self, state: &[TermId]) {
        if self.loaded.as_deref() == Some(state) {
            return;
        }
        self.machine.forget_state();
        let machine = &mut self.machine;
        for fluent in state {
            let (table, row) = match machine.terms.parts(*fluent) {
                None => (Some(0), std::slice::from_ref(fluent)),
                Some((functor, parts)) => {
                    let fluents = &machine.catalogue.fluents;
                    (fluents.position(functor, parts.len()), parts)
                }
            };
            if let Some(table) = table {
                machine.tables[self.keywords.truths.first + table].push(row.iter().copied());
            }
        }
        self.loaded = Some(state.to_vec());
    }

    fn push_move(&mut self, role: usize, action: TermId) {
        let machine = &mut self.machine;
        let (table, row) = match machine.terms.parts(action) {
            None => (Some(0), std::slice::from_ref(&action)),
            Some((functor, parts)) => {
                let moves = &machine.catalogue.moves;
                (moves.position(functor, parts.len()), parts)
            }
        };
        if let Some(table) = table {
            let row = std::iter::once(self.roles[role]).chain(row.iter().copied());
            machine.tables[self.keywords.does.first + table].push(row);
        }
    }

    /// The fluents in the tables of `next` or `init`, sorted.
    fn fluents(&mut self, of: Split) -> Result<Vec<TermId>, Diagnostic> {
        let machine = &mut self.machine;
        let mut fluents = Vec::new();
        for (part, table) in machine.catalogue.range(of).enumerate() {
            let functor = machine.catalogue.fluents.of(part);
            for row in machine.tables[table].iter() {
                fluents.push(whole(&mut machine.terms, functor, row)?);
            }
        }
        fluents.sort_unstable();
        Ok(fluents)
    }
}

/// What is wrong with rules that make terms too large, and how to mend it.
const TOO_LARGE: (&str, &str) = (
    "functions nest without end, or a term grows without end",
    "bound the recursion, for instance by a successor relation",
);

/// The fluent or move of a row.
fn whole(
    terms: &mut Terms,
    functor: Option<(Symbol, usize)>,
    row: &[TermId],
) -> Result<TermId, Diagnostic> {
    match functor {
        None => Ok(row[0]),
        Some((functor, _)) => terms.function(functor, row).ok_or_else(|| {
            Diagnostic::error(
                "limit",
                Place::default(),
                TOO_LARGE.0.into(),
                TOO_LARGE.1.into(),
            )
        }),
    }
}
