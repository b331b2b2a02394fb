//! Planning: the best course of a deterministic game of one player, and whether it is proved to be
//! the best.
//!
//! Several methods take turns until the clock, a limit or a proof ends it; each goes on where it was
//! interrupted, and the best plan of all is kept.

mod beam;
mod best;
mod best_first;
mod breadth;
mod deepening;
mod expansion;
mod families;
mod game_space;
mod method;
mod net_space;
mod nodes;
mod placement;
mod portfolio;
mod rollouts;
mod space;

pub use game_space::{Course, GameSpace};
pub use net_space::NetSpace;
pub use portfolio::{Found, Planner};
pub use space::{Seen, Space, TOGETHER};
