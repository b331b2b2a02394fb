//! What the searches by depth have in common, seen from outside.

use super::Fault;
use crate::budget::Deliberation;
use crate::game::{Chance, Game, Info};

/// What is known of the value of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nothing.
    Unknown,
    /// An estimate from a search of limited depth.
    Estimate,
    /// The value itself.
    Exact,
    /// The value is at least this, as far as was searched.
    Lower,
    /// The value is at most this, as far as was searched.
    Upper,
}

/// One action of the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row<A> {
    /// The action.
    pub action: A,
    /// Nodes generated below it.
    pub nodes: u64,
    /// What it pays the player to move at the root, with what is paid on the way; NaN where
    /// nothing is known.
    pub value: f64,
    /// What that is.
    pub kind: Kind,
}

/// A search that knows of each action of the root what it is worth, but keeps no statistics.
pub trait Lookahead<G: Game>: Deliberation<Error = Fault<G::Error>> {
    /// The game.
    fn game(&self) -> &G;

    /// The state it decides about.
    fn root(&self) -> &G::State;

    /// All actions of the root, in the order of the game.
    fn rows(&self) -> Vec<Row<G::Action>>;

    /// The index of the action to be chosen now.
    fn best(&self) -> usize;

    /// The line of play that it expects: each state with the action there.
    fn line(&self) -> Vec<(G::State, G::Action)>;

    /// Whether the chosen action is proven to be one of the best.
    fn proven(&self) -> bool;

    /// Goes on with another root; what is remembered of states is kept.
    ///
    /// # Errors
    /// [`Fault::NothingToDecide`] if no player is to move there, or those of the rules.
    fn move_root(&mut self, state: G::State) -> Result<(), Fault<G::Error>>;
}

/// Refuses a game that is not one of two players with opposite returns and without chance.
pub(super) fn two_without_chance<E>(info: &Info) -> Result<(), Fault<E>> {
    if info.players != 2 {
        return Err(Fault::NotTwoPlayers(info.players));
    }
    if info.chance != Chance::None {
        return Err(Fault::HasChance);
    }
    opposed(info)
}

/// Refuses a game of two players whose returns can't be opposite.
pub(super) fn opposed<E>(info: &Info) -> Result<(), Fault<E>> {
    match info.players == 2 && !info.may_be_opposite() {
        true => Err(Fault::NotZeroSum),
        false => Ok(()),
    }
}
