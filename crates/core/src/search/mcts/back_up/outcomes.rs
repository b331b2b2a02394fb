//! The Bellman backup: what the outcomes of an arm are worth now.

use super::{best_arm, mover};
use crate::game::{Game, Numbers, Players, Turn};
use crate::search::mcts::{Mcts, Step};

/// What the outcomes of an arm add up to; the mean is in `scratch.reward`.
pub(super) struct Weighed {
    /// The weights together: the samples, or the probability of what was seen of what is listed.
    pub total: f64,
    /// Population variance of what the outcomes are worth, seen by the mover.
    pub between: f64,
    /// Square of the standard error that the outcomes' values bring in.
    pub within: f64,
}

impl<G: Game> Mcts<G> {
    /// What the outcomes of the arm are worth now, and what the best arm is.
    pub(super) fn bellman(&mut self, step: &Step) {
        let turn = self.tree.node(step.node).turn;
        let weighed = self.weigh_outcomes(step.arm, mover(turn));
        let row = self.tree.row_mut(step.arm);
        row[1] = weighed.between * row[0];
        row[2..].copy_from_slice(self.scratch.reward.get());
        let source = match self.chooser(turn) {
            Some(player) => best_arm::<G>(&self.tree, step.node, player),
            None if turn == Turn::Chance => step.arm,
            None => return self.weigh_arms(step.node),
        };
        for player in 0..G::Players::MOST {
            self.tree.value_mut(step.node)[player] = self.tree.mean(source)[player];
        }
    }

    /// The mean of what the outcomes of an arm are worth, weighted by how often they came or, where
    /// they are listed, by their probabilities among those that came.
    pub(super) fn weigh_outcomes(&mut self, arm: u32, mover: usize) -> Weighed {
        let (tree, listed) = (&self.tree, self.listed);
        // The sample itself is not needed any more: its place serves for the outcomes.
        self.scratch.reward = Numbers::ZERO;
        let (mean, worth) = (
            self.scratch.reward.get_mut(),
            self.scratch.returns.get_mut(),
        );
        let (mut total, mut square, mut within) = (0.0, 0.0, 0.0);
        for (id, link) in tree.links_of(arm) {
            let weight = if !listed {
                f64::from(link.count)
            } else if tree.node(link.child).visits > 0 {
                tree.probability(id)
            } else {
                0.0
            };
            if weight == 0.0 {
                continue;
            }
            total += weight;
            let before = mean[mover];
            worth.copy_from_slice(tree.value(link.child));
            if let Some(rewards) = tree.reward(id) {
                for (worth, reward) in worth.iter_mut().zip(rewards) {
                    *worth += reward;
                }
            }
            for (mean, worth) in mean.iter_mut().zip(worth.iter()) {
                *mean += (worth - *mean) * (weight / total);
            }
            square += weight * (worth[mover] - before) * (worth[mover] - mean[mover]);
            within += weight * weight * tree.square_error(link.child);
        }
        Weighed {
            total,
            between: square / total,
            within: within / (total * total),
        }
    }

    /// A node whose mover does not choose by worth is worth the mean over what it did.
    fn weigh_arms(&mut self, node: u32) {
        self.scratch.reward = Numbers::ZERO;
        let mean = self.scratch.reward.get_mut();
        let mut total = 0.0;
        for row in self.tree.rows(node) {
            let [count, _, means @ ..] = row.get() else {
                unreachable!("a row has a count and squares")
            };
            if *count > 0.0 {
                total += count;
                for (mean, value) in mean.iter_mut().zip(means) {
                    *mean += (value - *mean) * (count / total);
                }
            }
        }
        let value = self.tree.value_mut(node);
        value.copy_from_slice(self.scratch.reward.get());
    }
}
