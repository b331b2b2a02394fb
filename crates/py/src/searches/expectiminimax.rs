//! Expectiminimax, seen from Python.

use super::lookahead::ByDepth;
use crate::errors::fault;
use crate::evaluation::evaluation;
use crate::face::Face;
use crate::parts::Spec;
use crate::search::AnySearch;
use forethought_core::search::expectiminimax::{Expectiminimax, Parts, Pruning};
use pyo3::prelude::*;

/// Starts a search.
pub fn start<G: Face>(game: G, state: G::State, spec: &Spec<'_>) -> PyResult<Box<dyn AnySearch>>
where
    G::Error: Send + Sync,
{
    let pruning: Option<String> = spec.get("pruning")?.extract()?;
    let parts = Parts {
        depth: spec.get("depth")?.extract()?,
        evaluation: evaluation(spec, &game)?,
        pruning: match pruning.as_deref() {
            Some("star1") => Pruning::Star1,
            Some("star2") => Pruning::Star2,
            _ => Pruning::None,
        },
        iterative: spec.get("iterative")?.extract()?,
        seed: spec.seed,
    };
    let name = game.info().name.clone();
    let search = Expectiminimax::new(game, parts, state);
    Ok(ByDepth::boxed(
        search.map_err(|error| fault(&name, error, G::error))?,
    ))
}
