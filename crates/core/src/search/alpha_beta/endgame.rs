//! The game's own solver, where the root is near enough to the end.

use super::AlphaBeta;
use super::found::Found;
use crate::budget::Leave;
use crate::game::{Endgame, Game};

/// The depth to be searched before the solver is tried.
const FROM: u32 = 4;

/// How many times the nodes of the search by depth the solver may look at: a node of its own costs
/// it less. Where these are too few it is tried again after the next iteration, so that most of
/// the time is its own once it can be through, and not all of it is lost if it can't.
const SHARE: u64 = 8;

/// What the solver is expected to gain, in gains of the next iteration.
const SOLVED: f64 = 1.0;

/// The solver, and how it did at this root.
pub(super) struct Solver<G: Game> {
    pub(super) solver: Option<Box<dyn Endgame<G>>>,
    /// Nodes that it looked at.
    nodes: u64,
    /// The depth searched when it was tried last.
    tried: u32,
}

impl<G: Game> Solver<G> {
    pub(super) fn new(solver: Option<Box<dyn Endgame<G>>>) -> Self {
        Self {
            solver,
            nodes: 0,
            tried: 0,
        }
    }

    /// Begins at another root.
    pub(super) fn begin(&mut self) {
        (self.nodes, self.tried) = (0, 0);
    }

    fn is_due(&self, state: &G::State, depth: u32) -> bool {
        let reaches = |solver: &dyn Endgame<G>| solver.reaches(state);
        depth >= FROM && depth > self.tried && self.solver.as_deref().is_some_and(reaches)
    }
}

impl<G: Game> AlphaBeta<G> {
    /// Whether the solver is to be tried next.
    pub(super) fn solver_is_due(&self) -> bool {
        self.parts.settings.iterative
            && self.solver.is_due(&self.root.state, self.work.depth)
            && self.solver_is_worth_it()
    }

    /// Whether what the solver may look at costs no more than it is expected to gain.
    fn solver_is_worth_it(&self) -> bool {
        let gain = SOLVED * self.worth.gain(self.work.depth + 1);
        !self.worth.is_dear(gain, self.solver_share() as f64)
    }

    /// How many nodes the solver may look at.
    fn solver_share(&self) -> u64 {
        SHARE * (self.work.nodes - self.solver.nodes)
    }

    /// Tries the solver.
    pub(super) fn solve(&mut self, leave: &mut Leave<'_>) {
        let share = self.solver_share();
        let game = &self.parts.game;
        let Solver {
            solver: Some(solver),
            nodes,
            tried,
        } = &mut self.solver
        else {
            return;
        };
        *tried = self.work.depth;
        let (work, mut used) = (&mut self.work, 0);
        let mut more = |looked_at: u64| {
            used += looked_at;
            work.nodes += looked_at;
            used < share && leave.nodes(&work.spent(game)) > 0
        };
        let all = self.parts.returns;
        let window = all.unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
        let solved = solver.solve(game, &self.root.state, window, &mut more);
        *nodes += used;
        if let Some((value, action)) = solved {
            let index = action.and_then(|action| self.root.index_of(action));
            let found = Found::proven(value);
            self.root.settle(index.unwrap_or(self.root.best), found);
            self.found = Some(found);
        }
    }
}
