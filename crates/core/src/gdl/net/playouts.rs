//! Random plays, many at once: each lane plays one, and begins the next when it is over.

use super::Net;
use super::gates::Literal;
use super::program::{Lanes, nothing, set};
use crate::gdl::interpreter::TermId;
use crate::rng::Rng;

/// Lanes wait until so many plays are over, so that what is paid is computed for several at once.
const TOGETHER: u32 = 8;
/// No move was made.
const NONE: u32 = u32::MAX;

/// What came of random plays.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Plays that came to an end.
    pub plays: u64,
    /// Those that ended where a role had no legal move though the play was not over.
    pub stuck: u64,
    /// Steps of all plays.
    pub steps: u64,
    /// The sum of the goal values of each role: the largest where there are several, 0 where there
    /// is none.
    pub sums: Vec<f64>,
}

/// Random plays from one state, 64 N at once.
#[derive(Clone, Debug)]
pub struct Playouts<'a, const N: usize> {
    net: &'a Net,
    values: Vec<Lanes<N>>,
    /// The bits of the state in which plays begin.
    start: Vec<u64>,
    /// The fluents of the next states.
    next: Vec<Lanes<N>>,
    /// The nodes of the moves that were made last, by role and lane.
    made: Vec<Vec<u32>>,
    /// The legal moves of a lane in words of 64, by word and lane of 64 lanes.
    legal: Vec<[u64; 64]>,
    /// Lanes whose play is over, and those where a role has no move.
    over: Lanes<N>,
    stuck: Lanes<N>,
    tally: Tally,
}

impl<'a, const N: usize> Playouts<'a, N> {
    /// Plays that begin at a state that a play can reach.
    pub fn new(net: &'a Net, state: &[TermId]) -> Self {
        let mut playouts = Self {
            net,
            values: nothing(net.program.nodes()),
            start: net.states.words_of(state),
            next: Vec::new(),
            made: vec![vec![NONE; 64 * N]; net.moves.len()],
            legal: Vec::new(),
            over: [0; N],
            stuck: [0; N],
            tally: Tally {
                sums: vec![0.0; net.moves.len()],
                ..Tally::default()
            },
        };
        playouts.restart([u64::MAX; N]);
        playouts
    }

    /// Goes on for `steps` steps of each lane; lanes whose play is over wait a little for others.
    /// What came of the plays that ended since the first call.
    pub fn run(&mut self, steps: usize, rng: &mut Rng) -> &Tally {
        for _ in 0..steps {
            self.step(rng);
        }
        &self.tally
    }

    fn step(&mut self, rng: &mut Rng) {
        let program = &self.net.program;
        program.run(&program.state, &mut self.values);
        self.over = self.values[self.net.outputs.terminal as usize];
        for role in 0..self.net.moves.len() {
            self.choose(role, rng);
        }
        for word in 0..N {
            self.over[word] |= self.stuck[word];
            self.tally.steps += u64::from((!self.over[word]).count_ones());
        }
        let ended: u32 = self.over.iter().map(|word| word.count_ones()).sum();
        if ended >= TOGETHER * N as u32 {
            self.pay();
            self.advance();
            self.restart(self.over);
        } else {
            self.advance();
        }
    }

    /// The next states; lanes whose play is over stay as they are.
    fn advance(&mut self) {
        let program = &self.net.program;
        program.run(&program.next, &mut self.values);
        let bits = &self.net.states.bits[..self.net.states.relevant];
        // What is next may be a fluent that would be replaced: first all are read.
        self.next.clear();
        let next = bits.iter().map(|bit| self.values[bit.next as usize]);
        self.next.extend(next);
        for (bit, next) in bits.iter().zip(&self.next) {
            let own = self.values[2 * bit.node as usize];
            let mixed = |word: usize| own[word] & self.over[word] | next[word] & !self.over[word];
            set(
                bit.node as usize,
                std::array::from_fn(mixed),
                &mut self.values,
            );
        }
    }

    /// Adds up what is paid where the play is over.
    fn pay(&mut self) {
        let program = &self.net.program;
        program.run(&program.paid, &mut self.values);
        for word in 0..N {
            self.tally.plays += u64::from(self.over[word].count_ones());
            self.tally.stuck += u64::from(self.stuck[word].count_ones());
            for (role, goals) in self.net.outputs.goals.iter().enumerate() {
                let mut left = self.over[word];
                // From the largest value down.
                for (value, literal) in goals.iter().rev() {
                    let held = self.values[*literal as usize][word] & left;
                    self.tally.sums[role] += *value as f64 * f64::from(held.count_ones());
                    left &= !held;
                }
            }
        }
        self.stuck = [0; N];
    }

