//! Rollouts that learn which actions do well wherever they are taken: MAST with an epsilon-greedy
//! choice (Finnsson and Björnsson 2008; Tak, Winands and Björnsson 2012), and over runs of actions
//! (NST of the latter).

use super::trail::{Taken, Trail};
use crate::game::{Game, Roller};
use crate::rng::{Rng, split_mix};
use rustc_hash::FxHashMap;

/// What is known of actions and runs of actions, and how a rollout goes by it.
#[derive(Clone, Debug)]
pub struct Learned {
    /// How often an action is drawn uniformly instead.
    epsilon: f64,
    /// The most actions in a run; with 1 single actions are all that is looked at.
    longest: usize,
    /// Longer runs than 1 count from so many samples on.
    least: f64,
    samples: FxHashMap<u64, Samples>,
    best: Vec<usize>,
}

/// What the player got from a run on, in the mean.
#[derive(Clone, Copy, Debug, Default)]
struct Samples {
    count: f64,
    mean: f64,
}

/// A rollout by what was learned, which goes on the trail.
pub(super) struct Follower<'a> {
    pub learned: &'a mut Learned,
    pub trail: &'a mut Trail,
}

impl<G: Game> Roller<G> for Follower<'_> {
    fn act(
        &mut self,
        game: &G,
        state: &G::State,
        player: Option<u8>,
        buffer: &mut Vec<G::Action>,
        rng: &mut Rng,
    ) -> Result<Option<G::Action>, G::Error> {
        buffer.clear();
        game.actions(state, buffer)?;
        match player {
            Some(player) if !buffer.is_empty() => {
                let before = &self.trail.taken;
                let learned = &mut self.learned;
                let chosen = learned.choose(game, state, player, before, buffer, rng)?;
                Ok(Some(buffer[chosen]))
            }
            _ => Ok(buffer.first().copied()),
        }
    }

    fn note(
        &mut self,
        game: &G,
        state: &G::State,
        player: u8,
        action: G::Action,
        rewards: &[f64],
    ) -> Result<(), G::Error> {
        self.trail.note(game, state, player, action, rewards)
    }
}

impl Learned {
    /// Rollouts that know nothing yet.
    pub fn new(epsilon: f64, longest: usize, least: f64) -> Self {
        Self {
            epsilon,
            longest,
            least,
            samples: FxHashMap::default(),
            best: Vec::new(),
        }
    }

    /// Bytes of the table.
    pub(super) fn bytes(&self) -> usize {
        // A table has up to twice the room that it needs.
        2 * self.samples.capacity() * size_of::<(u64, Samples)>()
    }

    /// The index of an action: any with probability epsilon, else one of those that did best.
    fn choose<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        player: u8,
        before: &[Taken],
        actions: &[G::Action],
        rng: &mut Rng,
    ) -> Result<usize, G::Error> {
        if rng.unit() < self.epsilon {
            return Ok(rng.below(actions.len()));
        }
        let mut highest = f64::NEG_INFINITY;
        self.best.clear();
        for (index, action) in actions.iter().enumerate() {
            let worth = self.worth(player, game.identity(state, *action)?, before);
            if worth > highest {
                highest = worth;
                self.best.clear();
            }
            if worth == highest {
                self.best.push(index);
            }
        }
        Ok(self.best[rng.below(self.best.len())])
    }

    /// The mean over the runs that the action would end; without end if it was never taken.
    fn worth(&self, player: u8, action: u64, taken: &[Taken]) -> f64 {
        let Some(single) = self.samples.get(&key(player, action, &[])) else {
            return f64::INFINITY;
        };
        let (mut sum, mut count) = (single.mean, 1.0);
        for before in 1..self.longest.min(taken.len() + 1) {
            let run = &taken[taken.len() - before..];
            match self.samples.get(&key(player, action, run)) {
                Some(samples) if samples.count >= self.least => {
                    sum += samples.mean;
                    count += 1.0;
                }
                _ => {}
            }
        }
        sum / count
    }

    /// Learns from a simulation, which paid `rewards` since the path.
    pub(super) fn learn(&mut self, trail: &Trail, rewards: &[f64]) {
        for (index, taken) in trail.taken.iter().enumerate() {
            let sample = trail.onward(taken, rewards);
            for before in 0..self.longest.min(index + 1) {
                let run = &trail.taken[index - before..index];
                let samples = self.samples.entry(key(taken.player, taken.action, run));
                let samples = samples.or_default();
                samples.count += 1.0;
                samples.mean += (sample - samples.mean) / samples.count;
            }
        }
    }
}

/// Where the samples of an action after others are. Runs of small numbers differ by little, which a
/// quick hash takes for equal.
#[inline]
fn key(player: u8, action: u64, before: &[Taken]) -> u64 {
    let mix = |hash: u64, word: u64| split_mix(&mut (hash ^ word));
    let first = mix(mix(0, u64::from(player)), action);
    before
        .iter()
        .fold(first, |hash, taken| mix(hash, taken.action))
}
