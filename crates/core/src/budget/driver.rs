//! The loop that advances a search while its budget allows.

use super::{Clock, Limits, Spent, StopReason};
use std::time::Duration;

/// A search that is advanced one computation at a time and can be asked for its decision between
/// any two of them.
pub trait Deliberation {
    /// What a computation may fail with.
    type Error;

    /// Does the next computation.
    ///
    /// # Errors
    /// Those of the rules and of what the user passed in.
    fn advance(&mut self) -> Result<(), Self::Error>;

    /// What has been spent so far.
    fn spent(&self) -> Spent;

    /// The confidence in the action that would be chosen now, where it can be told.
    fn confidence(&self) -> Option<f64>;

    /// Tells how many bytes may be held from now on.
    fn limit_memory(&mut self, bytes: Option<usize>);

    /// The reason, if there is one, why another computation is no use or not possible.
    fn settled(&self) -> Option<StopReason>;
}

/// Time between two looks at the clock, about.
const POLL: Duration = Duration::from_millis(1);

/// Computations between two looks at the confidence: fixed, so that the same seed stops at the
/// same place whatever the clock says.
const CONFIDENCE_EVERY: u64 = 64;

/// Advances `search` until the first limit is reached, it is settled, or `watch` returns false.
///
/// `watch` is called about once a millisecond with what has been spent.
///
/// # Errors
/// The first error of the search.
pub fn drive<D: Deliberation>(
    search: &mut D,
    limits: &Limits,
    clock: &dyn Clock,
    watch: &mut dyn FnMut(&D) -> bool,
) -> Result<StopReason, D::Error> {
    search.limit_memory(limits.memory);
    let start = clock.now();
    let mut looked = start;
    let mut slice = 1;
    loop {
        for _ in 0..slice {
            if let Some(reason) = reached(search, limits) {
                return Ok(reason);
            }
            search.advance()?;
        }
        let now = clock.now();
        if limits.time.is_some_and(|time| now - start >= time) {
            return Ok(StopReason::Seconds);
        }
        if !watch(search) {
            return Ok(StopReason::Interrupted);
        }
        slice = next_slice(slice, now - looked);
        looked = now;
    }
}

#[inline]
fn reached<D: Deliberation>(search: &D, limits: &Limits) -> Option<StopReason> {
    let spent = search.spent();
    let reason = limits.counted(&spent).or_else(|| search.settled());
    if reason.is_some() {
        return reason;
    }
    let target = limits.confidence?;
    let confident = spent.simulations.is_multiple_of(CONFIDENCE_EVERY)
        && search.confidence().is_some_and(|sure| sure >= target);
    confident.then_some(StopReason::Confidence)
}

/// Grows or shrinks the slice towards one that takes [`POLL`], by at most a factor of 2 at a time.
fn next_slice(slice: u32, took: Duration) -> u32 {
    if took > 2 * POLL {
        (slice / 2).max(1)
    } else if took < POLL {
        (slice * 2).min(1 << 16)
    } else {
        slice
    }
}
