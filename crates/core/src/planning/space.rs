//! What the methods ask of a game: its states as words, many at once.

use super::method::Method;

/// The most states that are asked about at once.
pub const TOGETHER: usize = crate::gdl::TOGETHER;

pub use crate::gdl::Seen;

/// A deterministic game of one player, from one state on.
///
/// A state is [`Space::words`] words; together with the number of steps since the start it says all
/// that the rest of a play depends on. Equal words at the same step are the same state.
pub trait Space {
    /// What the rules may fail with.
    type Error;

    /// How many words a state takes.
    fn words(&self) -> usize;

    /// The state from which to plan.
    fn start(&self) -> Vec<u64>;

    /// Adds what there is to see at states, at most [`TOGETHER`] of them one after the other, each
    /// after `steps` steps.
    ///
    /// # Errors
    /// Those of the rules.
    fn look(&mut self, states: &[u64], steps: &[u32], into: &mut Seen) -> Result<(), Self::Error>;

    /// Adds the state after a legal move at each of as many states, and what the move pays, if moves
    /// pay.
    ///
    /// # Errors
    /// Those of the rules.
    fn apply(
        &mut self,
        states: &[u64],
        steps: &[u32],
        moves: &[u32],
        into: &mut Vec<u64>,
        paid: &mut Vec<f64>,
    ) -> Result<(), Self::Error>;

    /// Whether moves pay; if not, only the end does.
    fn moves_pay(&self) -> bool;

    /// Whether something depends on the number of steps besides the state.
    fn is_timed(&self) -> bool;

    /// A number that no play exceeds in what it pays after `steps` steps and more; none is known if
    /// it is infinite.
    fn bound(&self, steps: u32) -> f64;

    /// How far states seem to be from an end that pays best: smaller is better. Nothing is added if
    /// that is not known.
    fn estimate(&mut self, _states: &[u64], _steps: &[u32], _into: &mut Vec<u32>) {}

    /// Whether [`Space::estimate`] adds something.
    fn has_estimate(&self) -> bool {
        false
    }

    /// Methods that know more of it than this.
    fn own_methods(&self) -> Vec<Box<dyn Method<Self>>>
    where
        Self: Sized,
    {
        Vec::new()
    }

    /// Bytes that it holds.
    fn bytes(&self) -> usize;
}
