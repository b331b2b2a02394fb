//! Monte Carlo tree search, seen from Python.

use crate::errors::fault;
use crate::face::Face;
use crate::gate::{Outcome, run};
use crate::native_game::turn_out;
use crate::parts::Spec;
use crate::search::AnySearch;
use forethought_core::budget::{Deliberation, Limits};
use forethought_core::search::Fault;
use forethought_core::search::mcts::Mcts;
use forethought_core::tree::ROOT;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use std::time::Duration;

/// Starts a search.
pub fn start<G: Face>(game: G, state: G::State, spec: &Spec<'_>) -> PyResult<Box<dyn AnySearch>>
where
    G::Error: Send + Sync,
{
    let parts = spec.parts(&game)?;
    let name = game.info().name.clone();
    let search = Mcts::new(game, parts, state, spec.seed);
    Ok(Box::new(
        search.map_err(|error| fault(&name, error, G::error))?,
    ))
}

impl<G: Face> AnySearch for Mcts<G>
where
    G::Error: Send + Sync,
{
    fn run(
        &mut self,
        py: Python<'_>,
        limits: &Limits,
        pause: Option<Duration>,
    ) -> PyResult<Outcome> {
        let outcome = run(py, self, limits, pause, G::PYTHON)?;
        self.game().sound()?;
        outcome.map_err(|error| as_python(self, error))
    }

    /// Everything that a decision is made of.
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let root = self.root();
        let rows = PyList::empty(py);
        for arm in self.arms() {
            let summary = arm.summary;
            let action = self.game().action_out(py, root, arm.action)?;
            let known = |least: u32, value: f64| (summary.count >= least).then_some(value);
            let mean = known(1, summary.mean);
            let kind = mean.map(|_| "mean");
            rows.append((
                action,
                summary.count,
                mean,
                known(2, summary.variance),
                kind,
            ))?;
        }
        let line = PyList::empty(py);
        for (state, action) in self.line() {
            line.append(self.game().action_out(py, &state, action)?)?;
        }
        let spent = self.spent();
        let (confidence, bound) = self.trust();
        let report = PyDict::new(py);
        report.set_item("arms", rows)?;
        report.set_item("best", self.best())?;
        report.set_item("confidence", confidence)?;
        report.set_item("bound", bound)?;
        report.set_item("pv", line)?;
        report.set_item("simulations", spent.simulations)?;
        report.set_item("nodes", spent.nodes)?;
        report.set_item("bytes", spent.bytes)?;
        report.set_item("tree_nodes", self.tree().len())?;
        report.set_item("visits", self.tree().node(ROOT).visits)?;
        report.set_item("depth", None::<u32>)?;
        report.set_item("proven", self.is_proven())?;
        Ok(report)
    }

    fn advance(
        &mut self,
        action: &Bound<'_, PyAny>,
        state: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(usize, u32, usize)> {
        let root = self.root();
        let actions: Vec<G::Action> = self.arms().iter().map(|arm| arm.action).collect();
        let Some(index) = self.game().index_of(root, &actions, action)? else {
            return Err(self.game().illegal(root, &actions, action));
        };
        let state = state.map(|state| self.game().state_in(state)).transpose()?;
        let kept = self
            .advance_root(index, state)
            .map_err(|error| as_python(self, error))?;
        Ok((kept.nodes, kept.visits, kept.bytes))
    }

    /// Every node: state, turn, visits, and its arms as (action, visits, means,
    /// sum of squares, [(child, count, rewards)]).
    fn nodes<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let (tree, game) = (self.tree(), self.game());
        let players = game.info().players;
        let nodes = PyList::empty(py);
        for id in 0..tree.len() as u32 {
            let node = tree.node(id);
            let arms = PyList::empty(py);
            for arm in node.arms() {
                let entry = tree.arm(arm);
                let links = PyList::empty(py);
                for (link, seen) in tree.links_of(arm) {
                    let nothing = vec![0.0; players];
                    let rewards = tree.reward(link).unwrap_or(&nothing);
                    links.append((
                        seen.child,
                        seen.count,
                        PyTuple::new(py, &rewards[..players])?,
                    ))?;
                }
                let action = game.action_out(py, &node.state, entry.action)?;
                let means = PyTuple::new(py, &tree.mean(arm)[..players])?;
                arms.append((action, tree.visits(arm), means, tree.row(arm)[1], links))?;
            }
            let state = game.state_out(py, &node.state)?;
            let turn = turn_out(node.turn);
            nodes.append((state, turn, node.visits, arms))?;
        }
        Ok(nodes)
    }

    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.game().state_out(py, self.root())
    }

    fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.game().traverse(visit)
    }
}

fn as_python<G: Face>(search: &Mcts<G>, error: Fault<G::Error>) -> PyErr {
    fault(&search.game().info().name, error, G::error)
}
