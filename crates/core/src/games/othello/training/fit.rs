//! The fit of the weights of one phase, and its errors.

use super::super::Board;
use super::super::patterns::{FEATURES, TERMS, Weights, discs, features};
use super::{Part, Sample};

/// How the weights are fitted.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The penalty of a squared weight, in samples: a feature that was seen so often keeps half of
    /// its weight.
    pub penalty: f64,
    /// Steps of the conjugate gradients.
    pub steps: usize,
}

/// Samples of so many discs before and after a phase are fitted too, so that neighbouring phases
/// agree where they meet.
const OVERLAP: u32 = 2;

/// Whether the fit of a phase needs a board.
pub fn concerns(phase: usize, board: Board) -> bool {
    within(board, widened(phase))
}

/// The numbers of discs that a phase is fitted to.
fn widened(phase: usize) -> (u32, u32) {
    let (first, last) = discs(phase);
    (first - OVERLAP, last + OVERLAP)
}

fn within(board: Board, (first, last): (u32, u32)) -> bool {
    (first..=last).contains(&(64 - board.empty().count_ones()))
}

/// A fit of one phase.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The weights, rounded as they are stored.
    pub weights: Weights,
    /// Samples that the weights were fitted to.
    pub fitted: usize,
    /// Root of the mean squared error on these, in discs.
    pub error: f64,
    /// For each sample held out for the test: the margin that the weights expect, the chance
    /// P(win) - P(loss) that the slope makes of it, and the margin that came.
    pub test: Vec<[f64; 3]>,
}

/// Samples of one part, their features beside each other.
#[derive(Default)]
struct Rows {
    features: Vec<[u32; TERMS]>,
    margins: Vec<f64>,
}

impl Rows {
    /// The samples of `part` whose number of discs is in `discs`.
    fn new(samples: &[Sample], part: Part, discs: (u32, u32)) -> Self {
        let wanted = |sample: &&Sample| sample.part == part && within(sample.board, discs);
        let mut rows = Self::default();
        for sample in samples.iter().filter(wanted) {
            rows.features
                .push(features(sample.board, sample.board.moves()));
            rows.margins.push(f64::from(sample.margin));
        }
        rows
    }

    fn sums<'a>(&'a self, weights: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
        let sum = |row: &[u32; TERMS]| row.iter().map(|at| weights[*at as usize]).sum();
        self.features.iter().map(sum)
    }

    /// The sum of the rows, each times a number.
    fn combined(&self, factors: impl Iterator<Item = f64>) -> Vec<f64> {
        let mut sums = vec![0.0; FEATURES];
        for (row, factor) in self.features.iter().zip(factors) {
            for at in row {
                sums[*at as usize] += factor;
            }
        }
        sums
    }
}

/// Fits the weights of a phase to the final margins: least squares with a penalty on the weights.
pub fn fit(samples: &[Sample], phase: usize, settings: Settings) -> Fit {
    let rows = Rows::new(samples, Part::Fit, widened(phase));
    let exact = least_squares(&rows, settings);
    let mut weights = rounded(&exact);
    let kept = discs_of(&weights);
    let errors = rows
        .sums(&kept)
        .zip(&rows.margins)
        .map(|(sum, margin)| (sum - margin).powi(2));
    let error = (errors.sum::<f64>() / rows.margins.len().max(1) as f64).sqrt();
    weights.slope = slope(&pairs(samples, Part::Tune, discs(phase), &kept)) as f32;
    let chance = |sum: f64| libm::tanh(f64::from(weights.slope) * sum);
    let test = pairs(samples, Part::Test, discs(phase), &kept);
    let test = test
        .iter()
        .map(|(sum, margin)| [*sum, chance(*sum), *margin])
        .collect();
    Fit {
        weights,
        fitted: rows.margins.len(),
        error,
        test,
    }
}

/// What the weights expect, and what came.
fn pairs(samples: &[Sample], part: Part, discs: (u32, u32), weights: &[f64]) -> Vec<(f64, f64)> {
    let rows = Rows::new(samples, part, discs);
    rows.sums(weights)
        .zip(rows.margins.iter().copied())
        .collect()
}

/// Conjugate gradients on the normal equations, the diagonal as preconditioner (Hestenes and
/// Stiefel 1952).
fn least_squares(rows: &Rows, settings: Settings) -> Vec<f64> {
    let ones = || rows.margins.iter().map(|_| 1.0);
    let diagonal: Vec<f64> = rows
        .combined(ones())
        .iter()
        .map(|n| n + settings.penalty)
        .collect();
    let mut weights = vec![0.0; FEATURES];
    let mut residual = rows.combined(rows.margins.iter().copied());
    let mut direction: Vec<f64> = ratio(&residual, &diagonal);
    let mut size = dot(&residual, &direction);
    for _ in 0..settings.steps {
        if size <= 0.0 {
            break;
        }
        let mut image = rows.combined(rows.sums(&direction));
        add(&mut image, settings.penalty, &direction);
        let step = size / dot(&direction, &image);
        add(&mut weights, step, &direction);
        add(&mut residual, -step, &image);
        let next = ratio(&residual, &diagonal);
        let new = dot(&residual, &next);
        for (to, next) in direction.iter_mut().zip(next) {
            *to = next + new / size * *to;
        }
        size = new;
    }
    weights
}

fn ratio(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a / b).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn add(to: &mut [f64], factor: f64, what: &[f64]) {
    for (to, what) in to.iter_mut().zip(what) {
        *to += factor * what;
    }
}

/// The weights in steps so fine that the largest still fits.
fn rounded(exact: &[f64]) -> Weights {
    let largest = exact
        .iter()
        .fold(0.0_f64, |most, weight| most.max(weight.abs()));
    let step = (largest / 127.0).max(1e-3) as f32;
    let units = exact
        .iter()
        .map(|weight| (weight / f64::from(step)).round() as i8);
    Weights {
        step,
        slope: 0.0,
        units: units.collect(),
    }
}

fn discs_of(weights: &Weights) -> Vec<f64> {
    let discs = |unit: &i8| f64::from(*unit) * f64::from(weights.step);
    weights.units.iter().map(discs).collect()
}

/// The slope under which the results are likeliest: P(win) = 1 / (1 + exp(-2 slope discs)), a draw
/// being half a win. Newton's method on the one parameter.
fn slope(pairs: &[(f64, f64)]) -> f64 {
    let mut slope = 0.05;
    for _ in 0..30 {
        let (mut gradient, mut curvature) = (0.0, 1.0);
        for (sum, margin) in pairs {
            let chance = libm::tanh(slope * sum);
            gradient += (result(*margin) - chance) * sum;
            curvature += (1.0 - chance * chance) * sum * sum;
        }
        slope = (slope + gradient / curvature).clamp(0.01, 1.0);
    }
    slope
}

fn result(margin: f64) -> f64 {
    if margin == 0.0 { 0.0 } else { margin.signum() }
}
