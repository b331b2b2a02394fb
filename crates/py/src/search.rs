//! Searches, as objects of Python.

use crate::errors::{fault, raise};
use crate::face::Face;
use crate::gate::{Outcome, guarded, run};
use crate::native_game::{NativeGame, turn_out};
use crate::parts::{Held, Spec};
use crate::py_game::{PyGame, players_of};
use forethought_core::budget::{Deliberation, Limits};
use forethought_core::game::{Many, One, Players, Two};
use forethought_core::search::mcts::{Fault, Mcts};
use forethought_core::tree::ROOT;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
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
    fn nodes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>>;
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>>;
    fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError>;
}

/// Starts a search.
pub fn start<G: Face>(game: G, state: G::State, spec: &Spec<'_>) -> PyResult<Box<dyn AnySearch>>
where
    G::Error: Send,
{
    let parts = spec.parts(&game)?;
    let name = game.info().name.clone();
    let search = Mcts::new(game, parts, state, spec.seed);
    Ok(Box::new(
        search.map_err(|error| fault(&name, error, G::error))?,
    ))
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

impl<G: Face> AnySearch for Mcts<G>
where
    G::Error: Send,
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
        let root = &self.tree().node(ROOT).state;
        let rows = PyList::empty(py);
        for arm in self.arms() {
            let summary = arm.summary;
            let action = self.game().action_out(py, root, arm.action)?;
            let known = |least: u32, value: f64| (summary.count >= least).then_some(value);
            rows.append((
                action,
                summary.count,
                known(1, summary.mean),
                known(2, summary.variance),
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
        Ok(report)
    }

    fn advance(
        &mut self,
        action: &Bound<'_, PyAny>,
        state: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(usize, u32, usize)> {
        let root = &self.tree().node(ROOT).state;
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
    fn nodes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
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
        self.game().state_out(py, &self.tree().node(ROOT).state)
    }

    fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.game().traverse(visit)
    }
}

fn as_python<G: Face>(search: &Mcts<G>, error: Fault<G::Error>) -> PyErr {
    fault(&search.game().info().name, error, G::error)
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
        Self::ask(slf, |search| search.nodes(slf.py()))
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
