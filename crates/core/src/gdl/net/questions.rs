//! The questions that the interpreter answers, answered by a net.

use super::Net;
use super::program::nothing;
use super::spread::{Values, ones};
use crate::gdl::interpreter::TermId;
use crate::gdl::{Diagnostic, Place};
use std::sync::Arc;

/// A net and the state that it was last asked about. States and moves are those of the
/// interpreter from which the net was made; a state must be one that a play can reach.
#[derive(Clone, Debug)]
pub struct NetReasoner {
    net: Arc<Net>,
    values: Values,
    /// The bits of the state that the values are of.
    bits: Vec<u64>,
    /// The same as fluents.
    loaded: Vec<TermId>,
    /// The nodes of the moves last made.
    made: Vec<u32>,
    /// The state that was last given as the next one, and its bits.
    given: (Vec<TermId>, Vec<u64>),
}

impl NetReasoner {
    /// Asks a net.
    pub fn new(net: Arc<Net>) -> Self {
        let nodes = nothing(net.program.nodes());
        let values = Values::new(nodes, &net.program, &net.spread);
        let bits = vec![0; net.states.words()];
        let loaded = net.states.terms(&bits);
        Self {
            given: (loaded.clone(), bits.clone()),
            net,
            values,
            bits,
            loaded,
            made: Vec::new(),
        }
    }

    /// Whether the play is over.
    pub fn terminal(&mut self, state: &[TermId]) -> bool {
        self.load(state);
        let place = self.net.spread.terminal;
        self.values.answers[place / 64] >> (place % 64) & 1 == 1
    }

    /// The goal values that hold for each role.
    pub fn goals(&mut self, state: &[TermId]) -> Vec<Vec<i64>> {
        self.load(state);
        let net = Arc::clone(&self.net);
        let nodes = &mut self.values.nodes;
        net.program.run(&net.program.paid, nodes);
        let goals = net.outputs.goals.iter().map(|goals| {
            let held = goals
                .iter()
                .filter(|(_, literal)| nodes[*literal as usize][0] & 1 == 1);
            held.map(|(value, _)| *value).collect()
        });
        goals.collect()
    }

    /// The legal moves of each role, in the order of the sheet.
    pub fn legal(&mut self, state: &[TermId]) -> Vec<Vec<TermId>> {
        self.load(state);
        let roles = self.net.moves.iter().zip(&self.net.spread.legal);
        let legal = roles.map(|(moves, words)| {
            let held = ones(&self.values.answers[words.clone()]);
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
        let net = Arc::clone(&self.net);
        for (role, term) in moves.iter().enumerate() {
            let place = net.moves[role].places.get(term).ok_or_else(never_legal)?;
            let node = net.moves[role].node + place;
            if self.made[role..].first() != Some(&node) {
                if let Some(before) = self.made.get(role) {
                    self.values.flip(*before, &net.spread);
                    self.made[role] = node;
                } else {
                    self.made.push(node);
                }
                self.values.flip(node, &net.spread);
            }
        }
        self.values.settle(&net.spread);
        let next = &self.values.answers[net.spread.next.clone()];
        let (fluents, bits) = &mut self.given;
        bits.clear();
        bits.extend_from_slice(next);
        *fluents = net.states.terms(next);
        Ok(fluents.clone())
    }

    /// Bytes that it and the net hold.
    pub fn bytes(&self) -> usize {
        self.net.bytes()
            + self.values.bytes()
            + 8 * self.bits.capacity()
            + 4 * self.loaded.capacity()
    }

    /// Brings the values to a state.
    fn load(&mut self, state: &[TermId]) {
        if self.loaded == state {
            return;
        }
        let net = Arc::clone(&self.net);
        let (fluents, given) = &self.given;
        let bits = match fluents == state {
            true => given.clone(),
            false => net.states.words_of(state),
        };
        for (word, new) in self.bits.iter_mut().zip(&bits) {
            *word ^= new;
        }
        for index in ones(&self.bits) {
            self.values.flip(net.states.bits[index].node, &net.spread);
        }
        self.values.settle(&net.spread);
        self.bits = bits;
        self.loaded.clear();
        self.loaded.extend_from_slice(state);
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
