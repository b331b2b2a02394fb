//! The games of the core, as objects of Python.

use crate::errors::raise;
use crate::evaluation::own;
use crate::face::{Face, Shown};
use crate::gate::guarded;
use crate::parts::Spec;
use crate::perft::count;
use crate::planning::{AnyPlanner, planner};
use crate::rng::Stream;
use crate::search::AnySearch;
use crate::searches::start;
use crate::solve::answer;
use crate::value::{value_in, value_out};
use forethought_core::game::{Chance, Game, Info, Invalid, Native, Outcomes, Parameters, Turn};
use forethought_core::gdl::GdlGame;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use std::sync::Arc;

/// What Python asks of a game whose types it does not know.
trait AnyGame: Send + Sync {
    fn info(&self) -> &Info;
    fn initial<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>>;
    fn turn(&self, state: &Bound<'_, PyAny>) -> PyResult<i32>;
    fn actions<'py>(&self, state: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>>;
    fn step<'py>(
        &self,
        state: &Bound<'py, PyAny>,
        action: &Bound<'py, PyAny>,
        stream: &mut Stream,
    ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyAny>)>;
    fn outcomes<'py>(
        &self,
        state: &Bound<'py, PyAny>,
        action: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>>;
    fn render(&self, state: &Bound<'_, PyAny>) -> PyResult<String>;
    fn evaluations(&self) -> Vec<&'static str>;
    fn evaluate<'py>(
        &self,
        state: &Bound<'py, PyAny>,
        name: Option<&str>,
    ) -> PyResult<Bound<'py, PyTuple>>;
    fn stage(&self, state: &Bound<'_, PyAny>) -> PyResult<f64>;
    fn canonical<'py>(&self, state: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>>;
    fn information<'py>(&self, state: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>>;
    fn search(&self, state: &Bound<'_, PyAny>, spec: &Spec<'_>) -> PyResult<Box<dyn AnySearch>>;
    fn solve<'py>(
        &self,
        state: &Bound<'py, PyAny>,
        max_states: usize,
    ) -> PyResult<Bound<'py, PyDict>>;
    fn perft(&self, state: &Bound<'_, PyAny>, depth: u32, ended: bool) -> PyResult<u64>;
    fn planner(&self, state: &Bound<'_, PyAny>, seed: u64) -> PyResult<Box<dyn AnyPlanner>>;
}

impl<G: Shown> AnyGame for G
where
    G::Error: Send + Sync,
{
    fn info(&self) -> &Info {
        Game::info(self)
    }

    fn initial<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let state = Game::initial(self).map_err(G::error)?;
        self.state_out(py, &state)
    }

    fn turn(&self, state: &Bound<'_, PyAny>) -> PyResult<i32> {
        let turn = Game::turn(self, &self.state_in(state)?);
        Ok(turn_out(turn.map_err(G::error)?))
    }

    fn actions<'py>(&self, state: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let py = state.py();
        let state = self.state_in(state)?;
        let list = PyList::empty(py);
        for action in legal(self, &state)? {
            list.append(self.action_out(py, &state, action)?)?;
        }
        Ok(list)
    }

