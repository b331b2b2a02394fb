//! Ways to look for a plan.

use super::best::Best;
use super::space::Space;

/// How far a method has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// There is more to do.
    Working,
    /// All is seen: there is no better plan.
    Exhausted,
    /// It can do no more, and has not seen all.
    Stuck,
}

/// A way to look for a plan, in steps of a few hundred states.
pub(super) trait Method<S: Space>: Send {
    /// Its name.
    fn name(&self) -> &'static str;

    /// Does the next step. `memory` is how many bytes it may hold; where that is not enough it
    /// frees what it has and is stuck.
    fn advance(
        &mut self,
        space: &mut S,
        best: &mut Best,
        memory: usize,
    ) -> Result<Progress, S::Error>;

    /// Bytes that it holds.
    fn bytes(&self) -> usize;
}
