//! Ways to look for a plan.

use super::best::Best;
use super::space::Space;

/// How far a method has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// There is more to do.
    Working,
    /// All is seen: there is no better plan.
    Exhausted,
    /// It can do no more, and has not seen all.
    Stuck,
}

/// A way to look for a plan, in steps of a few hundred states.
pub trait Method<S: Space>: Send + Sync {
    /// Does the next step, and offers the plans that it finds.
    /// `memory` is how many bytes it may hold; where that is not enough it
    /// is stuck.
    ///
    /// # Errors
    /// Those of the rules.
    fn advance(
        &mut self,
        space: &mut S,
        best: &mut Best,
        memory: usize,
    ) -> Result<Progress, S::Error>;

    /// What goes on in its place where it is stuck for lack of memory.
    fn successor(&self, _space: &S, _memory: usize) -> Option<Box<dyn Method<S>>> {
        None
    }

    /// How many times as many states it may generate in a turn as others.
    fn weight(&self) -> u64 {
        1
    }

    /// Bytes that it holds.
    fn bytes(&self) -> usize;
}
