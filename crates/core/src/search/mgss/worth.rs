//! What a step at a leaf is expected to gain.

use crate::stats::{cdf, unit_loss};
use std::sync::LazyLock;

/// Parts of a unit in [`Losses`].
const PARTS: f64 = 256.0;

/// The table goes this far on either side of 0.
const FAR: f64 = 8.0;

/// More than the unit normal loss at [`FAR`].
const NOTHING: f64 = 1e-16;

/// What the unit normal loss is from here on taken from this or more leaves that as it is.
const BESIDE: (f64, f64) = (10.0, 1e-7);

/// The unit normal loss at equal distances, with its slope. Between them it is read off the cubic
/// that has both: it is off by less than 1e-12, and takes a tenth of the time.
struct Losses(Vec<(f64, f64)>);

static LOSSES: LazyLock<Losses> = LazyLock::new(|| {
    let count = (2.0 * FAR * PARTS) as usize + 1;
    let at = |i: usize| i as f64 / PARTS - FAR;
    Losses(
        (0..=count)
            .map(|i| (unit_loss(at(i)), -cdf(-at(i)) / PARTS))
            .collect(),
    )
});

impl Losses {
    #[inline]
    fn at(&self, z: f64) -> f64 {
        if z.abs() >= FAR {
            return if z > 0.0 { unit_loss(z) } else { -z };
        }
        let place = (z + FAR) * PARTS;
        let index = place as usize;
        let t = place - index as f64;
        let ((y0, d0), (y1, d1)) = (self.0[index], self.0[index + 1]);
        let rise = y1 - y0;
        y0 + t * (d0 + t * ((3.0 * rise - 2.0 * d0 - d1) + t * (d0 + d1 - 2.0 * rise)))
    }

    /// `from` less the loss at `z`.
    #[inline]
    fn less(&self, from: f64, z: f64) -> f64 {
        if z >= BESIDE.0 && from >= BESIDE.1 {
            from
        } else {
            from - self.at(z)
        }
    }
}

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
    let losses = &*LOSSES;
    let over = losses.at((threshold - mean) / sd);
    (sd * losses.less(over, (delta - mean) / sd)).max(0.0)
}

/// No less than what is gained, whatever delta is, and quick to tell where it is next to nothing.
#[inline]
pub(super) fn bound(mean: f64, sd: f64, threshold: f64) -> f64 {
    if threshold - mean >= FAR * sd {
        NOTHING * sd
    } else {
        f64::INFINITY
    }
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
    fn the_table_is_near_enough() {
        for i in -90_000..90_000 {
            let z = f64::from(i) / 10_000.0;
            assert!((LOSSES.at(z) - unit_loss(z)).abs() < 1e-12, "{z}");
        }
    }

    #[test]
    fn a_tail_is_left_out_only_where_that_changes_nothing() {
        for i in 0..400 {
            let (z, from) = (8.0 + f64::from(i) / 50.0, BESIDE.1 * f64::from(1 + i));
            assert_eq!(LOSSES.less(from, z), from - unit_loss(z), "{z} {from}");
        }
    }

    #[test]
    fn a_bound_is_no_less_than_the_gain() {
        for i in 0..400 {
            let (threshold, sd) = (f64::from(i) / 20.0, 0.5 + f64::from(i % 7));
            let (most, is) = (
                bound(0.0, sd, threshold),
                gain(0.0, sd, threshold, f64::INFINITY),
            );
            assert!(most >= is, "{threshold} {sd}: {most} {is}");
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
