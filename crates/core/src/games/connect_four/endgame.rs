//! Connect four near the end of a play: a search that never looks at a move that loses at once.
//!
//! It sees one move ahead with sets of cells alone. A player who can win does; one whose opponent
//! could win with two cells has lost, with one must take it; and nobody plays below a cell with which
//! the other would win. (Allis 1988, "A knowledge-based approach of connect-four", has the threats.)

use super::{ConnectFour, LONGEST, Stones};
use crate::game::{Endgame, Turn};
use crate::games::bits::squares;

/// The most empty cells of a state that is solved.
pub const EMPTIES: u32 = 26;

/// Nodes between two questions whether to go on.
const PATIENCE: u64 = 4096;

/// The most entries of the table, of 9 bytes each, and those of one that has just been made.
const ENTRIES: usize = 1 << 22;
const FIRST: usize = 1 << 16;

/// A table has so many entries for each position, until it can have no more.
const ROOM: usize = 16;

/// What a player can still get, from the mover's side.
#[derive(Clone, Copy, PartialEq)]
struct Bounds {
    low: i8,
    high: i8,
}

impl Bounds {
    const OPEN: Self = Self { low: -1, high: 1 };

    /// What is known after a search with this window.
    fn found(value: i8, alpha: i8, beta: i8) -> Self {
        Self {
            low: if value > alpha { value } else { -1 },
            high: if value < beta { value } else { 1 },
        }
    }

    fn packed(self) -> u8 {
        (3 * (self.low + 1) + self.high + 1) as u8
    }

    fn unpacked(byte: u8) -> Self {
        Self {
            low: (byte / 3) as i8 - 1,
            high: (byte % 3) as i8 - 1,
        }
    }
}

/// The stones of the mover, and those of both.
#[derive(Clone, Copy)]
struct Position {
    own: u64,
    all: u64,
}

impl Position {
    /// Different for different positions: the lowest empty cell of each column is marked.
    fn key(self, bottoms: u64) -> u64 {
        self.own + self.all + bottoms
    }

    fn after(self, cell: u64) -> Self {
        Self {
            own: self.all ^ self.own,
            all: self.all | cell,
        }
    }
}

/// What was found, an entry for each remainder of a key; the last wins. It grows with need: memory
/// that is touched for the first time costs more than the nodes that touch it.
struct Table {
    /// Their lengths are the same power of 2. No key is 0.
    keys: Vec<u64>,
    bounds: Vec<u8>,
    taken: usize,
}

impl Table {
    fn new(entries: usize) -> Self {
        Self {
            keys: vec![0; entries],
            bounds: vec![0; entries],
            taken: 0,
        }
    }

    fn slot(&self, key: u64) -> usize {
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & (self.keys.len() - 1)
    }

    fn known(&self, key: u64) -> Bounds {
        let slot = self.slot(key);
        match self.keys[slot] == key {
            true => Bounds::unpacked(self.bounds[slot]),
            false => Bounds::OPEN,
        }
    }

    fn keep(&mut self, key: u64, bounds: Bounds) {
        self.put(key, bounds.packed());
        if ROOM * self.taken > self.keys.len() && self.keys.len() < ENTRIES {
            self.grow();
        }
    }

    fn put(&mut self, key: u64, packed: u8) {
        let slot = self.slot(key);
        self.taken += usize::from(self.keys[slot] == 0);
        (self.keys[slot], self.bounds[slot]) = (key, packed);
    }

    /// Makes it twice as large. Nothing is lost: an entry comes to one of two, which get no other.
    fn grow(&mut self) {
        let twice = Self::new(2 * self.keys.len());
        let before = std::mem::replace(self, twice);
        let entries = before.keys.into_iter().zip(before.bounds);
        for (key, packed) in entries.filter(|(key, _)| *key != 0) {
            self.put(key, packed);
        }
    }
}

/// The solver, with what it has found so far.
pub struct Solver {
    table: Table,
    bottoms: u64,
    height: u32,
}

/// A call of the solver.
struct Run<'a> {
    game: &'a ConnectFour,
    solver: &'a mut Solver,
    more: &'a mut dyn FnMut(u64) -> bool,
    nodes: u64,
}

impl Solver {
    /// A solver of this game, if it sees the lines before they are there.
    pub fn new(game: &ConnectFour) -> Option<Self> {
        (game.connect <= LONGEST).then(|| Self {
            table: Table::new(FIRST),
            bottoms: (0..game.width).map(|column| game.bottom(column)).sum(),
            height: game.height.into(),
        })
    }
}

