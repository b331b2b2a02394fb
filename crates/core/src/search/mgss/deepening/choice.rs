//! Which step is made next: of which move, and how much deeper.

use super::Deepening;
use super::root::MoveOf;
use crate::error_model::Look;
use crate::game::{Game, Turn};
use crate::search::alpha_beta::DEEPEST;
use crate::search::mgss::worth::gain;
use crate::search::mgss::{Prospect, Step};
use crate::search::{Fault, Kind};

/// How much deeper a step may be than the last search of its move.
const DEEPER: u32 = 3;

/// How many times the nodes of a search one that is deeper by an action takes: the guess before
/// anything was measured, and the searches that it counts for.
const GROWTH: f64 = 3.0;
const GUESSED: f64 = 2.0;

/// The least number of nodes that a step is held to take.
pub(super) const LEAST: f64 = 10.0;

/// A step that could be made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) index: usize,
    pub(super) to: u32,
    pub(super) expected: f64,
    pub(super) nodes: f64,
    pub(super) sd: f64,
}

/// How the nodes of a search grow with its depth: the sum of the logarithms, and how many.
#[derive(Clone, Copy, Debug)]
pub(super) struct Growth {
    sum: f64,
    count: f64,
}

impl Growth {
    pub(super) fn guessed() -> Self {
        Self {
            sum: GUESSED * GROWTH.ln(),
            count: GUESSED,
        }
    }

    /// Takes in a search that was `deeper` than the last of its move.
    pub(super) fn include(&mut self, before: f64, after: f64, deeper: f64) {
        self.sum += (after / before.max(LEAST)).ln().max(0.0) / deeper;
        self.count += 1.0;
    }

    /// How many times as many nodes a search takes that is so much deeper.
    fn by(self, deeper: f64) -> f64 {
        (self.sum / self.count).exp().powf(deeper)
    }
}

impl<G: Game> Deepening<G> {
    /// The step that promises most for each of its nodes.
    pub(super) fn choose(&self) -> Result<Option<Candidate>, Fault<G::Error>> {
        let mut chosen: Option<Candidate> = None;
        if !self.root.is_open() {
            return Ok(None);
        }
        for index in 0..self.root.moves.len() {
            let mv = &self.root.moves[index];
            if mv.kind == Kind::Exact {
                continue;
            }
            for to in mv.depth + 1..=mv.depth + DEEPER {
                let found = self.candidate(index, to)?;
                let rate = |candidate: &Candidate| candidate.expected / candidate.nodes;
                if to < DEEPEST && chosen.as_ref().is_none_or(|had| rate(&found) > rate(had)) {
                    chosen = Some(found);
                }
            }
        }
        Ok(chosen.filter(|candidate| candidate.expected > 0.0))
    }

    pub(super) fn candidate(&self, index: usize, to: u32) -> Result<Candidate, Fault<G::Error>> {
        let mv = &self.root.moves[index];
        let prospect = self.prospect(mv, to)?;
        let rival = self.root.rival(index);
        let (sign, threshold) = if index == self.root.top().0 {
            (-1.0, -rival)
        } else {
            (1.0, rival)
        };
        let mean = sign * (mv.value + prospect.mean);
        Ok(Candidate {
            index,
            to,
            expected: gain(mean, prospect.sd, threshold, f64::INFINITY),
            nodes: prospect.nodes,
            sd: prospect.sd,
        })
    }

    fn prospect(&self, mv: &MoveOf<G>, to: u32) -> Result<Prospect, Fault<G::Error>> {
        let game = self.prober.game();
        let sign = if mv.turn == Turn::Player(self.root.mover) {
            1.0
        } else {
            -1.0
        };
        let look = Look {
            value: sign * (mv.value - mv.paid),
            stage: game.stage(&mv.state),
            actions: game.count(&mv.state).map_err(Fault::Game)? as f64,
            from: mv.depth,
            to,
        };
        let error = self
            .error
            .error(game, &mv.state, &look)
            .map_err(Fault::Foreign)?;
        let growth = self.growth.by(f64::from(to - mv.depth));
        Ok(Prospect {
            mean: if self.centred { 0.0 } else { sign * error.mean },
            sd: error.sd,
            nodes: (mv.effort.max(LEAST) * growth).max(1.0),
        })
    }

    /// A step as it is recorded before it is made.
    pub(super) fn announced(&self, candidate: Candidate) -> Step {
        Step {
            leaf: candidate.index as u32,
            depth: candidate.to,
            expected: candidate.expected,
            net: candidate.expected - candidate.nodes * self.price,
            gained: 0.0,
            nodes: 0,
            value: self.root.moves[candidate.index].value,
        }
    }
}
