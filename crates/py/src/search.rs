//! Searches, as objects of Python.

use crate::errors::raise;
use crate::face::Face;
use crate::gate::{Outcome, guarded};
use crate::native_game::NativeGame;
use crate::parts::{Held, Spec};
use crate::py_game::{PyGame, players_of};
use crate::searches::start;
use forethought_core::budget::{Cost, Limits};
use forethought_core::game::{Many, One, Players, Two};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::time::Duration;

/// What Python asks of a search whose types it does not know.
pub trait AnySearch: Send + Sync {
    fn run(
        &mut self,
        py: Python<'_>,
        limits: &Limits,
        pause: Option<Duration>,
    ) -> PyResult<Outcome>;
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>>;
    fn advance(
        &mut self,
        action: &Bound<'_, PyAny>,
        state: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(usize, u32, usize)>;
    fn nodes<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyList>>;
    /// The steps of a search that chooses them, none of others.
    fn computations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        Ok(PyList::empty(py))
    }
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>>;
    fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError>;
}

fn start_python<P: Players>(
    game: &Bound<'_, PyAny>,
    state: &Bound<'_, PyAny>,
    spec: &Spec<'_>,
) -> PyResult<Box<dyn AnySearch>> {
    let game = PyGame::<P>::new(game, Some(&spec.lent))?;
    let state = game.state_in(state)?;
    start(game, state, spec)
}

/// The limits, from a dictionary.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Budget {
    simulations: Option<u64>,
    nodes: Option<u64>,
    seconds: Option<f64>,
    memory: Option<usize>,
    confidence: Option<f64>,
    depth: Option<u32>,
    /// What a node costs, and what a second does.
    cost: Option<(f64, f64)>,
}

/// A search from one state: run it, read its report, move its root.
#[pyclass(module = "forethought._native")]
pub struct Search {
    /// None once the garbage collector took it.
    search: Option<Box<dyn AnySearch>>,
    /// What its parts hold of the user's.
    held: Vec<Held>,
}

impl Search {
    fn ask<T>(
        slf: &Bound<'_, Self>,
        ask: impl FnOnce(&dyn AnySearch) -> PyResult<T>,
    ) -> PyResult<T> {
        let this = slf.try_borrow().map_err(|_| busy())?;
        let search = this.search.as_deref().ok_or_else(gone)?;
        guarded(|| ask(search))
    }

    fn change<T>(
        slf: &Bound<'_, Self>,
        change: impl FnOnce(&mut dyn AnySearch) -> PyResult<T>,
    ) -> PyResult<T> {
        let mut this = slf.try_borrow_mut().map_err(|_| busy())?;
        let search = this.search.as_deref_mut().ok_or_else(gone)?;
        guarded(|| change(search))
    }
}

fn busy() -> PyErr {
    raise(
        "Unsupported",
        "this search is running: give each thread its own, and let its game leave it alone",
    )
}

fn gone() -> PyErr {
    raise(
        "Unsupported",
        "this search is being taken down: start another",
    )
}

#[pymethods]
impl Search {
    /// A search of `game` (a native one, or an object with the methods of one) from `state`.
    #[new]
    fn new(
        game: &Bound<'_, PyAny>,
        state: &Bound<'_, PyAny>,
        spec: &Bound<'_, PyDict>,
    ) -> PyResult<Self> {
        let spec = Spec::new(spec)?;
        let search = guarded(|| match game.cast::<NativeGame>() {
            Ok(native) => native.get().search(state, &spec),
            Err(_) => match players_of(game)? {
                1 => start_python::<One>(game, state, &spec),
                2 => start_python::<Two>(game, state, &spec),
                _ => start_python::<Many>(game, state, &spec),
            },
        });
        Ok(Self {
            search: Some(search?),
            held: spec.into_held(),
        })
    }

    /// Runs until a limit; gives the reason, or None after `pause` seconds.
    fn run(
        slf: &Bound<'_, Self>,
        budget: Budget,
        pause: Option<f64>,
    ) -> PyResult<Option<&'static str>> {
        let limits = Limits {
            simulations: budget.simulations,
            nodes: budget.nodes,
            time: budget.seconds.map(duration).transpose()?,
            memory: budget.memory,
            confidence: budget.confidence,
            depth: budget.depth,
            cost: budget.cost.map(|(per_node, per_second)| Cost {
                per_node,
                per_second,
            }),
        };
        let pause = pause.map(duration).transpose()?;
        let outcome = Self::change(slf, |search| search.run(slf.py(), &limits, pause));
        Ok(match outcome? {
            Outcome::Stopped(reason) => Some(reason.name()),
            Outcome::Paused => None,
        })
    }

    /// What the search has found.
    fn report<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        Self::ask(slf, |search| search.report(slf.py()))
    }

    /// Moves the root; gives how many nodes, visits and bytes were kept.
    fn advance(
        slf: &Bound<'_, Self>,
        action: &Bound<'_, PyAny>,
        state: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(usize, u32, usize)> {
        Self::change(slf, |search| search.advance(action, state))
    }

    /// The whole tree, for study.
    fn tree<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyList>> {
        Self::change(slf, |search| search.nodes(slf.py()))
    }

    /// The steps that were made: path, expected gain, that less the cost, gain, and nodes.
    fn computations<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyList>> {
        Self::ask(slf, |search| search.computations(slf.py()))
    }

    /// The state at the root.
    #[getter]
    fn state<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::ask(slf, |search| search.state(slf.py()))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        if let Some(search) = &self.search {
            search.traverse(&visit)?;
        }
        self.held.iter().try_for_each(|held| visit.call(&**held))
    }

    fn __clear__(&mut self) {
        self.search = None;
        self.held.clear();
    }
}

fn duration(seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds).map_err(|_| {
        raise(
            "BudgetError",
            format!("seconds={seconds}: give a number above 0"),
        )
    })
}