impl Run<'_> {
    /// What a state that is not over pays its mover, with a column that attains it.
    fn root(&mut self, at: Position, alpha: i8, beta: i8) -> Option<(i8, u8)> {
        let open = (at.all + self.solver.bottoms) & self.game.full;
        let wins = self.game.threats(at.own, self.game.full & !at.all) & open;
        if wins != 0 {
            return Some((1, self.column(wins)));
        }
        let mut best = (-1, self.column(open));
        let Ok(cells) = self
            .cells(at)
            .or_else(|value| if value < 0 { Err(()) } else { Ok(open) })
        else {
            return Some(best);
        };
        for cell in self.ordered(at, cells) {
            let value = -self.value(at.after(cell), -beta, -alpha.max(best.0))?;
            if value > best.0 || best.0 < 0 && value == best.0 {
                best = (value, self.column(cell));
            }
            if value >= beta {
                break;
            }
        }
        Some(best)
    }

    /// The column of the lowest of these cells.
    fn column(&self, cells: u64) -> u8 {
        cells.trailing_zeros() as u8 / (self.game.height + 1)
    }

    /// The value of a position to its mover, who cannot win at once, right where it lies between
    /// `alpha` and `beta`; `None` if there is no leave to go on.
    fn value(&mut self, at: Position, mut alpha: i8, mut beta: i8) -> Option<i8> {
        self.nodes += 1;
        if self.nodes == PATIENCE && !(self.more)(std::mem::take(&mut self.nodes)) {
            return None;
        }
        let cells = match self.cells(at) {
            Ok(cells) => cells,
            Err(value) => return Some(value),
        };
        let key = at.key(self.solver.bottoms);
        let known = self.solver.table.known(key);
        let window = (alpha, beta);
        (alpha, beta) = (alpha.max(known.low), beta.min(known.high));
        if alpha >= beta {
            return Some(if known.low >= window.1 {
                known.low
            } else {
                known.high
            });
        }
        let (from, mut best) = (alpha, -1);
        for cell in self.ordered(at, cells) {
            best = best.max(-self.value(at.after(cell), -beta, -alpha)?);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        let found = Bounds::found(best, from, beta);
        let bounds = Bounds {
            low: found.low.max(known.low),
            high: found.high.min(known.high),
        };
        self.solver.table.keep(key, bounds);
        Some(best)
    }

    /// The cells that do not lose at once, or the value if that is clear.
    fn cells(&self, at: Position) -> Result<u64, i8> {
        let empty = self.game.full & !at.all;
        let open = (at.all + self.solver.bottoms) & self.game.full;
        let dangers = self.game.threats(at.all ^ at.own, empty);
        let forced = dangers & open;
        let cells = if forced == 0 { open } else { forced } & !(dangers >> 1);
        if forced & forced.wrapping_sub(1) != 0 || (cells == 0 && open != 0) {
            return Err(-1);
        }
        // Neither wins with the last two cells, if not at once.
        if empty.count_ones() <= 2 {
            Err(0)
        } else {
            Ok(cells)
        }
    }

    /// Cells that make most threats first, and the middle ones of those.
    fn ordered(&self, at: Position, cells: u64) -> impl Iterator<Item = u64> + use<> {
        let mut scored = [(i32::MIN, 0); 32];
        let empty = self.game.full & !at.all;
        let mut count = 0;
        for place in squares(cells) {
            let (cell, column) = (1 << place, place / (self.game.height + 1));
            let threats = self.game.threats(at.own | cell, empty & !cell).count_ones();
            let middle = column.min(self.game.width - 1 - column);
            let score = (40 * threats) as i32 + i32::from(middle);
            let spot = scored[..count].partition_point(|(other, _)| *other >= score);
            scored.copy_within(spot..count, spot + 1);
            scored[spot] = (score, cell);
            count += 1;
        }
        scored.into_iter().take(count).map(|(_, cell)| cell)
    }
}

impl Endgame<ConnectFour> for Solver {
    fn reaches(&self, stones: &Stones) -> bool {
        let cells = self.bottoms.count_ones() * self.height;
        cells - (stones.of[0] | stones.of[1]).count_ones() <= EMPTIES
    }

    fn solve(
        &mut self,
        game: &ConnectFour,
        stones: &Stones,
        window: (f64, f64),
        more: &mut dyn FnMut(u64) -> bool,
    ) -> Option<(f64, Option<u8>)> {
        let Turn::Player(mover) = stones.turn else {
            return Some((0.0, None));
        };
        let at = Position {
            own: stones.of[usize::from(mover)],
            all: stones.of[0] | stones.of[1],
        };
        let mut run = Run {
            game,
            solver: self,
            more,
            nodes: 0,
        };
        let alpha = (window.0.floor() as i8).clamp(-1, 0);
        let beta = (window.1.ceil() as i8).clamp(alpha + 1, 1);
        let found = run.root(at, alpha, beta);
        let nodes = run.nodes;
        more(nodes);
        found.map(|(value, column)| (value.into(), Some(column)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn the_table_grows_with_need_and_loses_little() {
        let (mut table, mut rng) = (Table::new(FIRST), Rng::new(1, "table"));
        let of = |key: u64| Bounds {
            low: (key % 3) as i8 - 1,
            high: 1,
        };
        let keys: Vec<u64> = (0..100_000).map(|_| rng.next_u64() >> 15).collect();
        for key in &keys {
            table.keep(*key, of(*key));
        }
        let entries = table.keys.len();
        assert!(ROOM * keys.len() / 2 < entries && entries < 2 * ROOM * keys.len());
        let known = |key: &&u64| table.keys[table.slot(**key)] == **key;
        let kept: Vec<&u64> = keys.iter().filter(known).collect();
        assert!(kept.iter().all(|key| table.known(**key) == of(**key)));
        assert!(kept.len() > 94_000, "{}", kept.len());
    }

    #[test]
    fn the_table_never_takes_more_than_it_may() {
        let (mut table, mut rng) = (Table::new(ENTRIES / 2), Rng::new(2, "table"));
        for _ in 0..ENTRIES / 2 {
            table.keep(rng.next_u64(), Bounds::OPEN);
        }
        assert_eq!((table.keys.len(), table.bounds.len()), (ENTRIES, ENTRIES));
    }
}
