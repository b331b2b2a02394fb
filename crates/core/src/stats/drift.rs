//! How far a value that is computed anew all the time has still to go.

/// Follows the mean of an arm, and remembers what it was at about half its samples.
///
/// The spread of the samples says how far a mean of them may be off. It does not say so of a value
/// that is computed from other values which are themselves still on the way: that moves in one
/// direction as the search goes deeper, however many samples there are. How far it moved while the
/// samples doubled is a measure of how far it may still go.
#[derive(Clone, Copy, Debug)]
pub struct Drift {
    earlier: f64,
    latest: f64,
    next: f64,
}

impl Drift {
    /// From a mean of `count` samples on.
    pub fn new(count: f64, mean: f64) -> Self {
        Self {
            earlier: mean,
            latest: mean,
            next: (2.0 * count).max(1.0),
        }
    }

    /// Takes in the mean at a later count.
    #[inline]
    pub fn follow(&mut self, count: f64, mean: f64) {
        if count >= self.next {
            self.earlier = if self.next > 1.0 { self.latest } else { mean };
            self.latest = mean;
            self.next = 2.0 * count;
        }
    }

    /// How far `mean` is from what it was at between a half and a quarter of the samples.
    pub fn of(&self, mean: f64) -> f64 {
        mean - self.earlier
    }
}

#[cfg(test)]
mod tests {
    use super::Drift;

    #[test]
    fn it_looks_back_to_half_the_samples() {
        let mut drift = Drift::new(0.0, 0.0);
        for count in 1..=8 {
            drift.follow(f64::from(count), f64::from(count));
        }
        // At 8 samples: from what it was at 4.
        assert_eq!(drift.of(8.0), 4.0);
        drift.follow(9.0, 9.0);
        assert_eq!(drift.of(9.0), 5.0);
    }
}
