//! The questions that the interpreter answers, answered by a net.

use super::Net;
use super::single::Single;
use super::spread::ones;
use crate::gdl::interpreter::TermId;
use crate::gdl::{Diagnostic, Place};
use std::sync::Arc;

/// A net and the state that it was last asked about. States and moves are those of the
/// interpreter from which the net was made; a state must be one that a play can reach.
#[derive(Clone, Debug)]
pub struct NetReasoner {
    net: Arc<Net>,
    single: Single,
    /// The state of the values, as fluents.
    loaded: Vec<TermId>,
}

impl NetReasoner {
    /// Asks a net.
    pub fn new(net: Arc<Net>) -> Self {
        let single = Single::new(&net);
        Self {
            loaded: net.states.terms(single.bits()),
            single,
            net,
        }
    }

    /// Whether the play is over.
    pub fn terminal(&mut self, state: &[TermId]) -> bool {
        self.load(state);
        self.single.terminal(&self.net)
    }

    /// The goal values that hold for each role.
    pub fn goals(&mut self, state: &[TermId]) -> Vec<Vec<i64>> {
        self.load(state);
        self.single.pay(&self.net);
        let roles = 0..self.net.roles();
        roles
            .map(|role| self.single.goals(&self.net, role).collect())
            .collect()
    }

    /// The legal moves of each role, in the order of the sheet.
    pub fn legal(&mut self, state: &[TermId]) -> Vec<Vec<TermId>> {
        self.load(state);
        let roles = self.net.moves.iter().enumerate();
        let legal = roles.map(|(role, moves)| {
            let held = ones(self.single.legal(&self.net, role));
            held.map(|index| moves.terms[index]).collect()
        });
        legal.collect()
    }

    /// The state after one legal move of each role.
    ///
    /// # Errors
    /// A move that can never be legal.
    pub fn next(&mut self, state: &[TermId], moves: &[TermId]) -> Result<Vec<TermId>, Diagnostic> {
        self.load(state);
        for (role, term) in moves.iter().enumerate() {
            let index = self.net.moves[role].places.get(term);
            let index = index.ok_or_else(never_legal)?;
            self.single.make(&self.net, role, *index);
        }
        self.single.advance(&self.net);
        self.loaded = self.net.states.terms(self.single.bits());
        Ok(self.loaded.clone())
    }

    /// Bytes that it and the net hold.
    pub fn bytes(&self) -> usize {
        self.net.bytes() + self.single.bytes() + 4 * self.loaded.capacity()
    }

    /// Brings the values to a state.
    fn load(&mut self, state: &[TermId]) {
        if self.loaded != state {
            let bits = self.net.states.words_of(state);
            self.single.load(&self.net, &bits);
            self.loaded.clear();
            self.loaded.extend_from_slice(state);
        }
    }
}

fn never_legal() -> Diagnostic {
    Diagnostic::error(
        "illegal",
        Place::default(),
        "a move that is legal in no state".into(),
        "choose among the legal ones".into(),
    )
}
