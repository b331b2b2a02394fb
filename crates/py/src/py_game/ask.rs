//! What a game written in Python is asked, and what it answers.

use super::rewards::{add, add_rewards};
use super::state::{Follower, Following, PyState};
use super::{Lent, PyGame, Step};
use forethought_core::game::{Chance, Game, Outcomes, Players, Turn};
use forethought_core::rng::Rng;
use pyo3::prelude::*;
use pyo3::types::PyIterator;
use std::sync::OnceLock;

/// Is told of one thing that may follow: probability, rewards, state. Gives whether the
/// state is remembered.
type Each<'a> = dyn FnMut(f64, &[f64], &Bound<'_, PyAny>) -> PyResult<bool> + 'a;

impl<P: Players> PyGame<P> {
    /// What the user's `turn` says.
    pub(super) fn ask_turn(&self, state: &PyState) -> PyResult<Turn> {
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

    /// What a method of the user's says about an action.
    pub(super) fn ask_about<T: for<'a, 'py> FromPyObject<'a, 'py>>(
        &self,
        method: &Py<PyAny>,
        state: &PyState,
        action: u32,
    ) -> PyResult<T> {
        Python::attach(|py| {
            let action = self.legal(state)?[action as usize].bind(py);
            let given = method.bind(py).call1((state.0.object.bind(py), action))?;
            given.extract().map_err(|_| {
                let method = method.bind(py).getattr("__name__");
                self.broken(format_args!(
                    "{}() gave {given:?} at state {:?}, action {action:?}: give a {}",
                    method.map_or_else(|_| "?".into(), |name| name.to_string()),
                    state.0.object.bind(py),
                    std::any::type_name::<T>(),
                ))
            })
        })
    }

    /// The user's actions at a state; at a turn of chance the one that stands for it.
    pub(super) fn legal<'a>(&self, state: &'a PyState) -> PyResult<&'a [Py<PyAny>]> {
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
            let list: PyResult<Vec<Py<PyAny>>> = self
                .listed(&given, "actions", object)?
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

    /// The items of what a method gave at a state, which should be several.
    fn listed<'py>(
        &self,
        given: &Bound<'py, PyAny>,
        method: &str,
        state: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyIterator>> {
        if given.hasattr("__iter__")? {
            return given.try_iter();
        }
        Err(self.broken(format_args!(
            "{method}() gave {} at state {}: give a list",
            given.repr()?,
            state.repr()?
        )))
    }

    /// What follows an action, asked once where the game has no chance or lists it.
    pub(super) fn followers<'a>(
        &self,
        state: &'a PyState,
        action: u32,
    ) -> PyResult<Option<&'a [Follower]>> {
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
    pub(super) fn ask_step(
        &self,
        state: &PyState,
        action: u32,
        each: &mut Each<'_>,
    ) -> PyResult<bool> {
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
                    for outcome in self.listed(&given, "outcomes", object)? {
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

    pub(super) fn sample(
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

    /// Asks what follows and draws from it, where it can't be remembered.
    pub(super) fn ask_and_draw(
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

/// [`Rng::index`] over probabilities that stand in no slice.
pub(super) fn draw(rng: &mut Rng, probabilities: impl ExactSizeIterator<Item = f64>) -> usize {
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
