//! What players did in a simulation, step by step, for what learns from it.

use super::{Payoff, SearchTree};
use crate::game::{Game, Numbers, Roller, Turn};
use crate::tree::NONE;

/// The choices of the players in a simulation, in the tree and in the rollout.
#[derive(Clone, Debug, Default)]
pub(super) struct Trail {
    /// The choices, in order.
    pub taken: Vec<Taken>,
    /// How many of them are on the path in the tree.
    pub on_path: usize,
    /// What the path in the tree paid, per player.
    pub paid: Vec<f64>,
}

/// A choice of a player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taken {
    pub player: u8,
    /// The number by which the action is known across states.
    pub action: u64,
    /// What the player was paid before.
    pub before: f64,
}

impl Trail {
    /// Begins with the path of another simulation.
    pub fn follow<G: Game>(
        &mut self,
        game: &G,
        tree: &SearchTree<G>,
        path: &[super::Step],
        rewards: &[Payoff<G>],
    ) -> Result<(), G::Error> {
        self.taken.clear();
        self.paid.clear();
        self.paid.resize(game.info().players, 0.0);
        for step in path {
            let node = tree.node(step.node);
            if let Turn::Player(player) = node.turn {
                let action = match tree.identity(step.arm) {
                    Some(action) => action,
                    None => game.identity(&node.state, tree.arm(step.arm).action)?,
                };
                self.add(player, action, 0.0);
            }
            let reward = match step.paid {
                NONE => tree.reward(step.link),
                at => Some(rewards[at as usize].get()),
            };
            for (paid, reward) in self.paid.iter_mut().zip(reward.unwrap_or(&[])) {
                *paid += reward;
            }
        }
        self.on_path = self.taken.len();
        Ok(())
    }

    /// Adds what a player did, who was paid `rewards` since the path.
    fn add(&mut self, player: u8, action: u64, rewards: f64) {
        let before = self.paid[usize::from(player)] + rewards;
        self.taken.push(Taken {
            player,
            action,
            before,
        });
    }

    /// What the player was paid from a choice on, in a simulation that paid `rewards` since the path.
    pub fn onward(&self, taken: &Taken, rewards: &[f64]) -> f64 {
        let player = usize::from(taken.player);
        self.paid[player] + rewards[player] - taken.before
    }
}

/// A uniformly random rollout, which goes on the trail.
impl<G: Game> Roller<G> for Trail {
    fn note(
        &mut self,
        game: &G,
        state: &G::State,
        player: u8,
        action: G::Action,
        rewards: &[f64],
    ) -> Result<(), G::Error> {
        let action = game.identity(state, action)?;
        self.add(player, action, rewards[usize::from(player)]);
        Ok(())
    }
}
