//! Halving the field round by round.

use super::Rule;
use crate::game::BoxError;
use crate::rng::Rng;
use crate::stats::Arms;

/// Sequential halving (Karnin, Koren and Somekh 2013): ceil(log2 k) rounds with an equal part of
/// the budget each; after each round the better half goes on. What is left over goes to the last.
///
/// It remembers who is still in, so one rule serves one node: the root.
#[derive(Clone, Debug)]
pub struct SequentialHalving {
    budget: u64,
    rounds: u32,
    field: Vec<usize>,
    enough: f64,
}

impl SequentialHalving {
    /// For `budget` samples in all, those taken before the rule is first asked included.
    pub fn new(budget: u64) -> Self {
        Self {
            budget,
            rounds: 0,
            field: Vec::new(),
            enough: 0.0,
        }
    }

    /// Samples that each arm still in gets in this round, added to those it has.
    fn open_round(&mut self) {
        let share = self.budget / (self.field.len() as u64 * u64::from(self.rounds));
        self.enough += share.max(1) as f64;
    }

    fn halve(&mut self, arms: &Arms) {
        let mean = |arm: &usize| arms.get(*arm).mean;
        self.field
            .sort_by(|a, b| mean(b).total_cmp(&mean(a)).then(a.cmp(b)));
        self.field.truncate(self.field.len().div_ceil(2));
        self.field.sort_unstable();
    }
}

impl Rule for SequentialHalving {
    fn choose(&mut self, arms: &Arms, _rng: &mut Rng) -> Result<usize, BoxError> {
        if self.field.is_empty() {
            self.field = (0..arms.len()).collect();
            self.rounds = arms.len().next_power_of_two().trailing_zeros().max(1);
            self.open_round();
        }
        loop {
            let count = |arm: &usize| arms.get(*arm).count;
            let least = self
                .field
                .iter()
                .copied()
                .min_by(|a, b| count(a).total_cmp(&count(b)));
            let least = least.expect("the field is never empty");
            if count(&least) < self.enough || self.field.len() == 1 {
                return Ok(least);
            }
            self.halve(arms);
            self.open_round();
        }
    }
}
