//! What may be spent, and the one loop that spends it.

mod clock;
mod driver;
mod leave;
mod limits;

pub use clock::{Clock, WallClock};
pub use driver::{Deliberation, drive};
pub use leave::{Leave, Wish};
pub use limits::{Cost, Limits, Spent, StopReason};
