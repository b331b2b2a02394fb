//! Alpha-beta search, seen from Python.

use super::lookahead::ByDepth;
use crate::error_model::error_model;
use crate::errors::fault;
use crate::evaluation::evaluation;
use crate::face::Face;
use crate::parts::Spec;
use crate::search::AnySearch;
use forethought_core::search::alpha_beta::{AlphaBeta, Doubt, Settings};
use pyo3::prelude::*;

/// What a state of the user's takes with its object, about.
pub(super) const PYTHON_STATE: usize = 400;

/// Starts a search.
pub fn start<G: Face>(game: G, state: G::State, spec: &Spec<'_>) -> PyResult<Box<dyn AnySearch>>
where
    G::Error: Send + Sync,
{
    let flag = |key: &str| -> PyResult<bool> { spec.get(key)?.extract() };
    let settings = Settings {
        depth: spec.get("depth")?.extract()?,
        table: spec.get("table")?.extract()?,
        // Python's hashes are no sure sign: those of -1 and -2 are equal.
        kept: G::PYTHON.then_some(PYTHON_STATE),
        iterative: flag("iterative")?,
        ordering: flag("ordering")?,
        aspiration: flag("aspiration")?,
        null_window: flag("null_window")?,
        quiescence: flag("quiescence")?,
        singular: spec.get("singular")?.extract()?,
        reductions: flag("reductions")?,
    };
    let evaluation = evaluation(spec, &game)?;
    let own = flag("endgame")?;
    let endgame = own.then(|| game.endgame()).flatten();
    let margin: Option<f64> = spec.get("doubt")?.extract()?;
    let model = margin.map(|_| error_model(spec)).transpose()?.flatten();
    let doubt = margin.zip(model).map(|(margin, model)| Doubt {
        model,
        margin,
        centred: false,
    });
    let name = game.info().name.clone();
    let search = AlphaBeta::new(game, evaluation, settings, state);
    let search = search.map_err(|error| fault(&name, error, G::error))?;
    let search = search.with_endgame(endgame).with_doubt(doubt);
    Ok(ByDepth::<G, _>::boxed(search))
}
