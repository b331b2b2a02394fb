//! States of one player as bits, for searches that hold many: what is legal, paid and next is
//! computed for up to [`TOGETHER`] of them at once.

use super::Net;
use super::clock::Timer;
use super::gates::Literal;
use super::playouts::transpose;
use super::program::{Lanes, nothing, set};
use super::spread::ones;
use crate::gdl::interpreter::TermId;
use crate::rng::Rng;
use std::sync::Arc;

/// Words of lanes.
pub(super) const N: usize = 4;
/// How many states are computed at once.
pub const TOGETHER: usize = 64 * N;
/// No move was made.
const NONE: u32 = u32::MAX;

/// What there is to see at states.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// Whether the play is over, by state.
    pub over: Vec<bool>,
    /// What is paid if it is: the largest goal value that holds, 0 if there is none.
    pub paid: Vec<f64>,
    /// The index of the state of each legal move, in order.
    pub from: Vec<u32>,
    /// The legal moves.
    pub moves: Vec<u32>,
}

impl Seen {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.over.clear();
        self.paid.clear();
        self.from.clear();
        self.moves.clear();
    }
}

/// The states of a game of one role that can follow a state, as bits: those that matter to what is
/// legal, over or paid, without those that count steps. They say all about a play together with the
/// number of steps since.
#[derive(Clone, Debug)]
pub struct Packed {
    net: Arc<Net>,
    values: Vec<Lanes<N>>,
    /// The places in a state of the bits that are kept.
    kept: Vec<usize>,
    timer: Timer,
    start: Vec<u64>,
    /// The nodes of the moves last made, by lane.
    made: Vec<u32>,
    block: Vec<[u64; 64]>,
    /// What is known of the moves that change each bit.
    changers: Vec<[Vec<u32>; 2]>,
}

impl Packed {
    /// The states that can follow one that a play can reach.
    pub fn new(net: Arc<Net>, state: &[TermId]) -> Self {
        let words = net.states.words_of(state);
        let timer = Timer::new(&net, &words);
        let counted: std::collections::HashSet<_> = timer.bits.iter().copied().collect();
        let kept = (0..net.states.relevant).filter(|bit| !counted.contains(bit));
        let kept: Vec<usize> = kept.collect();
        let mut start = vec![0u64; kept.len().div_ceil(64).max(1)];
        for (place, bit) in kept.iter().enumerate() {
            start[place / 64] |= (words[bit / 64] >> (bit % 64) & 1) << (place % 64);
        }
        Self {
            values: nothing(net.program.nodes()),
            made: vec![NONE; TOGETHER],
            block: Vec::new(),
            changers: Vec::new(),
            net,
            kept,
            timer,
            start,
        }
    }

    /// Takes over which moves may change each bit, as [`super::Possible::changers`] tells.
    pub fn learn(&mut self, changers: &[[Vec<u32>; 2]]) {
        self.changers = changers.to_vec();
    }

    pub(super) fn changers(&self, place: usize) -> Option<&[Vec<u32>; 2]> {
        self.changers.get(place)
    }

    /// How many words a state takes.
    pub fn words(&self) -> usize {
        self.start.len()
    }

    /// How many bits of them are used.
    pub fn bits(&self) -> usize {
        self.kept.len()
    }

    /// The state from which plays go on.
    pub fn start(&self) -> &[u64] {
        &self.start
    }

    /// Whether something depends on the number of steps.
    pub fn is_timed(&self) -> bool {
        !self.timer.bits.is_empty()
    }

    /// How many moves there are.
    pub fn moves(&self) -> usize {
        self.net.moves[0].terms.len()
    }

    /// A move as a term.
    pub fn term(&self, index: u32) -> TermId {
        self.net.moves[0].terms[index as usize]
    }

    /// The net that is asked.
    pub fn net(&self) -> &Arc<Net> {
        &self.net
    }

    /// Bytes that it holds, without the net.
    pub fn bytes(&self) -> usize {
        8 * N * self.values.len() + self.timer.bytes() + 8 * self.kept.len()
    }

