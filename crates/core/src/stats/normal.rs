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

/// The unit normal loss E[max(Z - z, 0)]: its terms cancel in part, but to 1e-10 they do not up to
/// z = 37, and what is beyond is less than 1e-300.
pub fn unit_loss(z: f64) -> f64 {
    if z < 37.0 {
        (pdf(z) - z * cdf(-z)).max(0.0)
    } else {
        0.0
    }
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
    fn loss_is_right_where_its_terms_cancel() {
        // Asymptotic series to five terms, whose next is below 1e-6 of it here.
        for z in [12.0, 20.0, 30.0f64] {
            let square = 1.0 / (z * z);
            let terms = 1.0 - square * (3.0 - square * (15.0 - square * (105.0 - square * 945.0)));
            let series = pdf(z) * square * terms;
            assert!((unit_loss(z) / series - 1.0).abs() < 1e-5, "{z}");
        }
        assert_eq!(unit_loss(40.0), 0.0);
    }
}
