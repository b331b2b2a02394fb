//! Optimal computing budget allocation.

use super::Rule;
use crate::game::BoxError;
use crate::rng::Rng;
use crate::stats::{Arm, Arms, argmax};

/// OCBA (Chen et al. 2000) as the tree policy of Li, Fu and Xu (2020, Algorithm 3): the arm that
/// lacks most of its share of the samples.
///
/// Arms whose mean equals the best all count as best. Where the shares cannot be told, because
/// all arms are equally good or nothing has a spread, it is the turn of the least sampled arm.
#[derive(Clone, Debug, Default)]
pub struct Ocba {
    shares: Vec<f64>,
}

impl Ocba {
    /// Fills `shares` with numbers in the proportions of equations (5) and (6); gives their sum.
    fn allocate(&mut self, arms: &Arms) -> f64 {
        let best = arms.get(arms.best()).mean;
        let mut squares = 0.0;
        self.shares.clear();
        for arm in arms.iter() {
            let gap = best - arm.mean;
            let share = arm.variance / (gap * gap);
            if gap > 0.0 && arm.variance > 0.0 {
                squares += share * share / arm.variance;
            }
            self.shares.push(share);
        }
        let mut sum = 0.0;
        for (share, arm) in self.shares.iter_mut().zip(arms.iter()) {
            if arm.mean == best {
                *share = arm.variance.sqrt() * squares.sqrt();
            }
            sum += *share;
        }
        sum
    }
}

impl Rule for Ocba {
    fn choose(&mut self, arms: &Arms, _rng: &mut Rng) -> Result<usize, BoxError> {
        let sum = self.allocate(arms);
        if !(sum > 0.0 && sum.is_finite()) {
            return Ok(arms.least_sampled());
        }
        let total = arms.total + 1.0; // (7)
        let lacking = |(share, arm): (&f64, Arm)| total * share / sum - arm.count; // (8)
        Ok(argmax(self.shares.iter().zip(arms.iter()).map(lacking)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::tests::{arms, rows};

    #[test]
    fn the_shares_are_those_of_the_paper() {
        // Means 3, 2, 1 with variances 4, 1, 9: (5) gives 1/1 and 9/4; (6) sqrt(4) sqrt(1 + 81/16/9).
        let mut rule = Ocba::default();
        let sum = rule.allocate(&arms(&rows(&[1.0; 3], &[3.0, 2.0, 1.0], &[4.0, 1.0, 9.0])));
        assert_eq!(rule.shares, [2.0 * 1.5625f64.sqrt(), 1.0, 2.25]);
        assert_eq!(sum, 5.75);
    }

    #[test]
    fn equal_arms_and_no_spread_go_to_the_least_sampled() {
        let mut rng = Rng::new(1, "test");
        let mut choose = |counts: &[f64], means: &[f64], squares: &[f64]| {
            let rows = rows(counts, means, squares);
            Ocba::default().choose(&arms(&rows), &mut rng).unwrap()
        };
        assert_eq!(choose(&[5.0, 3.0, 4.0], &[1.0; 3], &[5.0, 3.0, 4.0]), 1);
        assert_eq!(choose(&[5.0, 3.0, 4.0], &[1.0, 2.0, 3.0], &[0.0; 3]), 1);
        assert_eq!(choose(&[9.0], &[1.0], &[0.0]), 0);
    }
}
