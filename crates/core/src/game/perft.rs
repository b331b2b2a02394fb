//! Counting states: the check of the rules that needs no strategy.

use super::{Chance, Game, Outcomes, Turn};
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
