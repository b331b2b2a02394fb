//! The contract of a game: the rules, and nothing about how they are searched.

mod evaluation;
mod info;
mod native;
mod outcomes;
mod perft;
mod players;
mod rollout;
mod value;

pub use evaluation::{Endgame, Evaluation};
pub(crate) use info::both;
pub use info::{Chance, Info};
pub use native::{Invalid, Native, Parameter, Parameters};
pub use outcomes::Outcomes;
pub use perft::{Uncounted, perft, reachable_by_depth};
pub use players::{Many, Numbers, One, Players, Two};
pub use rollout::{MAX_PLIES, Stuck, rollout};
pub(crate) use rollout::{Roller, rollout_by};
pub use value::Value;

use crate::rng::Rng;
use rustc_hash::FxHasher;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The most that a step may pay or cost a player: squares of the sums of a whole play, which a
/// search adds up, are numbers yet.
pub const MOST_REWARD: f64 = 1e100;

/// An error of somebody else's code.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// Who decides at a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// The player with this index, counted from 0.
    Player(u8),
    /// Chance: the state has exactly one action, whose outcomes are what may happen.
    Chance,
    /// Nobody: the play is over.
    Over,
}

/// The rules of a game, a puzzle or a simulator.
///
/// States are values. Two equal states must have the same turn, actions, outcomes and rewards:
/// where the rules depend on the history, the state holds what they depend on.
pub trait Game {
    /// A position.
    type State: Clone + Eq + Hash + Debug + Send + Sync;
    /// What may be done at a state.
    type Action: Copy + Eq + Hash + Debug + Send + Sync;
    /// How many players it can have; [`Info::players`] says how many it has.
    type Players: Players;
    /// What the rules themselves may fail with: `Infallible` for native games.
    type Error;

    /// What is known of the game as a whole.
    fn info(&self) -> &Info;

    /// Bytes that the rules themselves hold at the moment: what they remember of states.
    fn bytes(&self) -> usize {
        0
    }

    /// The state in which a play starts.
    ///
    /// # Errors
    /// Those of the rules.
    fn initial(&self) -> Result<Self::State, Self::Error>;

    /// Who decides at `state`.
    ///
    /// # Errors
    /// Those of the rules.
    fn turn(&self, state: &Self::State) -> Result<Turn, Self::Error>;

    /// Appends the legal actions, in a fixed order: at least one while the play is not over, and
    /// exactly one where it is chance's turn.
    ///
    /// # Errors
    /// Those of the rules.
    fn actions(&self, state: &Self::State, into: &mut Vec<Self::Action>)
    -> Result<(), Self::Error>;

    /// Turns `state` into a successor under `action`, drawn with `rng` where there is chance, and
    /// **adds** what each player is paid to `rewards` (one number per player).
    ///
    /// # Errors
    /// Those of the rules.
    fn apply(
        &self,
        state: &mut Self::State,
        action: Self::Action,
        rng: &mut Rng,
        rewards: &mut [f64],
    ) -> Result<(), Self::Error>;

    /// Appends everything that may follow `action` with its probability. Games whose
    /// [`Info::chance`] is [`Chance::Sampled`] cannot say and are never asked.
    ///
    /// The provided method suits games without chance.
    ///
    /// # Errors
    /// Those of the rules.
    fn outcomes(
        &self,
        state: &Self::State,
        action: Self::Action,
        into: &mut Outcomes<Self::State>,
    ) -> Result<(), Self::Error> {
        debug_assert_eq!(self.info().chance, Chance::None);
        let mut next = state.clone();
        let rewards = into.reserve(1.0);
        // No chance, so nothing is drawn: any stream does.
        self.apply(&mut next, action, &mut Rng::new(0, "unused"), rewards)?;
        into.finish(next);
        Ok(())
    }

    /// Draws one of the legal actions, each equally likely, with one number of `rng`: the action at
    /// the index `rng.below(n)` of the n that [`Game::actions`] lists, or `None` if there are none.
    /// `buffer` is working memory. Worth writing where it is quicker than to list them.
    ///
    /// # Errors
    /// Those of the rules.
    #[inline]
    fn random_action(
        &self,
        state: &Self::State,
        buffer: &mut Vec<Self::Action>,
        rng: &mut Rng,
    ) -> Result<Option<Self::Action>, Self::Error> {
        buffer.clear();
        self.actions(state, buffer)?;
        Ok((!buffer.is_empty()).then(|| buffer[rng.below(buffer.len())]))
    }

    /// Plays at random from `state` to the end and **adds** what each player is paid to `rewards`:
    /// the number of actions. The draws are those of [`rollout`]. Worth writing where whole plays
    /// are quicker than their steps.
    ///
    /// # Errors
    /// Those of [`rollout`].
    #[inline]
    fn play_out(
        &self,
        state: &Self::State,
        buffer: &mut Vec<Self::Action>,
        rng: &mut Rng,
        rewards: &mut [f64],
    ) -> Result<Result<u32, Stuck>, Self::Error>
    where
        Self: Sized,
    {
        rollout(self, &mut state.clone(), buffer, rng, rewards)
    }

    /// Whether a state after `action` should not be judged by an evaluation before the exchange it
    /// begins is over, as after a capture.
    ///
    /// # Errors
    /// Those of the rules.
    fn noisy(&self, _state: &Self::State, _action: Self::Action) -> Result<bool, Self::Error> {
        Ok(false)
    }

    /// Whether [`Game::noisy`] is ever true.
    fn has_noisy(&self) -> bool {
        false
    }

