//! Rollouts that learn which actions do well wherever they are taken: MAST with an epsilon-greedy
//! choice (Finnsson and Björnsson 2008; Tak, Winands and Björnsson 2012), and over runs of actions
//! (NST of the latter).

use super::{Payoff, SearchTree};
use crate::game::{Game, Numbers, Stuck, Turn, most_plies};
use crate::rng::{Rng, split_mix};
use crate::tree::NONE;
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
    /// The steps of the simulation at which a player chose.
    steps: Vec<Step>,
    /// What the path in the tree paid.
    paid: Vec<f64>,
    best: Vec<usize>,
}

/// What the player got from a run on, in the mean.
#[derive(Clone, Copy, Debug, Default)]
struct Samples {
    count: f64,
    mean: f64,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    player: u8,
    action: u64,
    /// What the player was paid before.
    before: f64,
}

impl Learned {
    /// Rollouts that know nothing yet.
    pub fn new(epsilon: f64, longest: usize, least: f64) -> Self {
        Self {
            epsilon,
            longest,
            least,
            samples: FxHashMap::default(),
            steps: Vec::new(),
            paid: Vec::new(),
            best: Vec::new(),
        }
    }

    /// Bytes of the table.
    pub(super) fn bytes(&self) -> usize {
        // A table has up to twice the room that it needs.
        2 * self.samples.capacity() * size_of::<(u64, Samples)>()
    }

    /// Begins with the path of another simulation.
    pub(super) fn follow<G: Game>(
        &mut self,
        game: &G,
        tree: &SearchTree<G>,
        path: &[super::Step],
        rewards: &[Payoff<G>],
    ) -> Result<(), G::Error> {
        self.steps.clear();
        self.paid.clear();
        self.paid.resize(game.info().players, 0.0);
        for taken in path {
            let node = tree.node(taken.node);
            if let Turn::Player(player) = node.turn {
                let action = game.identity(&node.state, tree.arm(taken.arm).action)?;
                self.note(player, action, 0.0);
            }
            let reward = match taken.paid {
                NONE => tree.reward(taken.link),
                at => Some(rewards[at as usize].get()),
            };
            for (paid, reward) in self.paid.iter_mut().zip(reward.unwrap_or(&[])) {
                *paid += reward;
            }
        }
        Ok(())
    }

    /// Adds what a player did, who was paid `rewards` since the path.
    fn note(&mut self, player: u8, action: u64, rewards: f64) {
        let before = self.paid[usize::from(player)] + rewards;
        self.steps.push(Step {
            player,
            action,
            before,
        });
    }

    /// Plays on to the end and adds what is paid to `rewards`. Gives the number of states
    /// generated.
    pub(super) fn play<G: Game>(
        &mut self,
        game: &G,
        state: &mut G::State,
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
            buffer.clear();
            game.actions(state, buffer)?;
            if buffer.is_empty() {
                return Ok(Err(Stuck::NoActions));
            }
            let mut chosen = buffer[0];
            if let Some(player) = player {
                chosen = buffer[self.choose(game, state, player, buffer, rng)?];
                let action = game.identity(state, chosen)?;
                self.note(player, action, rewards[usize::from(player)]);
            }
            game.apply(state, chosen, rng, rewards)?;
        }
    }

    /// The index of an action: any with probability epsilon, else one of those that did best.
    fn choose<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        player: u8,
        actions: &[G::Action],
        rng: &mut Rng,
    ) -> Result<usize, G::Error> {
        if rng.unit() < self.epsilon {
            return Ok(rng.below(actions.len()));
        }
        let mut highest = f64::NEG_INFINITY;
        self.best.clear();
        for (index, action) in actions.iter().enumerate() {
            let worth = self.worth(player, game.identity(state, *action)?);
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
    fn worth(&self, player: u8, action: u64) -> f64 {
        let Some(single) = self.samples.get(&key(player, action, &[])) else {
            return f64::INFINITY;
        };
        let (mut sum, mut count) = (single.mean, 1.0);
        for before in 1..self.longest.min(self.steps.len() + 1) {
            let run = &self.steps[self.steps.len() - before..];
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

    /// Learns from the simulation, which paid `rewards` since the path.
    pub(super) fn learn(&mut self, rewards: &[f64]) {
        for (index, step) in self.steps.iter().enumerate() {
            let player = usize::from(step.player);
            let sample = self.paid[player] + rewards[player] - step.before;
            for before in 0..self.longest.min(index + 1) {
                let run = &self.steps[index - before..index];
                let samples = self.samples.entry(key(step.player, step.action, run));
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
fn key(player: u8, action: u64, before: &[Step]) -> u64 {
    let mix = |hash: u64, word: u64| split_mix(&mut (hash ^ word));
    let first = mix(mix(0, u64::from(player)), action);
    before
        .iter()
        .fold(first, |hash, step| mix(hash, step.action))
}
