//! The learned evaluation: weights of patterns and of mobility, one set for each phase of the game.

mod file;
pub(super) mod shapes;

pub use file::{Weights, read, write};

use super::{Board, Othello, Position, Score};
use crate::game::{BoxError, Evaluation, Invalid, Turn};
use shapes::{CONTENTS, INSTANCES, LANES, SHARED, numbers};
use std::sync::{Arc, LazyLock};

/// Parts of the game with weights of their own.
pub const PHASES: usize = 11;

/// The discs on the board when the second phase begins; until then it is the first.
const SECOND: usize = 14;

/// Phases after the first are this many discs long.
const LENGTH: usize = 5;

/// Numbers of moves told apart; more count as the last.
const MOBILITIES: usize = 32;

/// Where the weights of the mover's moves, of the other's, and of the number of discs begin.
pub(super) const OWN: usize = CONTENTS;
pub(super) const OTHER: usize = OWN + MOBILITIES;
const DISCS: usize = OTHER + MOBILITIES;

/// Weights of a phase: one for each content of each shape, for each number of moves of either
/// player, and for each number of discs that belongs to the phase.
pub const FEATURES: usize = DISCS + SECOND - 4;

/// Features that a position has: their weights add up to its value.
pub const TERMS: usize = LANES + 3;

/// What the sum of the weights counts: parts of a disc.
const UNITS: i32 = 128;

/// The phase of a board with so many discs.
#[inline]
pub const fn phase(discs: u32) -> usize {
    (discs as usize + LENGTH).saturating_sub(SECOND) / LENGTH
}

/// The numbers of discs of a phase.
pub const fn discs(phase: usize) -> (u32, u32) {
    let first = SECOND + LENGTH * phase - LENGTH;
    let from = if phase == 0 { 4 } else { first };
    let end = if phase + 1 == PHASES {
        63
    } else {
        first + LENGTH - 1
    };
    (from as u32, end as u32)
}

/// The features of a board, mirror images under one number. `moves` are those of the mover.
pub fn features(board: Board, moves: u64) -> [u32; TERMS] {
    let numbers = numbers(board);
    let rest = rest(board, moves);
    std::array::from_fn(|term| match INSTANCES.get(term) {
        Some(lane) => SHARED[lane.offset + usize::from(numbers[term])],
        None => rest[term - LANES] as u32,
    })
}

/// The features of a board that are no patterns.
#[inline]
fn rest(board: Board, moves: u64) -> [usize; TERMS - LANES] {
    let count = 64 - board.empty().count_ones();
    [
        OWN + mobility(moves),
        OTHER + mobility(board.passed().moves()),
        DISCS + (count - discs(phase(count)).0) as usize,
    ]
}

#[inline]
fn mobility(moves: u64) -> usize {
    (moves.count_ones() as usize).min(MOBILITIES - 1)
}

/// The evaluation of some weights.
pub struct Patterns(Vec<Phase>);

struct Phase {
    /// The weight of each feature, in parts of a disc.
    weights: Vec<i16>,
    /// P(win) - P(loss) for what the weights add up to, in eighths of a disc.
    chances: Vec<f64>,
}

/// The values told apart in [`Phase::chances`], and what their steps are.
const CHANCES: usize = 1024;
const STEP: i32 = UNITS / 8;

impl Phase {
    fn new(weights: &Weights) -> Self {
        let chance = |eighths: usize| libm::tanh(f64::from(weights.slope) * eighths as f64 / 8.0);
        let scale = weights.step * UNITS as f32;
        let weight = |shared: usize| (f32::from(weights.units[shared]) * scale).round() as i16;
        let contents = SHARED.iter().map(|shared| weight(*shared as usize));
        Self {
            weights: contents.chain((CONTENTS..FEATURES).map(weight)).collect(),
            chances: (0..=CHANCES).map(chance).collect(),
        }
    }

    #[inline]
    fn chance(&self, sum: i32) -> f64 {
        let at = (sum.unsigned_abs() / STEP as u32) as usize;
        let chance = self.chances[at.min(CHANCES)];
        if sum < 0 { -chance } else { chance }
    }
}

impl Patterns {
    /// The evaluation of the weights of all phases.
    pub fn new(weights: &[Weights]) -> Self {
        Self(weights.iter().map(Phase::new).collect())
    }

    /// The evaluation of a file of weights.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn read(bytes: &[u8]) -> Result<Self, Invalid> {
        Ok(Self::new(&read(bytes)?))
    }

    /// The evaluation that comes with the library.
    pub fn shipped() -> Arc<Self> {
        static SHIPPED: LazyLock<Arc<Patterns>> = LazyLock::new(|| {
            let read = Patterns::read(include_bytes!("weights.bin"));
            Arc::new(read.expect("a test reads the file"))
        });
        SHIPPED.clone()
    }

    /// What the weights of a board add up to, in parts of a disc, for the player to move. `moves`
    /// are his.
    #[inline]
    fn sum(&self, board: Board, moves: u64) -> (&Phase, i32) {
        let phase = &self.0[phase(64 - board.empty().count_ones())];
        let weights = &phase.weights[..FEATURES];
        let numbers = numbers(board);
        let lanes = INSTANCES.iter().zip(numbers);
        let patterns: i32 = lanes
            .map(|(lane, number)| i32::from(weights[lane.offset + usize::from(number)]))
            .sum();
        let rest = rest(board, moves).map(|at| i32::from(weights[at]));
        (phase, patterns + rest.iter().sum::<i32>())
    }

    /// The difference in discs that the player to move may expect at the end, unrounded and not
    /// yet clamped. `moves` are his squares.
    #[inline]
    pub fn margin(&self, board: Board, moves: u64) -> f64 {
        f64::from(self.sum(board, moves).1) / f64::from(UNITS)
    }

    /// P(win) - P(loss) of the player to move. `moves` are his squares.
    #[inline]
    pub fn chance(&self, board: Board, moves: u64) -> f64 {
        let (phase, sum) = self.sum(board, moves);
        phase.chance(sum)
    }
}

impl Evaluation<Othello> for Patterns {
    #[inline]
    fn evaluate(
        &self,
        game: &Othello,
        position: &Position,
        values: &mut [f64],
    ) -> Result<(), BoxError> {
        let (board, moves) = (position.board(), position.moves());
        let value = match game.score() {
            Score::Win => self.chance(board, moves),
            Score::Discs => self.margin(board, moves).clamp(-64.0, 64.0),
        };
        let mover = usize::from(position.turn() == Turn::Player(1));
        values[mover] = value;
        values[1 - mover] = -value;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
