//! Exact endgames: alpha-beta in null windows with what is peculiar to Othello.
//!
//! Moves that leave the other few replies come first (fastest first), and regions with an odd
//! number of empty squares (parity). Stable discs bound what can still be reached. The last four
//! squares are filled by code of their own.

mod last;
mod order;
mod parity;
mod search;
mod stability;
mod table;

use super::{Move, Othello, Position, Score};
use crate::game::Endgame;
use search::Search;
use stability::Stability;
use std::sync::LazyLock;
use table::Table;

/// Empty squares that are solved in seconds.
const NEAR: u32 = 20;
/// The size of a table if none is said.
const BYTES: usize = 64 << 20;

/// One for all solvers, as it is the same for all and takes a moment.
static STABILITY: LazyLock<Stability> = LazyLock::new(Stability::new);

/// The solver of Othello for states near the end.
#[derive(Debug)]
pub struct Solver {
    bytes: usize,
    /// Made when it is first needed.
    table: Option<Table>,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new(BYTES)
    }
}

impl Solver {
    /// With a table of this many bytes at most.
    pub fn new(bytes: usize) -> Self {
        Self { bytes, table: None }
    }

    /// The margin in discs at the end of best play, to the player to move: exact where it lies
    /// inside `(alpha, beta)`, else a bound on the same side, with the best move. None if `more`
    /// said no: it is told now and then how many boards were looked at since.
    pub fn margin(
        &mut self,
        position: &Position,
        window: (i32, i32),
        more: &mut dyn FnMut(u64) -> bool,
    ) -> Option<(i32, Move)> {
        let bytes = self.bytes;
        let mut search = Search {
            table: self.table.get_or_insert_with(|| Table::new(bytes)),
            stability: &STABILITY,
            more,
            nodes: 0,
            stopped: false,
        };
        let (value, square) = search.value(position.board(), window);
        (search.more)(search.nodes);
        (!search.stopped).then_some((value, Move(square)))
    }
}

impl Endgame<Othello> for Solver {
    fn reaches(&self, position: &Position) -> bool {
        position.board().empty().count_ones() <= NEAR
    }

    fn solve(
        &mut self,
        game: &Othello,
        position: &Position,
        window: (f64, f64),
        more: &mut dyn FnMut(u64) -> bool,
    ) -> Option<(f64, Option<Move>)> {
        let (margin, action) = self.margin(position, discs(game.score(), window), more)?;
        let value = game.worth(margin);
        Some((value, (value > window.0).then_some(action)))
    }
}

/// The window in discs that tells what a window of returns does.
fn discs(score: Score, (alpha, beta): (f64, f64)) -> (i32, i32) {
    match score {
        // Of the margin only the sign counts, and only where it may tip the balance.
        Score::Win => (
            if alpha < 0.0 { -1 } else { 0 },
            if beta > 0.0 { 1 } else { 0 },
        ),
        Score::Discs => (
            alpha.max(-65.0).floor() as i32,
            beta.min(65.0).ceil() as i32,
        ),
    }
}
