//! The last four empty squares, where there is no time for anything but the rules.
//!
//! All values are margins in discs for the player to move; at the end every margin is even.

use super::super::board::Board;

/// How many discs turn in a line of eight squares that is full but for one: by the place of that
/// one and the own discs of the line.
const TURNED: [[u8; 256]; 8] = turned();

const fn turned() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut index: usize = 0;
    while index < 8 * 256 {
        let (place, own) = (index / 256, index % 256);
        let above = (own >> place >> 1).trailing_zeros() as usize;
        if own >> place >> 1 != 0 {
            table[place][own] += above as u8;
        }
        let below = own & ((1 << place) - 1);
        if below != 0 {
            table[place][own] += (place - 1 - below.ilog2() as usize) as u8;
        }
        index += 1;
    }
    table
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
/// Moves the squares of file a to the highest row: a1 to a8, a2 to b8, and so on.
const FILE_TO_ROW: u64 = 0x0102_0408_1020_4080;

/// The two diagonals through each square, itself included.
const DIAGONALS: [[u64; 2]; 64] = diagonals();

const fn diagonals() -> [[u64; 2]; 64] {
    let mut table = [[0; 2]; 64];
    let mut index = 0;
    while index < 64 * 64 {
        let (from, to) = (index / 64, index % 64);
        let (x, y) = (from as i32 % 8, from as i32 / 8);
        let (u, v) = (to as i32 % 8, to as i32 / 8);
        if x - y == u - v {
            table[from][0] |= 1 << to;
        }
        if x + y == u + v {
            table[from][1] |= 1 << to;
        }
        index += 1;
    }
    table
}

/// How many discs turn when the owner of `own` fills the only empty square.
#[inline]
fn turned_by(own: u64, square: u8) -> i32 {
    let square = usize::from(square & 63);
    let (x, y) = (square & 7, square >> 3);
    let row = own >> (8 * y) & 255;
    let file = ((own >> x) & FILE_A).wrapping_mul(FILE_TO_ROW) >> 56;
    let [down, up] = DIAGONALS[square].map(|line| (own & line).wrapping_mul(FILE_A) >> 56);
    let count = |place: usize, line: u64| i32::from(TURNED[place][line as usize & 255]);
    count(x, row) + count(y, file) + count(x, down) + count(x, up)
}

/// The value with one empty square, told by the discs of the player to move alone.
#[inline]
pub fn one(own: u64, square: u8) -> i32 {
    let discs = own.count_ones() as i32;
    let turned = turned_by(own, square);
    if turned > 0 {
        return 2 * (discs + turned) - 62;
    }
    let turned = turned_by(!own & !(1 << square), square);
    if turned > 0 {
        return 2 * (discs - turned) - 64;
    }
    // Nobody can: the empty square goes to who has more.
    2 * discs - if discs >= 32 { 62 } else { 64 }
}

/// The squares around each square.
const AROUND: [u64; 64] = around();

const fn around() -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let bit = 1u64 << square;
        let row = bit | (bit << 1 & !FILE_A) | (bit >> 1 & !(FILE_A << 7));
        table[square] = (row | row << 8 | row >> 8) & !bit;
        square += 1;
    }
    table
}

/// What turns on `square`: [`Board::flips`], but quick where no disc of the other is near.
#[inline]
fn flips(board: Board, square: u8) -> u64 {
    if AROUND[usize::from(square & 63)] & board.other == 0 {
        return 0;
    }
    board.flips(square)
}

/// The value of `board` with the given empty squares, exact inside `(alpha, alpha + 1)` as any
/// null-window search; `nodes` grows by the boards looked at.
#[inline]
pub fn two(board: Board, alpha: i32, squares: [u8; 2], nodes: &mut u64) -> i32 {
    *nodes += 1;
    let mut best = -64;
    let mut moved = false;
    for (square, left) in [(squares[0], squares[1]), (squares[1], squares[0])] {
        let flips = flips(board, square);
        if flips != 0 {
            moved = true;
            best = best.max(-one(board.other ^ flips, left));
            if best > alpha {
                return best;
            }
        }
    }
    if moved {
        best
    } else {
        two_passed(board, alpha, squares)
    }
}

/// The same where the player to move has none: the other's turn.
fn two_passed(board: Board, alpha: i32, squares: [u8; 2]) -> i32 {
    let other = board.passed();
    let mut best = 64;
    let mut moved = false;
    for (square, left) in [(squares[0], squares[1]), (squares[1], squares[0])] {
        let flips = flips(other, square);
        if flips != 0 {
            moved = true;
            best = best.min(one(other.other ^ flips, left));
            if best <= alpha {
                return best;
            }
        }
    }
    if moved { best } else { board.margin() }
}

macro_rules! more_squares {
    ($(#[$doc:meta])* $name:ident, $count:literal, $fewer:ident) => {
        $(#[$doc])*
        pub fn $name(board: Board, alpha: i32, squares: [u8; $count], nodes: &mut u64) -> i32 {
            *nodes += 1;
            if let Some(value) = $name::best(board, alpha, squares, nodes) {
                return value;
            }
            match $name::best(board.passed(), -alpha - 1, squares, nodes) {
                Some(value) => -value,
                None => board.margin(),
            }
        }

        mod $name {
            use super::*;

            /// The best move's value, if there is a move.
            #[inline]
            pub fn best(
                board: Board,
                alpha: i32,
                squares: [u8; $count],
                nodes: &mut u64,
            ) -> Option<i32> {
                let mut best = None;
                for index in 0..$count {
                    let square = squares[index];
                    let flips = flips(board, square);
                    if flips == 0 {
                        continue;
                    }
                    let mut rest = [0; $count - 1];
                    rest[..index].copy_from_slice(&squares[..index]);
                    rest[index..].copy_from_slice(&squares[index + 1..]);
                    let value = -$fewer(board.after(square, flips), -alpha - 1, rest, nodes);
                    best = best.max(Some(value));
                    if value > alpha {
                        break;
                    }
                }
                best
            }
        }
    };
}

more_squares!(
    /// The value of a board with three empty squares in a null window, tried in this order.
    three, 3, two
);
more_squares!(
    /// The value of a board with four empty squares in a null window, tried in this order.
    four, 4, three
);
