//! Tree policies: which arm to sample next, from the statistics of the arms alone.
//!
//! None of them knows a game, so each is a bandit algorithm as well and is tested as one.

mod aoap;
mod bandit;
mod exp3;
mod halving;
mod kg;
mod ocba;
mod simple;
mod ucb;

pub use aoap::Aoap;
pub use bandit::Bandit;
pub use exp3::Exp3;
pub use halving::SequentialHalving;
pub use kg::KnowledgeGradient;
pub use ocba::Ocba;
pub use simple::{EpsilonGreedy, Greedy, Uniform};
pub use ucb::{Ucb1, UcbE, UcbTuned, Weight};

use crate::game::BoxError;
use crate::rng::Rng;
use crate::stats::Arms;

/// Picks the arm to sample next.
pub trait Rule: Send + Sync {
    /// The index of the next arm. Where arms are equally good, the first of them.
    ///
    /// # Errors
    /// Only a rule that somebody passed in can fail.
    fn choose(&mut self, arms: &Arms, rng: &mut Rng) -> Result<usize, BoxError>;

    /// Whether it looks at [`Arms::scale`].
    fn uses_scale(&self) -> bool {
        false
    }

    /// The probability with which the latest choice was made.
    fn probability(&self) -> f64 {
        1.0
    }

    /// What an arm that was chosen with `probability` adds to its score when `value` is backed up;
    /// None for the rules that keep no score.
    fn credit(&self, _value: f64, _probability: f64) -> Option<f64> {
        None
    }
}

/// A rule of any kind. Those that are used most are told apart, so that they are compiled into
/// the searches.
pub enum AnyRule {
    /// UCB1.
    Ucb1(Ucb1),
    /// OCBA.
    Ocba(Ocba),
    /// Another one.
    Other(Box<dyn Rule>),
}

impl AnyRule {
    fn get(&self) -> &dyn Rule {
        match self {
            Self::Ucb1(rule) => rule,
            Self::Ocba(rule) => rule,
            Self::Other(rule) => &**rule,
        }
    }
}

impl Rule for AnyRule {
    #[inline]
    fn choose(&mut self, arms: &Arms, rng: &mut Rng) -> Result<usize, BoxError> {
        match self {
            Self::Ucb1(rule) => rule.choose(arms, rng),
            Self::Ocba(rule) => rule.choose(arms, rng),
            Self::Other(rule) => rule.choose(arms, rng),
        }
    }

    fn uses_scale(&self) -> bool {
        self.get().uses_scale()
    }

    fn probability(&self) -> f64 {
        self.get().probability()
    }

    fn credit(&self, value: f64, probability: f64) -> Option<f64> {
        self.get().credit(value, probability)
    }
}

/// A rule with what surrounds it at every node.
pub struct Policy {
    /// The rule inside the tree.
    pub rule: AnyRule,
    /// The rule at the root, where it is another one.
    pub root_rule: Option<AnyRule>,
    /// Samples that every arm gets before the rule is asked, at least 1.
    pub n0: u32,
    /// The same at the root.
    pub root_n0: u32,
    /// sigma0^2, see [`Arms::prior_variance`].
    pub prior_variance: f64,
}

impl Policy {
    /// The rule everywhere, with one first sample of each arm and no prior.
    pub fn new(rule: AnyRule) -> Self {
        Self {
            rule,
            root_rule: None,
            n0: 1,
            root_n0: 1,
            prior_variance: 0.0,
        }
    }

    /// The rule at the root, or inside the tree.
    #[inline]
    pub fn rule_at(&mut self, is_root: bool) -> &mut AnyRule {
        match &mut self.root_rule {
            Some(rule) if is_root => rule,
            _ => &mut self.rule,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::stats::Scale;

    /// The rows of arms with one player, from their counts, means and sums of squares.
    pub fn rows(counts: &[f64], means: &[f64], squares: &[f64]) -> Vec<f64> {
        let arms = counts.iter().zip(squares).zip(means);
        arms.flat_map(|((count, square), mean)| [*count, *square, *mean])
            .collect()
    }

    /// Arms with one player.
    pub fn arms(rows: &[f64]) -> Arms<'_> {
        Arms {
            rows,
            stride: 3,
            mover: 0,
            scores: &[],
            total: rows.chunks_exact(3).map(|row| row[0]).sum(),
            prior_variance: 0.0,
            scale: Scale::default(),
        }
    }
}
