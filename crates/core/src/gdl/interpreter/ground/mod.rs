//! The rules without variables: every instance of every rule that can matter in some state.
//!
//! What can ever hold is found by a fixpoint of the rules with their denials dropped, in which
//! what can be next can be true and what can be legal can be done. `base` and `input` are not
//! needed. Then each rule is written out for all values that fit.

mod instances;
mod relax;
mod split;

use super::terms::Terms;
use super::{Interpreter, TermId, normal};
use crate::gdl::deadline::Deadline;
use crate::gdl::syntax::{KEYWORDS, Sheet};
use crate::gdl::{Diagnostic, Place};

/// What a sheet may become.
#[derive(Clone, Copy, Debug)]
pub struct GroundLimits {
    /// Facts that can hold in some state.
    pub facts: usize,
    /// Rules without variables.
    pub rules: usize,
    /// Rows that are looked at to find them.
    pub work: u64,
    /// Seconds, for all that is to be done with them too.
    pub seconds: f64,
    /// Asked now and then whether to give up.
    pub gives_up: Option<fn() -> bool>,
}

/// About what a fact takes in its table, and a rule as it is written out and as gates.
const BYTES: usize = 256;

impl GroundLimits {
    /// So many seconds and about so many bytes.
    pub fn within(seconds: f64, bytes: usize) -> Self {
        Self {
            facts: bytes / BYTES / 2,
            rules: bytes / BYTES,
            work: u64::MAX,
            seconds,
            gives_up: None,
        }
    }
}

impl Default for GroundLimits {
    fn default() -> Self {
        Self {
            work: 400_000_000,
            ..Self::within(60.0, 1 << 30)
        }
    }
}

/// When something holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::gdl) enum Fact {
    Never,
    Always,
    /// When this atom does.
    Atom(u32),
}

/// A fluent that can hold.
#[derive(Clone, Copy, Debug)]
pub(in crate::gdl) struct Fluent {
    pub term: TermId,
    /// The atom that says that it holds.
    pub holds: u32,
    pub next: Fact,
    pub initial: bool,
}

/// A move that can be legal.
#[derive(Clone, Copy, Debug)]
pub(in crate::gdl) struct Action {
    pub term: TermId,
    /// The atom that says that it is made.
    pub does: u32,
    pub legal: Fact,
}

/// Rules without variables; what depends on no state has been left out of their bodies.
#[derive(Debug, Default)]
pub(in crate::gdl) struct Rules {
    pub heads: Vec<u32>,
    /// Where the body of each rule ends.
    pub ends: Vec<u32>,
    /// The bodies: twice the number of an atom, plus one if it is denied.
    pub literals: Vec<u32>,
}

impl Rules {
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    pub fn body(&self, rule: usize) -> &[u32] {
        let start = rule.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.literals[start as usize..self.ends[rule] as usize]
    }

    pub fn push(&mut self, head: u32, body: &[u32]) {
        self.heads.push(head);
        self.literals.extend_from_slice(body);
        self.ends.push(self.literals.len() as u32);
    }
}

/// A game without variables.
#[derive(Debug)]
pub(in crate::gdl) struct Ground {
    /// What the numbers of its terms mean.
    terms: Terms,
    /// How many atoms there are.
    pub atoms: usize,
    pub rules: Rules,
    pub fluents: Vec<Fluent>,
    /// The moves of each role, in the order of the sheet.
    pub moves: Vec<Vec<Action>>,
    /// The goal values of each role.
    pub goals: Vec<Vec<(i64, Fact)>>,
    pub terminal: Fact,
}

impl Interpreter {
    /// The game of the interpreter's sheet without variables.
    ///
    /// # Errors
    /// The limit that is reached, or the facts that depend on their own denial.
    pub(in crate::gdl) fn ground(
        &self,
        sheet: &Sheet,
        scope: &Scope,
    ) -> Result<Ground, Diagnostic> {
        let mut sheet = sheet.clone();
        for (keyword, _) in KEYWORDS {
            sheet.symbols.intern(keyword);
        }
        let (catalogue, clauses) = normal::normalize(&sheet)?;
        let terms = self.machine.terms.clone();
        let relaxed = relax::relax(catalogue, clauses, terms, &self.keywords, scope)?;
        instances::write_out(relaxed, self, scope)
    }

    /// Gives the terms of a game without variables the numbers that they have here.
    pub(in crate::gdl) fn adopt(&mut self, ground: &mut Ground) {
        let terms = &mut self.machine.terms;
        for fluent in &mut ground.fluents {
            fluent.term = terms.adopt(fluent.term, &ground.terms);
        }
        for action in ground.moves.iter_mut().flatten() {
            action.term = terms.adopt(action.term, &ground.terms);
        }
    }
}

/// What may be spent, and until when.
pub(in crate::gdl) struct Scope {
    pub limits: GroundLimits,
    pub deadline: Deadline,
}

impl Scope {
    /// From now on.
    pub fn new(limits: GroundLimits) -> Self {
        Self {
            deadline: Deadline::after(limits.seconds),
            limits,
        }
    }

    /// # Errors
    /// If the time is up.
    pub fn in_time(&self) -> Result<(), Diagnostic> {
        match self.deadline.passed() {
            true => Err(too_long(self.limits.seconds)),
            false => Ok(()),
        }
    }

    /// The rules need more than they may.
    pub fn too_large(&self, count: usize, what: &str, at: Place) -> Diagnostic {
        if self.deadline.passed() {
            return too_long(self.limits.seconds);
        }
        let work = match self.limits.work {
            u64::MAX => String::new(),
            work => format!(", or {work} steps to find them"),
        };
        Diagnostic::warning(
            "too-large",
            at,
            format!("without variables the rules need more than {count} {what}{work}"),
            "nothing: the sheet is interpreted, which takes longer".into(),
        )
    }
}

/// The time is up.
fn too_long(seconds: f64) -> Diagnostic {
    Diagnostic::warning(
        "too-long",
        Place::default(),
        format!("the rules could not be compiled in {seconds} seconds"),
        "nothing: the sheet is interpreted, which takes longer".into(),
    )
}

/// Some fact may depend on its own denial.
pub(in crate::gdl) fn denied_loop() -> Diagnostic {
    Diagnostic::warning(
        "denied-loop",
        Place::default(),
        "without variables some facts may depend on their own denial".into(),
        "nothing: the sheet is interpreted, which takes longer".into(),
    )
}
