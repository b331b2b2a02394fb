//! States that were reached, and how.

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// No node: the start has no parent.
pub(super) const NONE: u32 = u32::MAX;

/// States as words, each with the move that led to it.
#[derive(Debug)]
pub(super) struct Nodes {
    words: usize,
    states: Vec<u64>,
    /// The node whose state comes first: earlier ones are forgotten.
    first: u32,
    parents: Vec<u32>,
    moves: Vec<u32>,
    steps: Vec<u32>,
    /// What was paid on the way; empty if moves don't pay.
    paid: Vec<f64>,
    table: HashTable<u32>,
}

/// How a state was reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub parent: u32,
    pub action: u32,
    pub steps: u32,
    pub paid: f64,
}

impl Way {
    /// The way to the start.
    pub const START: Self = Self {
        parent: NONE,
        action: 0,
        steps: 0,
        paid: 0.0,
    };
}

impl Nodes {
    /// The start alone.
    pub fn new(start: &[u64], moves_pay: bool) -> Self {
        let mut nodes = Self {
            words: start.len(),
            states: Vec::new(),
            first: 0,
            parents: Vec::new(),
            moves: Vec::new(),
            steps: Vec::new(),
            paid: Vec::new(),
            table: HashTable::new(),
        };
        if moves_pay {
            nodes.paid.push(0.0);
        }
        nodes.push(start, Way::START);
        let found = hash(start);
        nodes.table.insert_unique(found, 0, |_| found);
        nodes
    }

    fn push(&mut self, state: &[u64], way: Way) -> u32 {
        let node = self.parents.len() as u32;
        self.states.extend_from_slice(state);
        self.parents.push(way.parent);
        self.moves.push(way.action);
        self.steps.push(way.steps);
        if !self.paid.is_empty() && node > 0 {
            self.paid.push(way.paid);
        }
        node
    }

    /// Adds a state, unless it is known with at least as much paid on the way; then None.
    pub fn add(&mut self, state: &[u64], way: Way) -> Option<u32> {
        let hash = hash(state);
        let (states, words, first) = (&self.states, self.words, self.first);
        let known = |node: &u32| states[(*node - first) as usize * words..][..words] == *state;
        if let Some(found) = self.table.find(hash, known).copied() {
            if way.paid <= self.paid(found) {
                return None;
            }
            // A new node, so that every parent is older than its children.
            let node = self.push(state, way);
            let entry = self.table.find_mut(hash, |node| *node == found);
            *entry.expect("it was found") = node;
            return Some(node);
        }
        let node = self.push(state, way);
        let (states, words, first) = (&self.states, self.words, self.first);
        let rehash = |n: &u32| self::hash(&states[(*n - first) as usize * words..][..words]);
        self.table.insert_unique(hash, node, rehash);
        Some(node)
    }

    /// Whether there is no room for more.
    pub fn is_full(&self, memory: usize) -> bool {
        // What grows doubles.
        self.bytes() > memory / 3 * 2 || self.len() > u32::MAX - (1 << 24)
    }

    /// Forgets the states before a node, and which states are known.
    pub fn forget(&mut self, before: u32) {
        let words = (before - self.first) as usize * self.words;
        self.states.drain(..words);
        self.first = before;
        self.table.clear();
    }

    pub fn len(&self) -> u32 {
        self.parents.len() as u32
    }

    pub fn state(&self, node: u32) -> &[u64] {
        &self.states[(node - self.first) as usize * self.words..][..self.words]
    }

    pub fn steps(&self, node: u32) -> u32 {
        self.steps[node as usize]
    }

    pub fn paid(&self, node: u32) -> f64 {
        self.paid.get(node as usize).copied().unwrap_or(0.0)
    }

    /// The moves from the start to a node.
    pub fn plan(&self, mut node: u32) -> Vec<u32> {
        let mut plan = Vec::with_capacity(self.steps(node) as usize);
        while self.parents[node as usize] != NONE {
            plan.push(self.moves[node as usize]);
            node = self.parents[node as usize];
        }
        plan.reverse();
        plan
    }

    /// Bytes that it holds.
    pub fn bytes(&self) -> usize {
        8 * (self.states.capacity() + self.paid.capacity())
            + 4 * (self.parents.capacity() + self.moves.capacity() + self.steps.capacity())
            + 5 * self.table.capacity()
    }
}

/// The hash of a state.
pub(super) fn hash(state: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    state.hash(&mut hasher);
    hasher.finish()
}

/// A number that looks drawn, the same for the same state and seed: to choose among equals.
pub(super) fn draw(state: &[u64], seed: u64) -> u64 {
    (hash(state) ^ seed).wrapping_mul(STEP)
}

/// What a seed is moved by to draw anew: 2^64 over the golden ratio.
pub(super) const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
