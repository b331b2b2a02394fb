//! Which action to take, once the sampling is over.

use crate::stats::{Summary, argmax};

/// The rule that picks the final action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The best mean.
    Mean,
    /// The most visits; the better mean among equals.
    Visits,
    /// The best lower bound, mean - 1.96 standard errors.
    LowerBound,
}

/// Standard errors on either side of a mean that hold 95 % of a normal distribution.
pub const Z95: f64 = 1.959963984540054;

impl Choice {
    /// The index of the arm that the rule picks among those visited, the first among equals.
    pub fn pick(self, arms: &[Summary]) -> usize {
        let visited = |arm: &Summary, worth: f64| {
            if arm.count > 0 {
                worth
            } else {
                f64::NEG_INFINITY
            }
        };
        match self {
            Self::Mean => argmax(arms.iter().map(|arm| visited(arm, arm.mean))),
            Self::Visits => {
                let most = arms.iter().map(|arm| arm.count).max().unwrap_or(0);
                argmax(arms.iter().map(|arm| {
                    if arm.count == most {
                        visited(arm, arm.mean)
                    } else {
                        f64::NEG_INFINITY
                    }
                }))
            }
            Self::LowerBound => {
                let bound = |arm: &Summary| Some(arm.mean - Z95 * arm.standard_error()?);
                let bounds: Vec<Option<f64>> = arms.iter().map(bound).collect();
                if bounds.iter().all(Option::is_none) {
                    // Nothing has a spread yet, so nothing has a bound: the means are all there is.
                    return Self::Mean.pick(arms);
                }
                argmax(
                    bounds
                        .into_iter()
                        .map(|bound| bound.unwrap_or(f64::NEG_INFINITY)),
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_differ_where_they_should() {
        let arm = |count, mean, variance| Summary {
            count,
            mean,
            variance,
        };
        let arms = [
            arm(0, f64::NAN, f64::NAN),
            arm(2, 5.0, 100.0),
            arm(100, 4.0, 1.0),
            arm(100, 3.0, 0.0),
        ];
        assert_eq!(Choice::Mean.pick(&arms), 1);
        assert_eq!(Choice::Visits.pick(&arms), 2);
        assert_eq!(Choice::LowerBound.pick(&arms), 2);
        assert_eq!(Choice::LowerBound.pick(&[arm(1, 1.0, f64::NAN); 3]), 0);
    }
}
