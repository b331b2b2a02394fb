//! Backing up: from the leaf to the root.

use super::{Backup, ChanceIn, Mcts, Opponents, Step};
use crate::game::{Chance, Game, Turn};
use crate::stats::argmax;
use crate::tree::Tree;

impl<G: Game> Mcts<G> {
    /// Changes the values on the path by what the simulation found.
    #[inline]
    pub(super) fn back_up(&mut self, leaf: u32) {
        self.value_leaf(leaf);
        let players = self.tree.players();
        for depth in (0..self.path.len()).rev() {
            let step = self.path[depth];
            let rewards = &self.rewards[depth * players..][..players];
            match self.parts.backup {
                Backup::Average => {
                    for (rest, reward) in self.scratch.returns.iter_mut().zip(rewards) {
                        *rest += reward;
                    }
                }
                Backup::Mixed { .. } | Backup::Bellman => {
                    let child = self.tree.link(step.link).child;
                    let value = self.tree.value(child);
                    let sample = self.scratch.returns.iter_mut();
                    for ((sample, reward), value) in sample.zip(rewards).zip(value) {
                        *sample = reward + value;
                    }
                }
            }
            self.credit(&step);
            match self.parts.backup {
                Backup::Average => self.average(&step),
                Backup::Mixed { scale } => self.mix(&step, scale),
                Backup::Bellman => self.bellman(&step),
            }
        }
    }

    /// V^ of the leaf is the mean of its rollouts (equation 9) while nothing better is known.
    fn value_leaf(&mut self, leaf: u32) {
        let node = self.tree.node(leaf);
        if self.parts.backup == Backup::Bellman && node.is_listed() {
            return;
        }
        let count = f64::from(node.visits);
        let returns = &self.scratch.returns;
        approach(self.tree.value_mut(leaf), returns, count);
        if matches!(self.parts.backup, Backup::Mixed { .. }) {
            for player in 0..returns.len() {
                self.tree.average_mut(leaf)[player] = self.tree.value(leaf)[player];
            }
        }
    }

    /// Gives the arm of a step its credit with rules that keep scores, and the search its scale.
    fn credit(&mut self, step: &Step) {
        for sample in &self.scratch.returns {
            self.scale = self.scale.max(sample.abs());
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
        let sample = self.scratch.returns[usize::from(player)];
        if let Some(credit) = rule.credit(sample, step.probability) {
            *self.tree.score_mut(step.arm) += credit;
        }
    }

    /// The mean of the returns, for the arm and the node alike.
    #[inline]
    fn average(&mut self, step: &Step) {
        let mover = mover(self.tree.node(step.node).turn);
        sample(&mut self.tree, step.arm, mover, &self.scratch.returns);
        let count = f64::from(self.tree.node(step.node).visits);
        approach(self.tree.value_mut(step.node), &self.scratch.returns, count);
    }

    /// Equations 10 to 13.
    #[inline]
    fn mix(&mut self, step: &Step, scale: f64) {
        let turn = self.tree.node(step.node).turn;
        sample(&mut self.tree, step.arm, mover(turn), &self.scratch.returns);
        let count = f64::from(self.tree.node(step.node).visits);
        let Some(player) = self.chooser(turn) else {
            approach(self.tree.value_mut(step.node), &self.scratch.returns, count);
            return;
        };
        let best = best_arm(&self.tree, step.node, player);
        let alpha = 1.0 - 1.0 / (scale * count);
        for player in 0..self.tree.players() {
            let mean = self.tree.mean(step.arm)[player];
            let average = &mut self.tree.average_mut(step.node)[player];
            *average += (mean - *average) / count;
            let average = *average;
            let top = self.tree.mean(best)[player];
            self.tree.value_mut(step.node)[player] = (1.0 - alpha) * average + alpha * top;
        }
    }

    /// What the outcomes of the arm are worth now, and what the best arm is.
    fn bellman(&mut self, step: &Step) {
        let turn = self.tree.node(step.node).turn;
        let listed =
            self.parts.chance == ChanceIn::Explicit && self.game.info().chance != Chance::None;
        self.weigh_outcomes(step.arm, mover(turn), listed);
        let source = match self.chooser(turn) {
            Some(player) => best_arm(&self.tree, step.node, player),
            None if turn == Turn::Chance => step.arm,
            None => return self.weigh_arms(step.node),
        };
        for player in 0..self.tree.players() {
            self.tree.value_mut(step.node)[player] = self.tree.mean(source)[player];
        }
    }

    /// Recomputes mean and spread of an arm over its outcomes.
    fn weigh_outcomes(&mut self, arm: u32, mover: usize, listed: bool) {
        let weight = |tree: &Tree<G::State, G::Action>, link: &crate::tree::Link| {
            if !listed {
                f64::from(link.count)
            } else if tree.node(link.child).visits > 0 {
                link.probability
            } else {
                0.0
            }
        };
        let tree = &self.tree;
        let mean = &mut self.scratch.reward;
        mean.fill(0.0);
        let (mut total, mut square) = (0.0, 0.0);
        for (id, link) in tree.links_of(arm) {
            let weight = weight(tree, link);
            if weight == 0.0 {
                continue;
            }
            total += weight;
            let before = mean[mover];
            let worth = tree.reward(id).iter().zip(tree.value(link.child));
            for (mean, (reward, value)) in mean.iter_mut().zip(worth) {
                *mean += (reward + value - *mean) * (weight / total);
            }
            let sample = tree.reward(id)[mover] + tree.value(link.child)[mover];
            square += weight * (sample - before) * (sample - mean[mover]);
        }
        let count = f64::from(self.tree.arm(arm).visits);
        self.tree.arm_mut(arm).squares = square / total * count;
        self.tree
            .mean_mut(arm)
            .copy_from_slice(&self.scratch.reward);
    }

    /// A node whose mover does not choose by worth is worth the mean over what it did.
    fn weigh_arms(&mut self, node: u32) {
        let mean = &mut self.scratch.reward;
        mean.fill(0.0);
        let mut total = 0.0;
        for arm in self.tree.node(node).arms() {
            let count = f64::from(self.tree.arm(arm).visits);
            if count > 0.0 {
                total += count;
                for (mean, value) in mean.iter_mut().zip(self.tree.mean(arm)) {
                    *mean += (value - *mean) * (count / total);
                }
            }
        }
        self.tree
            .value_mut(node)
            .copy_from_slice(&self.scratch.reward);
    }

    /// The player who chooses at a node by what the arms are worth, if anybody does.
    #[inline]
    fn chooser(&self, turn: Turn) -> Option<usize> {
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

/// Adds a sample to an arm that already counts it.
#[inline]
fn sample<S: Clone + Eq + std::hash::Hash, A: Copy>(
    tree: &mut Tree<S, A>,
    arm: u32,
    mover: usize,
    sample: &[f64],
) {
    let count = f64::from(tree.arm(arm).visits);
    let before = tree.mean(arm)[mover];
    approach(tree.mean_mut(arm), sample, count);
    let after = tree.mean(arm)[mover];
    tree.arm_mut(arm).squares += (sample[mover] - before) * (sample[mover] - after);
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
pub(super) fn best_arm<S: Clone + Eq + std::hash::Hash, A: Copy>(
    tree: &Tree<S, A>,
    node: u32,
    player: usize,
) -> u32 {
    let arms = tree.node(node).arms();
    let worth = |arm| {
        if tree.arm(arm).visits > 0 {
            tree.mean(arm)[player]
        } else {
            f64::NEG_INFINITY
        }
    };
    arms.start + argmax(arms.map(worth)) as u32
}
