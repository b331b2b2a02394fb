//! Leave to go on in the middle of a long computation.

use super::{Clock, Limits, Spent};
use std::time::Duration;

/// What who watches a search wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// That it goes on.
    GoOn,
    /// That it comes back after the computation at hand, to be run on later.
    Pause,
    /// That it stops at once.
    Stop,
}

/// Time between two looks at the clock, about.
const POLL: Duration = Duration::from_millis(1);

/// The largest piece of work between two looks.
const MOST: u64 = 1 << 16;

/// Grows or shrinks a piece of work towards one that takes [`POLL`], by at most a factor of 2 at
/// a time.
fn adapted(size: u64, took: Duration) -> u64 {
    if took > 2 * POLL {
        (size / 2).max(1)
    } else if took < POLL {
        (size * 2).min(MOST)
    } else {
        size
    }
}

/// Looks at the clock, the limits and who watches, for the driver and for a computation that is
/// long by itself.
pub struct Leave<'a> {
    limits: &'a Limits,
    clock: &'a dyn Clock,
    watch: &'a mut dyn FnMut(&Spent) -> Wish,
    start: Duration,
    /// When the computation at hand asked last, if it did.
    asked: Option<Duration>,
    nodes: u64,
    refused: bool,
    wish: Wish,
}

impl<'a> Leave<'a> {
    /// Leave under these limits from now on. `watch` is called about once a millisecond.
    pub fn new(
        limits: &'a Limits,
        clock: &'a dyn Clock,
        watch: &'a mut dyn FnMut(&Spent) -> Wish,
    ) -> Self {
        Self {
            limits,
            clock,
            watch,
            start: clock.now(),
            asked: None,
            nodes: 1,
            refused: false,
            wish: Wish::GoOn,
        }
    }

    /// How many nodes may be generated before the next question. With 0 the computation is to be
    /// broken off: it keeps what it knows and comes back.
    pub fn nodes(&mut self, spent: &Spent) -> u64 {
        let now = self.clock.now();
        self.answer(spent, now, self.is_late(now))
    }

    /// The same whatever the time is: for what has to be done before there is any decision.
    pub fn nodes_at_leisure(&mut self, spent: &Spent) -> u64 {
        let now = self.clock.now();
        self.answer(spent, now, false)
    }

    fn answer(&mut self, spent: &Spent, now: Duration, late: bool) -> u64 {
        if let Some(asked) = self.asked {
            self.nodes = adapted(self.nodes, now - asked);
        }
        self.asked = Some(now);
        let left = self
            .limits
            .nodes
            .map(|most| most.saturating_sub(spent.nodes));
        let stopped = self.look(spent) == Wish::Stop || late || left == Some(0);
        self.refused |= stopped;
        if stopped {
            return 0;
        }
        self.nodes.min(left.unwrap_or(u64::MAX))
    }

    /// What who watches wants; an earlier wish to pause or to stop holds.
    pub(super) fn look(&mut self, spent: &Spent) -> Wish {
        if self.wish != Wish::Stop {
            match (self.watch)(spent) {
                Wish::GoOn => {}
                wish => self.wish = wish,
            }
        }
        self.wish
    }

    pub(super) fn is_late(&self, now: Duration) -> bool {
        self.limits
            .time
            .is_some_and(|time| now - self.start >= time)
    }

    /// Begins with the next computation.
    pub(super) fn begin(&mut self) {
        self.asked = None;
    }

    /// Whether a computation was told to break off.
    pub(super) fn refused(&self) -> bool {
        self.refused
    }
}

/// How many computations are done between two looks.
pub(super) struct Slice {
    pub(super) size: u64,
    looked: Duration,
}

impl Slice {
    pub(super) fn new(now: Duration) -> Self {
        Self {
            size: 1,
            looked: now,
        }
    }

    pub(super) fn done(&mut self, now: Duration) {
        self.size = adapted(self.size, now - self.looked);
        self.looked = now;
    }
}