    /// Whether no move became legal in some random plays that was not so before.
    pub fn shrinks(&mut self) -> bool {
        let (mut rng, mut seen) = (Rng::new(0, "shrinks"), Seen::default());
        let mut states = self.start.repeat(64);
        let mut legal: Vec<Option<Vec<u32>>> = vec![None; 64];
        for step in 0..1000 {
            seen.clear();
            self.look(&states, &vec![step; legal.len()], &mut seen);
            let (mut left, mut chosen, mut kept) = (Vec::new(), Vec::new(), Vec::new());
            for (index, before) in legal.iter().enumerate() {
                let own = seen
                    .from
                    .iter()
                    .zip(&seen.moves)
                    .filter(|(from, _)| **from as usize == index);
                let now: Vec<u32> = own.map(|(_, action)| *action).collect();
                if before
                    .as_ref()
                    .is_some_and(|before| now.iter().any(|m| before.binary_search(m).is_err()))
                {
                    return false;
                }
                if !now.is_empty() {
                    chosen.push(now[rng.below(now.len())]);
                    left.extend_from_slice(&states[index * self.words()..][..self.words()]);
                    kept.push(Some(now));
                }
            }
            if kept.is_empty() {
                return true;
            }
            states.clear();
            self.apply(&left, &vec![step; kept.len()], &chosen, &mut states);
            legal = kept;
        }
        false
    }

    pub(super) fn value(&self, literal: Literal) -> Lanes<N> {
        self.values[literal as usize]
    }

    pub(super) fn values(&mut self) -> &mut [Lanes<N>] {
        &mut self.values
    }

    /// Computes gates; what they need of others is computed.
    pub(super) fn compute(&mut self, gates: &[u32]) {
        let first = self.net.program.first();
        for gate in gates {
            let mut all = [u64::MAX; N];
            for literal in self.net.program.body(*gate) {
                let value = self.values[*literal as usize];
                for word in 0..N {
                    all[word] &= value[word];
                }
            }
            set((first + gate) as usize, all, &mut self.values);
        }
    }

    pub(super) fn timer(&self) -> &Timer {
        &self.timer
    }

    pub(super) fn kept(&self) -> &[usize] {
        &self.kept
    }

    /// Adds what there is to see at states, at most [`TOGETHER`] of them one after the other, each
    /// after `steps` steps.
    pub fn look(&mut self, states: &[u64], steps: &[u32], into: &mut Seen) {
        self.load(states, steps);
        let net = Arc::clone(&self.net);
        net.program.run(&net.program.state, &mut self.values);
        net.program.run(&net.program.paid, &mut self.values);
        let over = self.values[net.outputs.terminal as usize];
        for lane in 0..steps.len() {
            into.over.push(over[lane / 64] >> (lane % 64) & 1 == 1);
        }
        self.pay(steps.len(), into);
        for (word, over) in over.into_iter().enumerate().take(steps.len().div_ceil(64)) {
            self.gather(word);
            let lanes = (steps.len() - 64 * word).min(64);
            for lane in (0..lanes).filter(|lane| over >> lane & 1 == 0) {
                for (part, block) in self.block.iter().enumerate() {
                    for place in ones(&block[lane..=lane]) {
                        into.from.push((64 * word + lane) as u32);
                        into.moves.push((64 * part + place) as u32);
                    }
                }
            }
        }
    }

    fn pay(&self, count: usize, into: &mut Seen) {
        let start = into.paid.len();
        into.paid.resize(start + count, 0.0);
        let mut open = [u64::MAX; N];
        // From the largest value down.
        for (value, literal) in self.net.outputs.goals[0].iter().rev() {
            let held = self.values[*literal as usize];
            for word in 0..N {
                for lane in ones(&[held[word] & open[word]]) {
                    if let Some(paid) = into.paid.get_mut(start + 64 * word + lane) {
                        *paid = *value as f64;
                    }
                }
                open[word] &= !held[word];
            }
        }
    }

