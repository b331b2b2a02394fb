//! Random plays by the net, move by move as [`rollout`](crate::game::rollout) makes them.

use super::compiled::{Compiled, Fault, nth};
use super::score::Scoring;
use super::state::Move;
use crate::game::{MAX_PLIES, Stuck};
use crate::gdl::net::Single;
use crate::rng::Rng;

/// Why a play stopped before its end.
pub(super) enum Stop {
    Rules(Fault),
    Stuck(Stuck),
}

/// A random play.
pub(super) struct Play<'a> {
    pub compiled: &'a Compiled,
    pub scoring: &'a Scoring,
    pub single: &'a mut Single,
    pub rng: &'a mut Rng,
    plies: u32,
    /// How many steps there were: some have several actions.
    pub steps: u32,
}

impl<'a> Play<'a> {
    /// A play from the state at which `single` is.
    pub fn new(
        compiled: &'a Compiled,
        scoring: &'a Scoring,
        single: &'a mut Single,
        rng: &'a mut Rng,
    ) -> Self {
        Self {
            compiled,
            scoring,
            single,
            rng,
            plies: 0,
            steps: 0,
        }
    }

    /// Plays to the end; `chosen` are the moves of the first roles that have a choice now. Gives
    /// the number of actions, and adds what each player is paid.
    pub fn run(mut self, chosen: &[Move], rewards: &mut [f64]) -> Result<u32, Stop> {
        self.walk(chosen)?;
        if self.steps == 0 {
            return Ok(0);
        }
        let payoff = self.compiled.payoff(self.single, self.scoring);
        let payoff = payoff.map_err(Stop::Rules)?;
        rewards
            .iter_mut()
            .zip(&payoff)
            .for_each(|(sum, pay)| *sum += pay);
        Ok(self.plies)
    }

    /// Plays to the end.
    pub fn walk(&mut self, chosen: &[Move]) -> Result<(), Stop> {
        self.walk_for(u32::MAX, chosen)
    }

    /// Plays so many steps, or to the end.
    pub fn walk_for(&mut self, most: u32, mut chosen: &[Move]) -> Result<(), Stop> {
        while self.steps < most && !self.single.terminal(&self.compiled.net) {
            self.step(chosen)?;
            self.steps += 1;
            chosen = &[];
        }
        Ok(())
    }

    /// One move of each role.
    fn step(&mut self, chosen: &[Move]) -> Result<(), Stop> {
        let (net, mut asked) = (&*self.compiled.net, 0);
        for role in 0..self.scoring.players.len() {
            let legal = self.single.legal(net, role).iter();
            let count: u32 = legal.map(|word| word.count_ones()).sum();
            let index = match (count, chosen.get(asked)) {
                (0, _) => return Err(Stop::Rules(Fault::NoMove(role))),
                (1, _) => nth(self.single.legal(net, role), 0) as u32,
                (_, Some(action)) => self.compiled.place(role, *action).expect("it was legal"),
                (_, None) => self.choice(role, count)?,
            };
            asked += usize::from(count > 1);
            self.single.make(net, role, index);
        }
        if asked == 0 {
            // The only move of the first player is the action, and is drawn as any other.
            self.count()?;
            self.rng.below(1);
        }
        self.single.advance(net);
        Ok(())
    }

    /// One of the legal moves of a role.
    fn choice(&mut self, role: usize, count: u32) -> Result<u32, Stop> {
        self.count()?;
        if self.scoring.players[role].is_none() {
            // Chance has a single action, which is drawn before its outcome.
            self.rng.below(1);
        }
        let index = self.rng.below(count as usize);
        Ok(nth(self.single.legal(&self.compiled.net, role), index) as u32)
    }

    fn count(&mut self) -> Result<(), Stop> {
        if self.plies == MAX_PLIES {
            return Err(Stop::Stuck(Stuck::Endless(MAX_PLIES)));
        }
        self.plies += 1;
        Ok(())
    }
}
