//! The recursion over every line of play.

use super::{Known, Minimax};
use crate::budget::{Leave, Spent};
use crate::game::{Evaluation, Game, Stuck, Turn};
use crate::rng::Rng;
use crate::search::Fault;
use crate::search::alpha_beta::{DEEPEST, is_zero_sum};

/// One action of the root at work. Its methods give None where it has to be broken off: leave was
/// refused, or `fault` says what failed.
pub(super) struct Walk<'a, 'l, G: Game> {
    game: &'a G,
    evaluation: &'a dyn Evaluation<G>,
    root: &'a G::State,
    depth: u32,
    leave: &'a mut Leave<'l>,
    credit: u64,
    pub(super) nodes: u64,
    /// The most actions from the root that any state was away.
    pub(super) deepest: u32,
    /// The states from the root on, where a play may come back to one.
    path: Option<Vec<G::State>>,
    /// By number of actions from the root, the line expected from there on.
    pub(super) lines: Vec<Vec<G::Action>>,
    actions: Vec<G::Action>,
    rng: Rng,
    pub(super) fault: Option<Fault<G::Error>>,
}

impl<'a, 'l, G: Game> Walk<'a, 'l, G> {
    pub(super) fn new(search: &'a Minimax<G>, leave: &'a mut Leave<'l>) -> Self {
        let repeats = search.game.info().horizon.is_none();
        Self {
            game: &search.game,
            evaluation: &*search.evaluation,
            root: &search.state,
            depth: search.depth,
            leave,
            credit: 0,
            nodes: search.nodes,
            deepest: 0,
            path: repeats.then(Vec::new),
            lines: vec![Vec::new(); 2],
            actions: Vec::new(),
            // No chance, so nothing is drawn: any stream does.
            rng: Rng::new(0, "unused"),
            fault: None,
        }
    }

    /// What an action of the root is worth. The root is counted with the first.
    pub(super) fn root(&mut self, action: G::Action) -> Option<Known> {
        if self.nodes == 0 {
            self.count()?;
        }
        if let Some(path) = &mut self.path {
            path.push(self.root.clone());
        }
        self.after(self.root, action, 0, 0.0)
    }

    fn count(&mut self) -> Option<()> {
        if self.credit == 0 {
            let spent = Spent {
                nodes: self.nodes,
                ..Spent::default()
            };
            self.credit = self.leave.nodes(&spent);
        }
        self.credit = self.credit.checked_sub(1)?;
        self.nodes += 1;
        Some(())
    }

    fn fail<T>(&mut self, fault: Fault<G::Error>) -> Option<T> {
        self.fault = Some(fault);
        None
    }

    fn of_rules<T>(&mut self, given: Result<T, G::Error>) -> Option<T> {
        match given {
            Ok(given) => Some(given),
            Err(error) => self.fail(Fault::Game(error)),
        }
    }

    /// What follows an action is worth, after `ply` actions that paid player 0 `paid`.
    fn after(
        &mut self,
        at: &G::State,
        action: G::Action,
        ply: u32,
        mut paid: f64,
    ) -> Option<Known> {
        let (mut state, mut rewards) = (at.clone(), [0.0; 2]);
        let applied = self
            .game
            .apply(&mut state, action, &mut self.rng, &mut rewards);
        self.of_rules(applied)?;
        if !is_zero_sum(rewards) {
            return self.fail(Fault::NotZeroSum);
        }
        paid += rewards[0];
        self.value(&state, ply + 1, paid)
    }

    /// What player 0 gets in all, from the root on, by way of `state`.
    fn value(&mut self, state: &G::State, ply: u32, paid: f64) -> Option<Known> {
        self.count()?;
        self.deepest = self.deepest.max(ply);
        self.lines[ply as usize].clear();
        let proven = Known {
            value: paid,
            exact: true,
        };
        let mover = match self.of_rules(self.game.turn(state))? {
            Turn::Over => return Some(proven),
            Turn::Chance => return self.fail(Fault::HasChance),
            Turn::Player(mover) => mover,
        };
        let path = self.path.as_ref();
        if path.is_some_and(|path| path.contains(state)) {
            return Some(proven);
        }
        if ply >= self.depth.min(DEEPEST) {
            return self.estimate(state, paid);
        }
        if let Some(path) = &mut self.path {
            path.push(state.clone());
        }
        let best = self.best(state, mover, ply, paid);
        if let Some(path) = &mut self.path {
            path.pop();
        }
        best
    }

    fn estimate(&mut self, state: &G::State, paid: f64) -> Option<Known> {
        let mut values = [0.0; 2];
        if let Err(error) = self.evaluation.evaluate(self.game, state, &mut values) {
            return self.fail(Fault::Foreign(error));
        }
        if !is_zero_sum(values) {
            return self.fail(Fault::UnevenEvaluation(values));
        }
        Some(Known {
            value: paid + values[0],
            exact: false,
        })
    }

    /// The value of the best action of `mover`, the first of equals.
    fn best(&mut self, state: &G::State, mover: u8, ply: u32, paid: f64) -> Option<Known> {
        let base = self.actions.len();
        let listed = self.game.actions(state, &mut self.actions);
        self.of_rules(listed)?;
        if self.lines.len() < ply as usize + 2 {
            self.lines.push(Vec::new());
        }
        let (mut best, mut exact) = (None, true);
        for index in base..self.actions.len() {
            let action = self.actions[index];
            let known = self.after(state, action, ply, paid)?;
            exact &= known.exact;
            let than = |best: f64| {
                if mover == 0 {
                    known.value > best
                } else {
                    known.value < best
                }
            };
            if best.is_none_or(than) {
                best = Some(known.value);
                self.lead(ply as usize, action);
            }
        }
        self.actions.truncate(base);
        match best {
            Some(value) => Some(Known { value, exact }),
            None => self.fail(Fault::Stuck(Stuck::NoActions)),
        }
    }

    /// Notes that the line expected after `ply` actions begins with `action`.
    fn lead(&mut self, ply: usize, action: G::Action) {
        let rest = std::mem::take(&mut self.lines[ply + 1]);
        let line = &mut self.lines[ply];
        line.clear();
        line.push(action);
        line.extend_from_slice(&rest);
        self.lines[ply + 1] = rest;
    }
}
