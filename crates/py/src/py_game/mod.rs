//! Games written in Python, as games of the core.
//!
//! A state is asked each question once: who is to move, what is legal, and (without chance, or with
//! listed chance) what follows is remembered with it, which the contract allows because states are
//! immutable values. A search of a small game so soon runs without calling Python at all.

mod ask;
mod rewards;
mod state;

pub use rewards::{add_rewards, values_in};

use crate::errors::{only_sampled, raise, too_many_players};
use crate::face::Face;
use crate::parts::Lent;
use ask::draw;
use forethought_core::game::{Chance, Game, Info, Many, Outcomes, Players, Turn};
use forethought_core::rng::Rng;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rewards::add;
use state::{Common, Memory, PyState};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard};

/// How many steps there are between two looks for Ctrl-C: a play can be long, and where all of it
/// is remembered no line of Python is run on the way.
const SIGNALS: u32 = 1024;

/// The rules, and what was learned of them.
struct Rules {
    info: Info,
    initial: Py<PyAny>,
    turn: Py<PyAny>,
    actions: Py<PyAny>,
    step: Step,
    noisy: Option<Py<PyAny>>,
    hint: Option<Py<PyAny>>,
    canonical: Option<Py<PyAny>>,
    information: Option<Py<PyAny>>,
    /// A number for each action that a search asked to know across states.
    identities: Py<PyDict>,
    memory: Mutex<Memory>,
    common: Arc<Common>,
    /// Steps, to look for signals now and then.
    steps: AtomicU32,
}

/// How the user says what follows an action.
enum Step {
    Apply(Py<PyAny>),
    /// With the generator to lend to it.
    Sample(Py<PyAny>, Lent),
    Outcomes(Py<PyAny>),
}

impl Rules {
    /// Shows the collector the user's methods and what is remembered. All clones of a game belong
    /// to one search or solution, so that nobody else shows them.
    fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        let (Step::Apply(step) | Step::Sample(step, _) | Step::Outcomes(step)) = &self.step;
        let methods = [&self.initial, &self.turn, &self.actions, step];
        let optional = [&self.noisy, &self.hint, &self.canonical, &self.information];
        for method in methods.into_iter().chain(optional.into_iter().flatten()) {
            visit.call(method)?;
        }
        visit.call(&self.identities)?;
        // Where somebody is at work the collector sees the objects as used, which they are.
        self.memory
            .try_lock()
            .map_or(Ok(()), |memory| memory.traverse(visit))
    }
}

/// A game of the user's, with as many players as `P` says. Clones share what they remember.
pub struct PyGame<P>(Arc<Rules>, PhantomData<P>);

impl<P> Clone for PyGame<P> {
    fn clone(&self) -> Self {
        Self(self.0.clone(), PhantomData)
    }
}

impl<P: Players> PyGame<P> {
    /// The game that a Python object plays: it has the methods of `forethought.Game`. `lent` is
    /// the generator for its `sample`; without one a game that has it is refused.
    pub fn new(object: &Bound<'_, PyAny>, lent: Option<&Lent>) -> PyResult<Self> {
        let chance: String = object.getattr("chance")?.extract()?;
        let name: String = object.getattr("name")?.extract()?;
        let method = |name| Ok::<_, PyErr>(object.getattr(name)?.unbind());
        let (chance, step) = match chance.as_str() {
            "none" => (Chance::None, Step::Apply(method("apply")?)),
            "explicit" => (Chance::Explicit, Step::Outcomes(method("outcomes")?)),
            _ => {
                let lent = lent.ok_or_else(|| only_sampled(&name))?;
                let lent = lent.clone_ref(object.py());
                (Chance::Sampled, Step::Sample(method("sample")?, lent))
            }
        };
        let info = Info {
            name,
            players: object.getattr("players")?.extract()?,
            chance,
            horizon: object.getattr("horizon")?.extract()?,
            returns: object.getattr("returns")?.extract()?,
            constant_sum: false,
        };
        let optional = |name| {
            let method = object.getattr_opt(name)?;
            Ok::<_, PyErr>(method.map(Bound::unbind))
        };
        let rules = Arc::new(Rules {
            info,
            initial: method("initial")?,
            turn: method("turn")?,
            actions: method("actions")?,
            step,
            noisy: optional("noisy")?,
            hint: optional("hint")?,
            canonical: optional("canonical")?,
            information: optional("information")?,
            identities: PyDict::new(object.py()).unbind(),
            memory: Mutex::default(),
            common: Arc::default(),
            steps: AtomicU32::new(0),
        });
        Ok(Self(rules, PhantomData))
    }

    fn broken(&self, message: impl std::fmt::Display) -> PyErr {
        raise("GameError", format!("{}: {message}", self.0.info.name))
    }

    /// The state that stands for a Python value: the same one each time while it is remembered.
    fn state_of(&self, object: &Bound<'_, PyAny>) -> PyResult<(PyState, u32)> {
        let hash = object.hash().map_err(|error| {
            if !error.is_instance_of::<PyTypeError>(object.py()) {
                return error;
            }
            let why = error.value(object.py()).to_string();
            self.broken(format_args!(
                "a state can't be hashed ({why}): make states of tuples, strings, numbers or \
                 frozen dataclasses"
            ))
        })? as u64;
        self.memory().state_of(object, hash, &self.0.common)
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        let memory = self.0.memory.lock();
        memory.expect("no thread fails while it holds this")
    }
}

impl<P: Players> Game for PyGame<P> {
    type State = PyState;
    /// The index among the actions of the state.
    type Action = u32;
    type Players = P;
    type Error = PyErr;

    #[inline]
    fn info(&self) -> &Info {
        &self.0.info
    }

