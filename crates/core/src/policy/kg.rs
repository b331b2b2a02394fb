//! The knowledge gradient.

use super::{BoxError, Rule};
use crate::rng::Rng;
use crate::stats::{Arms, argmax, unit_loss};

/// KG for independent normal beliefs (Frazier, Powell and Dayanik 2008): the arm whose next sample
/// is expected to raise the best posterior mean most. The posterior of an arm is taken as
/// N(mean, variance / n), its noise as the variance of its samples.
///
/// Where no sample is expected to raise anything it is the turn of the least sampled arm.
#[derive(Clone, Copy, Debug)]
pub struct KnowledgeGradient;

impl Rule for KnowledgeGradient {
    fn choose(&mut self, arms: &Arms, _rng: &mut Rng) -> Result<usize, BoxError> {
        let best = arms.best();
        let second = (0..arms.len())
            .filter(|arm| *arm != best)
            .map(|arm| arms.means[arm])
            .fold(f64::NEG_INFINITY, f64::max);
        let gain = |arm: usize| {
            let rival = if arm == best {
                second
            } else {
                arms.means[best]
            };
            let noise = arms.variance(arm);
            let belief = noise / arms.counts[arm];
            let change = belief / (belief + noise).sqrt();
            if change > 0.0 {
                change * unit_loss((arms.means[arm] - rival).abs() / change)
            } else {
                0.0
            }
        };
        let chosen = argmax((0..arms.len()).map(gain));
        if gain(chosen) > 0.0 {
            Ok(chosen)
        } else {
            Ok(arms.least_sampled())
        }
    }
}
