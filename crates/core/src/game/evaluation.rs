//! What a game can tell a search beyond its rules.

use super::{BoxError, Game};
use std::sync::Arc;

/// A static estimate of what a state will pay.
pub trait Evaluation<G: Game>: Send + Sync {
    /// Writes what each player may expect to be paid from `state` on, which is not over: one
    /// number per player, in the unit of the game's returns.
    ///
    /// # Errors
    /// Those of somebody else's code.
    fn evaluate(&self, game: &G, state: &G::State, values: &mut [f64]) -> Result<(), BoxError>;

    /// Whether it gives 0 for every player at every state, so that it need not be asked.
    fn is_zero(&self) -> bool {
        false
    }
}

/// An evaluation of a game is one of the shared game.
impl<G: Game + Send + Sync> Evaluation<Arc<G>> for Arc<dyn Evaluation<G>> {
    #[inline]
    fn evaluate(
        &self,
        game: &Arc<G>,
        state: &G::State,
        values: &mut [f64],
    ) -> Result<(), BoxError> {
        (**self).evaluate(game, state, values)
    }
}

/// Solves states near the end faster than a general search can.
pub trait Endgame<G: Game>: Send + Sync {
    /// Whether `state` is near enough to the end.
    fn reaches(&self, state: &G::State) -> bool;

    /// What `state` pays the player to move, with an action that attains it: exact where it lies
    /// inside the window `(alpha, beta)`, else a bound on the same side of the window.
    ///
    /// `more` is told every few thousand nodes at the latest how many there were since the last
    /// call; None where it says that it is enough.
    fn solve(
        &mut self,
        game: &G,
        state: &G::State,
        window: (f64, f64),
        more: &mut dyn FnMut(u64) -> bool,
    ) -> Option<(f64, Option<G::Action>)>;
}

/// A solver of a game is one of the shared game.
impl<G: Game + Send + Sync> Endgame<Arc<G>> for Box<dyn Endgame<G>> {
    fn reaches(&self, state: &G::State) -> bool {
        (**self).reaches(state)
    }

    fn solve(
        &mut self,
        game: &Arc<G>,
        state: &G::State,
        window: (f64, f64),
        more: &mut dyn FnMut(u64) -> bool,
    ) -> Option<(f64, Option<G::Action>)> {
        (**self).solve(game, state, window, more)
    }
}
