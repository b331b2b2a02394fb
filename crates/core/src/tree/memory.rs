//! How much memory a tree holds, and how it grows within its limit.

use super::entries::{Amaf, Arm, Doubt, Link, Node};
use super::store::Tree;
use crate::game::Players;
use std::hash::Hash;
use std::mem::size_of;

const F64: usize = size_of::<f64>();

/// The part of the limit that is kept back for the last simulation: it may need room after the
/// tree is found to be full.
const KEPT_BACK: usize = 16;

impl<S: Clone + Eq + Hash, A: Copy, P: Players> Tree<S, A, P> {
    /// Bytes held, used or not yet.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * self.node_bytes()
            + self.arms.capacity() * self.arm_bytes()
            + self.links.capacity() * self.link_bytes()
            + self.rewards.capacity() * size_of::<P::Payoff>()
            + self.table.allocation_size()
    }

    /// Sets the most bytes to hold. Close to it the tree says that it is full, and grows by no more
    /// than what a simulation needs.
    pub fn limit(&mut self, bytes: usize) {
        self.limit = bytes;
        self.full = self.bytes() > self.free_limit();
    }

    fn free_limit(&self) -> usize {
        self.limit - self.limit / KEPT_BACK
    }

    /// Whether the limit does not allow the tree to grow as it should, given that `others` bytes
    /// are held elsewhere.
    #[inline]
    pub fn is_full(&self, others: usize) -> bool {
        self.full || (others > 0 && self.bytes() + others > self.free_limit())
    }

    /// The most bytes to hold.
    pub fn limit_bytes(&self) -> usize {
        self.limit
    }

    fn node_bytes(&self) -> usize {
        let values = [self.shape.values, self.shape.averages, self.shape.proofs];
        let values: usize = values.into_iter().map(usize::from).sum();
        let doubt = size_of::<Doubt>() * usize::from(self.shape.doubts);
        let shared = size_of::<P::Row>() * usize::from(self.shares());
        size_of::<Node<S>>() + size_of::<P::Payoff>() * values + doubt + shared
    }

    fn arm_bytes(&self) -> usize {
        let score = F64 * usize::from(self.shape.scores);
        let amaf = size_of::<Amaf>() * usize::from(self.shape.amafs);
        size_of::<Arm<A>>() + size_of::<P::Row>() + score + amaf
    }

    fn link_bytes(&self) -> usize {
        size_of::<Link>() + F64 * usize::from(self.shape.probabilities)
    }

    /// How many more entries to make room for, given that one takes `bytes` and that `needed` are
    /// needed at once: as many again as there are, or as the limit leaves.
    fn growth(&mut self, there: usize, needed: usize, bytes: usize) -> usize {
        let wanted = there.max(needed).max(64);
        let left = self.free_limit().saturating_sub(self.bytes()) / bytes;
        if left < wanted {
            self.full = left < needed + 64;
        }
        wanted.min(left).max(needed + 1)
    }

    #[cold]
    pub(super) fn grow_nodes(&mut self) {
        // The table of ids grows along: at most 12 bytes an entry while it doubles.
        let bytes = self.node_bytes() + 12;
        let more = self.growth(self.nodes.len(), 1, bytes);
        self.nodes.reserve_exact(more);
        if self.shape.values {
            self.values.reserve_exact(more);
        }
        if self.shape.averages {
            self.averages.reserve_exact(more);
        }
        if self.shape.doubts {
            self.doubts.reserve_exact(more);
        }
        if self.shape.proofs {
            self.proofs.reserve_exact(more);
        }
        if self.shares() {
            self.shared.reserve_exact(more);
        }
    }

    #[cold]
    pub(super) fn grow_arms(&mut self, needed: usize) {
        let bytes = self.arm_bytes();
        let more = self.growth(self.arms.len(), needed, bytes);
        self.arms.reserve_exact(more);
        self.rows.reserve_exact(more);
        if self.shape.scores {
            self.scores.reserve_exact(more);
        }
        if self.shape.amafs {
            self.amafs.reserve_exact(more);
        }
    }

    #[cold]
    pub(super) fn grow_rewards(&mut self) {
        let more = self.growth(self.rewards.len(), 1, size_of::<P::Payoff>());
        self.rewards.reserve_exact(more);
    }

    #[cold]
    pub(super) fn grow_links(&mut self) {
        let bytes = self.link_bytes();
        let more = self.growth(self.links.len(), 1, bytes);
        self.links.reserve_exact(more);
        if self.shape.probabilities {
            self.probabilities.reserve_exact(more);
        }
    }
}
