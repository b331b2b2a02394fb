//! The discs of a position as two sets of squares, and what a move does to them.
//!
//! Bit 0 is a1, the top left corner; bit 7 is h1; bit 63 is h8.

/// The discs of the player to move and those of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// Discs of the player to move.
    pub own: u64,
    /// Discs of the other player.
    pub other: u64,
}

/// The files b to g: what a line along a row or a diagonal can run through.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The four corners.
pub const CORNERS: u64 = 0x8100_0000_0000_0081;

/// The squares that a line from each square runs through, in the four directions in which bits
/// grow: right, down, down left, down right.
const UP: [[u64; 4]; 64] = rays([(1, 0), (0, 1), (-1, 1), (1, 1)]);
/// The same in the four opposite directions.
const DOWN: [[u64; 4]; 64] = rays([(-1, 0), (0, -1), (1, -1), (-1, -1)]);

const fn rays(steps: [(i32, i32); 4]) -> [[u64; 4]; 64] {
    let mut rays = [[0; 4]; 64];
    let mut index = 0;
    while index < 256 {
        let (square, step) = (index / 4, steps[index % 4]);
        let (mut x, mut y) = (square as i32 % 8 + step.0, square as i32 / 8 + step.1);
        while x >= 0 && x < 8 && y >= 0 && y < 8 {
            rays[square][index % 4] |= 1 << (8 * y + x);
            (x, y) = (x + step.0, y + step.1);
        }
        index += 1;
    }
    rays
}

/// Left and right changed over.
fn mirrored(set: u64) -> u64 {
    set.reverse_bits().swap_bytes()
}

/// Rows and columns changed over: by squares of 1, 2 and 4 squares a side.
fn transposed(mut set: u64) -> u64 {
    for (shift, upper) in [
        (7, 0x00aa_00aa_00aa_00aa),
        (14, 0x0000_cccc_0000_cccc),
        (28, 0x0000_0000_f0f0_f0f0),
    ] {
        let change = (set ^ (set >> shift)) & upper;
        set ^= change ^ (change << shift);
    }
    set
}

impl Board {
    /// How the play starts, black to move: white has d4 and e5, black e4 and d5.
    pub const START: Self = Self {
        own: 1 << 28 | 1 << 35,
        other: 1 << 27 | 1 << 36,
    };

    /// The board as it is and as it looks after each other rotation and reflection.
    pub fn images(self) -> [Self; 8] {
        let on_both = |board: Self, image: fn(u64) -> u64| Self {
            own: image(board.own),
            other: image(board.other),
        };
        let mut images = [self; 8];
        for index in 1..8 {
            images[index] = match index {
                1 => on_both(self, u64::swap_bytes),
                2 | 3 => on_both(images[index - 2], mirrored),
                _ => on_both(images[index - 4], transposed),
            };
        }
        images
    }

    /// The empty squares.
    #[inline]
    pub const fn empty(self) -> u64 {
        !(self.own | self.other)
    }

    /// The same discs, with the other player to move.
    #[inline]
    pub const fn passed(self) -> Self {
        Self {
            own: self.other,
            other: self.own,
        }
    }

    /// The squares where the player to move may place a disc.
    #[inline]
    pub fn moves(self) -> u64 {
        let inner = self.other & INNER;
        // Along a row the carry of an addition runs through the discs to the square behind them.
        let right = inner.wrapping_add(inner & (self.own << 1)) & !inner;
        let moves = right
            | run_right(self.own, inner, 1)
            | runs(self.own, inner, 7)
            | runs(self.own, inner, 9)
            | runs(self.own, self.other, 8);
        moves & self.empty()
    }

