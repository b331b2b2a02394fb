//! Searches: each turns a state and a budget into a decision.

pub mod mcts;
pub mod solve;
