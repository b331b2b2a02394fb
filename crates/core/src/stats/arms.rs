//! What a tree policy sees: the statistics of the arms of one node, and nothing of the game.

use super::moments::Scale;

/// What is known of one arm, from the point of view of the player who chooses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arm {
    /// Samples, at least 1.
    pub count: f64,
    /// Mean of the samples; larger is better.
    pub mean: f64,
    /// Population variance of the samples plus the prior term sigma0^2 / N (Li, Fu and Xu 2020,
    /// section IV).
    pub variance: f64,
}

/// The arms of one node, from the point of view of the player who chooses among them.
///
/// There is at least one arm, and every arm has at least one sample: the initial samples (`n0`)
/// are taken before a policy is asked, which settles once what an unvisited arm is worth.
#[derive(Clone, Copy, Debug)]
pub struct Arms<'a> {
    /// One row per arm: the count, the sum of squared deviations from the mean, and the mean for
    /// each player.
    pub rows: &'a [f64],
    /// Length of a row: 2 more than there are players.
    pub stride: usize,
    /// The player who chooses.
    pub mover: usize,
    /// What the policy itself keeps of each arm, see [`crate::policy::Rule::credit`]; may be empty.
    pub scores: &'a [f64],
    /// All samples of all arms.
    pub total: f64,
    /// The variance that an arm has before it is sampled; its share falls with the samples.
    pub prior_variance: f64,
    /// How large what was backed up anywhere in the search so far is to the player who chooses.
    pub scale: Scale,
}

impl Arms<'_> {
    /// How many arms there are.
    pub fn len(&self) -> usize {
        self.rows.len() / self.stride
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The arms in order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Arm> {
        Rows::new(self.rows, self.stride).map(|row| self.arm(row))
    }

    /// One arm.
    #[inline]
    pub fn get(&self, arm: usize) -> Arm {
        self.arm(&self.rows[arm * self.stride..][..self.stride])
    }

    #[inline]
    fn arm(&self, row: &[f64]) -> Arm {
        let [count, squares, means @ ..] = row else {
            unreachable!("a row has a count and squares")
        };
        Arm {
            count: *count,
            mean: means[self.mover],
            variance: squares / count + self.prior_variance / count,
        }
    }

    /// The first arm with the largest mean.
    pub fn best(&self) -> usize {
        argmax(self.iter().map(|arm| arm.mean))
    }

    /// The first arm with the fewest samples.
    pub fn least_sampled(&self) -> usize {
        argmax(self.iter().map(|arm| -arm.count))
    }
}

/// The rows of a table, one after the other. (The iterator of the standard library divides by the
/// length of a row each time, which takes longer than the rows of a node.)
#[derive(Clone, Debug)]
pub struct Rows<'a> {
    rest: &'a [f64],
    stride: usize,
}

impl<'a> Rows<'a> {
    /// The rows of a table of rows with `stride` numbers each.
    #[inline]
    pub fn new(table: &'a [f64], stride: usize) -> Self {
        Self {
            rest: table,
            stride,
        }
    }
}

impl<'a> Iterator for Rows<'a> {
    type Item = &'a [f64];

    #[inline]
    fn next(&mut self) -> Option<&'a [f64]> {
        let (row, rest) = self.rest.split_at_checked(self.stride)?;
        self.rest = rest;
        Some(row)
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
