//! Exact solving: backward induction over every state that can be reached.
//!
//! Each player maximises what it gets itself, and takes the first of equally good actions; for two
//! players whose returns sum to a constant that is minimax. Chance is averaged.
//!
//! The states are walked depth first (Tarjan's strongly connected components, in the form of
//! Pearce 2016, "A space-efficient algorithm for finding strongly connected components"), so that
//! a state is valued when everything that can follow is, and only the edges on the current path are
//! in memory. States that can repeat form a component, which is valued by value iteration.

mod component;
mod expansion;
mod states;
mod walk;

use crate::game::{Chance, Game};
use expansion::Expansion;
use states::States;
use std::fmt;

/// Why there is no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolveError<E> {
    /// The rules failed.
    Game(E),
    /// More states than this can be reached.
    TooManyStates {
        /// The most that were allowed.
        limit: usize,
    },
    /// There is no memory for more states.
    NoMemory {
        /// How many there are.
        states: usize,
    },
    /// The chance of the game can only be sampled.
    SampledChance,
    /// The play is not over at a state, and there is no action.
    NoActions {
        /// The state, as its type prints it.
        state: String,
    },
    /// The values of states that can repeat grow without end, or too slowly settle.
    NotConverged,
    /// `poll` said to stop.
    Interrupted,
}

impl<E: fmt::Display> fmt::Display for SolveError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(error) => error.fmt(f),
            Self::TooManyStates { limit } => write!(f, "more than {limit} states can be reached"),
            Self::NoMemory { states } => write!(f, "no memory for more than {states} states"),
            Self::SampledChance => f.write_str("the outcomes of chance can't be listed"),
            Self::NoActions { state } => write!(f, "not over, but without actions: {state}"),
            Self::NotConverged => f.write_str("the values of states that repeat do not settle"),
            Self::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> std::error::Error for SolveError<E> {}

/// The exact value of every state that can be reached.
pub struct Solution<G: Game> {
    players: usize,
    states: States<G::State>,
    values: Vec<f64>,
    actions: Vec<G::Action>,
    q: Vec<f64>,
    best: Option<usize>,
    horizon: Option<u32>,
}

impl<G: Game> fmt::Debug for Solution<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut whole = f.debug_struct("Solution");
        whole.field("states", &self.states());
        whole.field("actions", &self.actions).field("q", &self.q);
        whole.finish_non_exhaustive()
    }
}

impl<G: Game> Solution<G> {
    /// What each player gets from `state` on in best play; `None` if it can't be reached.
    pub fn value(&self, state: &G::State) -> Option<&[f64]> {
        let id = self.states.find(state)? as usize;
        Some(&self.values[id * self.players..][..self.players])
    }

    /// The actions of the root, in order; none if the play is over there.
    pub fn actions(&self) -> &[G::Action] {
        &self.actions
    }

    /// What each player gets in best play after the root action with this index.
    pub fn q(&self, index: usize) -> &[f64] {
        &self.q[index * self.players..][..self.players]
    }

    /// The index of the first best action of the root; `None` if the play is over there.
    pub fn best(&self) -> Option<usize> {
        self.best
    }

    /// How many different states can be reached, the root included.
    pub fn states(&self) -> usize {
        self.states.len()
    }

    /// The most actions, chance's included, that a play from the root can take; `None` if states
    /// can repeat.
    pub fn horizon(&self) -> Option<u32> {
        self.horizon
    }
}

/// Solves `game` from `root` on.
///
/// `poll` is called now and then with the number of states found so far; `false` stops. Where
/// states can repeat, values settle to a change below 1e-12 (relative to values above 1), starting
/// from 0: a play that never ends is worth what it pays.
///
/// # Errors
/// Those of the rules, and why there is no solution.
pub fn solve<G: Game>(
    game: &G,
    root: &G::State,
    max_states: usize,
    poll: &mut dyn FnMut(usize) -> bool,
) -> Result<Solution<G>, SolveError<G::Error>> {
    if game.info().chance == Chance::Sampled {
        return Err(SolveError::SampledChance);
    }
    let mut states = States::new(max_states);
    let valued = walk::walk(game, root, &mut states, poll)?;
    let mut top = Expansion::new(game);
    top.push(game, &mut states, walk::ROOT)?;
    let best = top.choose(0, &valued.values);
    let mut actions = Vec::new();
    if best.is_some() {
        game.actions(root, &mut actions).map_err(SolveError::Game)?;
    }
    Ok(Solution {
        players: game.info().players,
        q: top.arm_values(0, &valued.values),
        states,
        values: valued.values,
        actions,
        best,
        horizon: valued.horizon,
    })
}
