//! Storage of the tree.

use crate::game::Turn;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::mem::size_of;

/// No entry.
pub const NONE: u32 = u32::MAX;

/// The node of the state that the search decides about.
pub const ROOT: u32 = 0;

/// Which arrivals share a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merge {
    /// Those at the same state after the same number of actions.
    StateAndStage,
    /// Those at the same state.
    State,
    /// Those by the same actions and outcomes.
    Path,
}

/// A state that was reached.
#[derive(Clone, Debug)]
pub struct Node<S> {
    /// The state.
    pub state: S,
    /// Simulations that came here.
    pub visits: u32,
    /// Actions from the start of the search to here; the shortest way if states are merged.
    pub stage: u32,
    /// What an arrival must share beside the state: see [`Merge`].
    scope: u32,
    /// Its first arm, or [`NONE`] while its actions are not listed.
    first_arm: u32,
    arms: u32,
    /// Who decides here.
    pub turn: Turn,
}

impl<S> Node<S> {
    /// The ids of its arms, none while its actions are not listed.
    #[inline]
    pub fn arms(&self) -> std::ops::Range<u32> {
        if self.first_arm == NONE {
            0..0
        } else {
            self.first_arm..self.first_arm + self.arms
        }
    }

    /// Whether its actions are listed.
    #[inline]
    pub fn is_listed(&self) -> bool {
        self.first_arm != NONE
    }
}

/// An action at a state.
#[derive(Clone, Copy, Debug)]
pub struct Arm<A> {
    /// The action.
    pub action: A,
    /// Simulations that took it.
    pub visits: u32,
    /// Its first link, or [`NONE`].
    pub link: u32,
    /// Sum of squared deviations of its samples, seen by the player who chooses.
    pub squares: f64,
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
    /// Its probability where the game says so, else 0.
    pub probability: f64,
}

/// The columns beside the entries: what depends on the number of players or on the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub players: usize,
    pub averages: bool,
    pub scores: bool,
    pub merge: Merge,
}

/// A tree, or a graph where arrivals share nodes.
pub struct Tree<S, A> {
    pub(super) shape: Shape,
    pub(super) nodes: Vec<Node<S>>,
    values: Vec<f64>,
    averages: Vec<f64>,
    pub(super) arms: Vec<Arm<A>>,
    means: Vec<f64>,
    scores: Vec<f64>,
    pub(super) links: Vec<Link>,
    rewards: Vec<f64>,
    table: HashTable<u32>,
    limit: usize,
    full: bool,
}

const F64: usize = size_of::<f64>();

impl<S: Clone + Eq + Hash, A: Copy> Tree<S, A> {
    /// An empty tree. `averages` asks for a second value per node, `scores` for one per arm.
    pub fn new(players: usize, merge: Merge, averages: bool, scores: bool) -> Self {
        Self::with_shape(Shape {
            players,
            averages,
            scores,
            merge,
        })
    }

    pub(super) fn with_shape(shape: Shape) -> Self {
        Self {
            shape,
            nodes: Vec::new(),
            values: Vec::new(),
            averages: Vec::new(),
            arms: Vec::new(),
            means: Vec::new(),
            scores: Vec::new(),
            links: Vec::new(),
            rewards: Vec::new(),
            table: HashTable::new(),
            limit: usize::MAX,
            full: false,
        }
    }

