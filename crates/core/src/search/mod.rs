//! Searches: from the rules to a choice.

pub mod solve;