    /// Puts lanes back to the start.
    fn restart(&mut self, which: Lanes<N>) {
        let bits = &self.net.states.bits[..self.net.states.relevant];
        for (index, bit) in bits.iter().enumerate() {
            let own = self.values[2 * bit.node as usize];
            let start = 0u64.wrapping_sub(self.start[index / 64] >> (index % 64) & 1);
            let mixed = |word: usize| own[word] & !which[word] | start & which[word];
            set(
                bit.node as usize,
                std::array::from_fn(mixed),
                &mut self.values,
            );
        }
    }

    /// Makes a random legal move of a role in each lane whose play is not over.
    fn choose(&mut self, role: usize, rng: &mut Rng) {
        let legal = &self.net.outputs.legal[role];
        if legal.len() == 1 && legal[0] == super::gates::TRUE {
            return;
        }
        for word in 0..N {
            self.gather(legal, word);
            for lane in 0..64 {
                let slot = 64 * word + lane;
                let before = std::mem::replace(&mut self.made[role][slot], NONE);
                if before != NONE {
                    self.mark(before, word, lane);
                }
                if (self.over[word] | self.stuck[word]) >> lane & 1 == 1 {
                    continue;
                }
                match self.pick(lane, rng) {
                    Some(index) => {
                        let node = self.net.moves[role].node + index;
                        self.mark(node, word, lane);
                        self.made[role][slot] = node;
                    }
                    None => self.stuck[word] |= 1 << lane,
                }
            }
        }
    }

    /// Turns a move of a lane on or off.
    #[inline]
    fn mark(&mut self, node: u32, word: usize, lane: usize) {
        self.values[2 * node as usize][word] ^= 1 << lane;
        self.values[2 * node as usize + 1][word] ^= 1 << lane;
    }

    /// Turns what is legal from words of lanes into words of moves.
    fn gather(&mut self, legal: &[Literal], word: usize) {
        self.legal.clear();
        for part in legal.chunks(64) {
            let mut block = [0; 64];
            for (row, literal) in block.iter_mut().zip(part) {
                *row = self.values[*literal as usize][word];
            }
            transpose(&mut block);
            self.legal.push(block);
        }
    }

    /// One of the legal moves of a lane.
    fn pick(&self, lane: usize, rng: &mut Rng) -> Option<u32> {
        let words = self.legal.iter().map(|block| block[lane]);
        let count: u32 = words.clone().map(u64::count_ones).sum();
        if count == 0 {
            return None;
        }
        let mut left = rng.below(count as usize) as u32;
        for (index, word) in words.enumerate() {
            let ones = word.count_ones();
            if left < ones {
                return Some(64 * index as u32 + nth(word, left));
            }
            left -= ones;
        }
        None
    }
}

/// The place of the one with `before` ones below it.
#[inline]
fn nth(mut word: u64, before: u32) -> u32 {
    for _ in 0..before {
        word &= word - 1;
    }
    word.trailing_zeros()
}

/// Exchanges rows and columns (Warren, "Hacker's Delight", 7-3, with the low bit first).
pub(super) fn transpose(rows: &mut [u64; 64]) {
    let (mut width, mut mask) = (32, 0x0000_0000_ffff_ffffu64);
    while width > 0 {
        let mut row = 0;
        while row < 64 {
            let (low, high) = (rows[row], rows[row + width]);
            let change = (low >> width ^ high) & mask;
            rows[row] = low ^ change << width;
            rows[row + width] = high ^ change;
            row = (row + width + 1) & !width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::{nth, transpose};
    use crate::rng::Rng;

    #[test]
    fn rows_become_columns() {
        let mut rng = Rng::new(1, "test");
        let before: [u64; 64] = std::array::from_fn(|_| rng.next_u64());
        let mut after = before;
        transpose(&mut after);
        for (row, word) in before.iter().enumerate() {
            let column = after.iter().map(|other| other >> row & 1);
            let column = column.enumerate().map(|(place, bit)| bit << place);
            assert_eq!(*word, column.sum::<u64>());
        }
    }

    #[test]
    fn ones_are_counted_from_the_lowest() {
        assert_eq!([nth(0b1011, 0), nth(0b1011, 1), nth(0b1011, 2)], [0, 1, 3]);
    }
}
