//! Games written in Python, as games of the core.
//!
//! A state is asked each question once: who is to move, what is legal, and (without chance, or with
//! listed chance) what follows is remembered with it, which the contract allows because states are
//! immutable values. A search of a small game so soon runs without calling Python at all.

mod rewards;
mod state;

pub use rewards::add_rewards;

use crate::errors::{only_sampled, raise, too_many_players};
use crate::face::Face;
use crate::parts::Lent;
use forethought_core::game::{Chance, Game, Info, Many, Outcomes, Players, Turn};
use forethought_core::rng::Rng;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use rewards::add;
use state::{Common, Follower, Following, Memory, PyState};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

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
        for method in [&self.initial, &self.turn, &self.actions, step] {
            visit.call(method)?;
        }
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
        let rules = Arc::new(Rules {
            info,
            initial: method("initial")?,
            turn: method("turn")?,
            actions: method("actions")?,
            step,
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

    /// What the user's `turn` says.
    fn ask_turn(&self, state: &PyState) -> PyResult<Turn> {
        Python::attach(|py| {
            let object = state.0.object.bind(py);
            let given = self.0.turn.bind(py).call1((object,))?;
            let players = self.0.info.players;
            match given.extract::<i64>() {
                Ok(-1) => Ok(Turn::Over),
                Ok(-2) => Ok(Turn::Chance),
                Ok(player) if (0..players as i64).contains(&player) => {
                    Ok(Turn::Player(player as u8))
                }
                _ => Err(self.broken(format_args!(
                    "turn() is {} at state {}: give a player from 0 to {}, ft.CHANCE or ft.OVER",
                    given.repr()?,
                    object.repr()?,
                    players - 1
                ))),
            }
        })
    }

    /// The user's actions at a state; at a turn of chance the one that stands for it.
    fn legal<'a>(&self, state: &'a PyState) -> PyResult<&'a [Py<PyAny>]> {
        if let Some(actions) = state.0.actions.get() {
            return Ok(actions);
        }
        let turn = self.turn(state)?;
        let actions: Box<[Py<PyAny>]> = Python::attach(|py| {
            if turn == Turn::Chance {
                return Ok(Box::from([py.None()]));
            }
            let object = state.0.object.bind(py);
            let given = self.0.actions.bind(py).call1((object,))?;
            let list: PyResult<Vec<Py<PyAny>>> = given
                .try_iter()?
                .map(|action| Ok(action?.unbind()))
                .collect();
            let list = list?;
            if list.is_empty() {
                return Err(self.broken(format_args!(
                    "actions() is empty at state {}, which is not over: give an action, or let \
                     turn() give ft.OVER there",
                    object.repr()?
                )));
            }
            Ok::<_, PyErr>(list.into_boxed_slice())
        })?;
        state.0.holds(actions.len() * size_of::<Py<PyAny>>());
        Ok(state.0.actions.get_or_init(|| actions))
    }

    /// What follows an action, asked once where the game has no chance or lists it.
    fn followers<'a>(&self, state: &'a PyState, action: u32) -> PyResult<Option<&'a [Follower]>> {
        if !state.0.remembered || matches!(self.0.step, Step::Sample(..)) {
            return Ok(None);
        }
        let count = self.legal(state)?.len();
        let rows = state.0.following.get_or_init(|| {
            state.0.holds(count * size_of::<Following>());
            (0..count).map(|_| OnceLock::new()).collect()
        });
        let row = &rows[action as usize];
        if row.get().is_none() {
            let mut followers = Vec::new();
            let whole = self.ask_step(state, action, &mut |probability, rewards, after| {
                let (after, id) = self.state_of(after)?;
                if after.0.remembered {
                    let paid = rewards.iter().any(|reward| *reward != 0.0);
                    followers.push(Follower {
                        probability,
                        rewards: if paid { rewards.into() } else { Box::default() },
                        state: id,
                    });
                }
                Ok(after.0.remembered)
            })?;
            if !whole {
                return Ok(None);
            }
            let rewards: usize = followers
                .iter()
                .map(|follower| follower.rewards.len())
                .sum();
            let bytes = followers.len() * size_of::<Follower>() + rewards * size_of::<f64>();
            state.0.holds(bytes);
            return Ok(Some(row.get_or_init(|| followers.into_boxed_slice())));
        }
        Ok(row.get().map(|row| &**row))
    }

    /// Asks the user what follows, and tells `each` of it: probability, rewards, state. Gives
    /// whether every call of `each` was true.
    fn ask_step(&self, state: &PyState, action: u32, each: &mut Each<'_>) -> PyResult<bool> {
        Python::attach(|py| {
            let object = state.0.object.bind(py);
            let chosen = self.legal(state)?[action as usize].bind(py);
            let mut rewards = vec![0.0; self.0.info.players];
            match &self.0.step {
                Step::Sample(..) => unreachable!("a simulator can't list what follows"),
                Step::Apply(apply) => {
                    let given = apply.bind(py).call1((object, chosen))?;
                    let (paid, after) = self.pair(&given, "apply", object, chosen)?;
                    self.pay(&paid, &mut rewards, "apply", object, chosen)?;
                    each(1.0, &rewards, &after)
                }
                Step::Outcomes(outcomes) => {
                    let given = outcomes.bind(py).call1((object, chosen))?;
                    let (mut whole, mut sum) = (true, 0.0);
                    for outcome in given.try_iter()? {
                        let (probability, paid, after) = self.triple(&outcome?, object, chosen)?;
                        sum += probability;
                        rewards.fill(0.0);
                        self.pay(&paid, &mut rewards, "outcomes", object, chosen)?;
                        whole &= each(probability, &rewards, &after)?;
                    }
                    if (sum - 1.0).abs() > 1e-6 {
                        return Err(self.broken(format_args!(
                            "the probabilities of outcomes() sum to {sum} at state {}, action {}: \
                             let them sum to 1",
                            object.repr()?,
                            chosen.repr()?
                        )));
                    }
                    Ok(whole)
                }
            }
        })
    }

    fn pair<'py>(
        &self,
        given: &Bound<'py, PyAny>,
        method: &str,
        state: &Bound<'py, PyAny>,
        action: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        given.extract().map_err(|_: PyErr| {
            let shown = given.repr().map_or_else(|_| String::new(), |r| r.to_string());
            self.broken(format_args!(
                "{method}() gave {shown} at state {state:?}, action {action:?}: give (reward, state)"
            ))
        })
    }

    fn triple<'py>(
        &self,
        given: &Bound<'py, PyAny>,
        state: &Bound<'py, PyAny>,
        action: &Bound<'py, PyAny>,
    ) -> PyResult<(f64, Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let triple: Option<(f64, _, _)> = given.extract().ok();
        triple
            .filter(|(probability, _, _)| (0.0..=1.0 + 1e-9).contains(probability))
            .ok_or_else(|| {
                self.broken(format_args!(
                    "outcomes() gave {given:?} at state {state:?}, action {action:?}: give \
                     (probability, reward, state) with a probability from 0 to 1"
                ))
            })
    }

    fn pay(
        &self,
        paid: &Bound<'_, PyAny>,
        rewards: &mut [f64],
        method: &str,
        state: &Bound<'_, PyAny>,
        action: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        add_rewards(paid, rewards).map_err(|why| {
            self.broken(format_args!(
                "{method}() gave {why} at state {state:?}, action {action:?}"
            ))
        })
    }

    fn sample(
        &self,
        (sample, lent): (&Py<PyAny>, &Lent),
        state: &mut PyState,
        action: u32,
        rng: &mut Rng,
        rewards: &mut [f64],
    ) -> PyResult<()> {
        Python::attach(|py| {
            let object = state.0.object.clone_ref(py).into_bound(py);
            let chosen = self.legal(state)?[action as usize]
                .clone_ref(py)
                .into_bound(py);
            let given = lent.lend(py, rng, |rng| {
                sample.bind(py).call1((&object, &chosen, rng))
            })?;
            let (paid, after) = self.pair(&given, "sample", &object, &chosen)?;
            self.pay(&paid, rewards, "sample", &object, &chosen)?;
            *state = self.state_of(&after)?.0;
            Ok(())
        })
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
}

