//! One state of a net at a time: asked about and moved on, by the difference to the one before.

use super::Net;
use super::gates::Literal;
use super::spread::{Values, ones};

/// No move was made.
const NONE: u32 = u32::MAX;

/// The values of a net at a state. Always used with the same net.
#[derive(Clone, Debug)]
pub(in crate::gdl) struct Single {
    values: Values,
    /// The bits of the state.
    bits: Vec<u64>,
    next: Vec<u64>,
    /// The nodes of the moves that were made last, by role.
    made: Vec<u32>,
}

impl Single {
    /// The state in which no bit is set.
    pub fn new(net: &Net) -> Self {
        Self {
            values: Values::new(&net.program, &net.spread),
            bits: vec![0; net.states.words()],
            next: Vec::new(),
            made: vec![NONE; net.moves.len()],
        }
    }

    /// The bits of the state.
    pub fn bits(&self) -> &[u64] {
        &self.bits
    }

    /// Goes to a state.
    pub fn load(&mut self, net: &Net, bits: &[u64]) {
        for (index, new) in bits.iter().enumerate() {
            let old = std::mem::replace(&mut self.bits[index], *new);
            for place in ones(&[old ^ new]) {
                let bit = net.states.bits[64 * index + place];
                self.values.flip(bit.node, &net.spread);
            }
        }
        self.values.settle(&net.spread);
    }

    /// Goes on to the state after the moves made.
    pub fn advance(&mut self, net: &Net) {
        // What is next may be a fluent that changes on the way.
        let mut next = std::mem::take(&mut self.next);
        next.clear();
        next.extend_from_slice(self.next(net));
        self.load(net, &next);
        self.next = next;
    }

    /// The state after the moves made.
    pub fn next(&mut self, net: &Net) -> &[u64] {
        self.values.settle(&net.spread);
        &self.values.answers[net.spread.next.clone()]
    }

    /// Whether a literal holds, when it is computed.
    pub fn holds(&self, literal: Literal) -> bool {
        self.values.holds(literal)
    }

    /// Whether the play is over.
    #[inline]
    pub fn terminal(&self, net: &Net) -> bool {
        let place = net.spread.terminal;
        self.values.answers[place / 64] >> (place % 64) & 1 == 1
    }

    /// The legal moves of a role, a bit each.
    #[inline]
    pub fn legal(&self, net: &Net, role: usize) -> &[u64] {
        &self.values.answers[net.spread.legal[role].clone()]
    }

    /// Takes a move of a role; when all have, [`Single::advance`] follows.
    #[inline]
    pub fn make(&mut self, net: &Net, role: usize, index: u32) {
        let node = net.moves[role].node + index;
        let before = std::mem::replace(&mut self.made[role], node);
        if before != node {
            if before != NONE {
                self.values.flip(before, &net.spread);
            }
            self.values.flip(node, &net.spread);
        }
    }

    /// The state, and what is legal in it, a bit each: [`Net::legal_words`] says where.
    pub fn snapshot(&self, net: &Net) -> Box<[u64]> {
        let legal = net
            .spread
            .legal
            .last()
            .map_or(0..0, |last| net.words()..last.end);
        [&self.bits, &self.values.answers[legal]].concat().into()
    }

    /// Computes what is paid.
    pub fn pay(&mut self, net: &Net) {
        self.values.run(&net.program.paid, &net.program);
    }

    /// How many goal values hold for a role, and the largest, when they are computed.
    pub fn goal(&self, net: &Net, role: usize) -> (usize, Option<i64>) {
        let held = self.goals(net, role);
        held.fold((0, None), |(count, _), value| (count + 1, Some(value)))
    }

    /// The goal values that hold for a role, from the smallest up, when they are computed.
    pub fn goals<'a>(&'a self, net: &'a Net, role: usize) -> impl Iterator<Item = i64> + 'a {
        let goals = net.outputs.goals[role].iter();
        let held = goals.filter(|(_, literal)| self.values.holds(*literal));
        held.map(|(value, _)| *value)
    }

    /// Bytes that it holds.
    pub fn bytes(&self) -> usize {
        self.values.bytes() + 8 * self.bits.capacity() + 4 * self.made.capacity()
    }
}
