//! An error model learned from the steps of the search itself.

use super::tree::{Kind, Tree};
use crate::error_model::Error;
use crate::stats::Moments;

/// How many steps the guess before the first one counts for.
const GUESS: f64 = 4.0;

/// What steps have changed so far, from the side of the player to move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Learned {
    /// The spread of the values of the root's first successors: what there is before any step.
    guess: f64,
    changes: Moments,
}

impl Learned {
    /// Takes in the successors of the root.
    pub(super) fn begin<S>(&mut self, tree: &Tree<S>) {
        let mut values = Moments::default();
        for c in tree.children(0) {
            values.include(tree.values[c as usize]);
        }
        if self.guess == 0.0 {
            self.guess = values.variance();
        }
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
