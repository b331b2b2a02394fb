//! The core of forethought: rules, searches and the statistics in their loops.
//!
//! It knows no Python, prints nothing, and reads the clock only in [`budget`]. Each module imports
//! only from those before it: rng, game, stats, budget, decision, policy, tree, search; [`games`]
//! hangs from [`game`] alone.

pub mod budget;
pub mod decision;
pub mod game;
pub mod games;
pub mod policy;
pub mod rng;
pub mod search;
pub mod stats;
pub mod tree;
