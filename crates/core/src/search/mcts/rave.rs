//! All moves as first (RAVE: Gelly and Silver 2007 and 2011): at a node an action is also judged by
//! the simulations in which the player who chooses there took it later.

use super::trail::Trail;
use super::{Mcts, SearchTree, Step};
use crate::game::{Game, Numbers, Turn};
use crate::tree::{Amaf, Merge};
use rustc_hash::FxHashSet;

/// How far actions are judged by simulations in which they were taken later.
#[derive(Clone, Debug)]
pub struct Rave {
    equivalence: f64,
    /// What was taken from a step of the simulation on, and by whom.
    taken: FxHashSet<(u8, u64)>,
}

impl Rave {
    /// `equivalence`, above 0: after so many samples of an action their mean counts as much as
    /// that of all simulations in which it was taken later.
    pub fn new(equivalence: f64) -> Self {
        Self {
            equivalence,
            taken: FxHashSet::default(),
        }
    }

    /// Adds a simulation, which paid `rewards` since the path, to what its nodes know of actions
    /// that were taken later.
    pub(super) fn learn<G: Game>(
        &mut self,
        tree: &mut SearchTree<G>,
        trail: &Trail,
        path: &[Step],
        leaf: u32,
        rewards: &[f64],
    ) {
        self.taken.clear();
        let (on_path, later) = trail.taken.split_at(trail.on_path);
        let later = later.iter().map(|taken| (taken.player, taken.action));
        self.taken.extend(later);
        if let Turn::Player(player) = tree.node(leaf).turn
            && !path.iter().any(|step| step.node == leaf)
        {
            self.add(tree.amafs_mut(leaf), player, rewards[usize::from(player)]);
        }
        let mut on_path = on_path.iter().rev();
        for (depth, step) in path.iter().enumerate().rev() {
            let Turn::Player(player) = tree.node(step.node).turn else {
                continue;
            };
            let taken = on_path.next().expect("players' steps are on the trail");
            self.taken.insert((player, taken.action));
            // Where states come again a simulation counts from the first time on.
            let again = tree.shape().merge == Merge::State
                && path[..depth].iter().any(|other| other.node == step.node);
            if !again {
                let sample = trail.onward(taken, rewards);
                self.add(tree.amafs_mut(step.node), player, sample);
            }
        }
    }

    /// Adds a sample to those arms whose action the player took.
    fn add(&self, amafs: &mut [Amaf], player: u8, sample: f64) {
        for amaf in amafs {
            if self.taken.contains(&(player, amaf.identity)) {
                amaf.count += 1.0;
                amaf.mean += (sample - amaf.mean) / amaf.count;
            }
        }
    }

    /// Makes of the samples of an arm what the policy of `player` is to see: the mean is
    /// (1 - beta) times its own plus beta times that of all moves as first, beta =
    /// sqrt(k / (3 n + k)) after n samples, k the equivalence. An arm without samples is seen as
    /// sampled once. Tells whether it is one.
    #[inline]
    fn blend(&self, row: &mut [f64], amaf: &Amaf, player: usize) -> bool {
        if amaf.count == 0.0 {
            return false;
        }
        let [count, _, means @ ..] = row else {
            unreachable!("a row has a count and squares")
        };
        let unsampled = *count == 0.0;
        if unsampled {
            *count = 1.0;
            means[player] = amaf.mean;
        } else {
            let beta = (self.equivalence / (3.0 * *count + self.equivalence)).sqrt();
            means[player] = (1.0 - beta) * means[player] + beta * amaf.mean;
        }
        unsampled
    }
}

impl<G: Game> Mcts<G> {
    /// Puts the rows that the policy is to see into `scratch.open`, which has those of the open arms
    /// where the node is narrowed. Gives how many arms are seen as sampled and are not.
    pub(super) fn blend(&mut self, node: u32, player: u8, narrowed: bool) -> u32 {
        let Some(rave) = &self.parts.rave else {
            return 0;
        };
        let open = &mut self.scratch.open;
        if !narrowed {
            open.arms.clear();
            open.arms.extend(self.tree.node(node).arms());
            open.rows.clear();
            open.rows.extend_from_slice(self.tree.rows(node));
        }
        let first = self.tree.node(node).arms().start;
        let amafs = self.tree.amafs(node);
        let mut unsampled = 0;
        for (row, arm) in open.rows.iter_mut().zip(&open.arms) {
            let amaf = &amafs[(arm - first) as usize];
            unsampled += u32::from(rave.blend(row.get_mut(), amaf, usize::from(player)));
        }
        unsampled
    }

    /// What the actions in `scratch.actions` are known by across states.
    pub(super) fn identities(&self, node: u32) -> Result<Vec<u64>, G::Error> {
        if self.parts.rave.is_none() || !matches!(self.tree.node(node).turn, Turn::Player(_)) {
            return Ok(Vec::new());
        }
        let state = &self.tree.node(node).state;
        let actions = self.scratch.actions.iter();
        actions
            .map(|action| self.game.identity(state, *action))
            .collect()
    }
}
