//! The only place that reads the time.

use std::time::{Duration, Instant};

/// Tells how much time has passed; tests give one that they move by hand.
pub trait Clock {
    /// Time since some fixed moment.
    fn now(&self) -> Duration;
}

/// The clock on the wall.
#[derive(Debug)]
pub struct WallClock(Instant);

impl WallClock {
    /// A clock that starts at zero now.
    #[allow(clippy::new_without_default, reason = "two calls give two clocks")]
    pub fn new() -> Self {
        Self(Instant::now())
    }
}

impl Clock for WallClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}
