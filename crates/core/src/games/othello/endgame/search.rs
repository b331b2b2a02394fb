//! The search: null windows, and what decides them early.

use super::super::board::{Board, Squares};
use super::last;
use super::order::{Candidates, at_once, estimate};
use super::parity::Parity;
use super::stability::Stability;
use super::table::Table;

/// Boards between two questions whether to go on.
const PERIOD: u64 = 4096;
/// From so many empty squares on, boards are remembered and moves ordered with care.
const DEEP: u32 = 8;
/// From so many on, what is known of the next boards may decide.
const LOOK_AHEAD: u32 = 10;
/// From so many on, a shallow search orders the moves.
const PREVIEW: u32 = 13;
/// Stands above all that other marks of promise add up to.
const BEST_BEFORE: i32 = 1 << 24;

/// One search, with what it may use.
pub struct Search<'a> {
    /// What is known of boards.
    pub table: &'a mut Table,
    /// Finds stable discs.
    pub stability: &'a Stability,
    /// Told how many boards were looked at; says whether to go on.
    pub more: &'a mut dyn FnMut(u64) -> bool,
    /// Boards looked at since `more` was asked.
    pub nodes: u64,
    /// Whether `more` said no. Values mean nothing from then on.
    pub stopped: bool,
}

impl Search<'_> {
    /// The value of `board` as far as it lies inside `(alpha, beta)`, with the best move.
    pub fn value(&mut self, board: Board, (alpha, beta): (i32, i32)) -> (i32, u8) {
        let parity = Parity::new(board.empty());
        let moves = board.moves();
        if moves == 0 {
            return (self.without_moves(board, (alpha, beta)), 64);
        }
        let mut candidates = Candidates::new(board, moves);
        self.prepare(&mut candidates, board, parity);
        let (mut best, mut low) = ((-65, 64), alpha);
        while let Some(candidate) = candidates.take() {
            let (next, after) = (candidate.next, parity.after(candidate.square));
            let mut value = self.guess(next, after, (low, beta), best.0 == -65);
            if value > low && value < beta && best.0 != -65 && !self.stopped {
                value = -self.value(next, (-beta, -value + 1)).0;
            }
            if self.stopped {
                return best;
            }
            if value > best.0 {
                best = (value, candidate.square);
            }
            low = low.max(value);
            if low >= beta {
                break;
            }
        }
        self.table.put(board, (alpha, beta), best.0, best.1);
        best
    }

    /// The value of a next board to who moves there to: that of the first move in full, of others
    /// in a null window.
    fn guess(&mut self, next: Board, parity: Parity, (low, beta): (i32, i32), first: bool) -> i32 {
        if first && beta - low > 1 && next.empty() != 0 {
            -self.value(next, (-beta, -low)).0
        } else {
            -self.null(next, -low - 1, parity)
        }
    }

    fn without_moves(&mut self, board: Board, (alpha, beta): (i32, i32)) -> i32 {
        self.nodes += 1;
        if board.passed().moves() == 0 {
            return board.margin();
        }
        -self.value(board.passed(), (-beta, -alpha)).0
    }

    /// The value in the window `(alpha, alpha + 1)`: above `alpha` it is a lower bound, else an
    /// upper one.
    fn null(&mut self, board: Board, alpha: i32, parity: Parity) -> i32 {
        match board.empty().count_ones() {
            0 => board.margin(),
            empty @ 1..DEEP => self.shallow(board, alpha, parity, empty),
            empty => self.deep(board, alpha, parity, empty),
        }
    }

    fn shallow(&mut self, board: Board, alpha: i32, parity: Parity, empty: u32) -> i32 {
        if empty > 4 {
            return self.some(board, alpha, parity, empty);
        }
        let squares = board.empty();
        let odd = Squares(squares & parity.odd());
        let mut order = odd.chain(Squares(squares & !parity.odd()));
        let mut next = || order.next().unwrap_or_default();
        match empty {
            1 => last::one(board.own, next()),
            2 => last::two(board, alpha, [next(), next()], &mut self.nodes),
            3 => last::three(board, alpha, [next(), next(), next()], &mut self.nodes),
            _ => last::four(
                board,
                alpha,
                [next(), next(), next(), next()],
                &mut self.nodes,
            ),
        }
    }

    /// Few empty squares: regions with an odd number of them first.
    fn some(&mut self, board: Board, alpha: i32, parity: Parity, empty: u32) -> i32 {
        self.nodes += 1;
        if let Some(value) = self.settled(board, alpha, empty) {
            return value;
        }
        let moves = board.moves();
        if moves == 0 {
            return self.passed(board, alpha, parity);
        }
        let mut best = -64;
        let odd = Squares(moves & parity.odd());
        for square in odd.chain(Squares(moves & !parity.odd())) {
            let next = board.play(square);
            let value = -self.shallow(next, -alpha - 1, parity.after(square), empty - 1);
            best = best.max(value);
            if best > alpha {
                break;
            }
        }
        best
    }

    /// Many empty squares.
    fn deep(&mut self, board: Board, alpha: i32, parity: Parity, empty: u32) -> i32 {
        self.nodes += 1;
        if self.ask() {
            return 0;
        }
        if let Some(value) = self.settled(board, alpha, empty) {
            return value;
        }
        if let Some(known) = self.table.get(board) {
            if i32::from(known.lower) > alpha {
                return known.lower.into();
            }
            if i32::from(known.upper) <= alpha {
                return known.upper.into();
            }
        }
        let moves = board.moves();
        if moves == 0 {
            return self.passed(board, alpha, parity);
        }
        let mut candidates = Candidates::new(board, moves);
        if let Some(value) = self.seen(&mut candidates, alpha, empty) {
            return value;
        }
        self.prepare(&mut candidates, board, parity);
        let (best, square) = self.try_all(&mut candidates, alpha, parity);
        if !self.stopped {
            self.table.put(board, (alpha, alpha + 1), best, square);
        }
        best
    }

    fn try_all(&mut self, candidates: &mut Candidates, alpha: i32, parity: Parity) -> (i32, u8) {
        let mut best = (-65, 64);
        while let Some(candidate) = candidates.take() {
            let value = -self.null(candidate.next, -alpha - 1, parity.after(candidate.square));
            if value > best.0 {
                best = (value, candidate.square);
            }
            if best.0 > alpha || self.stopped {
                break;
            }
        }
        best
    }

    fn passed(&mut self, board: Board, alpha: i32, parity: Parity) -> i32 {
        let next = board.passed();
        if next.moves() == 0 {
            return board.margin();
        }
        -self.null(next, -alpha - 1, parity)
    }

    /// Stable discs of the other player may leave too little.
    #[inline]
    fn settled(&self, board: Board, alpha: i32, empty: u32) -> Option<i32> {
        // Below that there are hardly ever enough of them.
        if alpha < 2 * empty as i32 - 6 {
            return None;
        }
        let most = self.stability.most(board);
        (most <= alpha).then_some(most)
    }

    /// A next board already known to be bad enough for the other (enhanced transposition cutoff,
    /// Plaat et al. 1996).
    fn seen(&self, candidates: &mut Candidates, alpha: i32, empty: u32) -> Option<i32> {
        if empty < LOOK_AHEAD {
            return None;
        }
        candidates.all().iter().find_map(|candidate| {
            let known = self.table.get(candidate.next)?;
            let value = -i32::from(known.upper);
            (value > alpha).then_some(value)
        })
    }

    /// Orders the moves: the best of before, then by what they promise.
    fn prepare(&mut self, candidates: &mut Candidates, board: Board, parity: Parity) {
        let empty = board.empty().count_ones();
        let before = self.table.get(board).map_or(64, |known| known.square);
        for candidate in candidates.all() {
            candidate.promise = at_once(candidate, parity);
            if empty >= PREVIEW {
                let depth = (empty - PREVIEW) / 3 + 1;
                let looked = -self.preview(candidate.next, depth.min(4), (-9999, 9999));
                candidate.promise += 3 * looked;
            }
            if candidate.square == before {
                candidate.promise = BEST_BEFORE;
            }
        }
    }

    /// Alpha-beta to a small depth over the static estimate.
    fn preview(&mut self, board: Board, depth: u32, (mut alpha, beta): (i32, i32)) -> i32 {
        self.nodes += 1;
        if depth == 0 {
            return estimate(board);
        }
        let moves = board.moves();
        if moves == 0 {
            return match board.passed().moves() {
                0 => 100 * board.margin(),
                _ => -self.preview(board.passed(), depth - 1, (-beta, -alpha)),
            };
        }
        let mut best = i32::MIN;
        for square in Squares(moves) {
            best = best.max(-self.preview(board.play(square), depth - 1, (-beta, -alpha)));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Whether it is time to stop.
    #[inline]
    fn ask(&mut self) -> bool {
        if self.nodes >= PERIOD {
            self.stopped |= !(self.more)(self.nodes);
            self.nodes = 0;
        }
        self.stopped
    }
}
