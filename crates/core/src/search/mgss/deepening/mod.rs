//! MGSS* with coarser steps: each is an alpha-beta search below one of the root's moves.
//!
//! A step of the paper adds one look at one leaf, and the larger the tree the fewer leaves there are
//! that could change the decision alone. Here a leaf is a move of the root, with the value of a
//! search of some depth, and a step is a search of it that is deeper by one action or more. What the
//! error model says of the two depths gives what the step is worth, as in equations 11 and 12; how
//! much deeper to go is chosen by what that brings for each node it takes.

mod choice;
mod report;
mod root;

use super::Step;
use crate::budget::{Deliberation, Leave, Spent, StopReason};
use crate::error_model::{Centred, ErrorModel};
use crate::game::{Endgame, Evaluation, Game, Turn};
use crate::search::alpha_beta::{self, Doubt, Probed, Prober};
use crate::search::{Fault, Kind};
use choice::{Candidate, Growth, LEAST};
use root::Root;
use std::sync::Arc;

/// By how many standard deviations of the error a value may lie outside the values that could change
/// the decision before it is only said to be outside.
const ASIDE: f64 = 2.0;

/// How a search goes about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Whether the mean error is taken from the evaluation: see [`Centred`].
    pub centred: bool,
    /// By how many standard deviations of the error a value must lie outside of what matters for
    /// the state to be set aside; None to set none aside: see [`Doubt`].
    pub doubt: Option<f64>,
    /// Bytes of the table of states already searched.
    pub table: usize,
    /// Bytes that a state keeps elsewhere, where the table is to keep states and compare them.
    pub kept: Option<usize>,
}

/// A search from one state.
pub struct Deepening<G: Game> {
    prober: Prober<G>,
    error: Arc<dyn ErrorModel<G>>,
    centred: bool,
    root: Root<G>,
    next: Option<Candidate>,
    steps: Vec<Step>,
    growth: Growth,
    price: f64,
}

impl<G: Game> Deepening<G> {
    /// A search of `state` that has not begun.
    ///
    /// # Errors
    /// [`Fault::NotTwoPlayers`], [`Fault::HasChance`], [`Fault::NothingToDecide`], or those of the
    /// rules.
    pub fn new(
        game: G,
        evaluation: Box<dyn Evaluation<G>>,
        error: Arc<dyn ErrorModel<G>>,
        settings: Settings,
        endgame: Option<Box<dyn Endgame<G>>>,
        state: G::State,
    ) -> Result<Self, Fault<G::Error>>
    where
        G: 'static,
    {
        let root = Root::at(&game, state)?;
        let evaluation = if settings.centred {
            Box::new(Centred::new(evaluation, error.clone()))
        } else {
            evaluation
        };
        let doubt = settings.doubt.map(|margin| Doubt {
            model: error.clone(),
            margin,
            centred: settings.centred,
        });
        let inner = alpha_beta::Settings {
            table: settings.table,
            kept: settings.kept,
            ..alpha_beta::Settings::default()
        };
        Ok(Self {
            prober: Prober::new(game, evaluation, inner, doubt, endgame)?,
            error,
            centred: settings.centred,
            root,
            next: None,
            steps: Vec::new(),
            growth: Growth::guessed(),
            price: 0.0,
        })
    }

    /// The moves of the root with what the evaluation says.
    fn begin(&mut self) -> Result<(), Fault<G::Error>> {
        self.root
            .look(self.prober.game(), self.prober.evaluation())?;
        self.prober.count(1 + self.root.moves.len() as u64);
        Ok(())
    }

    fn step(&mut self, candidate: Candidate, leave: &mut Leave<'_>) -> Result<(), Fault<G::Error>> {
        let (best, _) = self.root.top();
        let mv = &self.root.moves[candidate.index];
        let Turn::Player(mover) = mv.turn else {
            return Err(Fault::HasChance);
        };
        let aside = self.root.rival(candidate.index) - ASIDE * candidate.sd - mv.paid;
        let same = mover == self.root.mover;
        let window = if same {
            (aside, f64::INFINITY)
        } else {
            (f64::NEG_INFINITY, -aside)
        };
        let (before, at) = (self.prober.spent().nodes, (&mv.state, mover));
        let probed = self
            .prober
            .probe(&self.root.state, at, candidate.to, window, leave)?;
        let nodes = self.prober.spent().nodes - before;
        self.root.moves[candidate.index].nodes += nodes;
        if let Some(mut found) = probed {
            if !same {
                found.value = -found.value;
            }
            self.take(candidate, found, aside, nodes);
            self.record(candidate, nodes, best);
        }
        Ok(())
    }

    /// Takes in what a step found, to the player who decides; up to `aside` it is only a bound.
    fn take(&mut self, candidate: Candidate, found: Probed<G::Action>, aside: f64, nodes: u64) {
        let mv = &mut self.root.moves[candidate.index];
        mv.kind = match found.proven {
            true => Kind::Exact,
            false if found.value <= aside => Kind::Upper,
            false => Kind::Estimate,
        };
        mv.value = mv.paid + found.value;
        let effort = (nodes as f64).max(LEAST);
        let deeper = f64::from(candidate.to - mv.depth);
        self.growth.include(mv.effort, effort, deeper);
        (mv.depth, mv.effort, mv.line) = (candidate.to, effort, found.line);
    }

    /// Records a step that was made; `best` was the best move before it.
    fn record(&mut self, candidate: Candidate, nodes: u64, best: usize) {
        let (after, _) = self.root.top();
        let moves = &self.root.moves;
        let step = Step {
            gained: moves[after].value - moves[best].value,
            nodes,
            value: moves[candidate.index].value,
            ..self.announced(candidate)
        };
        self.steps.push(step);
    }

    /// Tries the game's own solver; says whether it was through.
    fn solve(&mut self, leave: &mut Leave<'_>) -> bool {
        let depth = self.root.moves[self.root.top().0].depth;
        let solved = self.prober.solve(&self.root.state, depth, leave);
        if let Some((value, action)) = solved {
            self.root.settle(value, action);
        }
        solved.is_some()
    }
}

impl<G: Game> Deliberation for Deepening<G> {
    type Error = Fault<G::Error>;

    /// A step, or first the moves of the root. Or the game's own solver.
    fn advance(&mut self, leave: &mut Leave<'_>) -> Result<(), Self::Error> {
        if !self.root.is_seen() {
            self.begin()?;
        } else if !self.solve(leave)
            && let Some(candidate) = self.next
        {
            self.step(candidate, leave)?;
        }
        self.next = self.choose()?;
        Ok(())
    }

    fn spent(&self) -> Spent {
        let best = self.root.moves.get(self.root.top().0);
        Spent {
            depth: best.map_or(0, |mv| mv.depth + 1),
            ..self.prober.spent()
        }
    }

    fn confidence(&self) -> Option<f64> {
        None
    }

    fn limit_memory(&mut self, bytes: Option<usize>) {
        self.prober.limit_memory(bytes);
    }

    fn price(&mut self, per_node: f64) {
        self.price = per_node;
    }

    fn settled(&self) -> Option<StopReason> {
        if !self.root.is_seen() {
            return None;
        }
        if self.root.is_proven() {
            return Some(StopReason::Proven);
        }
        if self.root.is_forced() {
            return Some(StopReason::SingleAction);
        }
        let worth_it = |next: Candidate| next.expected > next.nodes * self.price;
        (!self.next.is_some_and(worth_it)).then_some(StopReason::NotWorthIt)
    }
}
