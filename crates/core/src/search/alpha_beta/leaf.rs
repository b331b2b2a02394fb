//! States where the looking ahead ends.

use super::found::{Found, Window};
use super::node::{Child, Place, Walk, is_zero_sum};
use crate::game::Game;
use crate::search::Fault;

/// Noisy actions after each other at most; what is noisy still is then judged as it is.
pub(super) const NOISIEST: u32 = 32;

impl<G: Game> Walk<'_, '_, G> {
    /// What a state is worth to the player to move, without looking ahead but at what is noisy.
    #[inline]
    pub(super) fn leaf(&mut self, at: &G::State, place: Place, window: Window) -> Option<Found> {
        let place = Place { depth: 0, ..place };
        if self.parts.quiescence && place.calm < NOISIEST {
            return self.noisy(at, place, window);
        }
        self.estimate(at, place, place.paid)
    }

    /// What the evaluation says of a state to the player to move at `place`, where player 0 was
    /// paid `paid` before.
    #[inline]
    pub(super) fn estimate(&mut self, at: &G::State, place: Place, paid: f64) -> Option<Found> {
        let parts = self.parts;
        if parts.knows_nothing {
            return Some(Found::estimate(place.own(paid)));
        }
        let mut values = [0.0; 2];
        if let Err(error) = parts.evaluation.evaluate(&parts.game, at, &mut values) {
            return self.fail(Fault::Foreign(error));
        }
        if !is_zero_sum(values) {
            return self.fail(Fault::UnevenEvaluation(values));
        }
        Some(Found::estimate(place.own(paid + values[0])))
    }

    /// What the evaluation says, or what a noisy action leads to if that is better. Where all
    /// actions are noisy one of them must be taken, and the evaluation is not asked.
    fn noisy(&mut self, at: &G::State, place: Place, window: Window) -> Option<Found> {
        let mut list = self.list(at, None)?;
        let forced = self.keep_noisy(at, list.base)?;
        list.count = self.work.order.actions.len() - list.base;
        let mut best = if forced {
            Found::NOTHING
        } else {
            self.estimate(at, place, place.paid)?
        };
        let mut inner = window;
        for done in 0..list.count {
            if best.value >= window.beta {
                best.high = false;
                break;
            }
            inner.alpha = inner.alpha.max(best.value);
            let index = self.choose(at, place, list, done)?;
            let action = self.work.order.actions[list.base + index];
            let mut child = Child::at(at, place);
            self.step(&mut child, action)?;
            let found = self.below(&child, place, 0, inner)?;
            best.take(found);
        }
        self.work.order.drop_to(list.base);
        Some(best)
    }

    /// Takes the other actions from the list; gives whether there were none.
    fn keep_noisy(&mut self, at: &G::State, base: usize) -> Option<bool> {
        let (all, mut kept) = (self.work.order.actions.len(), base);
        for index in base..all {
            let action = self.work.order.actions[index];
            if self.of_rules(self.parts.game.noisy(at, action))? {
                self.work.order.actions[kept] = action;
                kept += 1;
            }
        }
        self.work.order.drop_to(kept);
        Some(kept == all)
    }
}
