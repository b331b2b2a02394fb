//! The window in which a value is of interest.

/// Values at or below `alpha` and at or above `beta` need only be known to be there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Window {
    pub alpha: f64,
    pub beta: f64,
}

impl Window {
    /// Every value is of interest.
    pub const OPEN: Self = Self {
        alpha: f64::NEG_INFINITY,
        beta: f64::INFINITY,
    };

    /// The same for values times `sign`, which is 1 or -1.
    pub fn seen(self, sign: f64) -> Self {
        if sign > 0.0 {
            self
        } else {
            Self {
                alpha: -self.beta,
                beta: -self.alpha,
            }
        }
    }
}
