//! Searches: each turns a state and a budget into a decision.

pub mod alpha_beta;
pub mod expectiminimax;
mod fault;
mod lookahead;
pub mod max_n;
pub mod mcts;
pub mod mgss;
pub mod minimax;
pub mod proof_number;
pub mod solve;

pub use fault::Fault;
pub use lookahead::{Kind, Lookahead, Row};
