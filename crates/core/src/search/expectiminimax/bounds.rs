//! Between which numbers the return lies that is still open: what pruning at chance rests on.

use crate::game::{Game, Info, Stuck, Turn, both};
use crate::rng::Rng;
use crate::search::Fault;

/// Rounding may carry sums of rewards beyond declared returns by this share of them.
const ROUNDING: f64 = 1e-9;
/// Random plays from a root that is not the start of the game, and the most actions in one.
const PLAYS: usize = 16;
const LONGEST_PLAY: u32 = 1000;

/// The least and the greatest that a play can pay player 0 from the root on.
///
/// The game declares them for whole plays. At the start of a play these are the numbers. At another
/// root something may have been paid before, nobody knows how much; but whatever it was, two plays
/// from there cannot differ by more than whole plays can. So a play that was seen to pay r says
/// that no other pays less than r - W or more than r + W, where W is the width of the declared
/// interval, and the more plays are seen the narrower the bounds become.
#[derive(Clone, Debug)]
pub(super) struct Bounds {
    pub low: f64,
    pub high: f64,
    /// The width of the declared interval, where plays are to narrow the bounds.
    width: Option<f64>,
    /// The least and the greatest seen.
    seen: (f64, f64),
}

impl Bounds {
    /// No bounds.
    pub fn none() -> Self {
        Self {
            low: f64::NEG_INFINITY,
            high: f64::INFINITY,
            width: None,
            seen: (f64::INFINITY, f64::NEG_INFINITY),
        }
    }

    /// Those of a game with declared returns; `whole` where the root is the start of a play.
    pub fn declared(info: &Info, (low, high): (f64, f64), whole: bool) -> Self {
        let (low, high) = match info.players {
            2 => both((low, high)),
            _ => (low, high),
        };
        if whole {
            return Self {
                low,
                high,
                ..Self::none()
            };
        }
        Self {
            width: Some((high - low).max(0.0)),
            ..Self::none()
        }
    }

    /// Whether they bound anything.
    pub fn are_known(&self) -> bool {
        self.low.is_finite() && self.high.is_finite()
    }

    /// Whether plays can still narrow them.
    pub fn can_narrow(&self) -> bool {
        self.width
            .is_some_and(|width| self.seen.1 - self.seen.0 < width)
    }

    /// Whether a sum of rewards lies between them, but for rounding.
    pub fn hold(&self, total: f64) -> bool {
        if !self.are_known() {
            return true;
        }
        let slack = ROUNDING * self.low.abs().max(self.high.abs());
        (self.low - slack..=self.high + slack).contains(&total)
    }

    /// Notes what a play pays from the root to its end.
    pub fn see<E>(&mut self, total: f64) -> Result<(), Fault<E>> {
        if !self.hold(total) {
            return Err(Fault::PaidBeyond {
                paid: total,
                low: self.low,
                high: self.high,
            });
        }
        if let Some(width) = self.width {
            self.seen = (self.seen.0.min(total), self.seen.1.max(total));
            (self.low, self.high) = (self.seen.1 - width, self.seen.0 + width);
        }
        Ok(())
    }
}

/// What a uniformly random play from `state` pays player 0; None if it takes too long. Adds the
/// states generated to `nodes`.
fn random_play<G: Game>(
    game: &G,
    mut state: G::State,
    rng: &mut Rng,
    nodes: &mut u64,
) -> Result<Option<f64>, Fault<G::Error>> {
    let mut rewards = vec![0.0; game.info().players];
    let mut actions = Vec::new();
    for _ in 0..LONGEST_PLAY {
        if game.turn(&state).map_err(Fault::Game)? == Turn::Over {
            return Ok(Some(rewards[0]));
        }
        actions.clear();
        game.actions(&state, &mut actions).map_err(Fault::Game)?;
        if actions.is_empty() {
            return Err(Fault::Stuck(Stuck::NoActions));
        }
        let action = actions[rng.below(actions.len())];
        game.apply(&mut state, action, rng, &mut rewards)
            .map_err(Fault::Game)?;
        *nodes += 1;
    }
    Ok(None)
}

/// Narrows `bounds` with random plays from `root`, as long as `goes_on` of the nodes so far.
pub(super) fn sound_out<G: Game>(
    game: &G,
    root: &G::State,
    bounds: &mut Bounds,
    rng: &mut Rng,
    nodes: &mut u64,
    goes_on: &mut dyn FnMut(u64) -> bool,
) -> Result<(), Fault<G::Error>> {
    for _ in 0..PLAYS {
        if !bounds.can_narrow() || !goes_on(*nodes) {
            break;
        }
        if let Some(total) = random_play(game, root.clone(), rng, nodes)? {
            bounds.see(total)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Chance;
    use std::convert::Infallible;

    fn info(players: usize) -> Info {
        Info {
            name: "game".into(),
            players,
            chance: Chance::Explicit,
            horizon: None,
            returns: None,
            constant_sum: false,
        }
    }

    #[test]
    fn each_bound_holds_for_both_players() {
        let bounds = Bounds::declared(&info(2), (-3.0, 2.0), true);
        assert_eq!((bounds.low, bounds.high), (-2.0, 2.0));
        let bounds = Bounds::declared(&info(1), (-3.0, 2.0), true);
        assert_eq!((bounds.low, bounds.high), (-3.0, 2.0));
    }

    #[test]
    fn plays_narrow_the_bounds_of_a_later_root() {
        let mut bounds = Bounds::declared(&info(1), (0.0, 10.0), false);
        assert!(!bounds.are_known() && bounds.hold(1e9));
        for (total, low, high) in [
            (4.0, -6.0, 14.0),
            (7.0, -3.0, 14.0),
            (5.0, -3.0, 14.0),
            (-3.0, -3.0, 7.0),
        ] {
            let seen: Result<(), Fault<Infallible>> = bounds.see(total);
            assert!(seen.is_ok() && bounds.can_narrow() == (total != -3.0));
            assert_eq!((bounds.low, bounds.high), (low, high));
        }
        let beyond: Result<(), Fault<Infallible>> = bounds.see(7.5);
        assert!(matches!(beyond, Err(Fault::PaidBeyond { .. })));
    }
}