    /// The discs of the other player that turn when the player to move places one on `square`;
    /// none if that is no move.
    #[inline]
    pub fn flips(self, square: u8) -> u64 {
        let square = usize::from(square & 63);
        let mut flips = 0;
        for ray in UP[square] {
            // The carry of 1 runs through the discs of the other player to what comes after.
            let end = (self.other | !ray).wrapping_add(1) & ray & self.own;
            flips |= end.wrapping_sub(u64::from(end != 0)) & ray;
        }
        for ray in DOWN[square] {
            // The highest square of the line without a disc of the other player.
            let end = (1 << 63) >> ((!self.other & ray) | 1).leading_zeros();
            flips |= (end & ray & self.own).wrapping_neg() << 1 & ray;
        }
        flips
    }

    /// The board after a disc was placed on `square` and `flips` were turned, seen by the other
    /// player, who is next.
    #[inline]
    pub const fn after(self, square: u8, flips: u64) -> Self {
        Self {
            own: self.other ^ flips,
            other: self.own ^ flips ^ (1 << square),
        }
    }

    /// The board after a move.
    #[inline]
    pub fn play(self, square: u8) -> Self {
        self.after(square, self.flips(square))
    }

    /// Own discs less the other's at the end of a play; empty squares go to who has more.
    pub fn margin(self) -> i32 {
        let (own, other) = (self.own.count_ones() as i32, self.other.count_ones() as i32);
        let empty = 64 - own - other;
        own - other + empty * (own - other).signum()
    }
}

/// The squares behind lines of `through` that start at `own`, towards lower bits by `step`.
/// Parallel prefix: the run doubles in length with each step (six discs at most lie between).
#[inline]
fn run_right(own: u64, through: u64, step: u32) -> u64 {
    let mut run = through & (own >> step);
    run |= through & (run >> step);
    let pairs = through & (through >> step);
    run |= pairs & (run >> (2 * step));
    run |= pairs & (run >> (2 * step));
    run >> step
}

/// The same in both directions.
#[inline]
fn runs(own: u64, through: u64, step: u32) -> u64 {
    let mut run = through & (own << step);
    run |= through & (run << step);
    let pairs = through & (through << step);
    run |= pairs & (run << (2 * step));
    run |= pairs & (run << (2 * step));
    run << step | run_right(own, through, step)
}

/// The squares of a set, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Squares(pub u64);

impl Iterator for Squares {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let square = self.0.trailing_zeros() as u8;
        let rest = self.0 & self.0.wrapping_sub(1);
        (std::mem::replace(&mut self.0, rest) != 0).then_some(square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// What turns, square by square.
    fn walked(board: Board, square: u8) -> u64 {
        let mut flips = 0;
        for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
            let (mut x, mut y) = (i32::from(square % 8) + dx, i32::from(square / 8) + dy);
            let mut line = 0;
            while (0..8).contains(&x) && (0..8).contains(&y) && (dx, dy) != (0, 0) {
                let bit = 1 << (8 * y + x);
                if board.other & bit == 0 {
                    flips |= if board.own & bit == 0 { 0 } else { line };
                    break;
                }
                line |= bit;
                (x, y) = (x + dx, y + dy);
            }
        }
        flips
    }

    #[test]
    fn moves_and_flips_agree_with_a_walk_over_the_squares() {
        let mut rng = Rng::new(1, "boards");
        for sparse in 0..30_000 {
            let taken = (0..sparse % 3).fold(u64::MAX, |all, _| all & rng.next_u64());
            let own = rng.next_u64() & taken;
            let other = !own & taken;
            let board = Board { own, other };
            let mut moves = 0;
            for square in Squares(board.empty()) {
                let flips = walked(board, square);
                assert_eq!(board.flips(square), flips, "{board:?} {square}");
                moves |= u64::from(flips != 0) << square;
            }
            assert_eq!(board.moves(), moves, "{board:?}");
        }
    }

    #[test]
    fn empty_squares_count_for_the_winner() {
        let margin = |own, other| Board { own, other }.margin();
        assert_eq!(margin(0xff, 0xf00), 64 - 8);
        assert_eq!(margin(0x7, 0xf00), -(64 - 6));
        assert_eq!(margin(1, 2), 0);
    }
}
