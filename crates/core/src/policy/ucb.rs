//! Optimism: the mean plus a bonus for what is little known.

use super::Rule;
use crate::game::BoxError;
use crate::rng::Rng;
use crate::stats::{Arm, Arms, argmax};
use std::sync::LazyLock;

/// The factor of the bonus: how large returns are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Weight {
    /// The same all the time; 1 suits returns in [0, 1].
    Fixed(f64),
    /// At least this, and at least the largest absolute value backed up so far (Li, Fu and Xu
    /// 2020, section V): for returns of unknown range.
    Growing(f64),
    /// This share of the range of all that was backed up so far, which suits returns of any range:
    /// adding a number to all returns, or multiplying them, changes nothing. While nothing differs
    /// it is the turn of the least sampled arm.
    Relative(f64),
}

impl Weight {
    fn uses_scale(self) -> bool {
        !matches!(self, Self::Fixed(_))
    }

    /// None for a share of nothing: without a bonus an arm that always pays the same would be
    /// taken for ever.
    #[inline]
    fn of(self, arms: &Arms) -> Option<f64> {
        match self {
            Self::Fixed(weight) => Some(weight),
            Self::Growing(least) => Some(least.max(arms.scale.largest())),
            Self::Relative(share) => {
                let range = arms.scale.range();
                (range > 0.0).then_some(share * range)
            }
        }
    }
}

/// UCB1 (Auer, Cesa-Bianchi and Fischer 2002), in a tree UCT (Kocsis and Szepesvari 2006):
/// mean + w sqrt(2 ln N) / sqrt(n).
#[derive(Clone, Debug)]
pub struct Ucb1 {
    weight: Weight,
    /// sqrt(2 ln N) and 1 / sqrt(n) of the first whole numbers: the bounds of arms take more time
    /// than anything else in a search.
    widths: &'static [f64],
    shares: &'static [f64],
}

impl Ucb1 {
    /// With this factor of the bonus.
    pub fn new(weight: Weight) -> Self {
        static WIDTHS: LazyLock<Vec<f64>> = LazyLock::new(|| table(width));
        static SHARES: LazyLock<Vec<f64>> = LazyLock::new(|| table(share));
        Self {
            weight,
            widths: &WIDTHS,
            shares: &SHARES,
        }
    }
}

/// The values of a function at the first whole numbers. They are made once in a process, and only
/// those that are used take a place in the caches.
fn table(of: fn(f64) -> f64) -> Vec<f64> {
    (0..1 << 16).map(|n| of(f64::from(n))).collect()
}

fn width(total: f64) -> f64 {
    (2.0 * total.ln()).sqrt()
}

fn share(count: f64) -> f64 {
    1.0 / count.sqrt()
}

/// `of(count)` from its table where that has it.
#[inline]
fn look_up(table: &[f64], count: f64, of: fn(f64) -> f64) -> f64 {
    // From 2^52 on the distance of doubles is 1, so that the sum ends in the bits of the whole
    // number: this is several times as fast as a conversion, which must mind NaN and overflow.
    const SHIFT: f64 = (1u64 << 52) as f64;
    let index = (count + SHIFT).to_bits().wrapping_sub(SHIFT.to_bits());
    match table.get(index as usize) {
        Some(known) => *known,
        None => of(count),
    }
}

impl Rule for Ucb1 {
    fn uses_scale(&self) -> bool {
        self.weight.uses_scale()
    }

    #[inline]
    fn choose(&mut self, arms: &Arms, _rng: &mut Rng) -> Result<usize, BoxError> {
        let Some(weight) = self.weight.of(arms) else {
            return Ok(arms.least_sampled());
        };
        let bonus = weight * look_up(self.widths, arms.total, width);
        let bound = |arm: Arm| arm.mean + bonus * look_up(self.shares, arm.count, share);
        Ok(argmax(arms.iter().map(bound)))
    }
}

/// UCB1-tuned (Auer, Cesa-Bianchi and Fischer 2002, section 4):
/// mean + w sqrt(ln N / n min(1/4, V)), V = variance / w^2 + sqrt(2 ln N / n).
#[derive(Clone, Copy, Debug)]
pub struct UcbTuned(pub Weight);

impl Rule for UcbTuned {
    fn uses_scale(&self) -> bool {
        self.0.uses_scale()
    }

    fn choose(&mut self, arms: &Arms, _rng: &mut Rng) -> Result<usize, BoxError> {
        let Some(weight) = self.0.of(arms) else {
            return Ok(arms.least_sampled());
        };
        let log = arms.total.ln();
        Ok(argmax(arms.iter().map(|arm| {
            let share = log / arm.count;
            let spread = arm.variance / (weight * weight) + (2.0 * share).sqrt();
            arm.mean + weight * (share * spread.min(0.25)).sqrt()
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
    fn uses_scale(&self) -> bool {
        self.weight.uses_scale()
    }

    fn choose(&mut self, arms: &Arms, _rng: &mut Rng) -> Result<usize, BoxError> {
        let Some(weight) = self.weight.of(arms) else {
            return Ok(arms.least_sampled());
        };
        let bound = |arm: Arm| arm.mean + weight * (self.exploration / arm.count).sqrt();
        Ok(argmax(arms.iter().map(bound)))
    }
}
