//! MGSS*, seen from Python.

use super::alpha_beta::PYTHON_STATE;
use super::lookahead::ByDepth;
use crate::error_model::error_model;
use crate::errors::{fault, raise};
use crate::evaluation::evaluation;
use crate::face::Face;
use crate::gate::Outcome;
use crate::parts::Spec;
use crate::search::AnySearch;
use forethought_core::budget::Limits;
use forethought_core::game::Turn;
use forethought_core::search::mgss::deepening::{self, Deepening};
use forethought_core::search::mgss::{Mgss, Settings, Stepwise, Way};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use std::time::Duration;

/// Starts a search.
pub fn start<G: Face>(game: G, state: G::State, spec: &Spec<'_>) -> PyResult<Box<dyn AnySearch>>
where
    G::Error: Send + Sync,
{
    let evaluation = evaluation(spec, &game)?;
    let name = game.info().name.clone();
    let settings = Settings {
        centred: spec.get("centred")?.extract()?,
        trust: spec.get("trust")?.extract()?,
    };
    let search = Mgss::new(game, evaluation, error_model(spec)?, settings, state);
    let search = search.map_err(|error| fault(&name, error, G::error))?;
    Ok(Box::new(InSteps(ByDepth::new(search))))
}

/// Starts a search whose steps are searches.
pub fn start_deepening<G: Face>(
    game: G,
    state: G::State,
    spec: &Spec<'_>,
) -> PyResult<Box<dyn AnySearch>>
where
    G::Error: Send + Sync,
{
    let evaluation = evaluation(spec, &game)?;
    let name = game.info().name.clone();
    let settings = deepening::Settings {
        centred: spec.get("centred")?.extract()?,
        doubt: spec.get("doubt")?.extract()?,
        table: spec.get("table")?.extract()?,
        kept: G::PYTHON.then_some(PYTHON_STATE),
    };
    let model = error_model(spec)?.ok_or_else(|| raise("Unsupported", "give an error model"))?;
    let own: bool = spec.get("endgame")?.extract()?;
    let endgame = own.then(|| game.endgame()).flatten();
    let search = Deepening::new(game, evaluation, model, settings, endgame, state);
    let search = search.map_err(|error| fault(&name, error, G::error))?;
    Ok(Box::new(InSteps(ByDepth::new(search))))
}

/// A search whose steps and tree can be looked at.
struct InSteps<G, S>(ByDepth<G, S>);

impl<G: Face<Error: Send>, S: Stepwise<G> + Send + Sync + 'static> InSteps<G, S> {
    /// The actions of a path, and the numbers of outcomes.
    fn path_out<'py>(&self, py: Python<'py>, path: &[Way<'_, G>]) -> PyResult<Bound<'py, PyTuple>> {
        let game = self.0.search().game();
        let out = |way: &Way<'_, G>| match way {
            Way::Action(state, action) => game.action_out(py, state, *action),
            Way::Outcome(index) => Ok(index.into_pyobject(py)?.into_any()),
        };
        PyTuple::new(py, path.iter().map(out).collect::<PyResult<Vec<_>>>()?)
    }
}

impl<G: Face<Error: Send>, S: Stepwise<G> + Send + Sync + 'static> AnySearch for InSteps<G, S> {
    fn run(
        &mut self,
        py: Python<'_>,
        limits: &Limits,
        pause: Option<Duration>,
    ) -> PyResult<Outcome> {
        self.0.run(py, limits, pause)
    }

    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let report = self.0.report(py)?;
        let search = self.0.search();
        report.set_item("computations", search.steps().len())?;
        if let Some(step) = search.ahead() {
            let path = self.path_out(py, &search.path(&step))?;
            report.set_item("ahead", (path, step.depth, step.expected, step.net))?;
        }
        Ok(report)
    }

    fn advance(
        &mut self,
        action: &Bound<'_, PyAny>,
        state: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(usize, u32, usize)> {
        self.0.advance(action, state)
    }

    /// The tree: parent, what led here, state, turn, probability, value when made, value now, and
    /// what a step is expected to gain.
    fn nodes<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let told = self.0.ask_mut(S::told)?;
        let (list, game) = (PyList::empty(py), self.0.search().game());
        for node in &told {
            let above = node.parent.and_then(|parent| told[parent].state.as_ref());
            let action = match (above, node.action) {
                (Some(state), Some(action)) => Some(game.action_out(py, state, action)?),
                _ => None,
            };
            let state = node.state.as_ref().map(|state| game.state_out(py, state));
            let turn = match node.turn {
                Turn::Player(player) => i32::from(player),
                Turn::Over => -1,
                Turn::Chance => -2,
            };
            let [before, now] = node.values;
            let row = (
                node.parent,
                action,
                state.transpose()?,
                turn,
                node.p,
                before,
                now,
            );
            list.append((row, node.expected))?;
        }
        Ok(list)
    }

    fn computations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let (list, search) = (PyList::empty(py), self.0.search());
        for step in search.steps() {
            let path = self.path_out(py, &search.path(step))?;
            list.append((
                path,
                step.depth,
                step.expected,
                step.net,
                step.gained,
                step.nodes,
                step.value,
            ))?;
        }
        Ok(list)
    }

    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.0.state(py)
    }

    fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.0.traverse(visit)
    }
}
