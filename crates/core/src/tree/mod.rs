//! The search tree: flat arrays, small ids, every sample counted.
//!
//! Nodes are states, arms are actions at a state, links are the outcomes of an arm that were seen.
//! Values are stored per player, in columns with one number per player and entry.

mod amaf;
mod entries;
mod memory;
mod reroot;
mod store;

pub use entries::{Amaf, Arm, Doubt, Link, MAX_ARMS, Merge, NONE, Node, Proven, ROOT, Shape};
pub use reroot::Kept;
pub use store::Tree;
