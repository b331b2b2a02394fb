//! Circuits of one kind of gate: "all of these hold". "One of these holds" is its denial with
//! all inputs denied, so that equal gates are found whichever way they were written.

use hashbrown::HashTable;
use std::hash::{Hash, Hasher};
use std::ops::Range;

/// Twice the number of a node, plus one where the node is denied.
pub(super) type Literal = u32;

/// Node 0 holds always.
pub(super) const TRUE: Literal = 0;
pub(super) const FALSE: Literal = 1;

/// A literal that says when another holds, given what its inputs were replaced by.
#[inline]
pub(super) fn not(literal: Literal) -> Literal {
    literal ^ 1
}

/// Gates over inputs; node 0 is the constant, then come the inputs, then the gates, each after
/// its own inputs.
#[derive(Clone, Debug)]
pub(super) struct Gates {
    pub inputs: u32,
    /// The inputs that are the moves of each role. Exactly one of them holds.
    pub moves: Vec<Range<u32>>,
    ends: Vec<u32>,
    literals: Vec<Literal>,
    table: HashTable<u32>,
}

impl Gates {
    pub fn new(inputs: u32, moves: Vec<Range<u32>>) -> Self {
        Self {
            inputs,
            moves,
            ends: Vec::new(),
            literals: Vec::new(),
            table: HashTable::new(),
        }
    }

    /// How many nodes there are, inputs and the constant included.
    pub fn nodes(&self) -> u32 {
        self.first() + self.ends.len() as u32
    }

    /// The first gate.
    pub fn first(&self) -> u32 {
        self.inputs + 1
    }

    /// How many inputs the gates have together.
    pub fn edges(&self) -> usize {
        self.literals.len()
    }

    /// The inputs of a gate; none of the constant and of an input.
    pub fn body(&self, node: u32) -> &[Literal] {
        match node.checked_sub(self.first()) {
            None => &[],
            Some(gate) => body(&self.ends, &self.literals, gate as usize),
        }
    }

    /// When one of these holds.
    pub fn or(&mut self, mut literals: Vec<Literal>) -> Literal {
        literals.iter_mut().for_each(|literal| *literal ^= 1);
        not(self.and(literals))
    }

    /// When all of these hold.
    pub fn and(&mut self, mut literals: Vec<Literal>) -> Literal {
        loop {
            literals.sort_unstable();
            literals.dedup();
            literals.retain(|literal| *literal != TRUE);
            let clash = literals.windows(2).any(|pair| pair[0] ^ pair[1] == 1);
            if clash || literals.first() == Some(&FALSE) {
                return FALSE;
            }
            match self.one_move(&mut literals) {
                Some(true) => {}
                Some(false) => return FALSE,
                None => break,
            }
        }
        match literals[..] {
            [] => TRUE,
            [single] => single,
            _ => self.gate(&literals),
        }
    }

    fn gate(&mut self, literals: &[Literal]) -> Literal {
        let (ends, all) = (&self.ends, &self.literals);
        let same = |gate: &u32| body(ends, all, *gate as usize) == literals;
        let hash = hash(literals);
        if let Some(found) = self.table.find(hash, same) {
            return 2 * (self.first() + found);
        }
        let gate = self.ends.len() as u32;
        self.literals.extend_from_slice(literals);
        self.ends.push(self.literals.len() as u32);
        let (ends, all) = (&self.ends, &self.literals);
        let rehash = |gate: &u32| self::hash(body(ends, all, *gate as usize));
        self.table.insert_unique(hash, gate, rehash);
        2 * (self.first() + gate)
    }

    /// Uses that each role makes one move: whether something changed, and if so, whether the
    /// literals can still hold together.
    fn one_move(&mut self, literals: &mut Vec<Literal>) -> Option<bool> {
        for role in 0..self.moves.len() {
            let range = self.moves[role].clone();
            let (start, end) = (2 * range.start, 2 * range.end);
            let from = literals.partition_point(|literal| *literal < start);
            let to = literals.partition_point(|literal| *literal < end);
            let own = &literals[from..to];
            let made = own.iter().filter(|literal| **literal & 1 == 0).count();
            if made > 1 {
                return Some(false);
            }
            if made == 1 && own.len() > 1 {
                let keep = |literal: &Literal| *literal & 1 == 0 || !(start..end).contains(literal);
                literals.retain(keep);
                return Some(true);
            }
            if made == 0 && 2 * own.len() > range.len() {
                let others = range
                    .map(|node| 2 * node)
                    .filter(|l| own.binary_search(&not(*l)).is_err());
                let others: Vec<_> = others.collect();
                literals.drain(from..to);
                let one = self.or(others);
                literals.push(one);
                return Some(true);
            }
        }
        None
    }
}

fn body<'a>(ends: &[u32], literals: &'a [Literal], gate: usize) -> &'a [Literal] {
    let start = gate.checked_sub(1).map_or(0, |before| ends[before]);
    &literals[start as usize..ends[gate] as usize]
}

fn hash(literals: &[Literal]) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    literals.hash(&mut hasher);
    hasher.finish()
}
