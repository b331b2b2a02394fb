//! Optimism: the mean plus a bonus for what is little known.

use super::{BoxError, Rule};
use crate::rng::Rng;
use crate::stats::{Arms, argmax};

/// The factor of the bonus: how large returns are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Weight {
    /// The same all the time; 1 suits returns in [0, 1].
    Fixed(f64),
    /// At least this, and at least the largest absolute value backed up so far (Li, Fu and Xu
    /// 2020, section V): for returns of unknown range.
    Growing(f64),
}

impl Weight {
    #[inline]
    fn of(self, arms: &Arms) -> f64 {
        match self {
            Self::Fixed(weight) => weight,
            Self::Growing(least) => least.max(arms.scale),
        }
    }
}

/// UCB1 (Auer, Cesa-Bianchi and Fischer 2002), in a tree UCT (Kocsis and Szepesvari 2006):
/// mean + w sqrt(2 ln N / n).
#[derive(Clone, Copy, Debug)]
pub struct Ucb1(pub Weight);

impl Rule for Ucb1 {
    #[inline]
    fn choose(&mut self, arms: &Arms, _rng: &mut Rng) -> Result<usize, BoxError> {
        let weight = self.0.of(arms);
        let log = 2.0 * arms.total.ln();
        Ok(argmax(
            arms.means
                .iter()
                .zip(arms.counts)
                .map(|(mean, count)| mean + weight * (log / count).sqrt()),
        ))
    }
}

/// UCB1-tuned (Auer, Cesa-Bianchi and Fischer 2002, section 4):
/// mean + w sqrt(ln N / n min(1/4, V)), V = variance / w^2 + sqrt(2 ln N / n).
#[derive(Clone, Copy, Debug)]
pub struct UcbTuned(pub Weight);

impl Rule for UcbTuned {
    fn choose(&mut self, arms: &Arms, _rng: &mut Rng) -> Result<usize, BoxError> {
        let weight = self.0.of(arms);
        let log = arms.total.ln();
        Ok(argmax((0..arms.len()).map(|arm| {
            let share = log / arms.counts[arm];
            let spread = arms.variance(arm) / (weight * weight) + (2.0 * share).sqrt();
            arms.means[arm] + weight * (share * spread.min(0.25)).sqrt()
        })))
    }
}

/// UCB-E (Audibert, Bubeck and Munos 2010): mean + w sqrt(a / n), for finding the best arm. Its
/// authors set `a` to 25/36 (budget - arms) / H, H the sum of the inverse squared gaps.
#[derive(Clone, Copy, Debug)]
pub struct UcbE {
    /// The exploration `a`, above 0.
    pub exploration: f64,
    /// How large returns are.
    pub weight: Weight,
}

impl Rule for UcbE {
    fn choose(&mut self, arms: &Arms, _rng: &mut Rng) -> Result<usize, BoxError> {
        let weight = self.weight.of(arms);
        Ok(argmax((0..arms.len()).map(|arm| {
            arms.means[arm] + weight * (self.exploration / arms.counts[arm]).sqrt()
        })))
    }
}
