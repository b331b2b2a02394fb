//! The part of a state that runs by itself: what no move and nothing else ever changes, such as a
//! counter of steps. After so many steps it is the same in every play.

use super::Net;
use super::gates::Literal;
use super::program::nothing;

/// A part of the states that depends on the number of steps alone.
#[derive(Clone, Debug, Default)]
pub(super) struct Timer {
    /// Places of its bits in a state.
    pub bits: Vec<usize>,
    /// What they are after each number of steps, as long as they are new.
    rows: Vec<Vec<bool>>,
    /// Where they go on after the last row.
    back: usize,
}

/// The most numbers of steps that are told apart.
const LONGEST: usize = 10_000;

impl Timer {
    /// The timer of a net, from a state on.
    pub fn new(net: &Net, state: &[u64]) -> Self {
        let bits = autonomous(net);
        let row = |holds: &dyn Fn(usize) -> bool| bits.iter().map(|bit| holds(*bit)).collect();
        let first: Vec<bool> = row(&|bit| state[bit / 64] >> (bit % 64) & 1 == 1);
        let (mut rows, mut back) = (vec![first], 0);
        while !bits.is_empty() && rows.len() < LONGEST {
            let next = after(net, &bits, &rows[rows.len() - 1]);
            if let Some(known) = rows.iter().rposition(|row| *row == next) {
                back = known;
                break;
            }
            rows.push(next);
        }
        Self { bits, rows, back }
    }

    /// The number of steps below the count of rows after which it stands as after `steps`.
    pub fn place(&self, steps: u32) -> usize {
        let (steps, rows) = (steps as usize, self.rows.len());
        match steps.checked_sub(rows) {
            None => steps,
            Some(over) => self.back + over % (rows - self.back),
        }
    }

    /// Its bits at a place.
    pub fn row(&self, place: usize) -> &[bool] {
        &self.rows[place]
    }

    /// How many places there are.
    pub fn places(&self) -> usize {
        self.rows.len()
    }

    /// Where it goes on after the last place.
    pub fn back(&self) -> usize {
        self.back
    }

    /// Bytes that it holds.
    pub fn bytes(&self) -> usize {
        self.rows.len() * (24 + self.bits.len())
    }
}

/// The largest set of bits whose next values depend on nothing but them.
fn autonomous(net: &Net) -> Vec<usize> {
    let bits = &net.states.bits[..net.states.relevant];
    let mut free = vec![true; net.program.nodes()];
    let moves = net.moves.iter().filter(|moves| moves.terms.len() > 1);
    for moves in moves {
        let first = moves.node as usize;
        free[first..first + moves.terms.len()].fill(false);
    }
    let first = net.program.first() as usize;
    loop {
        for gate in 0..net.program.nodes() - first {
            let body = net.program.body(gate as u32);
            free[first + gate] = body.iter().all(|literal| free[(literal / 2) as usize]);
        }
        let mut changed = false;
        for bit in bits {
            if free[bit.node as usize] && !free[(bit.next / 2) as usize] {
                free[bit.node as usize] = false;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    let free = bits.iter().map(|bit| free[bit.node as usize]);
    let places = free.enumerate().filter(|(_, free)| *free);
    places.map(|(place, _)| place).collect()
}

/// The bits one step later.
fn after(net: &Net, bits: &[usize], row: &[bool]) -> Vec<bool> {
    let mut values = nothing::<1>(net.program.nodes());
    for (bit, holds) in bits.iter().zip(row) {
        let node = net.states.bits[*bit].node as usize;
        super::program::set(node, [0u64.wrapping_sub(u64::from(*holds))], &mut values);
    }
    net.program.run(&net.program.state, &mut values);
    net.program.run(&net.program.next, &mut values);
    let holds = |literal: Literal| values[literal as usize][0] & 1 == 1;
    bits.iter()
        .map(|bit| holds(net.states.bits[*bit].next))
        .collect()
}
