//! Backing up: from the leaf to the root.

mod contenders;
mod outcomes;

use super::{Backup, Mcts, Opponents, SearchTree, Step};
use crate::game::{Game, Numbers, Players, Turn};
use crate::policy::Rule;
use crate::stats::argmax;
use crate::tree::{NONE, Proven};

impl<G: Game> Mcts<G> {
    /// Changes the values on the path by what the simulation found.
    #[inline]
    pub(super) fn back_up(&mut self, leaf: u32) {
        self.value_leaf(leaf);
        let mut proven = self.tree.proof(leaf).is_some();
        for depth in (0..self.path.len()).rev() {
            let step = self.path[depth];
            let mut returns = self.scratch.returns;
            if self.parts.backup != Backup::Average {
                let child = self.tree.link(step.link).child;
                returns.get_mut().copy_from_slice(self.tree.value(child));
            }
            if let Some(rewards) = self.paid(&step) {
                for (rest, reward) in returns.get_mut().iter_mut().zip(rewards) {
                    *rest += reward;
                }
            }
            self.scratch.returns = returns;
            self.credit(&step);
            match self.parts.backup {
                Backup::Average => self.average(&step),
                Backup::Mixed { scale } => self.mix(&step, scale),
                Backup::Bellman => self.bellman(&step),
                Backup::Contenders => self.contend(&step),
            }
            proven = proven && self.prove(depth);
        }
        if !self.drifts.is_empty()
            && let Some(step) = self.path.first()
        {
            let row = self.tree.row(step.arm);
            let nth = step.arm - self.tree.node(step.node).arms().start;
            self.drifts[nth as usize].follow(row[0], row[2 + usize::from(self.searcher)]);
        }
    }

    /// What a step paid, per player; None where nobody was paid.
    #[inline]
    pub(super) fn paid(&self, step: &Step) -> Option<&[f64]> {
        match step.paid {
            NONE => self.tree.reward(step.link),
            at => Some(self.rewards[at as usize].get()),
        }
    }

    /// V^ of the leaf is the mean of its rollouts (equation 9) while nothing better is known.
    fn value_leaf(&mut self, leaf: u32) {
        let backup = self.parts.backup;
        let node = self.tree.node(leaf);
        let better = backup.looks_at_outcomes() && node.is_listed();
        if backup == Backup::Average || better || node.proven == Proven::Worth {
            return;
        }
        let count = f64::from(node.visits);
        approach(self.tree.value_mut(leaf), self.scratch.returns.get(), count);
        if backup.keeps_averages() {
            self.tree.keep_average(leaf);
        }
        if backup == Backup::Contenders {
            self.doubt_leaf(leaf);
        }
    }

    /// Gives the arm of a step its credit with rules that keep scores, and the search its scale.
    fn credit(&mut self, step: &Step) {
        if self.uses_scale {
            for (scale, sample) in self.scales.iter_mut().zip(self.scratch.returns.get()) {
                scale.include(*sample);
            }
        }
        if self.tree.scores(step.node).is_empty() {
            return;
        }
        let Turn::Player(player) = self.tree.node(step.node).turn else {
            return;
        };
        let policy = match &mut self.parts.opponents {
            Opponents::Policy(policy) if player != self.searcher => policy,
            _ => &mut self.parts.policy,
        };
        let rule = policy.rule_at(step.node == crate::tree::ROOT);
        let sample = self.scratch.returns.get()[usize::from(player)];
        if let Some(credit) = rule.credit(sample, step.probability) {
            *self.tree.score_mut(step.arm) += credit;
        }
    }

    /// The mean of the returns. Nodes need none of their own.
    #[inline]
    fn average(&mut self, step: &Step) {
        let mover = mover(self.tree.node(step.node).turn);
        let returns = self.scratch.returns.get();
        if self.tree.shares() {
            self.tree.share_sample(step.arm, |row| {
                row[0] += 1.0;
                sample(row, mover, returns);
            });
        } else {
            sample(self.tree.row_mut(step.arm), mover, returns);
        }
    }

    /// Equations 10 to 13.
    #[inline]
    fn mix(&mut self, step: &Step, scale: f64) {
        let turn = self.tree.node(step.node).turn;
        sample(
            self.tree.row_mut(step.arm),
            mover(turn),
            self.scratch.returns.get(),
        );
        let count = f64::from(self.tree.node(step.node).visits);
        let Some(player) = self.chooser(turn) else {
            approach(
                self.tree.value_mut(step.node),
                self.scratch.returns.get(),
                count,
            );
            return;
        };
        let best = best_arm::<G>(&self.tree, step.node, player);
        let alpha = 1.0 - 1.0 / (scale * count);
        for player in 0..G::Players::MOST {
            let mean = self.tree.mean(step.arm)[player];
            let average = &mut self.tree.average_mut(step.node)[player];
            *average += (mean - *average) / count;
            let average = *average;
            let top = self.tree.mean(best)[player];
            self.tree.value_mut(step.node)[player] = (1.0 - alpha) * average + alpha * top;
        }
    }

    /// The player who chooses at a node by what the arms are worth, if anybody does.
    #[inline]
    pub(super) fn chooser(&self, turn: Turn) -> Option<usize> {
        match (turn, &self.parts.opponents) {
            (Turn::Player(player), Opponents::Same | Opponents::Policy(_)) => {
                Some(usize::from(player))
            }
            (Turn::Player(player), _) if player == self.searcher => Some(usize::from(player)),
            _ => None,
        }
    }
}

/// Whose view of the samples the spread of an arm is told from; at chance nodes anybody's.
fn mover(turn: Turn) -> usize {
    match turn {
        Turn::Player(player) => usize::from(player),
        Turn::Chance | Turn::Over => 0,
    }
}

/// Adds a sample to the row of an arm that already counts it.
#[inline]
fn sample(row: &mut [f64], mover: usize, sample: &[f64]) {
    let [count, squares, means @ ..] = row else {
        unreachable!("a row has a count and squares")
    };
    let before = means[mover];
    approach(means, sample, *count);
    *squares += (sample[mover] - before) * (sample[mover] - means[mover]);
}

/// Moves means of `count` samples to include the latest.
#[inline]
pub(super) fn approach(means: &mut [f64], sample: &[f64], count: f64) {
    for (mean, sample) in means.iter_mut().zip(sample) {
        *mean += (sample - *mean) / count;
    }
}

/// The visited arm with the best mean for `player`, the first among equals.
#[inline]
pub(super) fn best_arm<G: Game>(tree: &SearchTree<G>, node: u32, player: usize) -> u32 {
    let worth = |row: &<G::Players as Players>::Row| {
        let row = row.get();
        if row[0] > 0.0 {
            row[2 + player]
        } else {
            f64::NEG_INFINITY
        }
    };
    let best = argmax(tree.rows(node).iter().map(worth));
    tree.node(node).arms().start + best as u32
}
