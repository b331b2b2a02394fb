//! The searches, one file each, behind what Python asks of any of them.

mod expectiminimax;
mod lookahead;
mod mcts;

use crate::face::Face;
use crate::parts::Spec;
use crate::search::AnySearch;
use pyo3::prelude::*;

/// Starts the search that a description names.
pub fn start<G: Face>(game: G, state: G::State, spec: &Spec<'_>) -> PyResult<Box<dyn AnySearch>>
where
    G::Error: Send,
{
    match spec.text("search")?.as_str() {
        "expectiminimax" => expectiminimax::start(game, state, spec),
        _ => mcts::start(game, state, spec),
    }
}
