//! Storage of the tree.

use super::entries::{Amaf, Arm, Doubt, Link, Merge, NONE, Node, Proven, ROOT, Shape};
use crate::game::{Numbers, Players, Turn};
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// A tree, or a graph where arrivals share nodes.
pub struct Tree<S, A, P: Players> {
    pub(super) shape: Shape,
    pub(super) nodes: Vec<Node<S>>,
    pub(super) values: Vec<P::Payoff>,
    pub(super) averages: Vec<P::Payoff>,
    pub(super) doubts: Vec<Doubt>,
    pub(super) proofs: Vec<P::Payoff>,
    /// The samples of each state, where arms share them.
    pub(super) shared: Vec<P::Row>,
    pub(super) arms: Vec<Arm<A>>,
    /// One row per arm: count, sum of squared deviations seen by the player who chooses, and the
    /// mean for each player.
    pub(super) rows: Vec<P::Row>,
    pub(super) scores: Vec<f64>,
    pub(super) amafs: Vec<Amaf>,
    pub(super) links: Vec<Link>,
    pub(super) probabilities: Vec<f64>,
    pub(super) rewards: Vec<P::Payoff>,
    pub(super) table: HashTable<u32>,
    pub(super) limit: usize,
    pub(super) full: bool,
}

impl<S: Clone + Eq + Hash, A: Copy, P: Players> Tree<S, A, P> {
    /// An empty tree.
    pub fn new(shape: Shape) -> Self {
        Self {
            shape,
            nodes: Vec::new(),
            values: Vec::new(),
            averages: Vec::new(),
            doubts: Vec::new(),
            proofs: Vec::new(),
            shared: Vec::new(),
            arms: Vec::new(),
            rows: Vec::new(),
            scores: Vec::new(),
            amafs: Vec::new(),
            links: Vec::new(),
            probabilities: Vec::new(),
            rewards: Vec::new(),
            table: HashTable::new(),
            limit: usize::MAX,
            full: false,
        }
    }

    /// The node of `state`, reached from `parent` by `arm` ([`NONE`] twice for the root), and
    /// whether it is new. `turn` is asked for new ones only.
    ///
    /// # Errors
    /// That of `turn`.
    #[inline]
    pub fn node_of<E>(
        &mut self,
        state: &S,
        parent: u32,
        arm: u32,
        turn: impl FnOnce(&S) -> Result<Turn, E>,
    ) -> Result<(u32, bool), E> {
        let scope = match self.shape.merge {
            Merge::StateAndStage | Merge::Afterstate if parent == NONE => 0,
            Merge::StateAndStage | Merge::Afterstate => self.node(parent).scope + 1,
            Merge::State => 0,
            Merge::Path => arm,
        };
        let hash = hash_of(state, scope);
        let nodes = &self.nodes;
        let same = |id: &u32| {
            let node = &nodes[*id as usize];
            node.scope == scope && node.state == *state
        };
        if let Some(id) = self.table.find(hash, same) {
            return Ok((*id, false));
        }
        let turn = turn(state)?;
        let id = self.push_node(Node {
            state: state.clone(),
            visits: 0,
            left: 0,
            scope,
            first_arm: NONE,
            arms: 0,
            turn,
            settled: false,
            proven: Proven::Nothing,
        });
        Ok((id, true))
    }

    fn push_node(&mut self, node: Node<S>) -> u32 {
        let id = self.append_node(node);
        self.index_node(id);
        id
    }

    /// Adds a node, not yet to be found by its state.
    fn append_node(&mut self, node: Node<S>) -> u32 {
        let id = self.nodes.len() as u32;
        if self.nodes.len() == self.nodes.capacity() {
            self.grow_nodes();
        }
        self.nodes.push(node);
        if self.shape.values {
            self.values.push(P::Payoff::ZERO);
        }
        if self.shape.averages {
            self.averages.push(P::Payoff::ZERO);
        }
        if self.shape.doubts {
            self.doubts.push(Doubt::default());
        }
        if self.shape.proofs {
            self.proofs.push(P::Payoff::ZERO);
        }
        if self.shares() {
            self.shared.push(P::Row::ZERO);
        }
        id
    }

