//! Planning, as Python asks for it.

use crate::errors::raise;
use crate::face::Face;
use crate::gate::{Outcome, guarded, run};
use crate::native_game::NativeGame;
use crate::patience::{ground_limits, limits, patiently};
use crate::py_game::{PyGame, players_of};
use forethought_core::budget::{Deliberation, Limits};
use forethought_core::game::One;
use forethought_core::gdl::syntax::parse;
use forethought_core::gdl::{Interpreter, Net, TermId};
use forethought_core::planning::{Found, GameSpace, NetSpace, Planner as Core};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What Python asks of a planner whose types it does not know.
pub trait AnyPlanner: Send + Sync {
    fn run(
        &mut self,
        py: Python<'_>,
        limits: &Limits,
        pause: Option<Duration>,
    ) -> PyResult<Outcome>;
    fn found(&self) -> (Found, u64);
    fn actions<'py>(&self, py: Python<'py>, moves: &[u32]) -> PyResult<Bound<'py, PyList>>;
}

/// A planner over the rules of a game.
struct Ruled<G: Face>(Core<GameSpace<G>>);

impl<G: Face> AnyPlanner for Ruled<G>
where
    G::Error: Send + Sync,
{
    fn run(
        &mut self,
        py: Python<'_>,
        limits: &Limits,
        pause: Option<Duration>,
    ) -> PyResult<Outcome> {
        let outcome = run(py, &mut self.0, limits, pause, G::PYTHON)?.map_err(G::error)?;
        self.0.space().game().sound()?;
        Ok(outcome)
    }

    fn found(&self) -> (Found, u64) {
        (self.0.found(), self.0.spent().nodes)
    }

    fn actions<'py>(&self, py: Python<'py>, moves: &[u32]) -> PyResult<Bound<'py, PyList>> {
        let space = self.0.space();
        let list = PyList::empty(py);
        for (state, action) in space.course(moves).map_err(G::error)? {
            list.append(space.game().action_out(py, &state, action)?)?;
        }
        Ok(list)
    }
}

/// A planner of any game.
pub fn planner<G: Face>(game: G, state: G::State, seed: u64) -> Box<dyn AnyPlanner>
where
    G::Error: Send + Sync,
{
    Box::new(Ruled(Core::new(GameSpace::new(game, state), seed)))
}

/// A planner over the compiled form of a rule sheet.
struct Compiled {
    planner: Core<NetSpace>,
    interpreter: Mutex<Interpreter>,
}

impl Compiled {
    /// None if the rules have no compiled form, or the texts are no state.
    fn new(rules: &str, fluents: &[String], seed: u64) -> Option<Self> {
        let sheet = parse(rules).ok()?;
        let mut interpreter = Interpreter::new(&sheet, limits()).ok()?;
        if interpreter.roles().len() != 1 {
            return None;
        }
        let state = fluents.iter().map(|text| interpreter.term(text));
        let mut state = state.collect::<Option<Vec<TermId>>>()?;
        state.sort_unstable();
        let net = Net::new(&mut interpreter, &sheet, ground_limits()).ok()?;
        let space = NetSpace::new(Arc::new(net), &state, |term| interpreter.text(term));
        Some(Self {
            planner: Core::new(space, seed),
            interpreter: Mutex::new(interpreter),
        })
    }
}

impl AnyPlanner for Compiled {
    fn run(
        &mut self,
        py: Python<'_>,
        limits: &Limits,
        pause: Option<Duration>,
    ) -> PyResult<Outcome> {
        let Ok(outcome) = run(py, &mut self.planner, limits, pause, false)?;
        Ok(outcome)
    }

    fn found(&self) -> (Found, u64) {
        (self.planner.found(), self.planner.spent().nodes)
    }

    fn actions<'py>(&self, py: Python<'py>, moves: &[u32]) -> PyResult<Bound<'py, PyList>> {
        let interpreter = self.interpreter.lock();
        let interpreter = interpreter.unwrap_or_else(std::sync::PoisonError::into_inner);
        let space = self.planner.space();
        PyList::new(
            py,
            moves
                .iter()
                .map(|index| interpreter.text(space.term(*index))),
        )
    }
}

/// A search for the best plan from one state: run it, read what it found.
#[pyclass(module = "forethought._native")]
pub struct Planner {
    planner: Box<dyn AnyPlanner>,
}

#[pymethods]
impl Planner {
    /// A planner of a native game, or of an object with the methods of a game; of one player and
    /// without chance.
    #[new]
    fn new(game: &Bound<'_, PyAny>, state: &Bound<'_, PyAny>, seed: u64) -> PyResult<Self> {
        guarded(|| {
            let planner = match game.cast::<NativeGame>() {
                Ok(native) => native.get().planner(state, seed)?,
                Err(_) => {
                    players_of(game)?;
                    let game = PyGame::<One>::new(game, None)?;
                    let state = game.state_in(state)?;
                    planner(game, state, seed)
                }
            };
            Ok(Self { planner })
        })
    }

    /// A planner over the compiled form of a rule sheet of one role; None if there is none.
    #[staticmethod]
    fn of_sheet(
        py: Python<'_>,
        rules: &str,
        fluents: Vec<String>,
        seed: u64,
    ) -> PyResult<Option<Self>> {
        guarded(|| {
            let made = patiently(py, || Compiled::new(rules, &fluents, seed))?;
            Ok(made.map(|compiled| Self {
                planner: Box::new(compiled),
            }))
        })
    }

    /// Goes on until a limit is reached; gives why it stopped, or None after `pause` seconds.
    #[pyo3(signature = (nodes, seconds, memory, pause))]
    fn run(
        &mut self,
        py: Python<'_>,
        nodes: Option<u64>,
        seconds: Option<f64>,
        memory: Option<usize>,
        pause: Option<f64>,
    ) -> PyResult<Option<&'static str>> {
        let span = |seconds: Option<f64>, name: &str| {
            let span = seconds.map(Duration::try_from_secs_f64).transpose();
            span.map_err(|_| raise("ParameterError", format!("{name}: give seconds, 0 or more")))
        };
        let limits = Limits {
            nodes,
            memory,
            time: span(seconds, "seconds")?,
            ..Limits::default()
        };
        let pause = span(pause, "pause")?;
        guarded(|| {
            Ok(match self.planner.run(py, &limits, pause)? {
                Outcome::Stopped(reason) => Some(reason.name()),
                Outcome::Paused => None,
            })
        })
    }

    /// What was found so far, as a dictionary that `forethought.planning` reads and nobody else.
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (found, nodes) = self.planner.found();
        let report = PyDict::new(py);
        report.set_item("actions", self.planner.actions(py, &found.moves)?)?;
        report.set_item("value", found.value)?;
        report.set_item("bound", found.bound)?;
        report.set_item("method", found.method)?;
        report.set_item("nodes", nodes)?;
        Ok(report)
    }
}
