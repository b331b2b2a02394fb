//! The order in which moves are tried.

use super::super::board::{Board, CORNERS, Squares};
use super::parity::Parity;

/// A move with what it leads to.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// Where the disc goes.
    pub square: u8,
    /// The board after it, seen by the other player.
    pub next: Board,
    /// What is larger is tried earlier.
    pub promise: i32,
}

/// The moves of a board, at most as many as a board can have.
pub struct Candidates {
    list: [Candidate; MOST],
    len: usize,
    tried: usize,
}

/// More moves than any board has.
const MOST: usize = 36;

const NONE: Candidate = Candidate {
    square: 64,
    next: Board { own: 0, other: 0 },
    promise: 0,
};

impl Candidates {
    /// The moves to `squares` of `board`.
    #[inline]
    pub fn new(board: Board, squares: u64) -> Self {
        let (mut list, mut len) = ([NONE; MOST], 0);
        for square in Squares(squares) {
            let next = board.play(square);
            list[len] = Candidate {
                square,
                next,
                promise: 0,
            };
            len += 1;
        }
        Self {
            list,
            len,
            tried: 0,
        }
    }

    /// All moves.
    #[inline]
    pub fn all(&mut self) -> &mut [Candidate] {
        &mut self.list[..self.len]
    }

    /// The most promising of those that were not yet taken.
    #[inline]
    pub fn take(&mut self) -> Option<Candidate> {
        let rest = &self.list[self.tried..self.len];
        let (index, _) = rest
            .iter()
            .enumerate()
            .rev()
            .max_by_key(|(_, candidate)| candidate.promise)?;
        self.list.swap(self.tried, self.tried + index);
        self.tried += 1;
        Some(self.list[self.tried - 1])
    }
}

/// How many moves a player has, corners counted twice.
#[inline]
fn mobility(board: Board) -> i32 {
    let moves = board.moves();
    (moves.count_ones() + (moves & CORNERS).count_ones()) as i32
}

/// Empty squares beside a disc of `discs`: where the other may come to have moves.
#[inline]
fn beside(discs: u64, empty: u64) -> u64 {
    const NOT_A: u64 = !0x0101_0101_0101_0101;
    const NOT_H: u64 = !(0x0101_0101_0101_0101 << 7);
    let row = discs | (discs << 1 & NOT_A) | (discs >> 1 & NOT_H);
    (row | row << 8 | row >> 8) & empty
}

/// What a move promises by what can be seen at once: few replies, no corners among them, little
/// for the other to come, and a region with an odd number of empty squares.
#[inline]
pub fn at_once(candidate: &Candidate, parity: Parity) -> i32 {
    let next = candidate.next;
    let coming = beside(next.other, next.empty()).count_ones() as i32;
    let corner = i32::from(CORNERS >> candidate.square & 1 != 0);
    let odd = i32::from(parity.odd() >> candidate.square & 1 != 0);
    -32 * mobility(next) - 6 * coming + 24 * corner + 12 * odd
}

/// A static estimate for the player to move, in no unit: it orders moves and nothing else.
pub fn estimate(board: Board) -> i32 {
    let empty = board.empty();
    let corners = |discs: u64| (discs & CORNERS).count_ones() as i32;
    let coming = beside(board.other, empty).count_ones() as i32
        - beside(board.own, empty).count_ones() as i32;
    let moves = mobility(board) - mobility(board.passed());
    12 * moves + 8 * coming + 36 * (corners(board.own) - corners(board.other))
}
