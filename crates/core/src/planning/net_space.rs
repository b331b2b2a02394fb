//! A compiled rule sheet as a space.

use super::method::Method;
use super::placement::Placement;
use super::space::{Seen, Space};
use crate::gdl::{Distance, Net, Packed, Possible, TermId};
use std::convert::Infallible;
use std::sync::Arc;

/// The states of a net that can follow one, and what may still happen at them.
#[derive(Clone, Debug)]
pub struct NetSpace {
    pub(super) packed: Packed,
    pub(super) possible: Possible,
    bounds: Vec<f64>,
    /// The least steps after which a play may end and pay best.
    first_step: u32,
    distance: Option<Distance>,
    names: Vec<String>,
}

/// Bits up to which a puzzle may be one of placements: to look for their constraints takes long.
const PLACED: usize = 4000;
/// Rounds that an estimate looks ahead.
const ROUNDS: usize = 12;

impl NetSpace {
    /// The states that can follow `state`, which a play can reach. The net is of one role; `name` gives
    /// the text of a move.
    pub fn new(net: Arc<Net>, state: &[TermId], name: impl Fn(TermId) -> String) -> Self {
        let mut packed = Packed::new(net, state);
        let mut possible = Possible::new(&packed);
        packed.learn(possible.changers());
        let paid = possible.most_paid(&packed);
        let mut bounds = suffixes(&paid);
        if packed.bits() <= PLACED {
            let most = attainable(&mut packed, bounds[0]);
            bounds.iter_mut().for_each(|bound| *bound = bound.min(most));
        }
        let first_step = paid.iter().position(|paid| *paid >= bounds[0]);
        let moves = 0..packed.moves() as u32;
        Self {
            distance: Distance::new(&packed, bounds[0], ROUNDS),
            bounds,
            first_step: first_step.unwrap_or(0) as u32,
            names: moves.map(|index| name(packed.term(index))).collect(),
            possible,
            packed,
        }
    }

    pub(super) fn first_step(&self) -> u32 {
        self.first_step
    }

    pub(super) fn name(&self, index: u32) -> String {
        self.names[index as usize].clone()
    }

    /// The move that a number stands for in plans.
    pub fn term(&self, index: u32) -> TermId {
        self.packed.term(index)
    }
}

impl Space for NetSpace {
    type Error = Infallible;

    fn words(&self) -> usize {
        self.packed.words()
    }

    fn start(&self) -> Vec<u64> {
        self.packed.start().to_vec()
    }

    fn look(&mut self, states: &[u64], steps: &[u32], into: &mut Seen) -> Result<(), Infallible> {
        self.packed.look(states, steps, into);
        Ok(())
    }

    fn apply(
        &mut self,
        states: &[u64],
        steps: &[u32],
        moves: &[u32],
        into: &mut Vec<u64>,
        _: &mut Vec<f64>,
    ) -> Result<(), Infallible> {
        self.packed.apply(states, steps, moves, into);
        Ok(())
    }

    fn moves_pay(&self) -> bool {
        false
    }

    fn is_timed(&self) -> bool {
        self.packed.is_timed()
    }

    fn bound(&self, steps: u32) -> f64 {
        let last = self.bounds.len() - 1;
        self.bounds[(steps as usize).min(last)]
    }

    fn estimate(&mut self, states: &[u64], steps: &[u32], into: &mut Vec<u32>) {
        if let Some(distance) = &mut self.distance {
            distance.measure(&self.packed, &mut self.possible, states, steps, into);
        }
    }

    fn has_estimate(&self) -> bool {
        self.distance.is_some()
    }

    fn own_methods(&self) -> Vec<Box<dyn Method<Self>>> {
        let small = self.packed.bits() <= PLACED;
        match small && self.packed.clone().shrinks() {
            true => vec![Box::new(Placement::new(self))],
            false => Vec::new(),
        }
    }

    fn bytes(&self) -> usize {
        self.packed.bytes()
    }
}

/// The largest goal value up to `value` that no line rules out.
fn attainable(packed: &mut Packed, mut value: f64) -> f64 {
    while value > 0.0 {
        let lines = packed.lines(&packed.landmarks(value));
        if !lines.iter().any(|line| packed.is_never(line)) {
            break;
        }
        value = packed.next_value(value);
    }
    value
}

/// The largest from each place on.
fn suffixes(values: &[f64]) -> Vec<f64> {
    let mut suffixes = values.to_vec();
    let mut most = f64::NEG_INFINITY;
    for value in suffixes.iter_mut().rev() {
        most = most.max(*value);
        *value = most;
    }
    suffixes
}
