//! Whether more simulations are worth what they cost.
//!
//! The gain of a batch of simulations comes from the means of the root's arms and how far they may
//! be off, see [`batch_gain`]. That takes an arm's mean for one of samples that have nothing to do
//! with each other, and a policy for one that goes on as before; so what batches did gain, in this
//! search and in those before at other roots, corrects what is expected of the next.

use super::Mcts;
use crate::decision::Choice;
use crate::game::Game;
use crate::stats::{Foresight, Summary, batch_gain};

/// Simulations between two looks, at first and at least: fixed numbers, so that the clock has no
/// say in where a search stops.
const LOOK: u64 = 64;

/// Later the looks are as far apart as this share of the simulations, so that they cost little.
const SELDOM: u64 = 16;

/// What a batch gains for each unit expected of it, before any was seen: measured on Othello,
/// connect four and breakthrough with `Parts` as they are from Python (0.34 to 0.74 at 64 to 2880
/// simulations).
const PRIOR: f64 = 0.5;

/// How much has to be expected of batches in all before what they gained counts as much as the
/// prior, in parts of the largest spread that the means of the arms had.
const WEIGHT: f64 = 0.5;

/// Nodes of a simulation up to which what it says is taken at its word.
///
/// A mean of random plays may be as sure as can be and still not say which action is best: the
/// longer the plays, the less it says of play that is not random. What a batch gains by the
/// judgement of searches by depth falls about as 1 over their length: at 128 to 512 simulations of
/// Othello, connect four, breakthrough and checkers it was what the means say times 5 to 8 over it.
///
/// And the longer the play that is left, the less an advantage decides: where each action still to
/// come adds about as much by chance, the outcome spreads with the root of their number, and the
/// chance of winning rises with a small advantage by one over that (the slope of the normal
/// distribution function). Together that is the power 1.5. In paired games of Othello with three
/// times the nodes at one stage, from 57 to 15 actions before the end, it would be 1.4.
const TRUSTED: f64 = 6.0;

/// What is known of the worth of simulations.
#[derive(Clone, Debug, Default)]
pub(super) struct Worth {
    /// What a node costs; None while nobody asks.
    price: Option<f64>,
    /// What the best batch is expected to gain for each of its nodes, once that can be told.
    rate: Option<f64>,
    /// The simulations at which to look next.
    next: u64,
    /// A batch that is under way.
    batch: Option<Batch>,
    foresight: Foresight,
    /// The largest difference of two means of arms that was seen.
    spread: f64,
}

/// A batch of as many simulations as there had been.
#[derive(Clone, Copy, Debug)]
struct Batch {
    /// The samples of the arms at its end.
    until: u64,
    /// The arm that was best when it began.
    best: usize,
    expected: f64,
}

impl Worth {
    /// Begins at another root: what batches gained is kept.
    pub(super) fn begin(&mut self) {
        (self.rate, self.next, self.batch) = (None, LOOK, None);
    }

    /// Takes in what a node costs from now on.
    pub(super) fn price(&mut self, per_node: f64) {
        self.price = Some(per_node);
    }

    /// Whether it is time to look, after so many simulations.
    #[inline]
    pub(super) fn is_due(&self, simulations: u64) -> bool {
        self.price.is_some() && simulations >= self.next
    }

    /// Whether no batch is worth its nodes.
    #[inline]
    pub(super) fn is_used_up(&self) -> bool {
        let dear = |price: f64| price > 0.0 && self.rate.is_some_and(|rate| rate <= price);
        self.price.is_some_and(dear)
    }

    fn look(&mut self, arms: &[Summary], simulations: u64, nodes: u64) {
        self.next = simulations + LOOK * (simulations / (LOOK * SELDOM)).max(1);
        let best = Choice::Mean.pick(arms);
        let samples: u64 = arms.iter().map(|arm| u64::from(arm.count)).sum();
        let Some(whole) = batch_gain(arms, best, samples as f64) else {
            return;
        };
        self.learn(arms, best, samples);
        // Once all states are in the tree a simulation generates none; it counts for one.
        let per_simulation = nodes.max(simulations) as f64 / simulations as f64;
        let factor = self.foresight.factor(PRIOR, WEIGHT * self.spread);
        let sizes = std::iter::successors(Some(LOOK), |size| Some(2 * size));
        let rates = sizes.take_while(|size| *size < samples).map(|size| {
            let gain = batch_gain(arms, best, size as f64).unwrap_or(0.0);
            gain / size as f64
        });
        let rate = rates.fold(whole / samples as f64, f64::max);
        let short = (TRUSTED / per_simulation).min(1.0);
        self.rate = Some(short * short.sqrt() * factor * rate / per_simulation);
        self.batch.get_or_insert(Batch {
            until: 2 * samples,
            best,
            expected: whole,
        });
    }

    /// Takes in what the batch under way has gained, if it is over: by how much the best arm is
    /// now better than the one that was best when it began.
    fn learn(&mut self, arms: &[Summary], best: usize, samples: u64) {
        let means = arms.iter().map(|arm| arm.mean);
        let least = means.fold(f64::INFINITY, f64::min);
        self.spread = self.spread.max(arms[best].mean - least);
        if let Some(batch) = self.batch.take_if(|batch| samples >= batch.until) {
            let gained = arms[best].mean - arms[batch.best].mean;
            self.foresight.learn(batch.expected, gained);
        }
    }
}

impl<G: Game> Mcts<G> {
    /// Looks at what more simulations would gain.
    pub(super) fn weigh(&mut self) {
        let arms = self.summaries();
        self.worth.look(&arms, self.simulations, self.generated);
    }
}
