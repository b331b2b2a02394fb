//! The loop that advances a search while its budget allows.

use super::leave::Slice;
use super::{Clock, Cost, Leave, Limits, Spent, StopReason, Wish};
use std::time::Duration;

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

    /// Tells what a node costs from now on, in the unit of the game's returns. A search that can
    /// tell what its next computation will gain is settled when that is less than its nodes cost.
    fn price(&mut self, _per_node: f64) {}

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
    let start = clock.now();
    let mut price = limits
        .cost
        .map(|cost| Price::new(cost, search.spent().nodes));
    if let Some(price) = &price {
        search.price(price.cost.per_node);
    }
    let mut slice = Slice::new(start);
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
        if let Some(price) = &mut price
            && price.look(search.spent().nodes, now - start)
        {
            search.price(price.per_node());
        }
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

/// What a node costs, where a part of it is the time that it takes.
struct Price {
    cost: Cost,
    /// Nodes generated before this run.
    before: u64,
    /// Seconds that a node takes, as far as measured in this run.
    seconds: f64,
}

impl Price {
    fn new(cost: Cost, before: u64) -> Self {
        Self {
            cost,
            before,
            seconds: 0.0,
        }
    }

    /// Measures, if time counts; says whether anything is new.
    fn look(&mut self, nodes: u64, took: Duration) -> bool {
        if self.cost.per_second == 0.0 || nodes <= self.before {
            return false;
        }
        self.seconds = took.as_secs_f64() / (nodes - self.before) as f64;
        true
    }

    fn per_node(&self) -> f64 {
        self.cost.per_node + self.cost.per_second * self.seconds
    }
}