    fn index_node(&mut self, id: u32) {
        let nodes = &self.nodes;
        let hash = |id: &u32| {
            let node = &nodes[*id as usize];
            hash_of(&node.state, node.scope)
        };
        self.table.insert_unique(hash(&id), id, hash);
    }

    /// Adds a copy of a node of another tree with its values, but without its arms;
    /// [`Tree::index_copies`] must follow.
    pub(super) fn append_copy(&mut self, from: &Self, id: u32) -> u32 {
        let copy = self.append_node(Node {
            first_arm: NONE,
            arms: 0,
            settled: false,
            ..from.node(id).clone()
        });
        if self.shape.values {
            self.values[copy as usize] = from.values[id as usize];
        }
        if self.shape.averages {
            self.averages[copy as usize] = from.averages[id as usize];
        }
        if self.shape.doubts {
            self.doubts[copy as usize] = from.doubts[id as usize];
        }
        if self.shape.proofs {
            self.proofs[copy as usize] = from.proofs[id as usize];
        }
        if self.shares() {
            self.shared[copy as usize] = from.shared[id as usize];
        }
        copy
    }

    /// Makes the copied nodes to be found. Where paths are kept apart the scope of a node is the
    /// arm that leads to it, which has another number now.
    pub(super) fn index_copies(&mut self) {
        if self.shape.merge == Merge::Path {
            self.nodes[ROOT as usize].scope = NONE;
            for arm in 0..self.arms.len() as u32 {
                let mut link = self.arm(arm).link;
                while link != NONE {
                    let Link { child, next, .. } = *self.link(link);
                    self.nodes[child as usize].scope = arm;
                    link = next;
                }
            }
        }
        (0..self.nodes.len() as u32).for_each(|id| self.index_node(id));
    }

    /// Gives `node` its arms, at most [`MAX_ARMS`](super::MAX_ARMS).
    pub fn list_arms(&mut self, node: u32, actions: &[A]) {
        let first = self.arms.len() as u32;
        if self.arms.len() + actions.len() > self.arms.capacity() {
            self.grow_arms(actions.len());
        }
        self.arms.extend(actions.iter().map(|action| Arm {
            action: *action,
            link: NONE,
            child: NONE,
        }));
        self.rows.resize(self.arms.len(), P::Row::ZERO);
        if self.shape.scores {
            self.scores.resize(self.arms.len(), 0.0);
        }
        if self.shape.amafs {
            self.amafs.resize(self.arms.len(), Amaf::default());
        }
        let node = &mut self.nodes[node as usize];
        (node.first_arm, node.arms) = (first, actions.len() as u16);
    }

    /// Copies the samples of an arm of another tree of the same shape.
    pub(super) fn copy_samples(&mut self, arm: u32, from: &Self, old: u32) {
        self.rows[arm as usize] = from.rows[old as usize];
        if self.shape.scores {
            self.scores[arm as usize] = from.scores[old as usize];
        }
        if self.shape.amafs {
            self.amafs[arm as usize] = from.amafs[old as usize];
        }
    }

    /// Adds an outcome to `arm` that was not seen yet; it pays `rewards`.
    pub fn add_link(&mut self, arm: u32, child: u32, probability: f64, rewards: &[f64]) -> u32 {
        let id = self.links.len() as u32;
        if self.links.len() == self.links.capacity() {
            self.grow_links();
        }
        let arm = &mut self.arms[arm as usize];
        self.links.push(Link {
            child,
            count: 0,
            next: arm.link,
            rewards: NONE,
        });
        arm.link = id;
        if self.shape.probabilities {
            self.probabilities.push(probability);
        }
        if rewards.iter().any(|reward| *reward != 0.0) {
            self.reward_mut(id)[..rewards.len()].copy_from_slice(rewards);
        }
        id
    }

