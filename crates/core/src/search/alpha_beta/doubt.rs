//! Setting states aside whose value lies clearly outside the window, as far as a shallower search
//! and the error model can tell (Buro 1995, ProbCut).

use super::found::{Found, Window};
use super::node::{Place, Walk};
use crate::error_model::{ErrorModel, Look};
use crate::game::Game;
use crate::search::Fault;
use std::sync::Arc;

/// The least depth at which a state may be set aside.
const FROM: u32 = 3;

/// When a state may be set aside.
pub struct Doubt<G: Game> {
    /// How far a deeper look moves a value.
    pub model: Arc<dyn ErrorModel<G>>,
    /// By how many standard deviations of the error the shallower value must lie outside.
    pub margin: f64,
    /// Whether the evaluation has no mean error.
    pub centred: bool,
}

/// The depth of the shallower search: about half, with the same player to have the last word.
fn shallower(depth: u32) -> u32 {
    let half = depth / 2;
    if (depth - half).is_multiple_of(2) {
        half
    } else {
        half - 1
    }
}

impl<G: Game> Walk<'_, '_, G> {
    /// A bound that is good enough, where there is one. Only where the question is whether the value
    /// is above or below a number: elsewhere the value itself is wanted.
    pub(super) fn set_aside_by_doubt(
        &mut self,
        at: &G::State,
        place: Place,
        window: Window,
    ) -> Option<Option<Found>> {
        let asks = window.beta <= window.alpha.next_up();
        let Some(doubt) = self.parts.doubt.as_ref().filter(|_| asks) else {
            return Some(None);
        };
        if place.depth < FROM || place.ply == 0 {
            return Some(None);
        }
        let now = self.estimate(at, place, place.paid)?.value;
        let depth = shallower(place.depth);
        let look = Look {
            value: now,
            stage: self.parts.game.stage(at),
            actions: self.of_rules(self.parts.game.count(at))? as f64,
            from: depth,
            to: place.depth,
        };
        let error = match doubt.model.error(&self.parts.game, at, &look) {
            Ok(error) => error,
            Err(error) => return self.fail(Fault::Foreign(error)),
        };
        let mean = if doubt.centred { 0.0 } else { error.mean };
        let off = doubt.margin * error.sd;
        let shallow = Place { depth, ..place };
        let found = if now >= window.beta {
            let target = window.beta - mean + off;
            let above = Window {
                alpha: target.next_down(),
                beta: target,
            };
            let found = self.node(at, shallow, above)?;
            (found.value >= target).then_some(window.beta)
        } else {
            let target = window.alpha - mean - off;
            let found = self.node(at, shallow, Window::above(target))?;
            (found.value <= target).then_some(window.alpha)
        };
        if found.is_some() {
            self.work.lines[place.ply as usize].clear();
        }
        Some(found.map(Found::estimate))
    }
}

#[cfg(test)]
mod tests {
    use super::shallower;

    #[test]
    fn the_same_player_has_the_last_word() {
        assert_eq!(
            [3, 4, 5, 6, 7, 8, 9, 10].map(shallower),
            [1, 2, 1, 2, 3, 4, 3, 4]
        );
    }
}