    fn step<'py>(
        &self,
        state: &Bound<'py, PyAny>,
        action: &Bound<'py, PyAny>,
        stream: &mut Stream,
    ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyAny>)> {
        let (mut native, chosen) = place(self, state, action)?;
        let mut rewards = vec![0.0; Game::info(self).players];
        self.apply(&mut native, chosen, &mut stream.rng, &mut rewards)
            .map_err(G::error)?;
        let py = state.py();
        Ok((PyTuple::new(py, rewards)?, self.state_out(py, &native)?))
    }

    fn outcomes<'py>(
        &self,
        state: &Bound<'py, PyAny>,
        action: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        let (native, chosen) = place(self, state, action)?;
        let mut outcomes = Outcomes::new(Game::info(self).players);
        Game::outcomes(self, &native, chosen, &mut outcomes).map_err(G::error)?;
        let py = state.py();
        let list = PyList::empty(py);
        for (probability, after, rewards) in outcomes.iter() {
            let rewards = PyTuple::new(py, rewards)?;
            list.append((probability, rewards, self.state_out(py, after)?))?;
        }
        Ok(list)
    }

    fn render(&self, state: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(Shown::render(self, &self.state_in(state)?))
    }

    fn evaluations(&self) -> Vec<&'static str> {
        Shown::evaluations(self)
    }

    fn evaluate<'py>(
        &self,
        state: &Bound<'py, PyAny>,
        name: Option<&str>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let evaluation = own(self, name)?;
        let mut values = vec![0.0; Game::info(self).players];
        let place = self.state_in(state)?;
        // Nothing more is to be expected where the play is over.
        if Game::turn(self, &place).map_err(G::error)? != Turn::Over {
            evaluation
                .evaluate(self, &place, &mut values)
                .map_err(|error| raise("InternalError", error.to_string()))?;
        }
        PyTuple::new(state.py(), values)
    }

    fn stage(&self, state: &Bound<'_, PyAny>) -> PyResult<f64> {
        Ok(Game::stage(self, &self.state_in(state)?))
    }

    fn canonical<'py>(&self, state: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let image = Game::canonical(self, &self.state_in(state)?);
        self.state_out(state.py(), &image.map_err(G::error)?)
    }

    fn information<'py>(&self, state: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let known = Game::information(self, &self.state_in(state)?);
        self.state_out(state.py(), &known.map_err(G::error)?)
    }

    fn search(&self, state: &Bound<'_, PyAny>, spec: &Spec<'_>) -> PyResult<Box<dyn AnySearch>> {
        self.prepare();
        let game = self.clone();
        let state = game.state_in(state)?;
        start(game, state, spec)
    }

    fn solve<'py>(
        &self,
        state: &Bound<'py, PyAny>,
        max_states: usize,
    ) -> PyResult<Bound<'py, PyDict>> {
        self.prepare();
        answer(state.py(), self, &self.state_in(state)?, max_states)
    }

    fn perft(&self, state: &Bound<'_, PyAny>, depth: u32, ended: bool) -> PyResult<u64> {
        self.prepare();
        count(state.py(), self, &self.state_in(state)?, depth, ended)
    }

    fn planner(&self, state: &Bound<'_, PyAny>, seed: u64) -> PyResult<Box<dyn AnyPlanner>> {
        let game = self.clone();
        let state = game.state_in(state)?;
        Ok(planner(game, state, seed))
    }
}

/// Who decides, as Python says it: a player's index, -1 when it is over, -2 for chance.
pub fn turn_out(turn: Turn) -> i32 {
    match turn {
        Turn::Player(player) => player.into(),
        Turn::Over => -1,
        Turn::Chance => -2,
    }
}

/// What Python calls the kind of chance.
pub fn chance_out(chance: Chance) -> &'static str {
    match chance {
        Chance::None => "none",
        Chance::Explicit => "explicit",
        Chance::Sampled => "sampled",
    }
}

fn legal<G: Face>(game: &G, state: &G::State) -> PyResult<Vec<G::Action>> {
    let mut actions = Vec::new();
    if game.turn(state).map_err(G::error)? != Turn::Over {
        game.actions(state, &mut actions).map_err(G::error)?;
    }
    Ok(actions)
}

/// A state and an action that is legal there; None stands for the only action of chance.
fn place<G: Face>(
    game: &G,
    state: &Bound<'_, PyAny>,
    action: &Bound<'_, PyAny>,
) -> PyResult<(G::State, G::Action)> {
    let native = game.state_in(state)?;
    let actions = legal(game, &native)?;
    let turn = game.turn(&native).map_err(G::error)?;
    if turn == Turn::Chance && action.is_none() {
        return Ok((native, actions[0]));
    }
    if let Some(index) = game.index_of(&native, &actions, action)? {
        return Ok((native, actions[index]));
    }
    Err(game.illegal(&native, &actions, action))
}

/// A game whose rules are native.
#[pyclass(module = "forethought._native", frozen)]
pub struct NativeGame {
    game: Box<dyn AnyGame>,
}

impl NativeGame {
    /// The game of a rule sheet.
    pub fn of_sheet(game: GdlGame) -> Self {
        let game = Box::new(game);
        Self { game }
    }

    /// A search of this game.
    pub fn search(
        &self,
        state: &Bound<'_, PyAny>,
        spec: &Spec<'_>,
    ) -> PyResult<Box<dyn AnySearch>> {
        self.game.search(state, spec)
    }

    /// The exact answer at a state.
    pub fn solve<'py>(
        &self,
        state: &Bound<'py, PyAny>,
        max_states: usize,
    ) -> PyResult<Bound<'py, PyDict>> {
        self.game.solve(state, max_states)
    }

    /// A search for the best plan from a state on.
    pub fn planner(&self, state: &Bound<'_, PyAny>, seed: u64) -> PyResult<Box<dyn AnyPlanner>> {
        self.game.planner(state, seed)
    }

    /// The number of paths from a state on.
    pub fn perft(&self, state: &Bound<'_, PyAny>, depth: u32, ended: bool) -> PyResult<u64> {
        self.game.perft(state, depth, ended)
    }
}

