//! Looking deeper at some actions than at others: options that change the value at a depth.

use super::found::{Found, Window};
use super::node::{Child, Place, Walk};
use super::order::List;
use super::table::Entry;
use crate::game::Game;
use crate::search::alpha_beta::found::Bound;

/// From this depth on the action of the table may be singular.
const SINGULAR_FROM: u32 = 4;

/// How much less deep the table's value may have been searched to be compared with.
const SINGULAR_OLDER: u32 = 3;

/// From this depth on late actions are searched less deep.
const REDUCED_FROM: u32 = 3;

/// The actions that are not late.
const EARLY: usize = 3;

impl<G: Game> Walk<'_, '_, G> {
    /// How much deeper to look at the action of the table: 1 if all others are worse by the margin
    /// when searched half as deep (Anantharaman, Campbell and Hsu 1990, singular extensions; in the
    /// form in which it is the table's action that is left out).
    #[inline]
    pub(super) fn extension(
        &mut self,
        at: &G::State,
        place: Place,
        list: List,
        entry: Option<Entry>,
    ) -> Option<u32> {
        let (Some(margin), Some(entry)) = (self.parts.settings.singular, entry) else {
            return Some(0);
        };
        let known = entry.bound != Bound::Upper && entry.depth + SINGULAR_OLDER >= place.depth;
        // No path becomes longer than twice the depth.
        let room = place.ply + place.depth < self.work.longest;
        let asks = known && room && list.first.is_some() && list.count > 1;
        if place.depth < SINGULAR_FROM || !asks {
            return Some(0);
        }
        let least = entry.found.value - margin;
        let others = self.others(at, place, list, least)?;
        Some(u32::from(others < least))
    }

    /// What the actions other than the first are worth at half the depth, as far as it is asked
    /// whether that is less than `least`.
    fn others(&mut self, at: &G::State, place: Place, list: List, least: f64) -> Option<f64> {
        let window = Window {
            alpha: least.next_down(),
            beta: least,
        };
        let mut best = Found::NOTHING;
        self.choose(at, place, list, 0)?;
        for done in 1..list.count {
            let index = self.choose(at, place, list, done)?;
            let mut child = Child::at(at, place);
            let action = self.work.order.actions[list.base + index];
            self.step(&mut child, action)?;
            best.take(self.below(&child, place, (place.depth - 1) / 2, window)?);
            if best.value >= least {
                break;
            }
        }
        Some(best.value)
    }

    /// Whether an action can be set aside because it is no better than `window.alpha` when searched
    /// one action less deep: late actions seldom are (late move reductions).
    #[inline]
    pub(super) fn set_aside(
        &mut self,
        child: &Child<G::State>,
        place: Place,
        window: Window,
        done: usize,
    ) -> Option<Option<Found>> {
        let late = self.parts.settings.reductions && done >= EARLY;
        if !late || place.depth < REDUCED_FROM {
            return Some(None);
        }
        let found = self.below(child, place, place.depth - 2, window)?;
        Some((found.value <= window.alpha).then_some(found))
    }
}
