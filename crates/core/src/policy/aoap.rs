//! Asymptotically optimal allocation.

use super::Rule;
use crate::game::BoxError;
use crate::rng::Rng;
use crate::stats::{Arms, argmax};

/// AOAP (Peng, Chong, Chen and Fu 2018; in a tree: Zhang, Peng and Xu 2022): with normal beliefs,
/// one look ahead at the arm whose next sample leaves the best arm most clearly apart from its
/// closest rival.
#[derive(Clone, Debug)]
pub struct Aoap {
    prior_mean: f64,
    prior_variance: f64,
    means: Vec<f64>,
    now: Vec<f64>,
    next: Vec<f64>,
}

/// Stands for a spread of 0, which a normal belief cannot hold.
const LEAST_DEVIATION: f64 = 0.01;

impl Aoap {
    /// The belief in each arm before it is sampled; `prior_variance` above 0.
    pub fn new(prior_mean: f64, prior_variance: f64) -> Self {
        Self {
            prior_mean,
            prior_variance,
            means: Vec::new(),
            now: Vec::new(),
            next: Vec::new(),
        }
    }

    fn update(&mut self, arms: &Arms) {
        self.means.clear();
        self.now.clear();
        self.next.clear();
        for arm in arms.iter() {
            let mut noise = arm.variance;
            if noise == 0.0 {
                noise = LEAST_DEVIATION * LEAST_DEVIATION;
            }
            let posterior = |count: f64| 1.0 / (1.0 / self.prior_variance + count / noise);
            let now = posterior(arm.count);
            let weighted = self.prior_mean / self.prior_variance + arm.count * arm.mean / noise;
            self.means.push(now * weighted);
            self.now.push(now);
            self.next.push(posterior(arm.count + 1.0));
        }
    }

    fn best(&self, arms: &Arms) -> usize {
        let most = self.means.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        argmax((0..arms.len()).map(|arm| {
            if self.means[arm] == most {
                self.now[arm] / arms.get(arm).count
            } else {
                f64::NEG_INFINITY
            }
        }))
    }

    /// How clearly `best` stands apart from its closest rival once `sampled` has one more sample.
    fn clearness(&self, best: usize, sampled: usize) -> f64 {
        let variance = |arm: usize| {
            if arm == sampled {
                self.next[arm]
            } else {
                self.now[arm]
            }
        };
        (0..self.means.len())
            .filter(|arm| *arm != best)
            .map(|arm| {
                let gap = self.means[best] - self.means[arm];
                gap * gap / (variance(best) + variance(arm))
            })
            .fold(f64::INFINITY, f64::min)
    }
}

impl Rule for Aoap {
    fn choose(&mut self, arms: &Arms, _rng: &mut Rng) -> Result<usize, BoxError> {
        self.update(arms);
        let best = self.best(arms);
        Ok(argmax((0..arms.len()).map(|arm| self.clearness(best, arm))))
    }
}