    /// How promising `action` looks before any search: what is larger is searched earlier.
    ///
    /// # Errors
    /// Those of the rules.
    fn hint(&self, _state: &Self::State, _action: Self::Action) -> Result<i32, Self::Error> {
        Ok(0)
    }

    /// A small number that tells actions apart across states, for a search that learns which of
    /// them do well; the same for all where there is none.
    fn slot(&self, _state: &Self::State, _action: Self::Action) -> usize {
        0
    }

    /// A number by which `action` is known across states, for a search that learns which actions do
    /// well wherever they are taken: equal actions have equal numbers.
    ///
    /// # Errors
    /// Those of the rules.
    #[inline]
    fn identity(&self, _state: &Self::State, action: Self::Action) -> Result<u64, Self::Error> {
        let mut hasher = FxHasher::default();
        action.hash(&mut hasher);
        Ok(hasher.finish())
    }

    /// How far the play has come at `state`, from 0 at its start to 1 at its end; 0 everywhere
    /// where that is not told. What a search has learned of its errors may depend on it.
    fn stage(&self, _state: &Self::State) -> f64 {
        0.0
    }

    /// The state that stands for all images of `state`: states from which the play goes on alike but
    /// for the names of things, as after a reflection of the board. They pay the same and have the
    /// same turn, and the best that can be done at them is worth the same. The state itself where
    /// nothing is known of images.
    ///
    /// # Errors
    /// Those of the rules.
    fn canonical(&self, state: &Self::State) -> Result<Self::State, Self::Error> {
        Ok(state.clone())
    }

    /// The state as the player who decides there knows it: without what others chose at the same
    /// time. It has the same turn and the same actions; what follows an action is asked of the state
    /// itself.
    ///
    /// # Errors
    /// Those of the rules.
    fn information(&self, state: &Self::State) -> Result<Self::State, Self::Error> {
        Ok(state.clone())
    }

    /// Whether [`Game::information`] is ever less than the state.
    fn has_information(&self) -> bool {
        false
    }

    /// How many actions are legal at a state that is not over.
    ///
    /// # Errors
    /// Those of the rules.
    fn count(&self, state: &Self::State) -> Result<u64, Self::Error> {
        let mut actions = Vec::new();
        self.actions(state, &mut actions)?;
        Ok(actions.len() as u64)
    }
}

/// A game that is shared.
impl<G: Game> Game for Arc<G> {
    type State = G::State;
    type Action = G::Action;
    type Players = G::Players;
    type Error = G::Error;

    #[inline]
    fn info(&self) -> &Info {
        (**self).info()
    }

    #[inline]
    fn bytes(&self) -> usize {
        (**self).bytes()
    }

    fn initial(&self) -> Result<Self::State, Self::Error> {
        (**self).initial()
    }

    #[inline]
    fn turn(&self, state: &Self::State) -> Result<Turn, Self::Error> {
        (**self).turn(state)
    }

    #[inline]
    fn actions(
        &self,
        state: &Self::State,
        into: &mut Vec<Self::Action>,
    ) -> Result<(), Self::Error> {
        (**self).actions(state, into)
    }

    #[inline]
    fn apply(
        &self,
        state: &mut Self::State,
        action: Self::Action,
        rng: &mut Rng,
        rewards: &mut [f64],
    ) -> Result<(), Self::Error> {
        (**self).apply(state, action, rng, rewards)
    }

    #[inline]
    fn outcomes(
        &self,
        state: &Self::State,
        action: Self::Action,
        into: &mut Outcomes<Self::State>,
    ) -> Result<(), Self::Error> {
        (**self).outcomes(state, action, into)
    }

    #[inline]
    fn random_action(
        &self,
        state: &Self::State,
        buffer: &mut Vec<Self::Action>,
        rng: &mut Rng,
    ) -> Result<Option<Self::Action>, Self::Error> {
        (**self).random_action(state, buffer, rng)
    }

    #[inline]
    fn play_out(
        &self,
        state: &Self::State,
        buffer: &mut Vec<Self::Action>,
        rng: &mut Rng,
        rewards: &mut [f64],
    ) -> Result<Result<u32, Stuck>, Self::Error> {
        (**self).play_out(state, buffer, rng, rewards)
    }

    #[inline]
    fn noisy(&self, state: &Self::State, action: Self::Action) -> Result<bool, Self::Error> {
        (**self).noisy(state, action)
    }

    #[inline]
    fn has_noisy(&self) -> bool {
        (**self).has_noisy()
    }

    #[inline]
    fn slot(&self, state: &Self::State, action: Self::Action) -> usize {
        (**self).slot(state, action)
    }

    #[inline]
    fn hint(&self, state: &Self::State, action: Self::Action) -> Result<i32, Self::Error> {
        (**self).hint(state, action)
    }

    #[inline]
    fn identity(&self, state: &Self::State, action: Self::Action) -> Result<u64, Self::Error> {
        (**self).identity(state, action)
    }

    #[inline]
    fn stage(&self, state: &Self::State) -> f64 {
        (**self).stage(state)
    }

    fn canonical(&self, state: &Self::State) -> Result<Self::State, Self::Error> {
        (**self).canonical(state)
    }

    fn information(&self, state: &Self::State) -> Result<Self::State, Self::Error> {
        (**self).information(state)
    }

    fn has_information(&self) -> bool {
        (**self).has_information()
    }

    #[inline]
    fn count(&self, state: &Self::State) -> Result<u64, Self::Error> {
        (**self).count(state)
    }
}
