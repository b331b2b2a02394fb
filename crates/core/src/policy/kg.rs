//! The knowledge gradient.

use super::Rule;
use crate::game::BoxError;
use crate::rng::Rng;
use crate::stats::{Arm, Arms, argmax, unit_loss};

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
        let top = arms.get(best).mean;
        let second = arms
            .iter()
            .enumerate()
            .filter(|(index, _)| *index != best)
            .map(|(_, arm)| arm.mean)
            .fold(f64::NEG_INFINITY, f64::max);
        let gain = |(index, arm): (usize, Arm)| {
            let rival = if index == best { second } else { top };
            let noise = arm.variance;
            let belief = noise / arm.count;
            let change = belief / (belief + noise).sqrt();
            if change > 0.0 {
                change * unit_loss((arm.mean - rival).abs() / change)
            } else {
                0.0
            }
        };
        let chosen = argmax(arms.iter().enumerate().map(gain));
        if gain((chosen, arms.get(chosen))) > 0.0 {
            Ok(chosen)
        } else {
            Ok(arms.least_sampled())
        }
    }
}
