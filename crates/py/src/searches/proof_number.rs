//! Proof-number search, seen from Python.

use super::lookahead::ByDepth;
use crate::errors::fault;
use crate::face::Face;
use crate::parts::Spec;
use crate::search::AnySearch;
use forethought_core::search::proof_number::{Goal, Parts, ProofNumber};
use pyo3::prelude::*;

/// Starts a search.
pub fn start<G: Face>(game: G, state: G::State, spec: &Spec<'_>) -> PyResult<Box<dyn AnySearch>>
where
    G::Error: Send + Sync,
{
    let goals: Vec<(f64, bool)> = spec.get("goals")?.extract()?;
    let goal = |(value, more)| Goal { value, more };
    let parts = Parts {
        goals: goals.into_iter().map(goal).collect(),
        table: spec.get("table")?.extract()?,
    };
    let name = game.info().name.clone();
    let search = ProofNumber::new(game, parts, state);
    let search = search.map_err(|error| fault(&name, error, G::error))?;
    Ok(ByDepth::<G, _>::boxed(search))
}