#[pymethods]
impl NativeGame {
    #[new]
    fn new(name: &str, parameters: &Bound<'_, PyDict>) -> PyResult<Self> {
        let refuse = |why: String| raise("ParameterError", format!("{name}: {why}"));
        let mut given = Vec::new();
        for (key, value) in parameters {
            let key: String = key.extract()?;
            let value = value_in(&value, &|why| refuse(format!("{key}: {why}")))?;
            given.push((key, value));
        }
        let entry = registry().into_iter().find(|entry| entry.name == name);
        let Some(entry) = entry else {
            return Err(refuse("there is no such game".into()));
        };
        let parameters = Parameters::new(&(entry.parameters)(), &given);
        let game = parameters.and_then(|parameters| (entry.build)(&parameters));
        match game {
            Ok(game) => Ok(Self { game }),
            Err(Invalid(why)) => Err(refuse(why)),
        }
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        &self.game.info().name
    }

    /// How many players are paid.
    #[getter]
    fn players(&self) -> usize {
        self.game.info().players
    }

    /// "none" or "explicit".
    #[getter]
    fn chance(&self) -> &'static str {
        chance_out(self.game.info().chance)
    }

    /// The most actions in a play, if known.
    #[getter]
    fn horizon(&self) -> Option<u32> {
        self.game.info().horizon
    }

    /// The least and the greatest return of a player, if known.
    #[getter]
    fn returns(&self) -> Option<(f64, f64)> {
        self.game.info().returns
    }

    /// The names of its own evaluations; the first is taken where none is named.
    #[getter]
    fn evaluations(&self) -> Vec<&'static str> {
        self.game.evaluations()
    }

    fn initial<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        guarded(|| self.game.initial(py))
    }

    fn turn(&self, state: &Bound<'_, PyAny>) -> PyResult<i32> {
        guarded(|| self.game.turn(state))
    }

    fn actions<'py>(&self, state: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        guarded(|| self.game.actions(state))
    }

    fn step<'py>(
        &self,
        state: &Bound<'py, PyAny>,
        action: &Bound<'py, PyAny>,
        stream: &mut Stream,
    ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyAny>)> {
        guarded(|| self.game.step(state, action, stream))
    }

    fn outcomes<'py>(
        &self,
        state: &Bound<'py, PyAny>,
        action: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        guarded(|| self.game.outcomes(state, action))
    }

    fn render(&self, state: &Bound<'_, PyAny>) -> PyResult<String> {
        guarded(|| self.game.render(state))
    }

    #[pyo3(signature = (state, name=None))]
    fn evaluate<'py>(
        &self,
        state: &Bound<'py, PyAny>,
        name: Option<&str>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        guarded(|| self.game.evaluate(state, name))
    }

    /// How far the play has come, from 0 to 1.
    fn stage(&self, state: &Bound<'_, PyAny>) -> PyResult<f64> {
        guarded(|| self.game.stage(state))
    }

    /// The state that stands for all images of a state.
    fn canonical<'py>(&self, state: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        guarded(|| self.game.canonical(state))
    }

    /// A state as the player who decides there knows it.
    fn information<'py>(&self, state: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        guarded(|| self.game.information(state))
    }
}

/// One game of the registry.
struct Entry {
    name: &'static str,
    summary: &'static str,
    parameters: fn() -> Vec<forethought_core::game::Parameter>,
    build: fn(&Parameters) -> Result<Box<dyn AnyGame>, Invalid>,
}

fn entry<G: Native>() -> Entry {
    Entry {
        name: G::NAME,
        summary: G::SUMMARY,
        parameters: G::parameters,
        build: |parameters| Ok(Box::new(Arc::new(G::build(parameters)?))),
    }
}

fn registry() -> Vec<Entry> {
    macro_rules! entries {
        ($($game:ty),* $(,)?) => { vec![$(entry::<$game>()),*] };
    }
    forethought_core::with_games!(entries)
}

/// The native games: name, summary, and for each parameter its name, default and meaning.
#[pyfunction]
pub fn games(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let list = PyList::empty(py);
    for entry in registry() {
        let parameters = PyList::empty(py);
        for parameter in (entry.parameters)() {
            let default = value_out(py, &parameter.default)?;
            parameters.append((parameter.name, default, parameter.meaning))?;
        }
        list.append((entry.name, entry.summary, parameters))?;
    }
    Ok(list)
}
