//! Numbers that are told one at a time.

/// Mean and spread of numbers (Welford 1962).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    count: f64,
    mean: f64,
    squares: f64,
}

impl Moments {
    /// Takes in a number.
    pub fn include(&mut self, number: f64) {
        self.count += 1.0;
        let before = self.mean;
        self.mean += (number - before) / self.count;
        self.squares += (number - before) * (number - self.mean);
    }

    /// How many there were.
    pub fn count(&self) -> f64 {
        self.count
    }

    /// Their mean; 0 without any.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The unbiased variance; 0 while there is only one number, which shows no spread.
    pub fn variance(&self) -> f64 {
        if self.count > 1.0 {
            self.squares / (self.count - 1.0)
        } else {
            0.0
        }
    }
}

/// How large the numbers are that were seen so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    least: f64,
    greatest: f64,
}

impl Default for Scale {
    fn default() -> Self {
        Self {
            least: f64::INFINITY,
            greatest: f64::NEG_INFINITY,
        }
    }
}

impl Scale {
    /// Takes in a number.
    #[inline]
    pub fn include(&mut self, number: f64) {
        self.least = self.least.min(number);
        self.greatest = self.greatest.max(number);
    }

    /// The largest absolute value, 0 before the first number.
    pub fn largest(&self) -> f64 {
        self.greatest.max(-self.least).max(0.0)
    }

    /// From the least to the greatest, 0 before the second number.
    pub fn range(&self) -> f64 {
        (self.greatest - self.least).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_by_hand() {
        let mut moments = Moments::default();
        moments.include(3.0);
        assert_eq!(moments.variance(), 0.0);
        moments.include(5.0);
        moments.include(7.0);
        assert_eq!(moments.variance(), 4.0);
    }

    #[test]
    fn scale_by_hand() {
        let mut scale = Scale::default();
        assert_eq!((scale.largest(), scale.range()), (0.0, 0.0));
        scale.include(-7.0);
        assert_eq!((scale.largest(), scale.range()), (7.0, 0.0));
        scale.include(-2.0);
        assert_eq!((scale.largest(), scale.range()), (7.0, 5.0));
    }
}