    fn bytes(&self) -> usize {
        self.0.common.held.load(Relaxed)
    }

    fn initial(&self) -> PyResult<PyState> {
        Python::attach(|py| {
            let object = self.0.initial.bind(py).call0()?;
            Ok(self.state_of(&object)?.0)
        })
    }

    #[inline]
    fn turn(&self, state: &PyState) -> PyResult<Turn> {
        self.sound()?;
        if let Some(turn) = state.0.turn.get() {
            return Ok(*turn);
        }
        let turn = self.ask_turn(state)?;
        Ok(*state.0.turn.get_or_init(|| turn))
    }

    fn actions(&self, state: &PyState, into: &mut Vec<u32>) -> PyResult<()> {
        into.extend(0..self.legal(state)?.len() as u32);
        Ok(())
    }

    fn apply(
        &self,
        state: &mut PyState,
        action: u32,
        rng: &mut Rng,
        rewards: &mut [f64],
    ) -> PyResult<()> {
        if self.0.steps.fetch_add(1, Relaxed) % SIGNALS == SIGNALS - 1 {
            Python::attach(|py| py.check_signals())?;
        }
        if let Step::Sample(sample, lent) = &self.0.step {
            return self.sample((sample, lent), state, action, rng, rewards);
        }
        let next = match self.followers(state, action)? {
            Some([only]) if self.0.info.chance == Chance::None => {
                add(rewards, &only.rewards);
                self.memory().get(only.state)
            }
            Some(followers) => {
                let chosen = &followers[draw(rng, followers.iter().map(|f| f.probability))];
                add(rewards, &chosen.rewards);
                self.memory().get(chosen.state)
            }
            None => self.ask_and_draw(state, action, rng, rewards)?,
        };
        *state = next;
        Ok(())
    }

    fn outcomes(&self, state: &PyState, action: u32, into: &mut Outcomes<PyState>) -> PyResult<()> {
        if let Some(followers) = self.followers(state, action)? {
            for follower in followers {
                add(into.reserve(follower.probability), &follower.rewards);
                into.finish(self.memory().get(follower.state));
            }
            return Ok(());
        }
        self.ask_step(state, action, &mut |probability, rewards, after| {
            into.push(probability, self.state_of(after)?.0, rewards);
            Ok(true)
        })?;
        Ok(())
    }

    fn has_noisy(&self) -> bool {
        self.0.noisy.is_some()
    }

    fn noisy(&self, state: &PyState, action: u32) -> PyResult<bool> {
        let noisy = self.0.noisy.as_ref();
        noisy.map_or(Ok(false), |noisy| self.ask_about(noisy, state, action))
    }

    fn hint(&self, state: &PyState, action: u32) -> PyResult<i32> {
        let hint = self.0.hint.as_ref();
        hint.map_or(Ok(0), |hint| self.ask_about(hint, state, action))
    }

    fn identity(&self, state: &PyState, action: u32) -> PyResult<u64> {
        let action = &self.legal(state)?[action as usize];
        Python::attach(|py| {
            let (action, known) = (action.bind(py), self.0.identities.bind(py));
            // Equal actions have one number, as they have one place in a dictionary.
            let number = match known.get_item(action) {
                Ok(Some(number)) => return number.extract(),
                Ok(None) => known.len(),
                Err(error) if error.is_instance_of::<PyTypeError>(py) => {
                    return Err(self.broken(format_args!(
                        "an action can't be hashed ({}): RAVE and rollouts that learn need actions that \
                         are tuples, strings, numbers or frozen dataclasses",
                        error.value(py)
                    )));
                }
                Err(error) => return Err(error),
            };
            known.set_item(action, number)?;
            Ok(number as u64)
        })
    }

    fn canonical(&self, state: &PyState) -> PyResult<PyState> {
        let Some(canonical) = &self.0.canonical else {
            return Ok(state.clone());
        };
        Python::attach(|py| {
            let image = canonical.bind(py).call1((state.0.object.bind(py),))?;
            Ok(self.state_of(&image)?.0)
        })
    }

    fn information(&self, state: &PyState) -> PyResult<PyState> {
        let Some(information) = &self.0.information else {
            return Ok(state.clone());
        };
        Python::attach(|py| {
            let known = information.bind(py).call1((state.0.object.bind(py),))?;
            Ok(self.state_of(&known)?.0)
        })
    }

    fn has_information(&self) -> bool {
        self.0.information.is_some()
    }

    fn count(&self, state: &PyState) -> PyResult<u64> {
        Ok(self.legal(state)?.len() as u64)
    }
}

impl<P: Players> Face for PyGame<P> {
    const PYTHON: bool = true;

    fn state_out<'py>(&self, py: Python<'py>, state: &PyState) -> PyResult<Bound<'py, PyAny>> {
        state.0.object.bind(py).into_bound_py_any(py)
    }

    fn state_in(&self, object: &Bound<'_, PyAny>) -> PyResult<PyState> {
        Ok(self.state_of(object)?.0)
    }

    fn action_out<'py>(
        &self,
        py: Python<'py>,
        state: &PyState,
        action: u32,
    ) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.legal(state)?[action as usize].bind(py).clone())
    }

    fn error(error: PyErr) -> PyErr {
        error
    }

    fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.0.traverse(visit)
    }

    #[inline]
    fn sound(&self) -> PyResult<()> {
        self.0.common.failure().map_or(Ok(()), Err)
    }
}

/// How many players a Python game has.
pub fn players_of(game: &Bound<'_, PyAny>) -> PyResult<usize> {
    let players = game.getattr("players")?.extract()?;
    if players > Many::MOST {
        return Err(too_many_players(players));
    }
    Ok(players)
}
