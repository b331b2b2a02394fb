//! Max-n and paranoid search, seen from Python.

use super::lookahead::ByDepth;
use crate::errors::fault;
use crate::evaluation::evaluation;
use crate::face::Face;
use crate::parts::Spec;
use crate::search::AnySearch;
use forethought_core::search::max_n::{MaxN, Parts, Rule};
use pyo3::prelude::*;

/// Starts a search in which the players keep to `rule`.
pub fn start<G: Face>(
    game: G,
    state: G::State,
    spec: &Spec<'_>,
    rule: Rule,
) -> PyResult<Box<dyn AnySearch>>
where
    G::Error: Send + Sync,
{
    let parts = Parts {
        rule,
        depth: spec.get("depth")?.extract()?,
        pruning: spec.get("pruning")?.extract()?,
        evaluation: evaluation(spec, &game)?,
    };
    let name = game.info().name.clone();
    let search = MaxN::new(game, parts, state);
    let search = search.map_err(|error| fault(&name, error, G::error))?;
    Ok(ByDepth::<G, _>::boxed(search))
}
