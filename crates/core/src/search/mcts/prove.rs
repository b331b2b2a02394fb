//! The solver: what is known of the ends of plays goes up the tree as proof (Winands, Björnsson and
//! Saito 2008, "Monte-Carlo tree search solver"), here for any rewards and for listed chance.

use super::{Mcts, Payoff, Row};
use crate::game::{Game, Numbers, Turn};
use crate::tree::{Proven, ROOT};

/// Probabilities that sum to so little less than 1 are all there are.
const ROUNDING: f64 = 1e-9;

/// The arms of a node that are still to be sampled, with their rows and their scores.
pub(super) struct Open<G: Game> {
    pub arms: Vec<u32>,
    pub rows: Vec<Row<G>>,
    pub scores: Vec<f64>,
}

impl<G: Game> Default for Open<G> {
    fn default() -> Self {
        Self {
            arms: Vec::new(),
            rows: Vec::new(),
            scores: Vec::new(),
        }
    }
}

impl<G: Game> Mcts<G> {
    /// Whether it is proven what the root is worth.
    pub fn is_proven(&self) -> bool {
        self.tree.node(ROOT).proven == Proven::Worth
    }

    /// The first action that is worth what is proven of the root.
    pub(super) fn proven_best(&self) -> Option<usize> {
        let player = usize::from(self.searcher);
        let worth = self.tree.proof(ROOT)?[player];
        let mut arms = self.tree.node(ROOT).arms();
        arms.position(|arm| {
            self.arm_proof(arm)
                .is_some_and(|proof| proof.get()[player] == worth)
        })
    }

    /// Proves the node of a step of the path if that can be done now that the node after it is
    /// proven; then the simulation found that value.
    pub(super) fn prove(&mut self, depth: usize) -> bool {
        let node = self.path[depth].node;
        let Some(worth) = self.worth_of(node, depth) else {
            self.tree.node_mut(node).proven = Proven::Arms;
            return false;
        };
        self.tree.prove(node, worth);
        self.scratch.returns = worth;
        true
    }

    /// Whether some arms of a node need no more samples, since it is proven what they are worth: then
    /// the others stand in `scratch.open`. A proven arm gets its worth on the way, which may have been
    /// proven by another path.
    #[inline]
    pub(super) fn narrow(&mut self, node: u32) -> bool {
        let narrowed = self.tree.node(node).proven == Proven::Arms;
        if narrowed {
            self.list_open(node);
        }
        narrowed
    }

    fn list_open(&mut self, node: u32) {
        let mut open = std::mem::take(&mut self.scratch.open);
        open.arms.clear();
        open.rows.clear();
        open.scores.clear();
        for arm in self.tree.node(node).arms() {
            // What was never sampled is passed over where nodes get their values.
            let sampled = self.tree.row(arm)[0] > 0.0;
            match self.arm_proof(arm) {
                Some(worth) if sampled => {
                    let row = self.tree.row_mut(arm);
                    row[1] = 0.0;
                    row[2..].copy_from_slice(worth.get());
                }
                _ => open.arms.push(arm),
            }
        }
        let first = self.tree.node(node).arms().start;
        let at = |arm: &u32| (arm - first) as usize;
        let (rows, scores) = (self.tree.rows(node), self.tree.scores(node));
        open.rows.extend(open.arms.iter().map(|arm| rows[at(arm)]));
        if !scores.is_empty() {
            open.scores
                .extend(open.arms.iter().map(|arm| scores[at(arm)]));
        }
        self.scratch.open = open;
    }

    /// What a node is worth by what is proven of its arms.
    fn worth_of(&self, node: u32, depth: usize) -> Option<Payoff<G>> {
        let turn = self.tree.node(node).turn;
        let mut arms = self.tree.node(node).arms();
        let Some(player) = self.chooser(turn) else {
            // Where an opponent does not choose for itself it is not known what it does.
            return match turn {
                Turn::Chance => self.arm_proof(arms.start),
                _ => None,
            };
        };
        let proofs = arms.clone().filter_map(|arm| self.arm_proof(arm));
        let best = proofs.reduce(|best, proof| {
            let better = proof.get()[player] > best.get()[player];
            if better { proof } else { best }
        })?;
        let mut all = || arms.all(|arm| self.arm_proof(arm).is_some());
        (self.is_most(best.get()[player], depth) || all()).then_some(best)
    }

    /// Whether a player can get no more than this after the step, and nobody else cares which of
    /// two actions that pay it is taken.
    fn is_most(&self, worth: f64, depth: usize) -> bool {
        let info = self.game.info();
        let one_sided = info.players == 1 || info.players == 2 && info.constant_sum;
        // What a play can pay in all bounds the rest of it where nothing was paid before.
        let unpaid = || {
            self.path[..depth]
                .iter()
                .all(|step| self.paid(step).is_none())
        };
        one_sided && info.returns.is_some_and(|(_, most)| worth >= most) && unpaid()
    }

    /// What an arm is worth if that is proven of all that may come of it.
    fn arm_proof(&self, arm: u32) -> Option<Payoff<G>> {
        if !(self.certain || self.listed) {
            return None;
        }
        let mut worth = Payoff::<G>::ZERO;
        let mut total = 0.0;
        for (id, link) in self.tree.links_of(arm) {
            let probability = if self.listed {
                self.tree.probability(id)
            } else {
                1.0
            };
            let proof = self.tree.proof(link.child)?;
            let reward = self.tree.reward(id).unwrap_or(&[]);
            let rewards = reward.iter().chain(std::iter::repeat(&0.0));
            for ((worth, proof), reward) in worth.get_mut().iter_mut().zip(proof).zip(rewards) {
                *worth += probability * (proof + reward);
            }
            total += probability;
        }
        (total > 1.0 - ROUNDING).then_some(worth)
    }
}