impl<P: Players> PyGame<P> {
    /// Asks what follows and draws from it, where it can't be remembered.
    fn ask_and_draw(
        &self,
        state: &PyState,
        action: u32,
        rng: &mut Rng,
        rewards: &mut [f64],
    ) -> PyResult<PyState> {
        let mut outcomes = Outcomes::new(self.0.info.players);
        self.ask_step(state, action, &mut |probability, rewards, after| {
            outcomes.push(probability, self.state_of(after)?.0, rewards);
            Ok(true)
        })?;
        let chosen = if self.0.info.chance == Chance::None {
            0
        } else {
            rng.index(outcomes.probabilities())
        };
        add(rewards, outcomes.rewards(chosen));
        Ok(outcomes.state(chosen).clone())
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

/// Is told of one thing that may follow: probability, rewards, state. Gives whether the
/// state is remembered.
type Each<'a> = dyn FnMut(f64, &[f64], &Bound<'_, PyAny>) -> PyResult<bool> + 'a;

/// How many players a Python game has.
pub fn players_of(game: &Bound<'_, PyAny>) -> PyResult<usize> {
    let players = game.getattr("players")?.extract()?;
    if players > Many::MOST {
        return Err(too_many_players(players));
    }
    Ok(players)
}

/// [`Rng::index`] over probabilities that stand in no slice.
fn draw(rng: &mut Rng, probabilities: impl ExactSizeIterator<Item = f64>) -> usize {
    let last = probabilities.len() - 1;
    let mut rest = rng.unit();
    for (index, p) in probabilities.enumerate() {
        if rest < p {
            return index;
        }
        rest -= p;
    }
    last
}