    /// The node of `state`, reached by `arm` ([`NONE`] for the root) after `stage` actions, and
    /// whether it is new. `turn` is asked for new ones only.
    ///
    /// # Errors
    /// That of `turn`.
    #[inline]
    pub fn node_of<E>(
        &mut self,
        state: &S,
        arm: u32,
        stage: u32,
        turn: impl FnOnce(&S) -> Result<Turn, E>,
    ) -> Result<(u32, bool), E> {
        let scope = match self.shape.merge {
            Merge::StateAndStage => stage,
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
            stage,
            scope,
            first_arm: NONE,
            arms: 0,
            turn,
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
        self.values
            .resize(self.nodes.len() * self.shape.players, 0.0);
        if self.shape.averages {
            self.averages.resize(self.values.len(), 0.0);
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
            ..from.node(id).clone()
        });
        self.value_mut(copy).copy_from_slice(from.value(id));
        if self.shape.averages {
            let at = id as usize * self.shape.players;
            let average = &from.averages[at..at + self.shape.players];
            self.average_mut(copy).copy_from_slice(average);
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

    /// Gives `node` its arms.
    pub fn list_arms(&mut self, node: u32, actions: &[A]) {
        let first = self.arms.len() as u32;
        if self.arms.len() + actions.len() > self.arms.capacity() {
            self.grow_arms(actions.len());
        }
        self.arms.extend(actions.iter().map(|action| Arm {
            action: *action,
            visits: 0,
            link: NONE,
            squares: 0.0,
        }));
        self.means.resize(self.arms.len() * self.shape.players, 0.0);
        if self.shape.scores {
            self.scores.resize(self.arms.len(), 0.0);
        }
        let node = &mut self.nodes[node as usize];
        (node.first_arm, node.arms) = (first, actions.len() as u32);
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
            probability,
        });
        arm.link = id;
        self.rewards.extend_from_slice(rewards);
        id
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

    /// How many players have values here.
    #[inline]
    pub fn players(&self) -> usize {
        self.shape.players
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

    /// What the state of a node is worth from there on, per player.
    #[inline]
    pub fn value(&self, node: u32) -> &[f64] {
        &self.values[node as usize * self.shape.players..][..self.shape.players]
    }

    /// The same, to change.
    #[inline]
    pub fn value_mut(&mut self, node: u32) -> &mut [f64] {
        &mut self.values[node as usize * self.shape.players..][..self.shape.players]
    }

    /// The second value of a node, per player, to change. Only where the tree has them.
    #[inline]
    pub fn average_mut(&mut self, node: u32) -> &mut [f64] {
        &mut self.averages[node as usize * self.shape.players..][..self.shape.players]
    }

    /// Mean of the samples of an arm, per player.
    #[inline]
    pub fn mean(&self, arm: u32) -> &[f64] {
        &self.means[arm as usize * self.shape.players..][..self.shape.players]
    }

    /// The same, to change.
    #[inline]
    pub fn mean_mut(&mut self, arm: u32) -> &mut [f64] {
        &mut self.means[arm as usize * self.shape.players..][..self.shape.players]
    }

    /// Mean reward of an outcome, per player.
    #[inline]
    pub fn reward(&self, link: u32) -> &[f64] {
        &self.rewards[link as usize * self.shape.players..][..self.shape.players]
    }

    /// The same, to change.
    #[inline]
    pub fn reward_mut(&mut self, link: u32) -> &mut [f64] {
        &mut self.rewards[link as usize * self.shape.players..][..self.shape.players]
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

    /// The score of an arm. Only where the tree has them.
    pub fn score(&self, arm: u32) -> f64 {
        self.scores[arm as usize]
    }

    /// The score of an arm, to change. Only where the tree has them.
    pub fn score_mut(&mut self, arm: u32) -> &mut f64 {
        &mut self.scores[arm as usize]
    }

    /// Bytes held, used or not yet.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * self.node_bytes()
            + self.arms.capacity() * self.arm_bytes()
            + self.links.capacity() * self.link_bytes()
            + self.table.allocation_size()
    }

    /// Sets the most bytes to hold. Close to it the tree grows by single entries, and says that it
    /// is full.
    pub fn limit(&mut self, bytes: usize) {
        self.limit = bytes;
        self.full = self.bytes() > bytes;
    }

    /// Whether the limit does not allow the tree to grow as it should.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.full
    }

    /// The most bytes to hold.
    pub fn limit_bytes(&self) -> usize {
        self.limit
    }

    /// Bytes of one node with its columns.
    pub fn node_bytes(&self) -> usize {
        size_of::<Node<S>>() + self.shape.players * F64 * (1 + usize::from(self.shape.averages))
    }

    /// Bytes of one arm with its columns.
    pub fn arm_bytes(&self) -> usize {
        size_of::<Arm<A>>() + F64 * (self.shape.players + usize::from(self.shape.scores))
    }

    /// Bytes of one link with its column.
    pub fn link_bytes(&self) -> usize {
        size_of::<Link>() + self.shape.players * F64
    }

    /// How many more entries to make room for, given that one takes `bytes` and that `needed` are
    /// needed at once: as many again as there are, or as the limit leaves.
    fn growth(&mut self, there: usize, needed: usize, bytes: usize) -> usize {
        let wanted = there.max(needed).max(64);
        let left = self.limit.saturating_sub(self.bytes()) / bytes;
        if left < wanted {
            self.full = left < needed + 64;
        }
        wanted.min(left).max(needed + 1)
    }

    #[cold]
    fn grow_nodes(&mut self) {
        // The table of ids grows along: at most 12 bytes an entry while it doubles.
        let bytes = self.node_bytes() + 12;
        let more = self.growth(self.nodes.len(), 1, bytes);
        self.nodes.reserve_exact(more);
        let players = self.shape.players;
        self.values.reserve_exact(more * players);
        if self.shape.averages {
            self.averages.reserve_exact(more * players);
        }
    }

    #[cold]
    fn grow_arms(&mut self, needed: usize) {
        let bytes = self.arm_bytes();
        let more = self.growth(self.arms.len(), needed, bytes);
        self.arms.reserve_exact(more);
        self.means.reserve_exact(more * self.shape.players);
        if self.shape.scores {
            self.scores.reserve_exact(more);
        }
    }

    #[cold]
    fn grow_links(&mut self) {
        let bytes = self.link_bytes();
        let more = self.growth(self.links.len(), 1, bytes);
        self.links.reserve_exact(more);
        self.rewards.reserve_exact(more * self.shape.players);
    }
}

#[inline]
fn hash_of<S: Hash>(state: &S, scope: u32) -> u64 {
    let mut hasher = FxHasher::default();
    state.hash(&mut hasher);
    scope.hash(&mut hasher);
    hasher.finish()
}
