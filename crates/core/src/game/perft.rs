//! Counting states and paths: the check of the rules that needs no strategy.

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

/// Why paths could not be counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Uncounted<E> {
    /// The rules failed.
    Game(E),
    /// Chance can only be sampled, so that its outcomes can't be counted.
    SampledChance,
    /// It was asked to stop.
    Interrupted,
}

impl<E> From<E> for Uncounted<E> {
    fn from(error: E) -> Self {
        Self::Game(error)
    }
}

/// The number of paths of exactly `depth` plies from `state` on: actions, and where there is
/// chance each of their outcomes. A pass is a ply. Plays that end earlier count if `ended` says
/// so, each as one path; not to count them is usual in chess, to count them in Othello.
///
/// `goes_on` is asked often whether to go on.
///
/// # Errors
/// Those of the rules; sampled chance; and that `goes_on` said no.
pub fn perft<G: Game>(
    game: &G,
    state: &G::State,
    depth: u32,
    ended: bool,
    goes_on: &mut dyn FnMut() -> bool,
) -> Result<u64, Uncounted<G::Error>> {
    let info = game.info();
    if info.chance == Chance::Sampled {
        return Err(Uncounted::SampledChance);
    }
    let mut paths = Paths {
        game,
        ended: u64::from(ended),
        actions: Vec::new(),
        // No chance where an action is applied, so nothing is drawn: any stream does.
        unused: Rng::new(0, "unused"),
        rewards: vec![0.0; info.players],
        goes_on,
    };
    match info.chance {
        Chance::None => paths.certain(state, depth),
        _ => paths.uncertain(state, depth),
    }
}

struct Paths<'a, G: Game> {
    game: &'a G,
    /// What a play that ended earlier counts.
    ended: u64,
    /// The actions of the states on the path, one after the other.
    actions: Vec<G::Action>,
    unused: Rng,
    rewards: Vec<f64>,
    goes_on: &'a mut dyn FnMut() -> bool,
}

impl<G: Game> Paths<'_, G> {
    /// The number of paths where an action has one outcome.
    fn certain(&mut self, state: &G::State, depth: u32) -> Result<u64, Uncounted<G::Error>> {
        if depth == 0 {
            return Ok(1);
        }
        if self.game.turn(state)? == Turn::Over {
            return Ok(self.ended);
        }
        if depth == 1 {
            return Ok(self.game.count(state)?);
        }
        self.look_up(depth)?;
        let first = self.actions.len();
        self.game.actions(state, &mut self.actions)?;
        let mut paths = 0;
        for index in first..self.actions.len() {
            let (mut next, action) = (state.clone(), self.actions[index]);
            let (rng, rewards) = (&mut self.unused, &mut self.rewards);
            self.game.apply(&mut next, action, rng, rewards)?;
            paths += self.certain(&next, depth - 1)?;
        }
        self.actions.truncate(first);
        Ok(paths)
    }

    /// The same where an action may have several.
    fn uncertain(&mut self, state: &G::State, depth: u32) -> Result<u64, Uncounted<G::Error>> {
        if depth == 0 {
            return Ok(1);
        }
        if self.game.turn(state)? == Turn::Over {
            return Ok(self.ended);
        }
        self.look_up(depth)?;
        let (mut actions, mut paths) = (Vec::new(), 0);
        let mut outcomes = Outcomes::new(self.rewards.len());
        self.game.actions(state, &mut actions)?;
        for action in actions {
            self.game.outcomes(state, action, &mut outcomes)?;
        }
        for (_, next, _) in outcomes.iter() {
            paths += self.uncertain(next, depth - 1)?;
        }
        Ok(paths)
    }

    /// Asks whether to go on, but not at the last plies, where the question would take longer
    /// than the counting.
    fn look_up(&mut self, depth: u32) -> Result<(), Uncounted<G::Error>> {
        if depth > 2 && !(self.goes_on)() {
            return Err(Uncounted::Interrupted);
        }
        Ok(())
    }
}
