//! Searches: each turns a state and a budget into a decision.

pub mod expectiminimax;
mod fault;
mod lookahead;
pub mod mcts;
pub mod solve;

pub use fault::Fault;
pub use lookahead::{Kind, Lookahead, Row};
