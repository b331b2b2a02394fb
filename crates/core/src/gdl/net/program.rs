//! A circuit as flat arrays in the order of evaluation, for many states at once: each node has a
//! bit for each state.

use super::circuit::{Circuit, Outputs};
use super::gates::Literal;
use std::ops::Range;

/// A bit for each of 64 N states.
pub(super) type Lanes<const N: usize> = [u64; N];

/// The gates of a circuit, in an order in which they can be computed.
#[derive(Clone, Debug)]
pub(super) struct Program {
    /// Where the inputs of each gate end.
    ends: Vec<u32>,
    literals: Vec<Literal>,
    /// The node of the first gate.
    first: u32,
    /// Gates that say whether the play is over and what is legal, and those that what is paid and
    /// what is next have in common.
    pub state: Range<u32>,
    /// The other gates that say what is paid.
    pub paid: Range<u32>,
    /// The other gates that say what is next, where it matters.
    pub next: Range<u32>,
    /// Those of fluents that matter to nothing.
    pub idle: Range<u32>,
}

impl Program {
    /// The program of a circuit, with the outputs in its nodes.
    pub fn new(circuit: &Circuit, relevant: &[bool]) -> (Self, Outputs) {
        let pick = |want: bool| -> Vec<Literal> {
            let next = circuit.outputs.next.iter().zip(relevant);
            next.filter(|(_, r)| **r == want).map(|(l, _)| *l).collect()
        };
        let asked = circuit.reached(&circuit.outputs.asked());
        let paid = circuit.reached(&circuit.outputs.paid());
        let next = circuit.reached(&pick(true));
        let idle = circuit.reached(&pick(false));
        let part = |node: usize| {
            if asked[node] || paid[node] && (next[node] || idle[node]) {
                Some(0)
            } else if paid[node] {
                Some(1)
            } else if next[node] {
                Some(2)
            } else {
                idle[node].then_some(3)
            }
        };
        let gates = &circuit.gates;
        let mut program = Self {
            ends: Vec::new(),
            literals: Vec::new(),
            first: gates.first(),
            state: 0..0,
            paid: 0..0,
            next: 0..0,
            idle: 0..0,
        };
        let mut map: Vec<u32> = (0..gates.nodes()).collect();
        let mut ranges = Vec::new();
        for wanted in 0..4 {
            let start = program.ends.len() as u32;
            for node in gates.first()..gates.nodes() {
                if part(node as usize) == Some(wanted) {
                    map[node as usize] = program.first + program.ends.len() as u32;
                    let body = gates.body(node).iter();
                    let body = body.map(|l| 2 * map[(l / 2) as usize] + (l & 1));
                    program.literals.extend(body);
                    program.ends.push(program.literals.len() as u32);
                }
            }
            ranges.push(start..program.ends.len() as u32);
        }
        if let Ok([state, paid, next, idle]) = <[_; 4]>::try_from(ranges) {
            (program.state, program.paid) = (state, paid);
            (program.next, program.idle) = (next, idle);
        }
        let outputs = circuit.outputs.map(|l| 2 * map[(l / 2) as usize] + (l & 1));
        (program, outputs)
    }

    /// The node of the first gate.
    pub fn first(&self) -> u32 {
        self.first
    }

    /// The inputs of a gate.
    pub fn body(&self, gate: u32) -> &[Literal] {
        let start = gate
            .checked_sub(1)
            .map_or(0, |before| self.ends[before as usize]);
        &self.literals[start as usize..self.ends[gate as usize] as usize]
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.first as usize + self.ends.len()
    }

    /// How many inputs the gates have together.
    pub fn edges(&self) -> usize {
        self.literals.len()
    }

    /// Computes gates; their inputs are computed.
    pub fn run<const N: usize>(&self, gates: Range<u32>, values: &mut [Lanes<N>]) {
        let gates = gates.start as usize..gates.end as usize;
        let mut start = gates
            .start
            .checked_sub(1)
            .map_or(0, |before| self.ends[before]);
        let first = self.first as usize + gates.start;
        for (index, end) in self.ends[gates].iter().enumerate() {
            let mut all = [u64::MAX; N];
            for literal in &self.literals[start as usize..*end as usize] {
                let value = lanes(*literal, values);
                for (all, value) in all.iter_mut().zip(value) {
                    *all &= value;
                }
            }
            values[first + index] = all;
            start = *end;
        }
    }

    /// Bytes that it holds.
    pub fn bytes(&self) -> usize {
        4 * (self.ends.capacity() + self.literals.capacity())
    }
}

/// The states in which a literal holds.
#[inline]
pub(super) fn lanes<const N: usize>(literal: Literal, values: &[Lanes<N>]) -> Lanes<N> {
    let flip = 0u64.wrapping_sub(u64::from(literal & 1));
    values[(literal / 2) as usize].map(|value| value ^ flip)
}
