//! What computations are expected to gain, and how that compares with what they did gain.

use super::normal::unit_loss;
use super::selection::Summary;

/// What computations of one kind gained, beside what a model had said of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Foresight {
    expected: f64,
    gained: f64,
}

impl Foresight {
    /// Takes in a computation that is done.
    pub fn learn(&mut self, expected: f64, gained: f64) {
        self.expected += expected;
        self.gained += gained;
    }

    /// What is gained for each unit that the model says: `prior` while nothing is known, which
    /// counts as much as computations of which `weight` was expected in all.
    pub fn factor(&self, prior: f64, weight: f64) -> f64 {
        let all = weight + self.expected;
        if all > 0.0 {
            (prior * weight + self.gained) / all
        } else {
            prior
        }
    }
}

/// What the choice is expected to gain by `more` samples, shared among the arms as those before
/// were: what the best of the means will be above that of arm `best`, as far as one rival alone
/// can bring it about. None while an arm has fewer than two samples.
///
/// With n samples to come for N so far an arm's mean will change by a normal amount with variance
/// s^2 (1/N_a - 1/(N_a + n N_a/N)) = n/(N + n) times its squared standard error (Frazier, Powell and
/// Dayanik 2008, for a batch), so that a rival d below the best adds sigma psi(d / sigma), sigma^2
/// being the variances of both together and psi the unit normal loss (Russell and Wefald 1989,
/// equations 9 and 10). Such gains exclude each other more or less: the largest is told.
pub fn batch_gain(arms: &[Summary], best: usize, more: f64) -> Option<f64> {
    let samples: f64 = arms.iter().map(|arm| f64::from(arm.count)).sum();
    let share = more / (samples + more);
    let own = arms[best].standard_error()?;
    let mut most = 0.0;
    for (index, arm) in arms.iter().enumerate() {
        let error = arm.standard_error()?;
        let change = (share * (own * own + error * error)).sqrt();
        if index != best && change > 0.0 {
            let gain = change * unit_loss((arms[best].mean - arm.mean) / change);
            most = f64::max(most, gain);
        }
    }
    Some(most)
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
    fn the_prior_gives_way_to_what_is_seen() {
        let mut foresight = Foresight::default();
        assert_eq!(foresight.factor(0.5, 2.0), 0.5);
        foresight.learn(2.0, 3.0);
        assert_eq!(foresight.factor(0.5, 2.0), 1.0);
    }

    #[test]
    fn a_batch_by_hand() {
        // 30 and 10 samples, 40 more: half of 1/30 + 4/10; equal means gain sigma / sqrt(2 pi).
        let sigma = (0.5f64 * (1.0 / 30.0 + 0.4)).sqrt();
        let equal = [arm(30, 1.0, 1.0), arm(10, 1.0, 4.0)];
        let expected = sigma / (2.0 * std::f64::consts::PI).sqrt();
        assert!((batch_gain(&equal, 0, 40.0).unwrap() - expected).abs() < 1e-12);
        // The second arm 2 sigma below: psi(2) = 0.0084907.
        let apart = [arm(30, 1.0, 1.0), arm(10, 1.0 - 2.0 * sigma, 4.0)];
        let gain = batch_gain(&apart, 0, 40.0).unwrap();
        assert!((gain - 0.0084907 * sigma).abs() < 1e-6 * sigma, "{gain}");
    }

    #[test]
    fn more_samples_gain_more_and_sure_arms_nothing() {
        let arms = [arm(50, 0.3, 1.0), arm(50, 0.1, 1.0), arm(9, -0.5, 1.0)];
        let gains: Vec<f64> = [1.0, 10.0, 100.0, 1e9]
            .map(|more| batch_gain(&arms, 0, more).unwrap())
            .to_vec();
        assert!(gains.is_sorted() && gains[0] < gains[3], "{gains:?}");
        let sure = [arm(5, 1.0, 0.0), arm(5, 0.5, 0.0)];
        assert_eq!(batch_gain(&sure, 0, 100.0), Some(0.0));
        assert_eq!(batch_gain(&[arm(5, 1.0, 2.0)], 0, 10.0), Some(0.0));
        assert_eq!(
            batch_gain(&[arm(5, 1.0, 2.0), arm(1, 0.0, f64::NAN)], 0, 10.0),
            None
        );
    }
}
