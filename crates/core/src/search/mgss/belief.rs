//! How far the steps of a search are taken at their word.
//!
//! A step's expected gain is right for the next step, and still the gains of many steps in a row do
//! not add up: where two moves pass one another again and again each change of mind gains
//! something, and in the end nothing is gained. What lasts is known at any time: the value of the
//! best move less that of the move that was best at first, both as they are valued now (Russell and
//! Wefald 1989, equation 8, for all steps together). So a step is expected to gain
//!
//! (trust + what lasted) / (trust + what steps were expected to gain)
//!
//! times what it says, and not more than that.

use super::tree::{NONE, Tree};
use crate::stats::Foresight;

/// What was expected of the steps at this root, and what it is compared with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Belief {
    /// What has to be expected before what lasted counts as much as that steps are right.
    trust: Option<f64>,
    /// The move that was best at first.
    first: u32,
    said: f64,
}

impl Belief {
    pub(super) fn new(trust: Option<f64>) -> Self {
        Self {
            trust,
            first: NONE,
            said: 0.0,
        }
    }

    /// Begins at a root where this move is the best.
    pub(super) fn begin(&mut self, best: u32) {
        (self.first, self.said) = (best, 0.0);
    }

    /// Takes in what a step was expected to gain.
    #[inline]
    pub(super) fn include(&mut self, expected: f64) {
        self.said += expected;
    }

    #[inline]
    pub(super) fn is_doubtful(&self) -> bool {
        self.trust.is_some()
    }

    /// The share of what a step says that it is expected to gain.
    pub(super) fn factor<S>(&self, tree: &Tree<S>) -> f64 {
        let (Some(trust), false) = (self.trust, self.first == NONE) else {
            return 1.0;
        };
        let mut seen = Foresight::default();
        seen.learn(self.said, tree.values[0] - tree.values[self.first as usize]);
        seen.factor(1.0, trust).min(1.0)
    }
}
