//! What a tree is made of.

use crate::game::Turn;

/// No entry.
pub const NONE: u32 = u32::MAX;

/// The node of the state that the search decides about.
pub const ROOT: u32 = 0;

/// Which arrivals share a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merge {
    /// Those at the same state after the same number of actions.
    StateAndStage,
    /// The same, and the arms that lead to a state share their samples: they are samples of the
    /// state. For games without chance.
    Afterstate,
    /// Those at the same state.
    State,
    /// Those by the same actions and outcomes.
    Path,
}

/// What is proven of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proven {
    /// Nothing.
    Nothing,
    /// What some of its arms are worth.
    Arms,
    /// What it is worth.
    Worth,
}

/// A state that was reached.
#[derive(Clone, Debug)]
pub struct Node<S> {
    /// The state.
    pub state: S,
    /// Simulations that came here.
    pub visits: u32,
    /// Simulations that went on from here: all samples of its arms.
    pub left: u32,
    /// What an arrival must share beside the state: the number of actions from the start of the
    /// search, nothing, or the arm that led here, see [`Merge`].
    pub(super) scope: u32,
    /// Its first arm, or [`NONE`] while its actions are not listed.
    pub(super) first_arm: u32,
    pub(super) arms: u16,
    /// Who decides here.
    pub turn: Turn,
    /// Whether every arm is known to have its first samples.
    pub settled: bool,
    /// What is proven of it.
    pub proven: Proven,
}

impl<S> Node<S> {
    /// The ids of its arms, none while its actions are not listed.
    #[inline]
    pub fn arms(&self) -> std::ops::Range<u32> {
        let first = if self.is_listed() { self.first_arm } else { 0 };
        first..first + u32::from(self.arms)
    }

    /// Whether its actions are listed.
    #[inline]
    pub fn is_listed(&self) -> bool {
        self.first_arm != NONE
    }
}

/// What an arm was and led to; its samples stand in a row of their own.
#[derive(Clone, Copy, Debug)]
pub struct Arm<A> {
    /// The action.
    pub action: A,
    /// Its first link, or [`NONE`].
    pub link: u32,
    /// The node that it always leads to; [`NONE`] while that is not known, or not always the same.
    pub child: u32,
}

/// An outcome of an arm.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// The node it leads to.
    pub child: u32,
    /// How often it came.
    pub count: u32,
    /// The next link of the same arm, or [`NONE`].
    pub next: u32,
    /// Where its rewards stand, or [`NONE`] where nobody is paid.
    pub(super) rewards: u32,
}

/// How far the value of a node may be off.
#[derive(Clone, Copy, Debug, Default)]
pub struct Doubt {
    /// Rollouts from the node itself, before its actions were listed.
    pub rollouts: u32,
    /// Square of the standard error of its value.
    pub square_error: f64,
}

/// What simulations through the node of an arm paid the player who chooses there, if that player took
/// its action there or later.
#[derive(Clone, Copy, Debug, Default)]
pub struct Amaf {
    /// The number by which the action is known across states.
    pub identity: u64,
    /// How many simulations there were.
    pub count: f64,
    /// What they paid from the node on, in the mean.
    pub mean: f64,
}

/// The columns that there are, beside those that every tree has.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Which arrivals share a node.
    pub merge: Merge,
    /// Whether nodes have a value.
    pub values: bool,
    /// Whether nodes have a second value, beside the first.
    pub averages: bool,
    /// Whether nodes say how far their value may be off.
    pub doubts: bool,
    /// Whether arms have a score.
    pub scores: bool,
    /// Whether arms know what simulations paid in which their action was taken later.
    pub amafs: bool,
    /// Whether links have a probability.
    pub probabilities: bool,
    /// Whether what nodes are worth can be known.
    pub proofs: bool,
}

/// The most actions that a state can have.
pub const MAX_ARMS: usize = u16::MAX as usize;
