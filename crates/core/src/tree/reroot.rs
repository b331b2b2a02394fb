//! Moving the root: what can still be reached is kept, the rest is given back.

use super::entries::ROOT;
use super::store::Tree;
use crate::game::Players;
use std::collections::HashMap;
use std::hash::Hash;

/// What was kept when the root moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Nodes.
    pub nodes: usize,
    /// Simulations that came to the new root.
    pub visits: u32,
    /// Bytes.
    pub bytes: usize,
}

impl<S: Clone + Eq + Hash, A: Copy, P: Players> Tree<S, A, P> {
    /// A tree of its own of what `root` leads to, with the same statistics.
    pub fn rerooted(&self, root: u32) -> (Self, Kept) {
        let mut fresh = Self::new(self.shape());
        let order = self.reachable(root);
        let place: HashMap<u32, u32> = order.iter().zip(0..).map(|(id, new)| (*id, new)).collect();
        for id in &order {
            fresh.copy_node(self, *id);
        }
        for id in &order {
            fresh.copy_links(self, *id, &place);
        }
        fresh.index_copies();
        fresh.limit(self.limit_bytes());
        let kept = Kept {
            nodes: fresh.len(),
            visits: fresh.node(ROOT).visits,
            bytes: fresh.bytes(),
        };
        (fresh, kept)
    }

    /// `root` and every node that its arms lead to, breadth first.
    fn reachable(&self, root: u32) -> Vec<u32> {
        let mut seen = vec![false; self.len()];
        let mut order = vec![root];
        seen[root as usize] = true;
        let mut next = 0;
        while next < order.len() {
            for arm in self.node(order[next]).arms() {
                for (_, link) in self.links_of(arm) {
                    if !std::mem::replace(&mut seen[link.child as usize], true) {
                        order.push(link.child);
                    }
                }
            }
            next += 1;
        }
        order
    }

    /// Copies a node with its values, and its arms with theirs, but without links.
    fn copy_node(&mut self, from: &Self, id: u32) {
        let new = self.append_copy(from, id);
        if !from.node(id).is_listed() {
            return;
        }
        let range = from.node(id).arms();
        let actions: Vec<A> = range.clone().map(|arm| from.arm(arm).action).collect();
        self.list_arms(new, &actions);
        for (old, arm) in range.zip(self.node(new).arms()) {
            self.copy_samples(arm, from, old);
        }
    }

    fn copy_links(&mut self, from: &Self, id: u32, place: &HashMap<u32, u32>) {
        for (old_arm, arm) in from.node(id).arms().zip(self.node(place[&id]).arms()) {
            // Links are put in front, so the oldest goes first.
            let links: Vec<u32> = from.links_of(old_arm).map(|(link, _)| link).collect();
            for link in links.into_iter().rev() {
                let child = place[&from.link(link).child];
                self.copy_link(arm, child, from, link);
            }
        }
    }
}
