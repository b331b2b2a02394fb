//! Baselines.

use super::Rule;
use crate::game::BoxError;
use crate::rng::Rng;
use crate::stats::Arms;

/// Equal allocation: the least sampled arm.
#[derive(Clone, Copy, Debug)]
pub struct Uniform;

impl Rule for Uniform {
    fn choose(&mut self, arms: &Arms, _rng: &mut Rng) -> Result<usize, BoxError> {
        Ok(arms.least_sampled())
    }
}

/// The arm with the best mean.
#[derive(Clone, Copy, Debug)]
pub struct Greedy;

impl Rule for Greedy {
    fn choose(&mut self, arms: &Arms, _rng: &mut Rng) -> Result<usize, BoxError> {
        Ok(arms.best())
    }
}

/// With probability epsilon any arm, else the best.
#[derive(Clone, Copy, Debug)]
pub struct EpsilonGreedy(pub f64);

impl Rule for EpsilonGreedy {
    fn choose(&mut self, arms: &Arms, rng: &mut Rng) -> Result<usize, BoxError> {
        if rng.unit() < self.0 {
            Ok(rng.below(arms.len()))
        } else {
            Ok(arms.best())
        }
    }
}