    /// Adds a copy of a link of another tree of the same shape.
    pub(super) fn copy_link(&mut self, arm: u32, child: u32, from: &Self, old: u32) {
        let probability = if self.shape.probabilities {
            from.probabilities[old as usize]
        } else {
            0.0
        };
        let rewards = from.reward(old).unwrap_or(&[]);
        let link = self.add_link(arm, child, probability, rewards);
        self.links[link as usize].count = from.link(old).count;
    }

    /// The link of `arm` that leads to `child`, or [`NONE`].
    #[inline]
    pub fn link_to(&self, arm: u32, child: u32) -> u32 {
        let mut link = self.arms[arm as usize].link;
        while link != NONE && self.links[link as usize].child != child {
            link = self.links[link as usize].next;
        }
        link
    }

    /// The links of `arm`, the latest seen first.
    pub fn links_of(&self, arm: u32) -> impl Iterator<Item = (u32, &Link)> {
        let next = |link: u32| (link != NONE).then_some(link);
        let links = std::iter::successors(next(self.arms[arm as usize].link), move |link| {
            next(self.links[*link as usize].next)
        });
        links.map(|link| (link, &self.links[link as usize]))
    }

    /// Which columns there are.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Nodes in the tree.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// A node.
    #[inline]
    pub fn node(&self, id: u32) -> &Node<S> {
        &self.nodes[id as usize]
    }

    /// A node, to change.
    #[inline]
    pub fn node_mut(&mut self, id: u32) -> &mut Node<S> {
        &mut self.nodes[id as usize]
    }

    /// The samples of a node's arms, one row after the other.
    #[inline]
    pub fn rows(&self, node: u32) -> &[P::Row] {
        let arms = self.node(node).arms();
        &self.rows[arms.start as usize..arms.end as usize]
    }

    /// The samples of an arm: the count, the sum of squared deviations from the mean (seen by the
    /// player who chooses), and the mean for each player.
    #[inline]
    pub fn row(&self, arm: u32) -> &[f64] {
        self.rows[arm as usize].get()
    }

    /// The same, to change.
    #[inline]
    pub fn row_mut(&mut self, arm: u32) -> &mut [f64] {
        self.rows[arm as usize].get_mut()
    }

    /// Whether the arms that lead to a state share their samples.
    #[inline]
    pub fn shares(&self) -> bool {
        self.shape.merge == Merge::Afterstate
    }

    /// Gives each arm of a node the samples of the state it leads to.
    pub fn refresh(&mut self, node: u32) {
        for arm in self.node(node).arms() {
            let child = self.arm(arm).child;
            if child != NONE {
                self.rows[arm as usize] = self.shared[child as usize];
            }
        }
    }

    /// Adds to the samples of the state that an arm leads to, by `add`, and gives them to the arm.
    #[inline]
    pub fn share_sample(&mut self, arm: u32, add: impl FnOnce(&mut [f64])) {
        let row = &mut self.shared[self.arms[arm as usize].child as usize];
        add(row.get_mut());
        self.rows[arm as usize] = *row;
    }

    /// Simulations that took an arm.
    #[inline]
    pub fn visits(&self, arm: u32) -> u32 {
        self.row(arm)[0] as u32
    }

    /// Mean of the samples of an arm, per player.
    #[inline]
    pub fn mean(&self, arm: u32) -> &[f64] {
        &self.row(arm)[2..]
    }

    /// An arm.
    #[inline]
    pub fn arm(&self, id: u32) -> &Arm<A> {
        &self.arms[id as usize]
    }

    /// An arm, to change.
    #[inline]
    pub fn arm_mut(&mut self, id: u32) -> &mut Arm<A> {
        &mut self.arms[id as usize]
    }

    /// A link.
    #[inline]
    pub fn link(&self, id: u32) -> &Link {
        &self.links[id as usize]
    }

    /// A link, to change.
    #[inline]
    pub fn link_mut(&mut self, id: u32) -> &mut Link {
        &mut self.links[id as usize]
    }

    /// What the state of a node is worth from there on, per player. Only where the tree has values.
    #[inline]
    pub fn value(&self, node: u32) -> &[f64] {
        self.values[node as usize].get()
    }

