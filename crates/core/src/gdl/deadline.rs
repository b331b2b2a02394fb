//! When to give up what takes too long.

use crate::budget::{Clock, WallClock};
use std::sync::Arc;
use std::time::Duration;

/// A moment, or never.
#[derive(Clone, Debug, Default)]
pub(super) struct Deadline(Option<(Arc<WallClock>, Duration)>);

impl Deadline {
    /// In so many seconds; never if there are too many to count.
    pub fn after(seconds: f64) -> Self {
        let time = Duration::try_from_secs_f64(seconds).ok();
        Self(time.map(|time| (Arc::new(WallClock::new()), time)))
    }

    /// Whether it has passed.
    pub fn passed(&self) -> bool {
        let over = |(clock, time): &(Arc<WallClock>, Duration)| clock.now() >= *time;
        self.0.as_ref().is_some_and(over)
    }
}
