//! The searches, one file each, behind what Python asks of any of them.

mod alpha_beta;
mod expectiminimax;
mod lookahead;
mod max_n;
mod mcts;
mod mgss;
mod minimax;
mod proof_number;

use crate::face::Face;
use crate::parts::Spec;
use crate::search::AnySearch;
use forethought_core::search::max_n::Rule;
use pyo3::prelude::*;

/// Starts the search that a description names.
pub fn start<G: Face>(game: G, state: G::State, spec: &Spec<'_>) -> PyResult<Box<dyn AnySearch>>
where
    G::Error: Send + Sync,
{
    match spec.text("search")?.as_str() {
        "alpha_beta" => alpha_beta::start(game, state, spec),
        "max_n" => max_n::start(game, state, spec, Rule::MaxN),
        "paranoid" => max_n::start(game, state, spec, Rule::Paranoid),
        "mgss" => mgss::start(game, state, spec),
        "deepening" => mgss::start_deepening(game, state, spec),
        "minimax" => minimax::start(game, state, spec),
        "proof_number" => proof_number::start(game, state, spec),
        "expectiminimax" => expectiminimax::start(game, state, spec),
        _ => mcts::start(game, state, spec),
    }
}