    /// The same, to change.
    #[inline]
    pub fn value_mut(&mut self, node: u32) -> &mut [f64] {
        self.values[node as usize].get_mut()
    }

    /// What a node is known to be worth, per player, as where the play is over; None while that is
    /// not known.
    #[inline]
    pub fn proof(&self, node: u32) -> Option<&[f64]> {
        let entry = self.node(node);
        let known =
            self.shape.proofs && (entry.proven == Proven::Worth || entry.turn == Turn::Over);
        known.then(|| self.proofs[node as usize].get())
    }

    /// From now on a node is known to be worth this, and nothing else.
    pub fn prove(&mut self, node: u32, worth: P::Payoff) {
        self.nodes[node as usize].proven = Proven::Worth;
        self.proofs[node as usize] = worth;
        if self.shape.values {
            self.values[node as usize] = worth;
        }
        if self.shape.averages {
            self.averages[node as usize] = worth;
        }
        if self.shape.doubts {
            self.doubts[node as usize].square_error = 0.0;
        }
    }

    /// The second value of a node, per player. Only where the tree has them.
    #[inline]
    pub fn average(&self, node: u32) -> &[f64] {
        self.averages[node as usize].get()
    }

    /// Makes the second value of a node what the first is.
    #[inline]
    pub fn keep_average(&mut self, node: u32) {
        self.averages[node as usize] = self.values[node as usize];
    }

    /// How far the value of a node may be off. Only where the tree says so.
    #[inline]
    pub fn doubt(&self, node: u32) -> &Doubt {
        &self.doubts[node as usize]
    }

    /// The same, to change.
    #[inline]
    pub fn doubt_mut(&mut self, node: u32) -> &mut Doubt {
        &mut self.doubts[node as usize]
    }

    /// Square of the standard error of the value of a node; 0 where the tree does not say.
    #[inline]
    pub fn square_error(&self, node: u32) -> f64 {
        let doubt = self.doubts.get(node as usize);
        doubt.map_or(0.0, |doubt| doubt.square_error)
    }

    /// The second value of a node, per player, to change. Only where the tree has them.
    #[inline]
    pub fn average_mut(&mut self, node: u32) -> &mut [f64] {
        self.averages[node as usize].get_mut()
    }

    /// Mean reward of an outcome, per player; None where nobody is paid.
    #[inline]
    pub fn reward(&self, link: u32) -> Option<&[f64]> {
        let at = self.links[link as usize].rewards;
        (at != NONE).then(|| self.rewards[at as usize].get())
    }

    /// The same, to change; from now on somebody is paid.
    pub fn reward_mut(&mut self, link: u32) -> &mut [f64] {
        if self.links[link as usize].rewards == NONE {
            if self.rewards.len() == self.rewards.capacity() {
                self.grow_rewards();
            }
            self.links[link as usize].rewards = self.rewards.len() as u32;
            self.rewards.push(P::Payoff::ZERO);
        }
        self.rewards[self.links[link as usize].rewards as usize].get_mut()
    }

    /// The probability of an outcome. Only where the tree has them.
    #[inline]
    pub fn probability(&self, link: u32) -> f64 {
        self.probabilities[link as usize]
    }

    /// The same, to change.
    pub fn probability_mut(&mut self, link: u32) -> &mut f64 {
        &mut self.probabilities[link as usize]
    }

    /// The scores of a node's arms; empty where the tree has none.
    #[inline]
    pub fn scores(&self, node: u32) -> &[f64] {
        if !self.shape.scores {
            return &[];
        }
        let arms = self.node(node).arms();
        &self.scores[arms.start as usize..arms.end as usize]
    }

    /// The score of an arm, to change. Only where the tree has them.
    pub fn score_mut(&mut self, arm: u32) -> &mut f64 {
        &mut self.scores[arm as usize]
    }
}

#[inline]
fn hash_of<S: Hash>(state: &S, scope: u32) -> u64 {
    let mut hasher = FxHasher::default();
    state.hash(&mut hasher);
    scope.hash(&mut hasher);
    hasher.finish()
}
