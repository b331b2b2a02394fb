//! A policy at a single decision: ranking and selection.

use super::{BoxError, Policy};
use crate::decision::Choice;
use crate::rng::Rng;
use crate::stats::{Arms, Summary, apcs};

/// Arms with their samples, and the policy that says which to sample next: with [`super::Ocba`]
/// one-stage OCBA (Li, Fu and Xu 2020, Algorithm 7).
pub struct Bandit {
    policy: Policy,
    rng: Rng,
    counts: Vec<f64>,
    means: Vec<f64>,
    squares: Vec<f64>,
    scores: Vec<f64>,
    scale: f64,
    /// Samples asked for and not yet told of, with the probability of their choice.
    awaited: Vec<Vec<f64>>,
}

impl Bandit {
    /// `arms` arms without samples, at least 1.
    pub fn new(policy: Policy, arms: usize, seed: u64) -> Self {
        assert!(arms > 0, "a bandit has at least one arm");
        Self {
            policy,
            rng: Rng::new(seed, "search"),
            counts: vec![0.0; arms],
            means: vec![0.0; arms],
            squares: vec![0.0; arms],
            scores: vec![0.0; arms],
            scale: 0.0,
            awaited: vec![Vec::new(); arms],
        }
    }

    /// The arm to sample next: the least sampled while one lacks first samples, then the policy's.
    ///
    /// Several may be asked for before any is told of. What is awaited counts as sampled, and is
    /// taken to change neither mean nor variance.
    ///
    /// # Errors
    /// That of the policy; an index that is no arm.
    pub fn choose(&mut self) -> Result<usize, BoxError> {
        let counts: Vec<f64> = (0..self.counts.len())
            .map(|arm| self.counts[arm] + self.awaited[arm].len() as f64)
            .collect();
        let squares: Vec<f64> = (0..counts.len())
            .map(|arm| self.squares[arm] * (counts[arm] / self.counts[arm].max(1.0)))
            .collect();
        let arms = Arms {
            counts: &counts,
            means: &self.means,
            squares: &squares,
            scores: &self.scores,
            total: counts.iter().sum(),
            prior_variance: self.policy.prior_variance,
            scale: self.scale,
        };
        let least = arms.least_sampled();
        let first = counts[least] < f64::from(self.policy.root_n0);
        // What is awaited has told nothing yet: a policy needs one real sample of each arm.
        let untold = self.counts.iter().position(|count| *count == 0.0);
        let rule = self.policy.rule_at(true);
        let (chosen, probability) = match (first, untold) {
            (true, _) | (false, Some(_)) => (least, 1.0),
            (false, None) => {
                let chosen = rule.choose(&arms, &mut self.rng)?;
                (chosen, rule.probability())
            }
        };
        let awaited = self
            .awaited
            .get_mut(chosen)
            .ok_or_else(|| format!("the policy chose arm {chosen}, there are {}", counts.len()))?;
        awaited.push(probability);
        Ok(chosen)
    }

    /// Tells a sample of an arm.
    pub fn update(&mut self, arm: usize, sample: f64) {
        let probability = self.awaited[arm].pop().unwrap_or(1.0);
        if let Some(credit) = self.policy.rule_at(true).credit(sample, probability) {
            self.scores[arm] += credit;
        }
        self.counts[arm] += 1.0;
        self.scale = self.scale.max(sample.abs());
        let before = self.means[arm];
        self.means[arm] += (sample - before) / self.counts[arm];
        self.squares[arm] += (sample - before) * (sample - self.means[arm]);
    }

    /// What is known of the arms.
    pub fn summaries(&self) -> Vec<Summary> {
        (0..self.counts.len())
            .map(|arm| {
                let count = self.counts[arm];
                let known = |least: f64, value: f64| if count >= least { value } else { f64::NAN };
                Summary {
                    count: count as u32,
                    mean: known(1.0, self.means[arm]),
                    variance: known(2.0, self.squares[arm] / (count - 1.0)),
                }
            })
            .collect()
    }

    /// The arm with the best mean, and the approximate probability that it is the best.
    pub fn best(&self) -> (usize, Option<f64>) {
        let arms = self.summaries();
        let best = Choice::Mean.pick(&arms);
        (best, apcs(&arms, best))
    }
}
