//! The core of forethought: rules, searches and the statistics in their loops.
//!
//! It knows no Python, prints nothing, and reads the clock only in [`budget`]. ARCHITECTURE.md has
//! the order of the modules: each imports only from those before it.

pub mod budget;
pub mod decision;
pub mod error_model;
pub mod game;
pub mod games;
pub mod gdl;
pub mod planning;
pub mod policy;
pub mod rng;
pub mod search;
pub mod stats;
pub mod tree;
