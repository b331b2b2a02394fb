//! What a tree policy sees: the statistics of the arms of one node, and nothing of the game.

/// The arms of one node, from the point of view of the player who chooses among them.
///
/// All slices have one entry per arm, and every arm has at least one sample: the initial samples
/// (`n0`) are taken before a policy is asked, which settles once what an unvisited arm is worth.
#[derive(Clone, Copy, Debug)]
pub struct Arms<'a> {
    /// Samples of each arm, at least 1.
    pub counts: &'a [f64],
    /// Mean of the samples of each arm; larger is better.
    pub means: &'a [f64],
    /// Sum of squared deviations from the mean of each arm.
    pub squares: &'a [f64],
    /// What the policy itself keeps of each arm, see [`crate::policy::Rule::credit`]; may be empty.
    pub scores: &'a [f64],
    /// All samples of all arms.
    pub total: f64,
    /// The variance that an arm has before it is sampled; its share falls with the samples.
    pub prior_variance: f64,
    /// The largest absolute value that was backed up anywhere in the search so far.
    pub scale: f64,
}

impl Arms<'_> {
    /// How many arms there are.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Population variance of the samples plus the prior term sigma0^2 / N (Li, Fu and Xu 2020,
    /// section IV).
    #[inline]
    pub fn variance(&self, arm: usize) -> f64 {
        self.squares[arm] / self.counts[arm] + self.prior_variance / self.counts[arm]
    }

    /// The first arm with the largest mean.
    pub fn best(&self) -> usize {
        argmax(self.means.iter().copied())
    }

    /// The first arm with the fewest samples.
    pub fn least_sampled(&self) -> usize {
        argmax(self.counts.iter().map(|n| -n))
    }
}

/// The index of the largest value, the first among equals. NaN never wins; 0 if nothing does.
#[inline]
pub fn argmax(values: impl Iterator<Item = f64>) -> usize {
    let mut best = (0, f64::NEG_INFINITY);
    for (index, value) in values.enumerate() {
        if value > best.1 {
            best = (index, value);
        }
    }
    best.0
}

#[cfg(test)]
mod tests {
    use super::argmax;

    #[test]
    fn the_first_of_equals_wins_and_nan_never() {
        assert_eq!(argmax([1.0, 3.0, 3.0].into_iter()), 1);
        assert_eq!(argmax([f64::NAN, -1.0, f64::NAN].into_iter()), 1);
        assert_eq!(argmax([f64::NEG_INFINITY].into_iter()), 0);
    }
}
