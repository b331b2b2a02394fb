//! A circuit as flat arrays from inputs to outputs: what follows when a node changes. For one
//! state, evaluated by its difference to the one before.

use super::circuit::Outputs;
use super::gates::Literal;
use super::program::{Lanes, Program, set};
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
    /// The gates that a node goes into: twice their number, plus one where it is denied.
    gates: Lists,
    /// The answers that are a node or its denial.
    answers: Lists,
    /// The words of the answers: the next state, the legal moves of each role, the end.
    pub next: Range<usize>,
    pub legal: Vec<Range<usize>>,
    pub terminal: usize,
    /// The literal of each answer.
    literals: Vec<(u32, Literal)>,
    first: u32,
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
        let gates = (0..(nodes as u32 - program.first())).filter(move |gate| !paid.contains(gate));
        let edges = gates.flat_map(|gate| {
            let body = program.body(gate).iter();
            body.map(move |literal| (literal / 2, 2 * gate + (literal & 1)))
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
            first: program.first(),
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
    /// All bits of a literal are the same.
    pub nodes: Vec<Lanes<1>>,
    /// How many inputs of a gate do not hold.
    lacking: Vec<u32>,
    pub answers: Vec<u64>,
    /// Gates that may change, and whether they wait.
    queue: Vec<u32>,
    waiting: Vec<bool>,
}

impl Values {
    /// The values where the inputs are as in `nodes`.
    pub fn new(mut nodes: Vec<Lanes<1>>, program: &Program, spread: &Spread) -> Self {
        for part in [&program.state, &program.next, &program.idle] {
            program.run(part, &mut nodes);
        }
        let holds = |literal: &Literal| (nodes[*literal as usize][0] & 1) as u32;
        let gates = 0..program.nodes() as u32 - spread.first;
        let lacking = gates.map(|gate| {
            let body = program.body(gate).iter();
            body.map(|literal| 1 - holds(literal)).sum()
        });
        let lacking: Vec<u32> = lacking.collect();
        let mut answers = vec![0; spread.words];
        for (place, literal) in &spread.literals {
            answers[*place as usize / 64] |= u64::from(holds(literal)) << (place % 64);
        }
        Self {
            waiting: vec![false; lacking.len()],
            queue: Vec::new(),
            lacking,
            answers,
            nodes,
        }
    }

    /// Changes an input and what goes straight from it.
    #[inline]
    pub fn flip(&mut self, node: u32, spread: &Spread) {
        let now = self.nodes[2 * node as usize + 1][0];
        set(node as usize, [now], &mut self.nodes);
        for answer in spread.answers.of(node) {
            self.answers[*answer as usize / 64] ^= 1 << (answer % 64);
        }
        let holds = (now & 1) as u32;
        for gate in spread.gates.of(node) {
            let (gate, denied) = ((gate / 2) as usize, gate & 1);
            let before = self.lacking[gate];
            // One more or one less, without a branch.
            let after = before.wrapping_add(1).wrapping_sub(2 * (holds ^ denied));
            self.lacking[gate] = after;
            if (before == 0 || after == 0) && !self.waiting[gate] {
                self.waiting[gate] = true;
                self.queue.push(gate as u32);
            }
        }
    }

    /// Changes all that follows.
    pub fn settle(&mut self, spread: &Spread) {
        let mut index = 0;
        while let Some(gate) = self.queue.get(index).copied() {
            index += 1;
            self.waiting[gate as usize] = false;
            let node = spread.first + gate;
            let holds = self.lacking[gate as usize] == 0;
            if holds != (self.nodes[2 * node as usize][0] & 1 == 1) {
                self.flip(node, spread);
            }
        }
        self.queue.clear();
    }

    /// Bytes that they hold.
    pub fn bytes(&self) -> usize {
        8 * (self.nodes.capacity() + self.answers.capacity())
            + 5 * self.lacking.capacity()
            + 4 * self.queue.capacity()
    }
}

/// The places of the ones in words.
pub(super) fn ones(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(index, word)| {
        let mut left = *word;
        std::iter::from_fn(move || {
            let place = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            (place < 64).then_some(64 * index + place as usize)
        })
    })
}
