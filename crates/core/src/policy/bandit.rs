//! A policy at a single decision: ranking and selection.

use super::{Policy, Rule};
use crate::decision::Choice;
use crate::game::BoxError;
use crate::rng::Rng;
use crate::stats::{Arms, Scale, Summary, apcs};

/// Arms with their samples, and the policy that says which to sample next: with [`super::Ocba`]
/// one-stage OCBA (Li, Fu and Xu 2020, Algorithm 7).
pub struct Bandit {
    policy: Policy,
    rng: Rng,
    /// One row per arm: count, sum of squared deviations, mean.
    rows: Vec<[f64; 3]>,
    scores: Vec<f64>,
    scale: Scale,
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
            rows: vec![[0.0; 3]; arms],
            scores: vec![0.0; arms],
            scale: Scale::default(),
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
        let expected: Vec<[f64; 3]> = self.rows.iter().zip(&self.awaited).map(expect).collect();
        let arms = Arms {
            rows: expected.as_flattened(),
            stride: 3,
            mover: 0,
            scores: &self.scores,
            total: expected.iter().map(|row| row[0]).sum(),
            prior_variance: self.policy.prior_variance,
            scale: self.scale,
        };
        let least = arms.least_sampled();
        let first = arms.get(least).count < f64::from(self.policy.root_n0);
        // What is awaited has told nothing yet: a policy needs one real sample of each arm.
        let untold = self.rows.iter().any(|[count, ..]| *count == 0.0);
        let rule = self.policy.rule_at(true);
        let (chosen, probability) = if first || untold {
            (least, 1.0)
        } else {
            let chosen = rule.choose(&arms, &mut self.rng)?;
            (chosen, rule.probability())
        };
        let arms = self.rows.len();
        let awaited = self
            .awaited
            .get_mut(chosen)
            .ok_or_else(|| format!("the policy chose index {chosen}: give one below {arms}"))?;
        awaited.push(probability);
        Ok(chosen)
    }

    /// Tells a sample of an arm.
    pub fn update(&mut self, arm: usize, sample: f64) {
        let probability = self.awaited[arm].pop().unwrap_or(1.0);
        if let Some(credit) = self.policy.rule_at(true).credit(sample, probability) {
            self.scores[arm] += credit;
        }
        self.scale.include(sample);
        let [count, squares, mean] = &mut self.rows[arm];
        *count += 1.0;
        let before = *mean;
        *mean += (sample - before) / *count;
        *squares += (sample - before) * (sample - *mean);
    }

    /// What is known of the arms.
    pub fn summaries(&self) -> Vec<Summary> {
        self.rows.iter().map(summarise).collect()
    }

    /// The arm with the best mean, and the approximate probability that it is the best.
    pub fn best(&self) -> (usize, Option<f64>) {
        let arms = self.summaries();
        let best = Choice::Mean.pick(&arms);
        (best, apcs(&arms, best))
    }
}

/// A row as if the samples that are awaited had come.
fn expect((row, awaited): (&[f64; 3], &Vec<f64>)) -> [f64; 3] {
    let [told, squares, mean] = *row;
    let count = told + awaited.len() as f64;
    [count, squares * (count / told.max(1.0)), mean]
}

fn summarise(row: &[f64; 3]) -> Summary {
    let [count, squares, mean] = *row;
    let known = |least: f64, value: f64| if count >= least { value } else { f64::NAN };
    Summary {
        count: count as u32,
        mean: known(1.0, mean),
        variance: known(2.0, squares / (count - 1.0)),
    }
}
