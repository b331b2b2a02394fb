//! The searches by depth, seen from Python: what is the same for all of them.

use crate::errors::{fault, raise};
use crate::face::Face;
use crate::gate::{Outcome, run};
use crate::search::AnySearch;
use forethought_core::budget::Limits;
use forethought_core::game::{Chance, Outcomes};
use forethought_core::search::{Fault, Kind, Lookahead};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::marker::PhantomData;
use std::time::Duration;

/// A search by depth of games of one type.
pub struct ByDepth<G, S> {
    search: S,
    game: PhantomData<fn() -> G>,
}

impl<G: Face<Error: Send>, S: Lookahead<G> + Send + Sync + 'static> ByDepth<G, S> {
    /// What Python asks of any search, answered by `search`.
    pub fn boxed(search: S) -> Box<dyn AnySearch> {
        Box::new(Self::new(search))
    }

    /// The same, for what has more to tell.
    pub fn new(search: S) -> Self {
        Self {
            search,
            game: PhantomData,
        }
    }

    /// The search.
    pub fn search(&self) -> &S {
        &self.search
    }

    /// Asks something of the search that may fail.
    pub fn ask_mut<T>(
        &mut self,
        ask: impl FnOnce(&mut S) -> Result<T, Fault<G::Error>>,
    ) -> PyResult<T> {
        ask(&mut self.search).map_err(|error| self.failed(error))
    }

    fn failed(&self, error: Fault<G::Error>) -> PyErr {
        fault(&self.search.game().info().name, error, G::error)
    }

    fn actions(&self) -> Vec<G::Action> {
        self.search.rows().iter().map(|row| row.action).collect()
    }

    /// The state after an action that has one outcome.
    fn following(&self, action: G::Action) -> Result<Option<G::State>, Fault<G::Error>> {
        let game = self.search.game();
        if game.info().chance == Chance::Sampled {
            return Ok(None);
        }
        let mut outcomes = Outcomes::new(game.info().players);
        game.outcomes(self.search.root(), action, &mut outcomes)
            .map_err(Fault::Game)?;
        Ok((outcomes.len() == 1).then(|| outcomes.state(0).clone()))
    }
}

fn kind_out(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Unknown => None,
        Kind::Estimate => Some("estimate"),
        Kind::Exact => Some("exact"),
        Kind::Lower => Some("lower"),
        Kind::Upper => Some("upper"),
    }
}

impl<G: Face<Error: Send>, S: Lookahead<G> + Send + Sync + 'static> AnySearch for ByDepth<G, S> {
    fn run(
        &mut self,
        py: Python<'_>,
        limits: &Limits,
        pause: Option<Duration>,
    ) -> PyResult<Outcome> {
        let outcome = run(py, &mut self.search, limits, pause, G::PYTHON)?;
        self.search.game().sound()?;
        outcome.map_err(|error| self.failed(error))
    }

    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (game, root) = (self.search.game(), self.search.root());
        let rows = PyList::empty(py);
        for row in self.search.rows() {
            let kind = kind_out(row.kind);
            let value = kind.map(|_| row.value);
            let action = game.action_out(py, root, row.action)?;
            rows.append((action, row.nodes, value, None::<f64>, kind))?;
        }
        let line = PyList::empty(py);
        for (state, action) in self.search.line() {
            line.append(game.action_out(py, &state, action)?)?;
        }
        let spent = self.search.spent();
        let report = PyDict::new(py);
        report.set_item("arms", rows)?;
        report.set_item("best", self.search.best())?;
        report.set_item("confidence", None::<f64>)?;
        report.set_item("bound", None::<f64>)?;
        report.set_item("pv", line)?;
        report.set_item("simulations", spent.simulations)?;
        report.set_item("nodes", spent.nodes)?;
        report.set_item("bytes", spent.bytes)?;
        report.set_item("tree_nodes", 0)?;
        report.set_item("visits", spent.nodes)?;
        report.set_item("depth", spent.depth)?;
        report.set_item("proven", self.search.proven())?;
        Ok(report)
    }

    fn advance(
        &mut self,
        action: &Bound<'_, PyAny>,
        state: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(usize, u32, usize)> {
        let (game, root, actions) = (self.search.game(), self.search.root(), self.actions());
        let Some(index) = game.index_of(root, &actions, action)? else {
            return Err(game.illegal(root, &actions, action));
        };
        let following = match state {
            Some(state) => Some(game.state_in(state)?),
            None => self
                .following(actions[index])
                .map_err(|error| self.failed(error))?,
        };
        let moved = match following {
            Some(state) => self.search.move_root(state),
            None => Err(Fault::WhichOutcome),
        };
        moved.map_err(|error| self.failed(error))?;
        Ok((0, 0, self.search.spent().bytes))
    }

    fn nodes<'py>(&mut self, _py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        Err(raise(
            "Unsupported",
            "this search keeps no tree: take ft.MCTS() to look at one",
        ))
    }

    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.search.game().state_out(py, self.search.root())
    }

    fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.search.game().traverse(visit)
    }
}
