//! Why a search could not go on.

use crate::game::{BoxError, Stuck};
use std::fmt;

/// Why a search could not go on.
#[derive(Debug)]
pub enum Fault<E> {
    /// The rules failed.
    Game(E),
    /// What the user passed in failed: a policy, a rollout or an opponent.
    Foreign(BoxError),
    /// A play got stuck.
    Stuck(Stuck),
    /// It is no player's turn at the root.
    NothingToDecide,
    /// Explicit chance was asked for, and the game can only sample.
    ChanceIsSampled,
    /// Arms were to share the samples of the states they lead to, and the game has chance.
    NoAfterstates,
    /// The root was moved along an action with chance without saying what came of it.
    WhichOutcome,
    /// The search is for two players, and the game has so many.
    NotTwoPlayers(usize),
    /// The search is for games without chance.
    HasChance,
    /// Two players are paid numbers that do not sum to 0.
    NotZeroSum,
    /// A play came back to a state, and was paid on the way round.
    PaidRound,
    /// Max-n was to prune, and the game does not allow it, for this reason.
    NoPruning(&'static str),
    /// An evaluation gave two players these numbers, which do not sum to 0.
    UnevenEvaluation([f64; 2]),
    /// Pruning at chance needs bounds of the returns, and the game gives none.
    NoBounds,
    /// A play pays player 0 from the root on what the game's returns do not allow.
    PaidBeyond {
        /// What it pays.
        paid: f64,
        /// The least that the returns allow.
        low: f64,
        /// The greatest.
        high: f64,
    },
    /// An evaluation expects for player 0 what the game's returns do not allow.
    JudgedBeyond {
        /// Where, as the type of the state prints it.
        state: String,
        /// What it expects.
        value: f64,
        /// The least that the returns allow there.
        low: f64,
        /// The greatest.
        high: f64,
    },
    /// The game has more players than [`crate::game::Players::MOST`].
    TooManyPlayers(usize),
    /// A state has more actions than [`crate::tree::MAX_ARMS`].
    TooManyActions(usize),
    /// A policy or an opponent chose an index that is none.
    NoSuchArm {
        /// The index.
        chosen: usize,
        /// How many there are.
        arms: usize,
    },
}

impl<E: fmt::Display> fmt::Display for Fault<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(error) => write!(f, "the rules failed: {error}"),
            Self::Foreign(error) => write!(f, "{error}"),
            Self::Stuck(Stuck::NoActions) => f.write_str("a state that is not over has no actions"),
            Self::Stuck(Stuck::Endless(most)) => write!(f, "a play takes more than {most} actions"),
            Self::NothingToDecide => f.write_str("no player is to move"),
            Self::ChanceIsSampled => f.write_str("the chance of this game can only be sampled"),
            Self::NoAfterstates => {
                f.write_str("the game has chance, so an action has no state it leads to")
            }
            Self::WhichOutcome => f.write_str("the action has chance: say which state came of it"),
            Self::NotTwoPlayers(players) => {
                write!(f, "the search is for two players, the game has {players}")
            }
            Self::HasChance => f.write_str("the search is for games without chance"),
            Self::NotZeroSum => f.write_str("the rewards of two players do not sum to 0"),
            Self::NoPruning(why) => write!(f, "pruning is not possible: {why}"),
            Self::PaidRound => f.write_str("a play that comes back to a state is paid for it"),
            Self::UnevenEvaluation(values) => {
                write!(f, "the evaluation gave {values:?}, which do not sum to 0")
            }
            Self::NoBounds => f.write_str("the game does not bound its returns"),
            Self::PaidBeyond { paid, low, high } => {
                write!(f, "a play pays {paid}, beyond {low} to {high}")
            }
            Self::JudgedBeyond {
                state,
                value,
                low,
                high,
            } => write!(
                f,
                "the evaluation {value} of {state} is beyond {low} to {high}"
            ),
            Self::TooManyPlayers(players) => write!(f, "the game has {players} players"),
            Self::TooManyActions(actions) => write!(f, "a state has {actions} actions"),
            Self::NoSuchArm { chosen, arms } => {
                write!(f, "arm {chosen} was chosen, there are {arms}")
            }
        }
    }
}
