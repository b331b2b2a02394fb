//! The outcomes of one chance, and what is known of each: the arithmetic of Star1 and Star2.
//!
//! Ballard (1983), "The *-minimax search procedure for trees containing chance nodes", with
//! outcomes of any probabilities. Let outcome i have probability p(i) and a value between low(i) and
//! high(i), and let the whole, the sum of p(i) times the values, be of interest between alpha and
//! beta only. The whole is at most alpha if the value of i is at most
//!
//! ```text
//! A(i) = (alpha - sum over the others of p(j) high(j)) / p(i)
//! ```
//!
//! and at least beta if it is at least B(i), the same with beta and low. So outcome i need only be
//! searched between A(i) and B(i), and one result outside decides the whole.

use super::window::Window;

/// What is known of the first action at a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum First {
    /// Nothing.
    Unseen,
    /// What it is worth to player 0.
    Worth(f64),
    /// That it is no better for who moves than what he has elsewhere.
    Useless,
}

/// An outcome.
#[derive(Clone, Debug)]
pub(super) struct Span {
    /// Its index among the outcomes.
    pub index: usize,
    pub probability: f64,
    /// What player 0 is paid from the root to its state.
    pub paid: f64,
    /// What its value is known to lie between.
    pub low: f64,
    pub high: f64,
    /// Whether the value is known: `low` is it, and so is `high`.
    pub settled: bool,
    /// What a probe of the first action at its state has shown.
    pub first: First,
}

/// All outcomes that can happen.
#[derive(Clone, Debug, Default)]
pub(super) struct Spread {
    pub spans: Vec<Span>,
    /// What the whole is known to lie between.
    low: f64,
    high: f64,
}

impl Spread {
    /// Sums up what is known of the outcomes.
    pub fn sum_up(&mut self) {
        let sum = |of: fn(&Span) -> f64| self.spans.iter().map(|s| s.probability * of(s)).sum();
        (self.low, self.high) = (sum(|span| span.low), sum(|span| span.high));
    }

    /// (A, B) of an outcome, given what is known of the others.
    pub fn limits(&self, nth: usize, whole: Window) -> Window {
        let Span {
            probability,
            low,
            high,
            ..
        } = self.spans[nth];
        Window {
            alpha: (whole.alpha - (self.high - probability * high)) / probability,
            beta: (whole.beta - (self.low - probability * low)) / probability,
        }
    }

    /// The part of an outcome's limits in which its value can lie.
    pub fn within(&self, nth: usize, limits: Window) -> Window {
        let span = &self.spans[nth];
        Window {
            alpha: limits.alpha.max(span.low),
            beta: limits.beta.min(span.high),
        }
    }

    /// A bound on the whole outside its window, if what is known of this outcome decides that.
    pub fn decided(&self, nth: usize, limits: Window, whole: Window) -> Option<f64> {
        let span = &self.spans[nth];
        // Rounding must not carry a bound back into the window, where it would pass for a value.
        if span.high <= limits.alpha {
            Some(self.high.min(whole.alpha))
        } else if span.low >= limits.beta {
            Some(self.low.max(whole.beta))
        } else {
            None
        }
    }

    /// Notes that the value of an outcome is at least this.
    pub fn raise(&mut self, nth: usize, value: f64) {
        let span = &mut self.spans[nth];
        let low = value.max(span.low).min(span.high);
        self.low += span.probability * (low - span.low);
        span.low = low;
        span.settled = low >= span.high;
    }

    /// Notes that the value of an outcome is at most this.
    pub fn lower(&mut self, nth: usize, value: f64) {
        let span = &mut self.spans[nth];
        let high = value.min(span.high).max(span.low);
        self.high += span.probability * (high - span.high);
        span.high = high;
        span.settled = span.low >= high;
    }

    /// Notes what a search between `limits` found of an outcome: its value, or a bound on it where
    /// it lies outside. Gives a bound on the whole if that is outside its window.
    pub fn note(&mut self, nth: usize, value: f64, limits: Window, whole: Window) -> Option<f64> {
        if value > limits.alpha {
            self.raise(nth, value);
        }
        if value < limits.beta {
            self.lower(nth, value);
        }
        if value <= limits.alpha {
            Some(self.high.min(whole.alpha))
        } else if value >= limits.beta {
            Some(self.low.max(whole.beta))
        } else {
            None
        }
    }

    /// Notes what a search in `inner` found of the first of several actions at an outcome's state:
    /// what MAX finds there he has at least, and MAX gets at most what MIN finds there.
    pub fn probed(&mut self, nth: usize, value: f64, by_max: bool, inner: Window) {
        let useless = if by_max {
            value <= inner.alpha
        } else {
            value >= inner.beta
        };
        if useless {
            self.spans[nth].first = First::Useless;
            return;
        }
        self.spans[nth].first = First::Worth(value);
        if by_max {
            self.raise(nth, value);
        } else {
            self.lower(nth, value);
        }
    }

    /// The expected value, when every outcome is settled.
    pub fn mean(&self) -> f64 {
        self.spans.iter().map(|s| s.probability * s.low).sum()
    }
}
