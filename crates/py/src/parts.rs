//! The parts of a search, as Python describes them.

use crate::errors::raise;
use crate::face::Face;
use crate::rng::Stream;
use forethought_core::decision::Choice;
use forethought_core::game::BoxError;
use forethought_core::policy::{
    AnyRule, Aoap, EpsilonGreedy, Exp3, Greedy, KnowledgeGradient, Ocba, Policy, Rule,
    SequentialHalving, Ucb1, UcbE, UcbTuned, Uniform, Weight,
};
use forethought_core::rng::Rng;
use forethought_core::search::mcts::{
    Backup, ChanceIn, Learned, Move, Opponents, Parts, Rave, Simulate,
};
use forethought_core::stats::{Arm, Arms};
use forethought_core::tree::Merge;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::cell::RefCell;
use std::sync::Arc;

/// A function of the user's, shared by the part that calls it and by what shows it to Python's
/// garbage collector.
pub type Held = Arc<Py<PyAny>>;

/// A search as Python describes it: a dictionary that `forethought.search` fills and nobody else.
pub struct Spec<'py> {
    dict: Bound<'py, PyDict>,
    /// The seed of its stream.
    pub seed: u64,
    /// The generator to lend to the user's methods.
    pub lent: Lent,
    /// The functions of the user's that the parts hold.
    held: RefCell<Vec<Held>>,
}

/// A Python generator whose stream is made the search's own while a user's method draws from it.
pub struct Lent {
    object: Py<PyAny>,
    stream: Py<Stream>,
}

impl Lent {
    /// `object` is a `forethought.Rng`.
    fn new(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self {
            object: object.clone().unbind(),
            stream: object.getattr("stream")?.extract()?,
        })
    }

    /// Another handle on the same generator.
    pub fn clone_ref(&self, py: Python<'_>) -> Self {
        Self {
            object: self.object.clone_ref(py),
            stream: self.stream.clone_ref(py),
        }
    }

    /// Calls `draw` with the generator at the place where `rng` is, and moves `rng` along.
    pub fn lend<'py, T>(
        &self,
        py: Python<'py>,
        rng: &mut Rng,
        draw: impl FnOnce(&Bound<'py, PyAny>) -> PyResult<T>,
    ) -> PyResult<T> {
        self.stream.borrow_mut(py).rng = rng.clone();
        let drawn = draw(self.object.bind(py));
        *rng = self.stream.borrow(py).rng.clone();
        drawn
    }
}

impl<'py> Spec<'py> {
    /// Reads the description.
    pub fn new(dict: &Bound<'py, PyDict>) -> PyResult<Self> {
        Ok(Self {
            seed: item(dict, "seed")?.extract()?,
            lent: Lent::new(&item(dict, "rng")?)?,
            dict: dict.clone(),
            held: RefCell::default(),
        })
    }

    /// The functions of the user's that the parts made so far hold.
    pub fn into_held(self) -> Vec<Held> {
        self.held.into_inner()
    }

    /// A function of the user's, noted as held.
    pub fn hold(&self, function: &Bound<'py, PyAny>) -> Held {
        let held = Arc::new(function.clone().unbind());
        self.held.borrow_mut().push(held.clone());
        held
    }

    fn policy(&self, given: &Bound<'py, PyAny>) -> PyResult<Policy> {
        policy(given, &mut self.held.borrow_mut())
    }

    /// The text under a key.
    pub fn text(&self, key: &str) -> PyResult<String> {
        item(&self.dict, key)?.extract()
    }

    /// What stands under a key.
    pub fn get(&self, key: &str) -> PyResult<Bound<'py, PyAny>> {
        item(&self.dict, key)
    }

    /// The parts of a search of `game`.
    pub fn parts<G: Face>(&self, game: &G) -> PyResult<Parts<G>> {
        Ok(Parts {
            policy: self.policy(&item(&self.dict, "policy")?)?,
            opponents: self.opponents(game)?,
            merge: match self.text("nodes")?.as_str() {
                "state" => Merge::State,
                "path" => Merge::Path,
                "afterstate" => Merge::Afterstate,
                _ => Merge::StateAndStage,
            },
            backup: match self.text("backup")?.as_str() {
                "average" => Backup::Average,
                "bellman" => Backup::Bellman,
                "contenders" => Backup::Contenders,
                _ => Backup::Mixed {
                    scale: item(&self.dict, "scale")?.extract()?,
                },
            },
            chance: match self.text("chance")?.as_str() {
                "explicit" => ChanceIn::Explicit,
                _ => ChanceIn::Sampled,
            },
            simulate: self.simulate(game)?,
            rave: self.rave()?,
            choice: match self.text("choice")?.as_str() {
                "visits" => Choice::Visits,
                "lower_bound" => Choice::LowerBound,
                _ => Choice::Mean,
            },
            decoupled: item(&self.dict, "decoupled")?.extract()?,
            solver: item(&self.dict, "solver")?.extract()?,
        })
    }

    fn opponents<G: Face>(&self, game: &G) -> PyResult<Opponents<G>> {
        let given = item(&self.dict, "opponents")?;
        if given.is_none() {
            Ok(Opponents::Same)
        } else if given.is_instance_of::<PyDict>() {
            Ok(Opponents::Policy(self.policy(&given)?))
        } else if given.is_callable() {
            Ok(Opponents::Fixed(fixed(game, self.hold(&given))))
        } else {
            Ok(Opponents::Random)
        }
    }

    fn rave(&self) -> PyResult<Option<Rave>> {
        let equivalence: Option<f64> = item(&self.dict, "rave")?.extract()?;
        Ok(equivalence.map(Rave::new))
    }

    fn simulate<G: Face>(&self, game: &G) -> PyResult<Simulate<G>> {
        let given = item(&self.dict, "rollout")?;
        if given.is_none() {
            return Ok(Simulate::Uniform);
        }
        if given.is_instance_of::<PyDict>() {
            return Ok(Simulate::Learned(Learned::new(
                given.get_item("epsilon")?.extract()?,
                given.get_item("longest")?.extract()?,
                given.get_item("least")?.extract()?,
            )));
        }
        let (game, lent) = (game.clone(), self.lent.clone_ref(given.py()));
        let play = self.hold(&given);
        Ok(Simulate::By(Box::new(move |state, rng, returns| {
            Python::attach(|py| {
                let state = game.state_out(py, state)?;
                let paid = lent.lend(py, rng, |object| play.bind(py).call1((state, object)))?;
                crate::py_game::add_rewards(&paid, returns).map_err(|why| {
                    let name = &game.info().name;
                    raise("GameError", format!("{name}: rollout() gave {why}"))
                })
            })
            .map_err(|error: PyErr| -> BoxError { Box::new(error) })
        })))
    }
}

