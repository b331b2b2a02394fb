//! The loop that advances a search while its budget allows.

use super::leave::Slice;
use super::{Clock, Leave, Limits, Spent, StopReason, Wish};

/// A search that is advanced one computation at a time and can be asked for its decision between
/// any two of them.
pub trait Deliberation {
    /// What a computation may fail with.
    type Error;

    /// Does the next computation. One that takes longer than about a millisecond asks `leave` in
    /// between, and comes back early where it is refused.
    ///
    /// # Errors
    /// Those of the rules and of what the user passed in.
    fn advance(&mut self, leave: &mut Leave<'_>) -> Result<(), Self::Error>;

    /// What has been spent so far.
    fn spent(&self) -> Spent;

    /// The confidence in the action that would be chosen now, where it can be told.
    fn confidence(&self) -> Option<f64>;

    /// Tells how many bytes may be held from now on.
    fn limit_memory(&mut self, bytes: Option<usize>);

    /// The reason, if there is one, why another computation is no use or not possible.
    fn settled(&self) -> Option<StopReason>;
}

/// Computations between two looks at the confidence: fixed, so that the same seed stops at the
/// same place whatever the clock says.
const CONFIDENCE_EVERY: u64 = 64;

/// Advances `search` until the first limit is reached, it is settled, or `watch` wants it to stop;
/// gives None where `watch` wants a pause.
///
/// `watch` is called about once a millisecond with what has been spent.
///
/// # Errors
/// The first error of the search.
pub fn drive<D: Deliberation>(
    search: &mut D,
    limits: &Limits,
    clock: &dyn Clock,
    watch: &mut dyn FnMut(&Spent) -> Wish,
) -> Result<Option<StopReason>, D::Error> {
    search.limit_memory(limits.memory);
    let mut slice = Slice::new(clock.now());
    let mut leave = Leave::new(limits, clock, watch);
    loop {
        for _ in 0..slice.size {
            if let Some(reason) = reached(search, limits) {
                return Ok(Some(reason));
            }
            leave.begin();
            search.advance(&mut leave)?;
            if leave.refused() {
                break;
            }
        }
        let now = clock.now();
        if let Some(reason) = reached(search, limits).filter(|_| leave.refused()) {
            return Ok(Some(reason));
        }
        if leave.is_late(now) {
            return Ok(Some(StopReason::Seconds));
        }
        match leave.look(&search.spent()) {
            Wish::GoOn => slice.done(now),
            Wish::Pause => return Ok(None),
            Wish::Stop => return Ok(Some(StopReason::Interrupted)),
        }
    }
}

#[inline]
fn reached<D: Deliberation>(search: &D, limits: &Limits) -> Option<StopReason> {
    let spent = search.spent();
    // A depth that is asked for is searched, though one action needs no search to be chosen.
    let idle = |reason: &StopReason| limits.depth.is_some() && *reason == StopReason::SingleAction;
    let settled = || search.settled().filter(|reason| !idle(reason));
    let reason = limits.counted(&spent).or_else(settled);
    if reason.is_some() {
        return reason;
    }
    let target = limits.confidence?;
    let confident = spent.simulations.is_multiple_of(CONFIDENCE_EVERY)
        && search.confidence().is_some_and(|sure| sure >= target);
    confident.then_some(StopReason::Confidence)
}
