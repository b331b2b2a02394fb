//! The game's own solver, where the root is near enough to the end.

use super::found::Found;
use super::{AlphaBeta, Parts, Work};
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

    /// How many nodes it may look at, after so many of the search.
    fn share(&self, nodes: u64) -> u64 {
        SHARE * (nodes - self.nodes)
    }

    /// Whether it is to be tried now that `depth` is searched.
    pub(super) fn is_due(&self, state: &G::State, depth: u32) -> bool {
        let reaches = |solver: &dyn Endgame<G>| solver.reaches(state);
        depth >= FROM && depth > self.tried && self.solver.as_deref().is_some_and(reaches)
    }

    /// What it says of a state, if it is through in time.
    pub(super) fn solve(
        &mut self,
        parts: &Parts<G>,
        work: &mut Work<G>,
        state: &G::State,
        depth: u32,
        leave: &mut Leave<'_>,
    ) -> Option<(f64, Option<G::Action>)> {
        self.tried = depth;
        let share = self.share(work.nodes);
        let mut used = 0;
        let mut more = |looked_at: u64| {
            used += looked_at;
            work.nodes += looked_at;
            used < share && leave.nodes(&work.spent(&parts.game)) > 0
        };
        let window = parts.returns.unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
        let solver = self.solver.as_mut()?;
        let solved = solver.solve(&parts.game, state, window, &mut more);
        self.nodes += used;
        solved
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
        !self
            .worth
            .is_dear(gain, self.solver.share(self.work.nodes) as f64)
    }

    /// Tries the solver.
    pub(super) fn solve(&mut self, leave: &mut Leave<'_>) {
        let depth = self.work.depth;
        let (parts, work) = (&self.parts, &mut self.work);
        if let Some((value, action)) =
            self.solver
                .solve(parts, work, &self.root.state, depth, leave)
        {
            let index = action.and_then(|action| self.root.index_of(action));
            let found = Found::proven(value);
            self.root.settle(index.unwrap_or(self.root.best), found);
            self.found = Some(found);
        }
    }
}
