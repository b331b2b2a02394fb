//! States with their actions and outcomes, in flat arrays.

use super::SolveError;
use super::states::States;
use crate::game::{Game, Outcomes, Turn};
use std::ops::Range;

/// A stack of expanded states.
pub(super) struct Expansion<G: Game> {
    players: usize,
    rows: Vec<Row>,
    /// Where the edges of each arm end; an arm is an action of a state.
    arm_ends: Vec<usize>,
    /// Where each edge leads.
    children: Vec<u32>,
    probabilities: Vec<f64>,
    /// One number per player and edge.
    rewards: Vec<f64>,
    actions: Vec<G::Action>,
    outcomes: Outcomes<G::State>,
    /// The value of an arm and of the best one so far, one number per player.
    arm: Vec<f64>,
    best: Vec<f64>,
}

/// One state of the stack.
#[derive(Clone, Copy)]
struct Row {
    turn: Turn,
    first_arm: usize,
    first_edge: usize,
}

impl<G: Game> Expansion<G> {
    pub(super) fn new(game: &G) -> Self {
        let players = game.info().players;
        Self {
            players,
            rows: Vec::new(),
            arm_ends: Vec::new(),
            children: Vec::new(),
            probabilities: Vec::new(),
            rewards: Vec::new(),
            actions: Vec::new(),
            outcomes: Outcomes::new(players),
            arm: vec![0.0; players],
            best: vec![0.0; players],
        }
    }

    /// Expands a state; the states it leads to get numbers.
    pub(super) fn push(
        &mut self,
        game: &G,
        states: &mut States<G::State>,
        id: u32,
    ) -> Result<(), SolveError<G::Error>> {
        let state = states.get(id).clone();
        let turn = game.turn(&state).map_err(SolveError::Game)?;
        self.rows.push(Row {
            turn,
            first_arm: self.arm_ends.len(),
            first_edge: self.children.len(),
        });
        if turn == Turn::Over {
            return Ok(());
        }
        self.actions.clear();
        let listed = game.actions(&state, &mut self.actions);
        listed.map_err(SolveError::Game)?;
        if self.actions.is_empty() {
            return Err(SolveError::NoActions {
                state: format!("{state:?}"),
            });
        }
        for index in 0..self.actions.len() {
            self.push_arm(game, states, &state, self.actions[index])?;
        }
        Ok(())
    }

    fn push_arm(
        &mut self,
        game: &G,
        states: &mut States<G::State>,
        state: &G::State,
        action: G::Action,
    ) -> Result<(), SolveError<G::Error>> {
        self.outcomes.clear();
        let listed = game.outcomes(state, action, &mut self.outcomes);
        listed.map_err(SolveError::Game)?;
        for (probability, next, rewards) in self.outcomes.iter() {
            self.children.push(states.id(next)?);
            self.probabilities.push(probability);
            self.rewards.extend_from_slice(rewards);
        }
        self.arm_ends.push(self.children.len());
        Ok(())
    }

    /// Forgets the state that was pushed last.
    pub(super) fn pop(&mut self) {
        let row = self.rows.pop().expect("as many pops as pushes");
        self.arm_ends.truncate(row.first_arm);
        self.children.truncate(row.first_edge);
        self.probabilities.truncate(row.first_edge);
        self.rewards.truncate(row.first_edge * self.players);
    }

    /// Where the edges of all arms of a row lead.
    pub(super) fn children(&self, row: usize) -> &[u32] {
        let next = self.rows.get(row + 1);
        let end = next.map_or(self.children.len(), |next| next.first_edge);
        &self.children[self.rows[row].first_edge..end]
    }

    fn arms(&self, row: usize) -> Range<usize> {
        let next = self.rows.get(row + 1);
        let end = next.map_or(self.arm_ends.len(), |next| next.first_arm);
        self.rows[row].first_arm..end
    }

    /// Sets `self.arm` to the value of the arm whose edges these are.
    fn value_arm(&mut self, edges: Range<usize>, values: &[f64]) {
        let players = self.players;
        self.arm.fill(0.0);
        for edge in edges {
            let probability = self.probabilities[edge];
            let rewards = &self.rewards[edge * players..][..players];
            let child = &values[self.children[edge] as usize * players..][..players];
            for ((arm, reward), value) in self.arm.iter_mut().zip(rewards).zip(child) {
                *arm += probability * (reward + value);
            }
        }
    }

    /// Finds the first best arm of a row, given the values of all states, and keeps its value
    /// for [`Expansion::chosen`]. `None`, and worth nothing, if the play is over.
    pub(super) fn choose(&mut self, row: usize, values: &[f64]) -> Option<usize> {
        self.best.fill(0.0);
        let Row {
            turn, first_edge, ..
        } = self.rows[row];
        let mover = match turn {
            Turn::Player(player) => usize::from(player),
            // The one arm of chance is the first whoever compares.
            Turn::Chance | Turn::Over => 0,
        };
        let mut best = None;
        let mut start = first_edge;
        for (index, arm) in self.arms(row).enumerate() {
            let end = self.arm_ends[arm];
            self.value_arm(start..end, values);
            start = end;
            if best.is_none() || self.arm[mover] > self.best[mover] {
                std::mem::swap(&mut self.arm, &mut self.best);
                best = Some(index);
            }
        }
        best
    }

    /// The value that [`Expansion::choose`] found, one number per player.
    pub(super) fn chosen(&self) -> &[f64] {
        &self.best
    }

    /// The values of the arms of a row, one number per player and arm.
    pub(super) fn arm_values(&mut self, row: usize, values: &[f64]) -> Vec<f64> {
        let mut start = self.rows[row].first_edge;
        let mut all = Vec::new();
        for arm in self.arms(row) {
            let end = self.arm_ends[arm];
            self.value_arm(start..end, values);
            start = end;
            all.extend_from_slice(&self.arm);
        }
        all
    }
}
