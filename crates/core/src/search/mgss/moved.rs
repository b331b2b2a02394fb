//! Another root: what the tree has below it is kept.

use super::tree::{Kind, NONE, Node, Tree};
use super::{Mgss, Prospect};
use crate::game::Game;

impl<G: Game> Mgss<G> {
    /// Makes the node for `state` below the root the root, or forgets the tree where there is none.
    pub(super) fn keep_below(&mut self, state: &G::State, mover: u8) {
        let empty = Tree::new(self.has_chance());
        let old = std::mem::replace(&mut self.tree, empty);
        let prospects = std::mem::take(&mut self.prospects);
        let taken_part = |n: &u32| self.images.iter().all(|(image, _)| image != n);
        if let Some(root) = find(&old, state).filter(taken_part) {
            let sign = if mover == self.mover { 1.0 } else { -1.0 };
            self.copy(&old, &prospects, root, sign);
        }
    }

    /// Copies a node and what is below it, level by level, seen from the side of another player
    /// where `sign` is -1.
    fn copy(&mut self, old: &Tree<G::State>, prospects: &[Prospect], root: u32, sign: f64) {
        let paid = old.nodes[root as usize].paid;
        let value = |value: f64| sign * (value - paid);
        let mut from = vec![(root, NONE)];
        let mut next = 0;
        while next < from.len() {
            let (n, parent) = from[next];
            let (node, first) = (&old.nodes[n as usize], from.len() as u32);
            from.extend(old.children(n).map(|c| (c, next as u32)));
            let copy = Node {
                parent,
                first: if node.count == 0 { NONE } else { first },
                state: match node.state {
                    NONE => NONE,
                    at => self.tree.push_state(old.states[at as usize].clone()),
                },
                kind: if sign > 0.0 {
                    node.kind
                } else {
                    other(node.kind)
                },
                made_with: value(node.made_with),
                paid: value(node.paid),
                ..*node
            };
            self.tree.push(copy, value(old.values[n as usize]));
            let known = prospects[n as usize];
            self.prospects.push(Prospect {
                mean: sign * known.mean,
                ..known
            });
            next += 1;
        }
        for n in 0..self.tree.nodes.len() as u32 {
            let Node { kind, count, .. } = self.tree.nodes[n as usize];
            if count > 0 && kind != Kind::Chance {
                self.tree.find_top(n);
            }
        }
    }
}

fn other(kind: Kind) -> Kind {
    match kind {
        Kind::Max => Kind::Min,
        Kind::Min => Kind::Max,
        _ => kind,
    }
}

/// The node of a state that follows an action of the root.
fn find<S: Eq>(tree: &Tree<S>, state: &S) -> Option<u32> {
    let root = tree.nodes.first().filter(|root| root.count > 0)?;
    let mut open: Vec<u32> = (root.first..root.first + root.count).collect();
    while let Some(n) = open.pop() {
        let node = &tree.nodes[n as usize];
        if node.state != NONE && tree.states[node.state as usize] == *state {
            return Some(n);
        }
        if node.kind == Kind::Chance && node.count > 0 {
            open.extend(tree.children(n));
        }
    }
    None
}
