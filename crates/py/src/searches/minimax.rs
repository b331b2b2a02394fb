//! Minimax search, seen from Python.

use super::lookahead::ByDepth;
use crate::errors::fault;
use crate::evaluation::evaluation;
use crate::face::Face;
use crate::parts::Spec;
use crate::search::AnySearch;
use forethought_core::search::minimax::Minimax;
use pyo3::prelude::*;

/// Starts a search.
pub fn start<G: Face>(game: G, state: G::State, spec: &Spec<'_>) -> PyResult<Box<dyn AnySearch>>
where
    G::Error: Send + Sync,
{
    let depth = spec.get("depth")?.extract()?;
    let evaluation = evaluation(spec, &game)?;
    let name = game.info().name.clone();
    let search = Minimax::new(game, evaluation, depth, state);
    let search = search.map_err(|error| fault(&name, error, G::error))?;
    Ok(ByDepth::<G, _>::boxed(search))
}
