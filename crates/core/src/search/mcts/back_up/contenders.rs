//! The contenders backup: the Bellman backup for values that are still in doubt.
//!
//! The maximum over arms that were sampled a few times is the luckiest arm, so that a Bellman
//! backup overrates what it has hardly seen; the mean over all arms underrates what it has seen
//! well, by all that it spent on bad arms. Here a node is worth the mean over those arms that can
//! still be the best, weighted by their visits. How far values may be off goes up with them.
//!
//! Of arms that are equal beyond doubt the first alone is left, as in exact solving: where there
//! are more than two players the others may well care which it is.

use super::mover;
use crate::game::{Game, Numbers, Turn};
use crate::search::mcts::{Mcts, Step};
use crate::stats::Moments;
use crate::tree::{Doubt, NONE};

/// An arm whose mean is this many standard errors of the difference below the best is out.
const OUT: f64 = 4.0;

/// Probabilities that sum to so little less than 1 are all there are.
const ROUNDING: f64 = 1e-9;

/// While arms were taken less often than this in the mean, the rollouts from the node itself count
/// among what it is worth.
const FEW: f64 = 2.0;

impl<G: Game> Mcts<G> {
    /// What the arm is worth, and what the node is worth by those of its arms that are not out.
    pub(super) fn contend(&mut self, step: &Step) {
        let turn = self.tree.node(step.node).turn;
        self.value_arm(step.arm, mover(turn));
        let rollouts = self.own_rollouts(step.node);
        let tree = &self.tree;
        let own = (rollouts > 0.0).then(|| Estimate {
            count: rollouts,
            means: tree.average(step.node),
            square_error: self.rollout_variance() / rollouts,
        });
        let best = self.chooser(turn).map(|player| {
            let best = super::best_arm::<G>(tree, step.node, player);
            (player, best, Estimate::of(tree.row(best)))
        });
        let ids = tree.node(step.node).arms();
        let arms = ids.map(|arm| (arm, Estimate::of(tree.row(arm))));
        let arms = arms.filter(|(_, estimate)| estimate.count > 0.0);
        self.scratch.reward = Numbers::ZERO;
        let mean = self.scratch.reward.get_mut();
        let (mut total, mut error) = (0.0, 0.0);
        for (id, estimate) in arms.chain(own.map(|own| (NONE, own))) {
            let beaten = |(player, arm, best): &(usize, u32, Estimate)| {
                *arm != id && best.beats(&estimate, *player)
            };
            if best.as_ref().is_some_and(beaten) {
                continue;
            }
            total += estimate.count;
            for (mean, value) in mean.iter_mut().zip(estimate.means) {
                *mean += (value - *mean) * (estimate.count / total);
            }
            error += estimate.count * estimate.count * estimate.square_error;
        }
        let value = self.tree.value_mut(step.node);
        value.copy_from_slice(self.scratch.reward.get());
        self.tree.doubt_mut(step.node).square_error = error / (total * total);
    }

    /// Mean and doubt of an arm. The row keeps the square of the standard error times the count
    /// squared, so that what policies call the variance of a mean is that square.
    fn value_arm(&mut self, arm: u32, mover: usize) {
        let weighed = self.weigh_outcomes(arm, mover);
        let row = self.tree.row_mut(arm);
        let count = row[0];
        // Which outcomes came is luck as well, where their probabilities are not known, and so is
        // which of the listed ones are missing.
        let unseen = if self.listed {
            1.0 - weighed.total
        } else {
            1.0
        };
        let luck = if unseen > ROUNDING {
            weighed.between * unseen / count
        } else {
            0.0
        };
        row[1] = (weighed.within + luck) * count * count;
        row[2..].copy_from_slice(self.scratch.reward.get());
    }

    /// How many rollouts from the node itself count among what it is worth.
    fn own_rollouts(&self, node: u32) -> f64 {
        let entry = self.tree.node(node);
        if f64::from(entry.left) < FEW * entry.arms().len() as f64 {
            f64::from(self.tree.doubt(node).rollouts)
        } else {
            0.0
        }
    }

    /// Counts the rollout of a leaf, and tells how far its value may be off: by what rollouts
    /// differ, or not at all where the play is over.
    pub(super) fn doubt_leaf(&mut self, leaf: u32) {
        if self.tree.node(leaf).turn == Turn::Over {
            return;
        }
        for (rollouts, paid) in self.rollouts.iter_mut().zip(self.scratch.returns.get()) {
            rollouts.include(*paid);
        }
        let Doubt { rollouts, .. } = *self.tree.doubt(leaf);
        *self.tree.doubt_mut(leaf) = Doubt {
            rollouts: rollouts + 1,
            square_error: self.rollout_variance() / f64::from(rollouts + 1),
        };
    }

    /// How far rollouts differ, as the player sees it to whom they differ most: a node does not
    /// know whose view will be taken of it, and those of some players may be all the same.
    fn rollout_variance(&self) -> f64 {
        let variances = self.rollouts.iter().map(Moments::variance);
        variances.fold(0.0, f64::max)
    }
}

/// What an arm, or the rollouts from a node, say the node is worth.
struct Estimate<'a> {
    count: f64,
    means: &'a [f64],
    square_error: f64,
}

impl<'a> Estimate<'a> {
    /// What a row says: see [`Mcts::value_arm`].
    fn of(row: &'a [f64]) -> Self {
        let [count, squares, means @ ..] = row else {
            unreachable!("a row has a count and squares")
        };
        Self {
            count: *count,
            means,
            square_error: squares / (count * count),
        }
    }

    /// Whether the other is out, as the player sees it.
    fn beats(&self, other: &Self, player: usize) -> bool {
        let gap = self.means[player] - other.means[player];
        gap * gap >= OUT * OUT * (self.square_error + other.square_error)
    }
}
