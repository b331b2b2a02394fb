//! Simulation: from the leaf to the end.

use super::learned::Follower;
use super::{Fault, Mcts, Simulate};
use crate::game::{Game, Numbers, Turn, rollout_by};
use crate::tree::Proven;

impl<G: Game> Mcts<G> {
    /// Plays from the leaf to the end; leaves what it paid in `scratch.returns`.
    #[inline]
    pub(super) fn simulate(&mut self, leaf: u32) -> Result<(), Fault<G::Error>> {
        self.scratch.returns = Numbers::ZERO;
        if self.remembers {
            self.trail
                .follow(&self.game, &self.tree, &self.path, &self.rewards)
                .map_err(Fault::Game)?;
        }
        if let Some(worth) = self.tree.proof(leaf) {
            let returns = &mut self.scratch.returns.get_mut()[..self.players];
            returns.copy_from_slice(&worth[..self.players]);
        }
        let node = self.tree.node(leaf);
        if node.turn != Turn::Over && node.proven != Proven::Worth {
            self.play_out(leaf)?;
        }
        if self.remembers {
            self.learn(leaf);
        }
        Ok(())
    }

    #[inline]
    fn play_out(&mut self, leaf: u32) -> Result<(), Fault<G::Error>> {
        let state = self.state.as_ref().unwrap_or(&self.tree.node(leaf).state);
        let returns = &mut self.scratch.returns.get_mut()[..self.players];
        let (game, trail) = (&self.game, &mut self.trail);
        let (actions, rng) = (&mut self.scratch.actions, &mut self.rng);
        let plies = match &mut self.parts.simulate {
            Simulate::By(play) => {
                return play(state, rng, returns).map_err(Fault::Foreign);
            }
            Simulate::Learned(learned) => {
                let how = &mut Follower { learned, trail };
                rollout_by(game, &mut state.clone(), how, actions, rng, returns)
            }
            Simulate::Uniform if self.remembers => {
                rollout_by(game, &mut state.clone(), trail, actions, rng, returns)
            }
            Simulate::Uniform => game.play_out(state, actions, rng, returns),
        };
        self.generated += u64::from(plies.map_err(Fault::Game)?.map_err(Fault::Stuck)?);
        Ok(())
    }

    /// Tells what learns from simulations of this one.
    fn learn(&mut self, leaf: u32) {
        let returns = &self.scratch.returns.get()[..self.players];
        if let Simulate::Learned(learned) = &mut self.parts.simulate {
            learned.learn(&self.trail, returns);
        }
        if let Some(rave) = &mut self.parts.rave {
            rave.learn::<G>(&mut self.tree, &self.trail, &self.path, leaf, returns);
        }
    }
}
