//! An error model learned from the steps of the search itself.

use super::tree::{Kind, Tree};
use crate::error_model::Error;
use crate::stats::Moments;

/// How many steps the guess before the first one counts for.
const GUESS: f64 = 4.0;

/// The least guess, as a share of the range of what may come: where all moves look alike at first
/// nothing is known, and it is not known that nothing will change.
const SHARE: f64 = 0.05;

/// What steps have changed so far, from the side of the player to move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Learned {
    /// The variance of the values of the root's first successors, what there is before any step; or
    /// the least that it is held to be.
    guess: f64,
    changes: Moments,
}

impl Learned {
    /// Takes in the successors of the root. `returns` are the least and the greatest return of a
    /// player, where they are known.
    pub(super) fn begin<S>(&mut self, tree: &Tree<S>, returns: Option<(f64, f64)>) {
        if self.guess > 0.0 {
            return;
        }
        let (mut values, mut largest) = (Moments::default(), 0.0_f64);
        for c in tree.children(0) {
            let value = tree.values[c as usize];
            values.include(value);
            largest = largest.max(value.abs());
        }
        let range = match returns {
            Some((least, most)) => most - least,
            // As wide as the values there are, either way; without any it is 1 that a win pays.
            None if largest > 0.0 => 2.0 * largest,
            None => 2.0,
        };
        self.guess = values.variance().max((SHARE * range).powi(2));
    }

    /// Takes in what a step has changed.
    pub(super) fn include<S>(&mut self, tree: &Tree<S>, n: u32) {
        let node = &tree.nodes[n as usize];
        let change = tree.values[n as usize] - node.made_with;
        self.changes.include(if node.kind == Kind::Max {
            change
        } else {
            -change
        });
    }

    /// The error of the next step.
    pub(super) fn error(&self) -> Error {
        let count = self.changes.count();
        let weight = count / (count + GUESS);
        let variance = weight * self.changes.variance() + (1.0 - weight) * self.guess;
        Error {
            mean: weight * self.changes.mean(),
            sd: variance.sqrt(),
        }
    }
}
