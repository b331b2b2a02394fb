//! How likely it is that the arm with the best mean is the best arm.

use super::normal::cdf;

/// The statistics of one arm when the sampling is over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// Samples.
    pub count: u32,
    /// Mean of the samples; larger is better.
    pub mean: f64,
    /// Unbiased variance of the samples: NaN below two samples.
    pub variance: f64,
}

impl Summary {
    /// Standard error of the mean, if there are two samples to tell it from.
    pub fn standard_error(&self) -> Option<f64> {
        (self.count >= 2).then(|| (self.variance / f64::from(self.count)).sqrt())
    }
}

/// The approximate probability of correct selection of arm `best` (Li, Fu and Xu 2020, equation
/// 4): 1 - sum over the others of Phi(-d / sqrt(s_b^2/N_b + s_a^2/N_a)), at least 0.
///
/// None while an arm has fewer than two samples: nothing is known of its spread.
pub fn apcs(arms: &[Summary], best: usize) -> Option<f64> {
    let own = arms[best].standard_error()?;
    let mut wrong = 0.0;
    for (_, arm) in others(arms, best) {
        let error = arm.standard_error()?;
        wrong += tail(
            arms[best].mean - arm.mean,
            (own * own + error * error).sqrt(),
        );
    }
    Some((1.0 - wrong).max(0.0))
}

/// The lower bound on the probability of correct selection at the root of a tree that was sampled
/// in the proportions of OCBA (Li, Fu and Xu 2020, Theorem 4), at least 0; None as in [`apcs`].
///
/// With N_a in those proportions, the variance of a difference times N_b is at most
/// s_b^2 + s_b s_a^2 sum_c r(c,a)/s_c with r(c,a) = (s_c d_a)^2 / (s_a d_c)^2. (The square on s_a is
/// what the derivation and the units ask for; it is missing in print.)
pub fn root_bound(arms: &[Summary], best: usize) -> Option<f64> {
    if arms.iter().any(|arm| arm.count < 2) {
        return None;
    }
    let own = &arms[best];
    let spread = own.variance.sqrt();
    let gap = |arm: &Summary| own.mean - arm.mean;
    let mut wrong = 0.0;
    for (_, arm) in others(arms, best) {
        // s_a^2 r(c,a)/s_c, which for c = a is s_a.
        let shares: f64 = others(arms, best)
            .map(|(_, other)| other.variance.sqrt() * (gap(arm) / gap(other)).powi(2))
            .filter(|share| !share.is_nan())
            .sum();
        let width = (own.variance + spread * shares).sqrt();
        wrong += tail(gap(arm) * f64::from(own.count).sqrt(), width);
    }
    Some((1.0 - wrong).max(0.0))
}

fn others(arms: &[Summary], best: usize) -> impl Iterator<Item = (usize, &Summary)> {
    arms.iter().enumerate().filter(move |(i, _)| *i != best)
}

/// Phi(-gap / spread), also where the spread is 0: equal arms are told apart by a coin.
fn tail(gap: f64, spread: f64) -> f64 {
    if spread > 0.0 {
        cdf(-gap / spread)
    } else if gap > 0.0 {
        0.0
    } else {
        0.5
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arm(count: u32, mean: f64, variance: f64) -> Summary {
        Summary {
            count,
            mean,
            variance,
        }
    }

    #[test]
    fn two_arms_by_hand() {
        let arms = [arm(100, 1.0, 4.0), arm(25, 0.5, 1.0)];
        // s.e. of the difference: sqrt(4/100 + 1/25), so Phi(-0.5 / 0.28284) = Phi(-1.76777).
        let expected = 1.0 - 0.038549935871770885;
        assert!((apcs(&arms, 0).unwrap() - expected).abs() < 1e-12);
    }

    #[test]
    fn the_bound_equals_apcs_for_two_arms_in_the_proportions_of_ocba() {
        // Two arms: N_b / N_a = s_b / s_a, and the inequality behind the bound is an equality.
        let arms = [arm(200, 1.0, 4.0), arm(100, 0.5, 1.0)];
        let (bound, exact) = (root_bound(&arms, 0).unwrap(), apcs(&arms, 0).unwrap());
        assert!((bound - exact).abs() < 1e-12, "{bound} {exact}");
    }

    #[test]
    fn nothing_is_said_without_a_spread_and_nothing_is_nan() {
        assert_eq!(apcs(&[arm(1, 0.0, f64::NAN), arm(9, 1.0, 1.0)], 1), None);
        assert_eq!(
            root_bound(&[arm(9, 0.0, 1.0), arm(1, 1.0, f64::NAN)], 0),
            None
        );
        let equal = [arm(5, 1.0, 0.0), arm(5, 1.0, 0.0), arm(5, 0.0, 0.0)];
        assert_eq!(apcs(&equal, 0), Some(0.5));
        assert_eq!(root_bound(&equal, 0), Some(0.5));
        assert_eq!(apcs(&[arm(5, 1.0, 2.0)], 0), Some(1.0));
    }
}
