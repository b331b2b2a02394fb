//! Positions by the interpreter.

use super::compiled::Fault;
use super::score::Scoring;
use super::state::{Facts, Meter, Move, Position};
use crate::gdl::{Diagnostic, Interpreter, TermId};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The interpreter of a game, and what was read last.
#[derive(Clone, Debug)]
pub(super) struct Engine {
    pub interpreter: Interpreter,
    /// Fluents and moves that were read as texts.
    pub read: FxHashMap<String, TermId>,
    /// The positions that were read last, the latest at the end.
    pub recent: Vec<(Vec<TermId>, Arc<Position>)>,
}

impl Engine {
    pub fn new(interpreter: Interpreter) -> Self {
        Self {
            interpreter,
            read: FxHashMap::default(),
            recent: Vec::new(),
        }
    }

    /// The position in which these fluents hold, which are sorted.
    pub fn position(
        &mut self,
        fluents: Vec<TermId>,
        scoring: &Scoring,
        meter: &Meter,
    ) -> Result<Position, Diagnostic> {
        let mut payoff = None;
        let mut moves: Box<[Box<[Move]>]> = Box::new([]);
        if self.interpreter.terminal(&fluents)? {
            let goals = self.interpreter.goals(&fluents)?;
            let goals = goals
                .iter()
                .map(|values| (values.len(), values.last().copied()));
            let paid = scoring.payoff(goals).map_err(Fault::Unbalanced);
            payoff = Some(paid.map_err(|fault| self.error(fault, &fluents))?);
        } else {
            moves = self.moves(&fluents)?;
        }
        let hash = self.hash(&fluents);
        let facts = Facts::Terms {
            fluents: fluents.into(),
            moves,
        };
        Ok(Position::new(facts, hash, payoff, meter))
    }

    fn hash(&self, fluents: &[TermId]) -> u64 {
        let keys = fluents.iter().map(|fluent| self.interpreter.key(*fluent));
        keys.fold(0, u64::wrapping_add)
    }

    fn moves(&mut self, fluents: &[TermId]) -> Result<Box<[Box<[Move]>]>, Diagnostic> {
        let legal = self.interpreter.legal(fluents)?;
        if let Some(role) = legal.iter().position(Vec::is_empty) {
            return Err(self.error(Fault::NoMove(role), fluents));
        }
        let made = |term: &TermId| Move {
            term: *term,
            key: (self.interpreter.key(*term) >> 32) as u32,
        };
        let roles = legal.iter();
        Ok(roles
            .map(|moves| moves.iter().map(made).collect())
            .collect())
    }

    /// Fluents in the order of the sheet.
    pub fn sorted(&self, mut fluents: Vec<TermId>) -> Vec<TermId> {
        fluents.sort_by(|a, b| self.interpreter.compare(*a, *b));
        fluents
    }

    /// The error of a state.
    pub fn error(&self, fault: Fault, fluents: &[TermId]) -> Diagnostic {
        let fluents = self.sorted(fluents.to_vec()).into_iter();
        let texts = fluents.map(|fluent| self.interpreter.text(fluent));
        let state = texts.collect::<Vec<_>>().join(" ");
        let (code, message, fix) = match fault {
            Fault::NoMove(role) => {
                let role = self.interpreter.text(self.interpreter.roles()[role]);
                let what = format!("role '{role}' has no legal move in the state [{state}]");
                let fix = "give it one, if only noop, or make the state terminal";
                ("no-move", format!("{what}, which is not terminal"), fix)
            }
            Fault::Unbalanced(goals) => {
                let what = format!("the goals {goals:?} at the end [{state}] do not sum to 100");
                ("zero-sum", what, "take the goals as they are")
            }
        };
        Diagnostic::error(code, Default::default(), message, fix.into())
    }
}
