//! Random play.

use super::{Game, Turn};
use crate::rng::Rng;

/// A play longer than this is taken to have no end.
pub const MAX_PLIES: u32 = 100_000;

/// Why a rollout stopped before the end of the play: the rules are broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// The play is not over, and there is no action.
    NoActions,
    /// The play went on past this many actions: the horizon, or [`MAX_PLIES`] where there is none.
    Endless(u32),
}

/// The most actions that a play may take.
pub(crate) fn most_plies<G: Game>(game: &G) -> u32 {
    game.info()
        .horizon
        .map_or(MAX_PLIES, |horizon| horizon.min(MAX_PLIES))
}

/// What makes the choices of a rollout, and is told of them: uniformly random, and nothing is done
/// with what is told.
pub(crate) trait Roller<G: Game> {
    /// One of the legal actions, None if there are none; `player` is None where chance acts.
    /// `buffer` is working memory.
    #[inline]
    fn act(
        &mut self,
        game: &G,
        state: &G::State,
        _player: Option<u8>,
        buffer: &mut Vec<G::Action>,
        rng: &mut Rng,
    ) -> Result<Option<G::Action>, G::Error> {
        game.random_action(state, buffer, rng)
    }

    /// What a player does next, when `rewards` were paid.
    #[inline]
    fn note(
        &mut self,
        _game: &G,
        _state: &G::State,
        _player: u8,
        _action: G::Action,
        _rewards: &[f64],
    ) -> Result<(), G::Error> {
        Ok(())
    }
}

/// As rollouts are.
struct Uniform;

impl<G: Game> Roller<G> for Uniform {}

/// Plays uniformly random actions from `state` until the play is over and **adds** what each
/// player is paid to `rewards`. Gives the number of states generated, leaves the final state in `state`; `buffer` is working memory.
///
/// One random number is drawn per action (also where there is only one), and then those that the
/// rules draw.
///
/// # Errors
/// `Err` with the error of the rules; `Ok(Err(Stuck))` where the play cannot go on or does not end.
#[inline]
pub fn rollout<G: Game>(
    game: &G,
    state: &mut G::State,
    buffer: &mut Vec<G::Action>,
    rng: &mut Rng,
    rewards: &mut [f64],
) -> Result<Result<u32, Stuck>, G::Error> {
    rollout_by(game, state, &mut Uniform, buffer, rng, rewards)
}

/// The same with the actions that `how` chooses.
///
/// # Errors
/// Those of [`rollout`].
#[inline]
pub(crate) fn rollout_by<G: Game>(
    game: &G,
    state: &mut G::State,
    how: &mut impl Roller<G>,
    buffer: &mut Vec<G::Action>,
    rng: &mut Rng,
    rewards: &mut [f64],
) -> Result<Result<u32, Stuck>, G::Error> {
    let most = most_plies(game);
    let mut plies = 0;
    loop {
        let player = match game.turn(state)? {
            Turn::Over => return Ok(Ok(plies)),
            Turn::Player(player) => Some(player),
            Turn::Chance => None,
        };
        if plies == most {
            return Ok(Err(Stuck::Endless(most)));
        }
        plies += 1;
        let Some(action) = how.act(game, state, player, buffer, rng)? else {
            return Ok(Err(Stuck::NoActions));
        };
        if let Some(player) = player {
            how.note(game, state, player, action, rewards)?;
        }
        game.apply(state, action, rng, rewards)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Native, Parameters, Value};
    use crate::games::{Inventory, Sailing};

    fn plies<G: Native>(given: &[(&str, i64)], seeds: u64) -> Vec<u32> {
        let given: Vec<_> = given
            .iter()
            .map(|(name, n)| (name.to_string(), Value::Int(*n)))
            .collect();
        let game = G::build(&Parameters::new(&G::parameters(), &given).unwrap()).unwrap();
        let play = |seed| {
            let Ok(mut state) = game.initial();
            let mut rng = Rng::new(seed, "test");
            let Ok(plies) = rollout(&game, &mut state, &mut Vec::new(), &mut rng, &mut [0.0]);
            plies.expect("an end")
        };
        (0..seeds).map(play).collect()
    }

    #[test]
    fn a_play_may_take_as_long_as_its_horizon() {
        assert_eq!(plies::<Inventory>(&[("periods", 7)], 1), [7]);
    }

    #[test]
    fn random_plays_on_the_largest_lake_end() {
        let longest = plies::<Sailing>(&[("size", 30)], 200).into_iter().max();
        assert!(longest.unwrap() < MAX_PLIES, "{longest:?}");
    }
}
