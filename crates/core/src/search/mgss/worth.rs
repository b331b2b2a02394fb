//! What a step at a leaf is expected to gain.

use crate::stats::unit_loss;

/// E[(min(X, delta) - threshold)+] for X normal: what is gained by a change of a move that is not
/// the best, whose value may rise to `delta` at most (Russell and Wefald 1989, equation 11). The
/// best move's gain by falling (equation 12) is the same with all signs turned.
#[inline]
pub(super) fn gain(mean: f64, sd: f64, threshold: f64, delta: f64) -> f64 {
    if delta <= threshold {
        return 0.0;
    }
    if sd <= 0.0 {
        return (mean.min(delta) - threshold).max(0.0);
    }
    let over = unit_loss((threshold - mean) / sd);
    let beyond = if delta == f64::INFINITY {
        0.0
    } else {
        unit_loss((delta - mean) / sd)
    };
    (sd * (over - beyond)).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use crate::stats::pdf;

    /// The same by Simpson's rule.
    fn integrated(mean: f64, sd: f64, threshold: f64, delta: f64) -> f64 {
        let (from, to, parts) = (-9.0, 9.0, 20_000);
        let step = (to - from) / f64::from(parts);
        let at = |i: i32| {
            let z = from + step * f64::from(i);
            pdf(z) * ((mean + sd * z).min(delta) - threshold).max(0.0)
        };
        let weight = |i: i32| match i {
            0 => 1.0,
            i if i == parts => 1.0,
            i if i % 2 == 1 => 4.0,
            _ => 2.0,
        };
        (0..=parts).map(|i| weight(i) * at(i)).sum::<f64>() * step / 3.0
    }

    #[test]
    fn agrees_with_the_integral() {
        let mut rng = Rng::new(1, "worth");
        let mut draw = |low: f64, high: f64| low + (high - low) * rng.unit();
        for _ in 0..500 {
            let (mean, sd) = (draw(-2.0, 2.0), draw(0.05, 2.0));
            let (threshold, delta) = (draw(-2.0, 2.0), draw(-2.0, 3.0));
            let (is, should) = (
                gain(mean, sd, threshold, delta),
                integrated(mean, sd, threshold, delta.max(threshold)),
            );
            assert!((is - should).abs() < 1e-6, "{is} {should}");
        }
    }

    #[test]
    fn without_doubt_it_is_what_is_known() {
        assert_eq!(gain(1.0, 0.0, 0.5, 2.0), 0.5);
        assert_eq!(gain(3.0, 0.0, 0.5, 2.0), 1.5);
        assert_eq!(gain(0.0, 0.0, 0.5, 2.0), 0.0);
        assert_eq!(gain(9.0, 1.0, 0.5, 0.5), 0.0);
    }
}
