//! Counting states: the check of the rules that needs no strategy.

use super::{Chance, Game, Outcomes, Turn};
use crate::rng::Rng;
use std::collections::HashSet;

/// The number of different states that exactly `depth` actions (chance included) can lead to, for
/// each depth from 0 on, until there are none or `max_depth` is reached.
///
/// # Errors
/// Those of the rules.
///
/// # Panics
/// If the game can only sample its chance.
pub fn reachable_by_depth<G: Game>(game: &G, max_depth: u32) -> Result<Vec<u64>, G::Error> {
    assert_ne!(
        game.info().chance,
        Chance::Sampled,
        "states can't be listed"
    );
    let mut actions = Vec::new();
    let mut outcomes = Outcomes::new(game.info().players);
    let mut layer = HashSet::from([game.initial()?]);
    let mut counts = Vec::new();
    while !layer.is_empty() && counts.len() <= max_depth as usize {
        counts.push(layer.len() as u64);
        let mut next = HashSet::new();
        for state in &layer {
            if game.turn(state)? == Turn::Over {
                continue;
            }
            actions.clear();
            game.actions(state, &mut actions)?;
            for action in &actions {
                outcomes.clear();
                game.outcomes(state, *action, &mut outcomes)?;
                next.extend(outcomes.iter().map(|(_, state, _)| state.clone()));
            }
        }
        layer = next;
    }
    Ok(counts)
}

/// The number of different orders of `depth` actions that can be taken from `state`. Plays that
/// end earlier are not counted.
///
/// # Errors
/// Those of the rules.
///
/// # Panics
/// If the game has chance.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> Result<u64, G::Error> {
    assert_eq!(
        game.info().chance,
        Chance::None,
        "an action leads on in one way"
    );
    let unused = (Rng::new(0, "unused"), vec![0.0; game.info().players]);
    let mut counter = Counter { game, unused };
    counter.orders(state, &mut vec![Vec::new(); depth as usize])
}

struct Counter<'a, G> {
    game: &'a G,
    /// What nobody draws from, and where nobody looks.
    unused: (Rng, Vec<f64>),
}

impl<G: Game> Counter<'_, G> {
    /// There is a buffer for each action to come.
    fn orders(
        &mut self,
        state: &G::State,
        buffers: &mut [Vec<G::Action>],
    ) -> Result<u64, G::Error> {
        let Some((actions, deeper)) = buffers.split_first_mut() else {
            return Ok(1);
        };
        if self.game.turn(state)? == Turn::Over {
            return Ok(0);
        }
        if deeper.is_empty() {
            return self.game.count(state);
        }
        actions.clear();
        self.game.actions(state, actions)?;
        let mut total = 0;
        for action in actions.iter() {
            let (mut next, (rng, rewards)) = (state.clone(), &mut self.unused);
            self.game.apply(&mut next, *action, rng, rewards)?;
            total += self.orders(&next, deeper)?;
        }
        Ok(total)
    }
}
