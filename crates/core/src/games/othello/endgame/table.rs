//! What is known of boards that were searched.

use super::super::board::Board;

/// Bounds of a board's margin, and the move that was best.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    board: Board,
    /// The margin is at least this.
    pub lower: i8,
    /// The margin is at most this.
    pub upper: i8,
    /// The square of the best move; 64 if none is known.
    pub square: u8,
    /// Empty squares: what a search of the board costs grows with them.
    empty: u8,
}

const NONE: Entry = Entry {
    // No board of a game: its discs overlap.
    board: Board { own: 1, other: 1 },
    lower: -64,
    upper: 64,
    square: 64,
    empty: 0,
};

/// A table of fixed size. A board may lie in one of two neighbouring places; the costlier of the
/// two keeps its own.
#[derive(Debug)]
pub struct Table {
    entries: Vec<Entry>,
}

impl Table {
    /// As large as fits into `bytes`, and with two places at least.
    pub fn new(bytes: usize) -> Self {
        let places = (bytes / size_of::<Entry>()).max(2);
        Self {
            entries: vec![NONE; 1 << places.ilog2()],
        }
    }

    /// The first of the two places.
    #[inline]
    fn place(&self, board: Board) -> usize {
        let mixed = (board.own
            ^ board
                .other
                .rotate_left(32)
                .wrapping_mul(0x9e37_79b9_7f4a_7c15))
        .wrapping_mul(0xd6e8_feb8_6659_fd93);
        (mixed ^ mixed >> 32) as usize & (self.entries.len() - 2)
    }

    /// What is known of a board.
    #[inline]
    pub fn get(&self, board: Board) -> Option<Entry> {
        let place = self.place(board);
        let found = [self.entries[place], self.entries[place + 1]];
        found.into_iter().find(|entry| entry.board == board)
    }

    /// Keeps the value that a search in the window `(alpha, beta)` gave, with its best move.
    pub fn put(&mut self, board: Board, window: (i32, i32), value: i32, square: u8) {
        let place = self.place(board);
        let empty = board.empty().count_ones() as u8;
        let pair = &mut self.entries[place..place + 2];
        let own = pair.iter().position(|entry| entry.board == board);
        let index = own.unwrap_or_else(|| usize::from(empty < pair[0].empty));
        let entry = &mut pair[index];
        if own.is_none() {
            *entry = Entry {
                board,
                empty,
                ..NONE
            };
        }
        if value > window.0 {
            entry.lower = entry.lower.max(value as i8);
            entry.square = square;
        }
        if value < window.1 {
            entry.upper = entry.upper.min(value as i8);
        }
        if entry.square == 64 {
            entry.square = square;
        }
    }
}