    /// Turns what is legal from words of lanes into words of moves.
    fn gather(&mut self, word: usize) {
        let legal = &self.net.outputs.legal[0];
        self.block.clear();
        for part in legal.chunks(64) {
            let mut block = [0; 64];
            for (row, literal) in block.iter_mut().zip(part) {
                *row = self.values[*literal as usize][word];
            }
            transpose(&mut block);
            self.block.push(block);
        }
    }

    /// Adds the state after a legal move at each of at most [`TOGETHER`] states.
    pub fn apply(&mut self, states: &[u64], steps: &[u32], moves: &[u32], into: &mut Vec<u64>) {
        self.load(states, steps);
        let net = Arc::clone(&self.net);
        for (lane, index) in moves.iter().enumerate() {
            self.made[lane] = net.moves[0].node + index;
            self.mark(lane);
        }
        net.program.run(&net.program.state, &mut self.values);
        net.program.run(&net.program.next, &mut self.values);
        self.store(steps.len(), into);
        for lane in 0..moves.len() {
            self.mark(lane);
            self.made[lane] = NONE;
        }
    }

    /// Turns the move of a lane on or off.
    fn mark(&mut self, lane: usize) {
        if self.made[lane] != NONE {
            let node = 2 * self.made[lane] as usize;
            self.values[node][lane / 64] ^= 1 << (lane % 64);
            self.values[node + 1][lane / 64] ^= 1 << (lane % 64);
        }
    }

    /// Gives the fluents the values that they have in states.
    fn load(&mut self, states: &[u64], steps: &[u32]) {
        let (words, count) = (self.words(), steps.len());
        debug_assert!(count <= TOGETHER && states.len() == words * count);
        for part in 0..self.kept.len().div_ceil(64) {
            let mut blocks = [[0u64; 64]; N];
            for lane in 0..count {
                blocks[lane / 64][lane % 64] = states[lane * words + part];
            }
            blocks.iter_mut().for_each(transpose);
            let bits = self.kept[64 * part..].iter().take(64);
            for (row, bit) in bits.enumerate() {
                let node = self.net.states.bits[*bit].node as usize;
                let value = std::array::from_fn(|word| blocks[word][row]);
                set(node, value, &mut self.values);
            }
        }
        self.load_timer(steps);
    }

    fn load_timer(&mut self, steps: &[u32]) {
        if self.timer.bits.is_empty() {
            return;
        }
        let alike = steps.windows(2).all(|pair| pair[0] == pair[1]);
        let places: Vec<usize> = steps.iter().map(|s| self.timer.place(*s)).collect();
        for (index, bit) in self.timer.bits.iter().enumerate() {
            let mut value = [0u64; N];
            if alike {
                let holds = places.first().is_some_and(|p| self.timer.row(*p)[index]);
                value = [0u64.wrapping_sub(u64::from(holds)); N];
            } else {
                for (lane, place) in places.iter().enumerate() {
                    value[lane / 64] |= u64::from(self.timer.row(*place)[index]) << (lane % 64);
                }
            }
            set(
                self.net.states.bits[*bit].node as usize,
                value,
                &mut self.values,
            );
        }
    }

    /// Adds the next states of the first lanes.
    fn store(&self, count: usize, into: &mut Vec<u64>) {
        let (words, start) = (self.words(), into.len());
        into.resize(start + words * count, 0);
        for part in 0..self.kept.len().div_ceil(64) {
            let mut blocks = [[0u64; 64]; N];
            let bits = self.kept[64 * part..].iter().take(64);
            for (row, bit) in bits.enumerate() {
                let value = self.values[self.net.states.bits[*bit].next as usize];
                for word in 0..N {
                    blocks[word][row] = value[word];
                }
            }
            blocks.iter_mut().for_each(transpose);
            for lane in 0..count {
                into[start + lane * words + part] = blocks[lane / 64][lane % 64];
            }
        }
    }
}
