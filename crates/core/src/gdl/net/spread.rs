//! A circuit as flat arrays from inputs to outputs: what follows when a node changes. For one
//! state, evaluated by its difference to the one before.

use super::circuit::Outputs;
use super::gates::Literal;
use super::program::{Lanes, Part, Program, nothing};
use super::states::States;
use std::ops::Range;

/// Lists, one after the other.
#[derive(Clone, Debug, Default)]
struct Lists {
    ends: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// Lists of pairs (list, item).
    fn new(count: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut places = vec![0; count];
        pairs
            .clone()
            .for_each(|(list, _)| places[list as usize] += 1);
        let mut sum = 0;
        for place in &mut places {
            (*place, sum) = (sum, sum + *place);
        }
        let mut items = vec![0; sum as usize];
        for (list, item) in pairs {
            let place = &mut places[list as usize];
            items[*place as usize] = item;
            *place += 1;
        }
        Self {
            ends: places,
            items,
        }
    }

    #[inline]
    fn of(&self, list: u32) -> &[u32] {
        let start = list
            .checked_sub(1)
            .map_or(0, |before| self.ends[before as usize]);
        &self.items[start as usize..self.ends[list as usize] as usize]
    }

    fn bytes(&self) -> usize {
        4 * (self.ends.capacity() + self.items.capacity())
    }
}

/// Where a node leads.
#[derive(Clone, Debug)]
pub(super) struct Spread {
    /// The gates that a node goes into: twice their node, plus one where it is denied.
    gates: Lists,
    /// The answers that are a node or its denial.
    answers: Lists,
    /// The words of the answers: the next state, the legal moves of each role, the end.
    pub next: Range<usize>,
    pub legal: Vec<Range<usize>>,
    pub terminal: usize,
    /// The literal of each answer.
    literals: Vec<(u32, Literal)>,
    words: usize,
}

impl Spread {
    /// Where the nodes of a program lead, without those that only say what is paid.
    pub fn new(program: &Program, outputs: &Outputs, states: &States) -> Self {
        let mut literals = Vec::new();
        let mut words = 0;
        let mut answer = |group: &[Literal]| {
            let start = words;
            let places = (64 * start as u32..).zip(group);
            literals.extend(places.map(|(place, literal)| (place, *literal)));
            words += group.len().div_ceil(64);
            start..words
        };
        let next: Vec<_> = states.bits.iter().map(|bit| bit.next).collect();
        let next = answer(&next);
        let legal = outputs.legal.iter().map(|legal| answer(legal)).collect();
        let terminal = 64 * answer(&[outputs.terminal]).start;
        let nodes = program.nodes();
        let paid = program.paid.gates.clone();
        let first = program.first();
        let gates = (0..(nodes as u32 - first)).filter(move |gate| !paid.contains(gate));
        let edges = gates.flat_map(|gate| {
            let body = program.body(gate).iter();
            body.map(move |literal| (literal / 2, 2 * (first + gate) + (literal & 1)))
        });
        let taps = literals
            .iter()
            .map(|(place, literal)| (literal / 2, *place));
        Self {
            gates: Lists::new(nodes, edges),
            answers: Lists::new(nodes, taps),
            next,
            legal,
            terminal,
            words,
            literals,
        }
    }

    /// Bytes that it holds.
    pub fn bytes(&self) -> usize {
        self.gates.bytes() + self.answers.bytes() + 8 * self.literals.capacity()
    }
}

/// The values of all nodes for one state.
#[derive(Clone, Debug)]
pub(super) struct Values {
    /// Of each node whether it holds, whether it waits, and how many of its inputs do not hold.
    cells: Vec<u32>,
    /// The answers as bits, in the order of the spread.
    pub answers: Vec<u64>,
    /// Gates that may change.
    queue: Vec<u32>,
}

/// The parts of a cell.
const HOLDS: u32 = 1;
const WAITS: u32 = 2;
const LACKING: u32 = 4;

impl Values {
    /// The values where nothing but the constant holds of the inputs.
    pub fn new(program: &Program, spread: &Spread) -> Self {
        let mut nodes: Vec<Lanes<1>> = nothing(program.nodes());
        for part in [&program.state, &program.next, &program.idle] {
            program.run(part, &mut nodes);
        }
        let holds = |literal: Literal| (nodes[literal as usize][0] & 1) as u32;
        let cells = (0..program.nodes() as u32).map(|node| {
            let body = node.checked_sub(program.first()).map(|g| program.body(g));
            let lacking = body.unwrap_or_default().iter().map(|l| 1 - holds(*l));
            holds(2 * node) + LACKING * lacking.sum::<u32>()
        });
        let mut answers = vec![0; spread.words];
        for (place, literal) in &spread.literals {
            answers[*place as usize / 64] |= u64::from(holds(*literal)) << (place % 64);
        }
        Self {
            cells: cells.collect(),
            answers,
            queue: Vec::new(),
        }
    }

    /// Whether a literal holds.
    #[inline]
    pub fn holds(&self, literal: Literal) -> bool {
        (self.cells[(literal / 2) as usize] ^ literal) & HOLDS == HOLDS
    }

    /// Changes an input and what goes straight from it.
    #[inline]
    pub fn flip(&mut self, node: u32, spread: &Spread) {
        let cell = &mut self.cells[node as usize];
        *cell ^= HOLDS;
        let holds = *cell & HOLDS;
        for answer in spread.answers.of(node) {
            self.answers[*answer as usize / 64] ^= 1 << (answer % 64);
        }
        for edge in spread.gates.of(node) {
            let cell = &mut self.cells[(edge / 2) as usize];
            let before = *cell;
            // One more or one less, without a branch.
            let more = 2 * (holds ^ (edge & 1));
            let after = before.wrapping_add(LACKING).wrapping_sub(LACKING * more);
            *cell = after;
            if before.min(after) < LACKING && after & WAITS == 0 {
                *cell = after | WAITS;
                self.queue.push(edge / 2);
            }
        }
    }

    /// Changes all that follows.
    pub fn settle(&mut self, spread: &Spread) {
        let mut index = 0;
        while let Some(node) = self.queue.get(index).copied() {
            index += 1;
            let cell = &mut self.cells[node as usize];
            *cell &= !WAITS;
            let holds = u32::from(*cell < LACKING);
            if *cell & HOLDS != holds {
                self.flip(node, spread);
            }
        }
        self.queue.clear();
    }

    /// Computes gates to which nothing is spread.
    pub fn run(&mut self, part: &Part, program: &Program) {
        for gate in part.gates.clone() {
            let all = program
                .body(gate)
                .iter()
                .all(|literal| self.holds(*literal));
            self.cells[(program.first() + gate) as usize] = u32::from(all);
        }
    }

    /// Bytes that they hold.
    pub fn bytes(&self) -> usize {
        4 * (self.cells.capacity() + self.queue.capacity()) + 8 * self.answers.capacity()
    }
}

/// The places of the ones in words.
pub(in crate::gdl) fn ones(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(index, word)| {
        let mut left = *word;
        std::iter::from_fn(move || {
            let place = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            (place < 64).then_some(64 * index + place as usize)
        })
    })
}