/// An opponent that does what `choose(state)` says.
fn fixed<G: Face>(game: &G, choose: Held) -> Move<G> {
    let game = game.clone();
    Box::new(move |state, actions, _rng| {
        Python::attach(|py| {
            let state_out = game.state_out(py, state)?;
            let action = choose.bind(py).call1((&state_out,))?;
            let index = game.index_of(state, actions, &action)?;
            index.ok_or_else(|| game.illegal(state, actions, &action))
        })
        .map_err(|error: PyErr| -> BoxError { Box::new(error) })
    })
}

fn item<'py>(dict: &Bound<'py, PyDict>, key: &str) -> PyResult<Bound<'py, PyAny>> {
    dict.as_any().get_item(key)
}

/// A policy from its description; adds to `held` what it holds.
pub fn policy(given: &Bound<'_, PyAny>, held: &mut Vec<Held>) -> PyResult<Policy> {
    let number = |key: &str| -> PyResult<f64> { given.get_item(key)?.extract() };
    let weight = || -> PyResult<Weight> {
        let flag = |key: &str| -> PyResult<bool> { given.get_item(key)?.extract() };
        let weight = number("weight")?;
        Ok(if flag("relative")? {
            Weight::Relative(weight)
        } else if flag("growing")? {
            Weight::Growing(weight)
        } else {
            Weight::Fixed(weight)
        })
    };
    let kind: String = given.get_item("kind")?.extract()?;
    let mut root_rule = None;
    let other = |rule: Box<dyn Rule>| AnyRule::Other(rule);
    let rule = match kind.as_str() {
        "ocba" => AnyRule::Ocba(Ocba::default()),
        "ucb1" => AnyRule::Ucb1(Ucb1::new(weight()?)),
        "ucb1_tuned" => other(Box::new(UcbTuned(weight()?))),
        "ucb_e" => other(Box::new(UcbE {
            exploration: number("exploration")?,
            weight: weight()?,
        })),
        "epsilon_greedy" => other(Box::new(EpsilonGreedy(number("epsilon")?))),
        "exp3" => other(Box::new(Exp3::new(
            number("gamma")?,
            number("low")?,
            number("high")?,
        ))),
        "uniform" => other(Box::new(Uniform)),
        "greedy" => other(Box::new(Greedy)),
        "kg" => other(Box::new(KnowledgeGradient)),
        "aoap" => other(Box::new(Aoap::new(number("mean0")?, number("variance0")?))),
        "sequential_halving" => {
            let budget = given.get_item("budget")?.extract()?;
            root_rule = Some(other(Box::new(SequentialHalving::new(budget))));
            policy(&given.get_item("inner")?, held)?.rule
        }
        _ => {
            let call = Arc::new(given.get_item("call")?.unbind());
            held.push(call.clone());
            other(Box::new(Callable(call)))
        }
    };
    let sigma0 = number("sigma0")?;
    Ok(Policy {
        rule,
        root_rule,
        n0: given.get_item("n0")?.extract()?,
        root_n0: given.get_item("root_n0")?.extract()?,
        prior_variance: sigma0 * sigma0,
    })
}

/// A policy of the user's: `call(counts, means, variances)` gives an index.
struct Callable(Held);

impl Rule for Callable {
    fn choose(&mut self, arms: &Arms, _rng: &mut Rng) -> Result<usize, BoxError> {
        let column = |of: fn(Arm) -> f64| arms.iter().map(of).collect::<Vec<f64>>();
        Python::attach(|py| {
            let arguments = (
                column(|arm| arm.count),
                column(|arm| arm.mean),
                column(|arm| arm.variance),
            );
            let given = self.0.bind(py).call1(arguments)?;
            given.extract().map_err(|_: PyErr| {
                let why = format!(
                    "the policy gave {given:?}: give an index from 0 to {}",
                    arms.len() - 1
                );
                raise("PolicyError", why)
            })
        })
        .map_err(|error: PyErr| -> BoxError { Box::new(error) })
    }
}
