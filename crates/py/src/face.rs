//! How the states and actions of a game look in Python.

use crate::errors::raise;
use crate::value::{value_in, value_out};
use forethought_core::game::{Endgame, Evaluation, Game, Native};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use std::convert::Infallible;
use std::sync::Arc;

/// A game whose states and actions can be turned into Python objects and back.
pub trait Face: Game<State: 'static, Action: 'static> + Clone + Send + Sync + 'static {
    /// Whether the rules are written in Python: then a search of them keeps the interpreter.
    const PYTHON: bool;

    /// Called before a search: what can be got ready meanwhile may begin.
    fn prepare(&self) {}

    /// A state as a Python object.
    fn state_out<'py>(&self, py: Python<'py>, state: &Self::State) -> PyResult<Bound<'py, PyAny>>;

    /// The state that a Python object stands for.
    fn state_in(&self, object: &Bound<'_, PyAny>) -> PyResult<Self::State>;

    /// An action of a state as a Python object.
    fn action_out<'py>(
        &self,
        py: Python<'py>,
        state: &Self::State,
        action: Self::Action,
    ) -> PyResult<Bound<'py, PyAny>>;

    /// An error of the rules as an exception.
    fn error(error: Self::Error) -> PyErr;

    /// Shows Python's garbage collector the objects that this game alone holds, each once.
    ///
    /// # Errors
    /// What the collector says.
    fn traverse(&self, _visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        Ok(())
    }

    /// The evaluation of this name that comes with the game, or the first where none is named.
    fn evaluation(&self, _name: Option<&str>) -> Option<Box<dyn Evaluation<Self>>> {
        None
    }

    /// The game's own solver for states near the end.
    fn endgame(&self) -> Option<Box<dyn Endgame<Self>>> {
        None
    }

    /// The error that arose where none can be given, such as a comparison of states.
    ///
    /// # Errors
    /// That error, once.
    fn sound(&self) -> PyResult<()> {
        Ok(())
    }

    /// The exception for an object that is none of `actions`, those of `state`.
    fn illegal(
        &self,
        state: &Self::State,
        actions: &[Self::Action],
        object: &Bound<'_, PyAny>,
    ) -> PyErr {
        let py = object.py();
        let made = || {
            let listed = actions
                .iter()
                .map(|action| self.action_out(py, state, *action))
                .collect::<PyResult<Vec<_>>>()?;
            let class = py.import("forethought.errors")?.getattr("IllegalAction")?;
            class.call1((
                &self.info().name,
                self.state_out(py, state)?,
                object,
                listed,
            ))
        };
        made().map_or_else(|error| error, PyErr::from_value)
    }

    /// The index among `actions`, those of `state`, of the one that a Python object stands for.
    fn index_of(
        &self,
        state: &Self::State,
        actions: &[Self::Action],
        object: &Bound<'_, PyAny>,
    ) -> PyResult<Option<usize>> {
        for (index, action) in actions.iter().enumerate() {
            if self.action_out(object.py(), state, *action)?.eq(object)? {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }
}

/// A game that can also be drawn, and asked for its evaluations.
pub trait Shown: Face {
    /// A state as a person would draw it.
    fn render(&self, state: &Self::State) -> String;

    /// The names of its own evaluations.
    fn evaluations(&self) -> Vec<&'static str> {
        Vec::new()
    }
}

impl<G: Native> Shown for Arc<G> {
    fn render(&self, state: &G::State) -> String {
        Native::render(&**self, state)
    }

    fn evaluations(&self) -> Vec<&'static str> {
        G::evaluations().iter().map(|(name, _)| *name).collect()
    }
}

impl<G: Native> Face for Arc<G> {
    const PYTHON: bool = false;

    fn state_out<'py>(&self, py: Python<'py>, state: &G::State) -> PyResult<Bound<'py, PyAny>> {
        value_out(py, &self.state_value(state))
    }

    fn state_in(&self, object: &Bound<'_, PyAny>) -> PyResult<G::State> {
        let name = &self.info().name;
        let refuse = |why: String| raise("StateError", format!("{name}: {why}"));
        let value = value_in(object, &refuse)?;
        self.parse_state(&value)
            .map_err(|invalid| refuse(invalid.0))
    }

    fn action_out<'py>(
        &self,
        py: Python<'py>,
        _state: &G::State,
        action: G::Action,
    ) -> PyResult<Bound<'py, PyAny>> {
        value_out(py, &self.action_value(action))
    }

    fn error(error: Infallible) -> PyErr {
        match error {}
    }

    fn evaluation(&self, name: Option<&str>) -> Option<Box<dyn Evaluation<Self>>> {
        let name = name.or_else(|| G::evaluations().first().map(|(name, _)| *name))?;
        let evaluation = Native::evaluation(&**self, name)?;
        Some(Box::new(evaluation))
    }

    fn endgame(&self) -> Option<Box<dyn Endgame<Self>>> {
        Some(Box::new(Native::endgame(&**self)?))
    }
}
