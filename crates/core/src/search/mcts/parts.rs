//! The parts of a search.

use super::{Learned, Rave};
use crate::decision::Choice;
use crate::game::{BoxError, Game};
use crate::policy::{AnyRule, Policy, Rule};
use crate::rng::Rng;
use crate::tree::Merge;

/// How what a simulation found changes the values on its path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Backup {
    /// A node is worth (1 - alpha) times the average of what its arms were thought to be worth,
    /// plus alpha times the mean of its best arm, alpha = 1 - 1/(scale N) (Li, Fu and Xu 2020,
    /// equations 10 to 13). An infinite scale gives the maximum.
    Mixed {
        /// How fast alpha goes to 1.
        scale: f64,
    },
    /// Nodes and arms are worth the mean of the returns of their simulations.
    Average,
    /// An arm is worth what its outcomes are worth now, weighted by how often they came (or their
    /// probability, see [`ChanceIn`]); a node is worth its best arm.
    Bellman,
    /// An arm is worth what its outcomes are worth now, as in [`Backup::Bellman`]; a node is worth
    /// the mean over those arms that can still be the best, weighted by their visits.
    Contenders,
}

impl Backup {
    /// Whether an arm is worth what its outcomes are worth now.
    pub(super) fn looks_at_outcomes(self) -> bool {
        matches!(self, Self::Bellman | Self::Contenders)
    }

    /// Whether nodes have a second value.
    pub(super) fn keeps_averages(self) -> bool {
        matches!(self, Self::Mixed { .. } | Self::Contenders)
    }
}

/// How chance is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChanceIn {
    /// Outcomes are drawn and weighted by how often they came.
    Sampled,
    /// Outcomes are listed when an arm is first taken, drawn from the list and weighted by their
    /// probabilities.
    Explicit,
}

/// The choice of a fixed opponent: the state and its legal actions to the index of one of these.
pub type Move<G> = Box<
    dyn FnMut(&<G as Game>::State, &[<G as Game>::Action], &mut Rng) -> Result<usize, BoxError>
        + Send
        + Sync,
>;

/// What the players other than the one who decides at the root do in the tree.
pub enum Opponents<G: Game> {
    /// They are searched with the same policy.
    Same,
    /// They are searched with a policy of their own.
    Policy(Policy),
    /// They take any action with equal probability.
    Random,
    /// They do what this says.
    Fixed(Move<G>),
}

/// A rollout of the user's: **adds** to the last argument what each player is paid from the state
/// to the end.
pub type Rollout<G> =
    Box<dyn FnMut(&<G as Game>::State, &mut Rng, &mut [f64]) -> Result<(), BoxError> + Send + Sync>;

/// How a leaf is played to the end.
pub enum Simulate<G: Game> {
    /// By uniformly random actions.
    Uniform,
    /// By what did well before.
    Learned(Learned),
    /// By what this does.
    By(Rollout<G>),
}

impl<G: Game> Simulate<G> {
    /// Bytes of what it remembers.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Learned(learned) => learned.bytes(),
            Self::Uniform | Self::By(_) => 0,
        }
    }
}

/// What a search is made of.
pub struct Parts<G: Game> {
    /// The tree policy.
    pub policy: Policy,
    /// What the others do.
    pub opponents: Opponents<G>,
    /// Which arrivals share a node.
    pub merge: Merge,
    /// How values go up.
    pub backup: Backup,
    /// How chance is searched.
    pub chance: ChanceIn,
    /// How a leaf is played to the end.
    pub simulate: Simulate<G>,
    /// Whether arms are judged by simulations in which their action was taken later, too. What a
    /// rollout of the user's takes is not known.
    pub rave: Option<Rave>,
    /// Which action is chosen in the end.
    pub choice: Choice,
    /// Whether players who choose at the same time don't know what the others choose: each has one
    /// node then, whatever they do.
    pub decoupled: bool,
    /// Whether what is known of the ends of plays is proven of the states before them.
    pub solver: bool,
}

impl<G: Game> Parts<G> {
    /// Whether some rule keeps a score of its arms.
    pub(super) fn has_scores(&self) -> bool {
        self.rules().any(|rule| rule.credit(0.0, 1.0).is_some())
    }

    /// Whether some rule looks at the scale of what is backed up.
    pub(super) fn uses_scale(&self) -> bool {
        self.rules().any(Rule::uses_scale)
    }

    /// Whether something learns from what players did in simulations.
    pub(super) fn remembers(&self) -> bool {
        self.rave.is_some() || matches!(self.simulate, Simulate::Learned(_))
    }

    fn rules(&self) -> impl Iterator<Item = &AnyRule> {
        let others = match &self.opponents {
            Opponents::Policy(policy) => Some(policy),
            _ => None,
        };
        let policies = std::iter::once(&self.policy).chain(others);
        policies.flat_map(|policy| std::iter::once(&policy.rule).chain(&policy.root_rule))
    }
}
