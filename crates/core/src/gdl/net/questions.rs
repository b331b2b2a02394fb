//! The questions that the interpreter answers, answered by a net.

use super::Net;
use super::gates::Literal;
use super::program::{Lanes, lanes};
use crate::gdl::interpreter::TermId;
use crate::gdl::{Diagnostic, Place};
use std::sync::Arc;

/// A net and the state that it was last asked about. States and moves are those of the
/// interpreter from which the net was made; a state must be one that a play can reach.
#[derive(Clone, Debug)]
pub struct NetReasoner {
    net: Arc<Net>,
    /// The values of the nodes, in the first lane.
    values: Vec<Lanes<1>>,
    loaded: Vec<TermId>,
    /// Whether the gates that say what is legal are computed.
    ready: bool,
    /// The nodes of the moves last made.
    made: Vec<u32>,
}

impl NetReasoner {
    /// Asks a net.
    pub fn new(net: Arc<Net>) -> Self {
        let mut values = vec![[0]; net.program.nodes()];
        values[0] = [u64::MAX];
        Self {
            net,
            values,
            loaded: Vec::new(),
            ready: false,
            made: Vec::new(),
        }
    }

    /// Whether the play is over.
    pub fn terminal(&mut self, state: &[TermId]) -> bool {
        self.load(state);
        self.holds(self.net.outputs.terminal)
    }

    /// The goal values that hold for each role.
    pub fn goals(&mut self, state: &[TermId]) -> Vec<Vec<i64>> {
        self.load(state);
        let net = Arc::clone(&self.net);
        net.program.run(net.program.paid.clone(), &mut self.values);
        let goals = net.outputs.goals.iter().map(|goals| {
            let held = goals.iter().filter(|(_, literal)| self.holds(*literal));
            held.map(|(value, _)| *value).collect()
        });
        goals.collect()
    }

    /// The legal moves of each role, in the order of the sheet.
    pub fn legal(&mut self, state: &[TermId]) -> Vec<Vec<TermId>> {
        self.load(state);
        let roles = self.net.moves.iter().zip(&self.net.outputs.legal);
        let legal = roles.map(|(moves, legal)| {
            let held = moves
                .iter()
                .zip(legal)
                .filter(|(_, literal)| self.holds(**literal));
            held.map(|(term, _)| *term).collect()
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
        for node in self.made.drain(..) {
            self.values[node as usize] = [0];
        }
        for (role, term) in moves.iter().enumerate() {
            let index = net.moves[role].iter().position(|own| own == term);
            let index = index.ok_or_else(never_legal)?;
            let node = net.nodes[role].start + index as u32;
            self.values[node as usize] = [u64::MAX];
            self.made.push(node);
        }
        let program = &net.program;
        program.run(program.next.clone(), &mut self.values);
        program.run(program.idle.clone(), &mut self.values);
        let held: Vec<bool> = net.bits.iter().map(|bit| self.holds(bit.next)).collect();
        for (bit, held) in net.bits.iter().zip(held) {
            self.values[bit.node as usize] = [0u64.wrapping_sub(u64::from(held))];
        }
        // The values are now those of the fluents of the next state, and of nothing else.
        let fluents = net
            .fluents
            .iter()
            .filter(|(_, literal)| self.holds(*literal));
        let mut fluents: Vec<_> = fluents.map(|(term, _)| *term).collect();
        fluents.sort_unstable();
        (self.ready, self.loaded) = (false, fluents.clone());
        Ok(fluents)
    }

    /// Bytes that it holds, without the net.
    pub fn bytes(&self) -> usize {
        self.values.capacity() * size_of::<Lanes<1>>()
    }

    fn holds(&self, literal: Literal) -> bool {
        lanes(literal, &self.values)[0] & 1 == 1
    }

    /// Computes what every question needs.
    fn load(&mut self, state: &[TermId]) {
        if self.ready && self.loaded == state {
            return;
        }
        if self.loaded != state {
            for bit in &self.net.bits {
                self.values[bit.node as usize] = [0];
            }
            for fluent in state {
                if let Some(place) = self.net.places.get(fluent) {
                    let node = self.net.bits[*place as usize].node;
                    self.values[node as usize] = [u64::MAX];
                }
            }
            self.loaded = state.to_vec();
        }
        let program = &self.net.program;
        program.run(program.state.clone(), &mut self.values);
        self.ready = true;
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
