//! Evaluations, as Python names them.

use crate::errors::raise;
use crate::face::Face;
use crate::parts::{Held, Spec};
use crate::py_game::values_in;
use forethought_core::game::{BoxError, Evaluation, Game};
use pyo3::prelude::*;

/// The name of the evaluation that every game has.
const ZERO: &str = "zero";

/// The evaluation of a description: a function of the user's, the name of one of the game's own
/// or "zero", or None for the first of these, or 0 where there is none.
///
/// # Errors
/// `Unsupported` where the game has none of that name.
pub fn evaluation<G: Face>(spec: &Spec<'_>, game: &G) -> PyResult<Box<dyn Evaluation<G>>> {
    let given = spec.get("evaluation")?;
    if given.is_callable() {
        return Ok(Box::new(Asked(spec.hold(&given))));
    }
    let name: Option<String> = given.extract()?;
    own(game, name.as_deref())
}

/// The evaluation of that name of the game's own, the first where none is named, 0 without any.
///
/// # Errors
/// `Unsupported` where the game has none of that name.
pub fn own<G: Face>(game: &G, name: Option<&str>) -> PyResult<Box<dyn Evaluation<G>>> {
    if name == Some(ZERO) {
        return Ok(Box::new(Zero));
    }
    match (game.evaluation(name), name) {
        (Some(evaluation), _) => Ok(evaluation),
        (None, None) => Ok(Box::new(Zero)),
        (None, Some(name)) => Err(raise(
            "Unsupported",
            format!(
                "{}: this game has no evaluation {name:?}: give a function evaluation(state)",
                game.info().name
            ),
        )),
    }
}

/// Nothing is known of any state.
struct Zero;

impl<G: Game> Evaluation<G> for Zero {
    fn evaluate(&self, _game: &G, _state: &G::State, values: &mut [f64]) -> Result<(), BoxError> {
        values.fill(0.0);
        Ok(())
    }

    fn is_zero(&self) -> bool {
        true
    }
}

/// An evaluation of the user's.
struct Asked(Held);

impl<G: Face> Evaluation<G> for Asked {
    fn evaluate(&self, game: &G, state: &G::State, values: &mut [f64]) -> Result<(), BoxError> {
        let asked = Python::attach(|py| {
            let given = self.0.bind(py).call1((game.state_out(py, state)?,))?;
            values_in(&given, values).map_err(|why| {
                let name = &game.info().name;
                raise("GameError", format!("{name}: evaluation() gave {why}"))
            })
        });
        asked.map_err(|error: PyErr| -> BoxError { Box::new(error) })
    }
}
