//! Sampling against an adversary.

use super::Rule;
use crate::game::BoxError;
use crate::rng::Rng;
use crate::stats::Arms;

/// EXP3 (Auer, Cesa-Bianchi, Freund and Schapire 2002): arm i with probability
/// (1 - gamma) w_i / W + gamma / k, w_i = exp(gamma score_i / k). The score is the sum of the
/// rewards of the arm, scaled to [0, 1] and divided by the probability of its choice.
#[derive(Clone, Debug)]
pub struct Exp3 {
    gamma: f64,
    low: f64,
    high: f64,
    probabilities: Vec<f64>,
    chosen: usize,
}

impl Exp3 {
    /// `gamma` in (0, 1]; returns lie between `low` and `high`, and are clipped there.
    pub fn new(gamma: f64, low: f64, high: f64) -> Self {
        Self {
            gamma,
            low,
            high,
            probabilities: Vec::new(),
            chosen: 0,
        }
    }
}

impl Rule for Exp3 {
    fn choose(&mut self, arms: &Arms, rng: &mut Rng) -> Result<usize, BoxError> {
        let k = arms.len() as f64;
        // Weights relative to the largest: their ratios are all that counts, and none overflows.
        let most = arms.scores.iter().fold(0.0, |most: f64, s| most.max(*s));
        let weight = |score: &f64| (self.gamma * (score - most) / k).exp();
        let sum: f64 = arms.scores.iter().map(weight).sum();
        let probability = |score| (1.0 - self.gamma) * weight(score) / sum + self.gamma / k;
        self.probabilities.clear();
        self.probabilities
            .extend(arms.scores.iter().map(probability));
        self.chosen = rng.index(&self.probabilities);
        Ok(self.chosen)
    }

    fn probability(&self) -> f64 {
        self.probabilities[self.chosen]
    }

    fn credit(&self, value: f64, probability: f64) -> Option<f64> {
        let scaled = ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        Some(scaled / probability)
    }
}
