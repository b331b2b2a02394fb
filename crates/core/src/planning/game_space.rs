//! Any game as a space: its states are numbered as they come up.

use super::space::{Seen, Space};
use crate::game::{Game, Turn};
use crate::rng::Rng;
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// The states of a course, each with the action that is taken there.
pub type Course<G> = Vec<(<G as Game>::State, <G as Game>::Action)>;

/// The states of a game that were seen, and the game.
#[derive(Debug)]
pub struct GameSpace<G: Game> {
    game: G,
    states: Vec<G::State>,
    table: HashTable<u32>,
    bound: f64,
    actions: Vec<G::Action>,
}

impl<G: Game> GameSpace<G> {
    /// The states that can follow `start`. The game has one player and no chance.
    pub fn new(game: G, start: G::State) -> Self {
        let mut space = Self {
            bound: game.info().returns.map_or(f64::INFINITY, |(_, most)| most),
            game,
            states: Vec::new(),
            table: HashTable::new(),
            actions: Vec::new(),
        };
        space.number(start);
        space
    }

    fn number(&mut self, state: G::State) -> u64 {
        let hash = FxBuildHasher.hash_one(&state);
        let states = &self.states;
        if let Some(known) = self.table.find(hash, |n| states[*n as usize] == state) {
            return u64::from(*known);
        }
        let number = self.states.len() as u32;
        self.states.push(state);
        let states = &self.states;
        let rehash = |n: &u32| FxBuildHasher.hash_one(&states[*n as usize]);
        self.table.insert_unique(hash, number, rehash);
        u64::from(number)
    }

    /// The states and actions of a plan, whose moves are places among the legal actions.
    ///
    /// # Errors
    /// Those of the rules.
    pub fn course(&self, moves: &[u32]) -> Result<Course<G>, G::Error> {
        let (mut state, mut course) = (self.states[0].clone(), Vec::new());
        for index in moves {
            let mut legal = Vec::new();
            self.game.actions(&state, &mut legal)?;
            let action = legal[*index as usize];
            course.push((state.clone(), action));
            self.game
                .apply(&mut state, action, &mut unused(), &mut [0.0])?;
        }
        Ok(course)
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }
}

/// There is no chance, so nothing is drawn: any stream does.
fn unused() -> Rng {
    Rng::new(0, "unused")
}

impl<G: Game> Space for GameSpace<G> {
    type Error = G::Error;

    fn words(&self) -> usize {
        1
    }

    fn start(&self) -> Vec<u64> {
        vec![0]
    }

    fn look(&mut self, states: &[u64], _: &[u32], into: &mut Seen) -> Result<(), G::Error> {
        for (index, number) in states.iter().enumerate() {
            let state = &self.states[*number as usize];
            let over = self.game.turn(state)? == Turn::Over;
            into.over.push(over);
            into.paid.push(0.0);
            if !over {
                self.actions.clear();
                self.game.actions(state, &mut self.actions)?;
                into.moves.extend(0..self.actions.len() as u32);
                into.from.resize(into.moves.len(), index as u32);
            }
        }
        Ok(())
    }

    fn apply(
        &mut self,
        states: &[u64],
        _: &[u32],
        moves: &[u32],
        into: &mut Vec<u64>,
        paid: &mut Vec<f64>,
    ) -> Result<(), G::Error> {
        for (number, index) in states.iter().zip(moves) {
            let mut state = self.states[*number as usize].clone();
            self.actions.clear();
            self.game.actions(&state, &mut self.actions)?;
            let (action, mut rewards) = (self.actions[*index as usize], [0.0]);
            self.game
                .apply(&mut state, action, &mut unused(), &mut rewards)?;
            paid.push(rewards[0]);
            let number = self.number(state);
            into.push(number);
        }
        Ok(())
    }

    fn moves_pay(&self) -> bool {
        true
    }

    fn is_timed(&self) -> bool {
        false
    }

    fn bound(&self, _: u32) -> f64 {
        self.bound
    }

    fn bytes(&self) -> usize {
        self.game.bytes()
            + self.states.capacity() * size_of::<G::State>()
            + 5 * self.table.capacity()
    }
}
