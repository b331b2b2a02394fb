//! Alpha-beta as a part of another search: the value of one state at one depth.

use super::endgame::Solver;
use super::found::Window;
use super::node::{Place, Walk};
use super::{Doubt, Parts, Settings, Work};
use crate::budget::{Leave, Spent};
use crate::game::{Endgame, Evaluation, Game};
use crate::search::Fault;

/// What a probe found of a state, to the player to move there.
#[derive(Clone, Debug)]
pub(in crate::search) struct Probed<A> {
    /// The value; at most or at least that outside the window.
    pub(in crate::search) value: f64,
    /// Whether it is proven.
    pub(in crate::search) proven: bool,
    /// The actions that are expected.
    pub(in crate::search) line: Vec<A>,
}

/// Finds values of states one after the other, and remembers what it learned.
pub(in crate::search) struct Prober<G: Game> {
    parts: Parts<G>,
    work: Work<G>,
    solver: Solver<G>,
}

impl<G: Game> Prober<G> {
    /// A prober with all that makes alpha-beta quick.
    ///
    /// # Errors
    /// [`Fault::NotTwoPlayers`], [`Fault::HasChance`].
    pub(in crate::search) fn new(
        game: G,
        evaluation: Box<dyn Evaluation<G>>,
        settings: Settings,
        doubt: Option<Doubt<G>>,
        solver: Option<Box<dyn Endgame<G>>>,
    ) -> Result<Self, Fault<G::Error>> {
        Ok(Self {
            parts: Parts::new(game, evaluation, settings, doubt)?,
            work: Work::new(),
            solver: Solver::new(solver),
        })
    }

    pub(in crate::search) fn game(&self) -> &G {
        &self.parts.game
    }

    pub(in crate::search) fn evaluation(&self) -> &dyn Evaluation<G> {
        &*self.parts.evaluation
    }

    pub(in crate::search) fn spent(&self) -> Spent {
        self.work.spent(&self.parts.game)
    }

    /// Counts nodes that were generated elsewhere.
    pub(in crate::search) fn count(&mut self, nodes: u64) {
        self.work.nodes += nodes;
    }

    /// Makes the table, as large as it is to be and may be.
    pub(in crate::search) fn limit_memory(&mut self, bytes: Option<usize>) {
        self.work.limit_memory(&self.parts, bytes);
    }

    /// Begins with another decision of the same play.
    pub(in crate::search) fn begin(&mut self) {
        self.work.grow_older();
        self.solver.begin();
    }

    /// The value of a state that follows `root`, `depth` actions ahead, as far as it lies in a
    /// window; None where leave was refused.
    ///
    /// # Errors
    /// What failed.
    pub(in crate::search) fn probe(
        &mut self,
        root: &G::State,
        (at, mover): (&G::State, u8),
        depth: u32,
        (alpha, beta): (f64, f64),
        leave: &mut Leave<'_>,
    ) -> Result<Option<Probed<G::Action>>, Fault<G::Error>> {
        self.work.begin(depth + 1);
        // Where the table answers at once no line is told: that of an earlier search must not stay.
        self.work.lines[1].clear();
        let place = Place {
            mover,
            ply: 1,
            depth,
            calm: 0,
            paid: 0.0,
        };
        let mut walk = Walk::new(&self.parts, &mut self.work, leave);
        if walk.parts.repeats {
            walk.enter(root);
        }
        let found = walk.node(at, place, Window { alpha, beta });
        if let Some(fault) = walk.fault.take() {
            return Err(fault);
        }
        Ok(found.map(|found| Probed {
            value: found.value,
            proven: found.low && found.high,
            line: self.work.lines[1].clone(),
        }))
    }

    /// What the game's own solver says of the root, where it reaches and is through in time: the
    /// value to the player to move, and an action.
    pub(in crate::search) fn solve(
        &mut self,
        root: &G::State,
        depth: u32,
        leave: &mut Leave<'_>,
    ) -> Option<(f64, Option<G::Action>)> {
        if !self.solver.is_due(root, depth) {
            return None;
        }
        self.solver
            .solve(&self.parts, &mut self.work, root, depth, leave)
    }
}
