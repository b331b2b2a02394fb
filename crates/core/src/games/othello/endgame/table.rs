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

impl Entry {
    fn is_free(&self) -> bool {
        self.board == NONE.board
    }
}

/// Places of a table that has just been made, if it may have so many: most searches are over before
/// they need more, and to make all at once takes longer than they do.
const FIRST: usize = 1 << 12;

/// A table has so many places for each board, until it can have no more.
const ROOM: usize = 4;

/// A table that grows with the boards it is given. A board may lie in one of two neighbouring
/// places; a new one takes that of the less costly of the two.
#[derive(Debug)]
pub struct Table {
    entries: Vec<Entry>,
    /// Places that are taken.
    taken: usize,
    /// Places that it may come to have.
    most: usize,
}

impl Table {
    /// It grows as long as it fits into `bytes`, and has two places at least.
    pub fn new(bytes: usize) -> Self {
        let places = (bytes / size_of::<Entry>()).max(2);
        let most = 1 << places.ilog2();
        Self {
            entries: vec![NONE; most.min(FIRST)],
            taken: 0,
            most,
        }
    }

    /// Makes it twice as large. Nothing is lost: the boards of two neighbouring places come to two
    /// such pairs, which get no others.
    fn grow(&mut self) {
        let twice = vec![NONE; 2 * self.entries.len()];
        let before = std::mem::replace(&mut self.entries, twice);
        for entry in before.into_iter().filter(|entry| !entry.is_free()) {
            let place = self.place(entry.board);
            let taken = !self.entries[place].is_free();
            self.entries[place + usize::from(taken)] = entry;
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
        let index = own.unwrap_or_else(|| usize::from(pair[1].empty < pair[0].empty));
        let entry = &mut pair[index];
        if own.is_none() {
            self.taken += usize::from(entry.is_free());
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
        if ROOM * self.taken > self.entries.len() && self.entries.len() < self.most {
            self.grow();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    fn strewn(rng: &mut Rng) -> Board {
        let (own, other) = (rng.next_u64(), rng.next_u64());
        Board {
            own,
            other: other & !own,
        }
    }

    #[test]
    fn it_grows_with_need_and_loses_hardly_anything() {
        const BYTES: usize = 64 << 20;
        let (mut table, mut rng) = (Table::new(BYTES), Rng::new(1, "table"));
        assert!(size_of::<Entry>() * table.entries.len() < BYTES / 256);
        let boards: Vec<Board> = (0..100_000).map(|_| strewn(&mut rng)).collect();
        for (index, board) in boards.iter().enumerate() {
            table.put(*board, (-1, 0), index as i32 % 64, 7);
        }
        let places = table.entries.len();
        assert!(ROOM * boards.len() / 2 <= places && places <= 2 * ROOM * boards.len());
        let mut kept = 0;
        for (index, board) in boards.iter().enumerate() {
            let known = table.get(*board);
            assert!(known.is_none_or(|known| i32::from(known.lower) == index as i32 % 64));
            kept += usize::from(known.is_some());
        }
        assert!(kept > 93_000, "{kept}");
    }

    #[test]
    fn it_never_takes_more_than_it_may() {
        let (mut table, mut rng) = (Table::new(1 << 20), Rng::new(2, "table"));
        for _ in 0..200_000 {
            table.put(strewn(&mut rng), (-1, 0), 0, 7);
        }
        let bytes = size_of::<Entry>() * table.entries.len();
        assert!(bytes <= 1 << 20 && 2 * bytes > 1 << 20, "{bytes}");
    }
}
