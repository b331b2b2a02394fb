//! Limits, and what has been spent of them.

use std::time::Duration;

/// What thinking costs, in the unit of the game's returns to the player who decides.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// For each node generated.
    pub per_node: f64,
    /// For each second.
    pub per_second: f64,
}

/// What a search may spend. The first limit to be reached stops it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limits {
    /// Root-to-leaf passes since the search began at this root.
    pub simulations: Option<u64>,
    /// States generated since the search began at this root; a simulation counts for one at least.
    pub nodes: Option<u64>,
    /// Time of this run.
    pub time: Option<Duration>,
    /// Bytes that the search may hold.
    pub memory: Option<usize>,
    /// The confidence in the best action that is enough, in (0, 1).
    pub confidence: Option<f64>,
    /// The depth to be searched wholly, in actions from the root.
    pub depth: Option<u32>,
    /// What thinking costs: a search that can tell what more of it will gain stops when that is not
    /// worth it.
    pub cost: Option<Cost>,
}

/// What a search has spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Root-to-leaf passes.
    pub simulations: u64,
    /// States generated, in the tree and in rollouts.
    pub nodes: u64,
    /// Bytes held.
    pub bytes: usize,
    /// The depth searched wholly, in actions from the root; 0 for searches that know none.
    pub depth: u32,
}

/// Why a search stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// As many simulations as allowed.
    Simulations,
    /// As many nodes as allowed.
    Nodes,
    /// The time is up.
    Seconds,
    /// The memory is full.
    Memory,
    /// The confidence asked for is reached.
    Confidence,
    /// As deep as allowed.
    Depth,
    /// The value of the root is proven.
    Proven,
    /// Somebody interrupted.
    Interrupted,
    /// There is one legal action, so that thinking cannot change the decision.
    SingleAction,
    /// What more thinking is expected to gain is not worth what it costs.
    NotWorthIt,
}

impl StopReason {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Simulations => "simulations",
            Self::Nodes => "nodes",
            Self::Seconds => "seconds",
            Self::Memory => "memory",
            Self::Confidence => "confidence",
            Self::Depth => "depth",
            Self::Proven => "proven",
            Self::Interrupted => "interrupted",
            Self::SingleAction => "single_action",
            Self::NotWorthIt => "not_worth_it",
        }
    }
}

impl Limits {
    /// The limit in counts that `spent` has reached, if any.
    #[inline]
    pub(super) fn counted(&self, spent: &Spent) -> Option<StopReason> {
        let reached = |limit: Option<u64>, spent| limit.is_some_and(|limit| spent >= limit);
        if reached(self.simulations, spent.simulations) {
            Some(StopReason::Simulations)
        } else if reached(self.nodes, spent.nodes.max(spent.simulations)) {
            // Once all states are in the tree a simulation generates none.
            Some(StopReason::Nodes)
        } else if self.depth.is_some_and(|depth| spent.depth >= depth) {
            Some(StopReason::Depth)
        } else {
            None
        }
    }
}
