//! A compiled rule sheet as a space.

use super::method::Method;
use super::placement::Placement;
use super::space::{Seen, Space};
use crate::gdl::{Distance, Net, Packed, Possible, TermId};
use std::convert::Infallible;
use std::sync::Arc;

/// The states of a net that can follow one, and what may still happen at them.
#[derive(Debug)]
pub struct NetSpace {
    pub(super) packed: Packed,
    pub(super) possible: Possible,
    bounds: Vec<f64>,
    distance: Option<Distance>,
}

/// Rounds that an estimate looks ahead.
const ROUNDS: usize = 12;

impl NetSpace {
    /// The states that can follow `state`, which a play can reach. The net is of one role.
    pub fn new(net: Arc<Net>, state: &[TermId]) -> Self {
        let packed = Packed::new(net, state);
        let mut possible = Possible::new(&packed);
        let bounds = possible.bounds(&packed);
        Self {
            distance: Distance::new(&packed, bounds[0], ROUNDS),
            bounds,
            possible,
            packed,
        }
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
        match self.packed.clone().shrinks() {
            true => vec![Box::new(Placement::new(self))],
            false => Vec::new(),
        }
    }

    fn bytes(&self) -> usize {
        self.packed.bytes()
    }
}
