//! What simulations say of actions that were taken later: all moves as first.

use super::entries::Amaf;
use super::store::Tree;
use crate::game::Players;
use std::hash::Hash;

impl<S: Clone + Eq + Hash, A: Copy, P: Players> Tree<S, A, P> {
    /// What all moves as first say of a node's arms; empty where the tree does not say.
    #[inline]
    pub fn amafs(&self, node: u32) -> &[Amaf] {
        if !self.shape.amafs {
            return &[];
        }
        let arms = self.node(node).arms();
        &self.amafs[arms.start as usize..arms.end as usize]
    }

    /// The same, to change.
    #[inline]
    pub fn amafs_mut(&mut self, node: u32) -> &mut [Amaf] {
        if !self.shape.amafs {
            return &mut [];
        }
        let arms = self.node(node).arms();
        &mut self.amafs[arms.start as usize..arms.end as usize]
    }

    /// The number by which the action of an arm is known across states, where the tree has it.
    #[inline]
    pub fn identity(&self, arm: u32) -> Option<u64> {
        self.amafs.get(arm as usize).map(|amaf| amaf.identity)
    }
}
