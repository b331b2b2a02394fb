//! Error models, as Python describes them.

use crate::errors::raise;
use crate::face::Face;
use crate::parts::{Held, Spec};
use forethought_core::error_model::{Buckets, Error, ErrorModel, Look, Regression, TERMS};
use forethought_core::game::BoxError;
use pyo3::prelude::*;
use std::sync::Arc;

/// The error model of a description: a function of the user's, one of the core with its numbers, or
/// None.
///
/// # Errors
/// Numbers that are no model.
pub fn error_model<G: Face>(spec: &Spec<'_>) -> PyResult<Option<Arc<dyn ErrorModel<G>>>> {
    let given = spec.get("error")?;
    if given.is_callable() {
        return Ok(Some(Arc::new(Asked(spec.hold(&given)))));
    }
    if given.is_none() {
        return Ok(None);
    }
    let kind: String = given.get_item("kind")?.extract()?;
    Ok(Some(match kind.as_str() {
        "constant" => Arc::new(Error {
            mean: given.get_item("mean")?.extract()?,
            sd: given.get_item("sd")?.extract()?,
        }),
        "buckets" => Arc::new(buckets(&given)?),
        _ => Arc::new(regression(&given)?),
    }))
}

fn buckets(given: &Bound<'_, PyAny>) -> PyResult<Buckets> {
    let errors: Vec<(f64, f64)> = given.get_item("errors")?.extract()?;
    let errors = errors.into_iter().map(|(mean, sd)| Error { mean, sd });
    Buckets::new(given.get_item("edges")?.extract()?, errors.collect())
        .ok_or_else(|| raise("ParameterError", "buckets: give an error for each"))
}

fn regression(given: &Bound<'_, PyAny>) -> PyResult<Regression> {
    let weights = |key: &str| -> PyResult<[f64; TERMS]> { given.get_item(key)?.extract() };
    Ok(Regression {
        scale: given.get_item("scale")?.extract()?,
        mean: weights("mean")?,
        log_sd: weights("log_sd")?,
    })
}

/// An error model of the user's: `error(state, value)` gives the mean and the standard deviation.
struct Asked(Held);

impl<G: Face> ErrorModel<G> for Asked {
    fn error(&self, game: &G, state: &G::State, look: &Look) -> Result<Error, BoxError> {
        let asked = Python::attach(|py| {
            let given = self
                .0
                .bind(py)
                .call1((game.state_out(py, state)?, look.value))?;
            let read = given.extract::<(f64, f64)>().ok();
            let sound = read.filter(|(mean, sd)| mean.is_finite() && sd.is_finite() && *sd >= 0.0);
            let (mean, sd) = sound.ok_or_else(|| {
                let name = &game.info().name;
                let why =
                    "give the mean and the standard deviation, two numbers, the second 0 or more";
                raise("GameError", format!("{name}: error() gave {given}: {why}"))
            })?;
            Ok(Error { mean, sd })
        });
        asked.map_err(|error: PyErr| -> BoxError { Box::new(error) })
    }
}
