//! The standard normal distribution.

use std::f64::consts::{FRAC_1_SQRT_2, PI};

/// Density at `z`.
pub fn pdf(z: f64) -> f64 {
    (-0.5 * z * z).exp() / (2.0 * PI).sqrt()
}

/// Probability of a value of at most `z`, accurate in both tails.
pub fn cdf(z: f64) -> f64 {
    0.5 * libm::erfc(-z * FRAC_1_SQRT_2)
}

/// The unit normal loss E[max(Z - z, 0)], also where it cancels (z > 6).
pub fn unit_loss(z: f64) -> f64 {
    if z < 6.0 {
        return pdf(z) - z * cdf(-z);
    }
    // Asymptotic series; relative error 5e-5 at z = 8 and falling.
    let square = 1.0 / (z * z);
    pdf(z) * square * (1.0 - square * (3.0 - square * (15.0 - square * 105.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_tables() {
        for (z, p) in [
            (0.0, 0.5),
            (1.0, 0.841344746068543),
            (-1.959963984540054, 0.025),
            (-8.0, 6.220960574271785e-16),
        ] {
            assert!((cdf(z) / p - 1.0).abs() < 1e-12, "{z}: {}", cdf(z));
        }
        assert!((pdf(1.0) - 0.24197072451914337).abs() < 1e-16);
        assert!((unit_loss(0.0) - 0.3989422804014327).abs() < 1e-16);
        assert!((unit_loss(-2.0) - unit_loss(2.0) - 2.0).abs() < 1e-14);
    }

    #[test]
    fn loss_has_no_jump_where_the_series_takes_over() {
        let (below, above) = (unit_loss(6.0 - 1e-9), unit_loss(6.0 + 1e-9));
        assert!((below / above - 1.0).abs() < 1e-3, "{below} {above}");
    }
}
